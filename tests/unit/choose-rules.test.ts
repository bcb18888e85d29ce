import { describe, expect, test } from 'vitest'
import { addDays, compares, eachDay } from '../../src/contract/dates/date-ranges.ts'
import { comparisons, daysCompared } from '../../src/ui/date/comparison.ts'
import {
  validateDraft,
  withClickedDay,
  type DateChoice,
  type DateContext,
  draftOf,
  isChoice,
  withPreset,
  withTypedDays,
} from '../../src/ui/date/draft.ts'
import { checkRange, checkDay, nearestDay } from '../../src/ui/date/day-limits.ts'
import { isDay, weekdays, weeksOf } from '../../src/ui/date/days.ts'
import { monthLater, sameDayLater } from '../../src/ui/date/months.ts'
import { fold, grouped, groupsOf, matching } from '../../src/ui/select/use-options.ts'
import { separatorIn, shownNames } from '../../src/ui/select/multi-select.tsx'
import { rowHeight, rowOf, scrollTo, sectionsOf, visibleRange } from '../../src/ui/select/rows.ts'
import { firstVisibleMonth } from '../../src/ui/date/use-calendar.ts'

const today = '2026-11-21'
const days = (start_date: string, end_date: string) => ({ start_date, end_date })
const labels = (count: number) => Array.from({ length: count }, (_, index) => `H${index + 1}`)

describe('the closed field', () => {
  test.each([
    [0, [], 0],
    [1, ['H1'], 0],
    [19, labels(19), 0],
    [20, labels(19), 1],
    [140, labels(19), 121],
  ])('shows up to 19 of %i names and counts the others', (count, names, more) => {
    expect(shownNames(labels(count))).toEqual({ names, more })
  })

  test('separates names as the language does', () => {
    expect([separatorIn('ja'), separatorIn('en-US')]).toEqual(['、', ', '])
  })
})

describe('a search', () => {
  const options = ['Zürich Lodge', 'Café du Lac', 'Lodge of the Lake', 'ＬＡＫＥ view'].map((label, id) => ({ id, label }))
  const folded = options.map(({ label }) => fold(label, 'de'))
  const found = (search: string) => matching(options, folded, search, 'de').map(({ id }) => id)

  test.each([
    ['', [0, 1, 2, 3]],
    ['zurich', [0]],
    ['CAFE', [1]],
    ['lake lodge', [2]],
    ['lake', [2, 3]],
    ['nowhere', []],
  ])('for “%s” ignores case, accents and order', (search, ids) => {
    expect(found(search)).toEqual(ids)
  })

  test('keeps options of one group together, and those without a group first', () => {
    const mixed = [
      { id: 1, label: 'a', group: 'X' },
      { id: 2, label: 'b' },
      { id: 3, label: 'c', group: 'Y' },
      { id: 4, label: 'd', group: 'X' },
    ]
    const ordered = grouped(mixed)
    expect(ordered.map(({ id }) => id)).toEqual([2, 1, 4, 3])
    expect(groupsOf(ordered)).toEqual([
      { label: 'X', first: 1 },
      { label: 'Y', first: 3 },
    ])
  })
})

describe('rows of options', () => {
  const groups = [
    { label: 'X', first: 1 },
    { label: 'Y', first: 3 },
  ]

  test('follow their group headings, whatever part is drawn', () => {
    const rows = sectionsOf({ from: 0, to: 6 }, groups).flatMap((section) => section.rows.map(({ heading, index }) => heading ?? index))
    expect(rows).toEqual([0, 'X', 1, 2, 'Y', 3])
    expect(sectionsOf({ from: 3, to: 6 }, groups).map(({ label }) => label)).toEqual(['X', 'Y'])
    expect([0, 1, 2, 3].map((index) => rowOf(index, groups))).toEqual([0, 2, 3, 5])
  })

  test('are few, wherever ten thousand are scrolled to', () => {
    for (const top of [0, 35.5 * 5000, 35.5 * 9990]) {
      const { from, to } = visibleRange(top, 10_000)
      expect(to - from).toBeLessThanOrEqual(22)
      expect(from * rowHeight).toBeLessThanOrEqual(top)
      expect(to * rowHeight).toBeGreaterThanOrEqual(Math.min(top + 300, 355_000))
    }
  })

  test('are scrolled to only when they are out of sight', () => {
    expect(scrollTo(2, 0, 200)).toBe(0)
    expect(scrollTo(2, 100, 200)).toBe(71)
    expect(scrollTo(9, 0, 200)).toBe(155)
  })
})

describe('months', () => {
  test.each([1, 7, 6])('with weeks from %i contain every day once, in its own column', (weekStart) => {
    for (let month = '2024-01-01'; month < '2028-01-01'; month = monthLater(month, 1)) {
      const weeks = weeksOf(month, weekStart)
      const heads = weekdays(weekStart).map((day) => new Date(day).getUTCDay())
      expect(weeks).toHaveLength(6)
      expect(weeks.flat().filter(Boolean)).toEqual(eachDay(days(month, addDays(monthLater(month, 1), -1))))
      for (const week of weeks) for (const [column, day] of week.entries()) if (day) expect(new Date(day).getUTCDay()).toBe(heads[column])
    }
  })

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2024-02-29', -12, '2023-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('from %s, %i later is %s', (day, count, later) => {
    expect(sameDayLater(day, count)).toBe(later)
  })

  test.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2026-2-8', false],
    ['2026-13-01', false],
    ['tomorrow', false],
    ['', false],
  ])('“%s” is a day: %s', (text, is) => {
    expect(isDay(text)).toBe(is)
  })

  test('scroll only as far as a day needs', () => {
    expect(firstVisibleMonth('2026-10-05', '2026-11-01', 2)).toBe('2026-10-01')
    expect(firstVisibleMonth('2026-12-31', '2026-11-01', 2)).toBe('2026-11-01')
    expect(firstVisibleMonth('2027-01-01', '2026-11-01', 2)).toBe('2026-12-01')
    expect(firstVisibleMonth('2027-01-01', '2026-11-01', 1)).toBe('2027-01-01')
  })
})

describe('selectable days', () => {
  const disabled = [days('2026-11-10', '2026-11-12')]
  test.each([
    [days('2026-11-01', '2026-11-09'), true],
    [days('2026-11-13', '2026-12-24'), true],
    [days('2026-11-01', '2026-11-10'), 'disabled'],
    [days('2026-11-12', '2026-11-13'), 'disabled'],
    [days('2026-11-01', '2026-11-30'), 'disabled'],
    [days('2026-10-31', '2026-11-02'), 'before'],
    [days('2026-12-01', '2027-01-01'), 'after'],
    [days('2026-12-02', '2026-12-01'), 'bad_dates'],
    [days('2026-12-02', ''), 'bad_dates'],
  ])('%o: %s', (range, expected) => {
    const may = checkRange(range, { min: '2026-11-01', max: '2026-12-31', disabled }, today)
    expect(may === true ? may : may.code).toBe(expected)
  })

  test('end today where the future is not allowed', () => {
    expect(checkDay(today, { isFutureDisallowed: true }, today)).toBe(true)
    expect(checkDay('2026-11-22', { isFutureDisallowed: true }, today)).toEqual({ code: 'future' })
  })

  test('are stepped to over unavailable ones', () => {
    const limits = { disabled, min: '2026-11-03', isFutureDisallowed: true }
    expect(nearestDay('2026-11-09', '2026-11-10', limits, today)).toBe('2026-11-13')
    expect(nearestDay('2026-11-13', '2026-11-12', limits, today)).toBe('2026-11-09')
    expect(nearestDay('2026-11-09', '2026-10-09', limits, today)).toBe('2026-11-03')
    expect(nearestDay('2026-11-18', '2026-12-18', limits, today)).toBe(today)
    expect(nearestDay(today, '2026-11-22', limits, today)).toBe(today)
  })
})

describe('comparison days', () => {
  test.each([
    ['none', undefined],
    ['previous_period', days('2024-02-16', '2024-02-22')],
    ['previous_day', days('2024-02-22', '2024-02-28')],
    ['previous_week', days('2024-02-16', '2024-02-22')],
    ['previous_month', days('2024-01-24', '2024-01-30')],
    ['previous_year', days('2023-02-23', '2023-02-28')],
  ] as const)('%s', (comparison, compared) => {
    expect(daysCompared(days('2024-02-23', '2024-02-29'), comparison)).toEqual(compared)
  })

  test('can be any comparison of reports, a year ago, or custom', () => {
    expect(comparisons).toEqual([...compares, 'previous_year', 'custom'])
  })
})

describe('a date range being edited', () => {
  const scene: DateContext = { limits: { disabled: [days('2026-11-10', '2026-11-12')] }, today }
  const applied: DateChoice = { range: 'last_7_days', days: days('2026-11-14', '2026-11-20'), compare: 'none' }
  const start = draftOf(applied)

  test('takes two clicks, in either order', () => {
    for (const [one, two] of [
      ['2026-11-15', '2026-12-02'],
      ['2026-12-02', '2026-11-15'],
    ] as const) {
      const half = withClickedDay(start, one, scene)
      expect(half).toMatchObject({ isEndMissing: true, range: 'custom', days: days(one, one) })
      expect(withClickedDay(half, two, scene)).toMatchObject({ isEndMissing: false, days: days('2026-11-15', '2026-12-02') })
    }
  })

  test('refuses to span unavailable days, names them, and keeps the first click', () => {
    const refused = withClickedDay(withClickedDay(start, '2026-11-08', scene), '2026-11-14', scene)
    expect(refused.refused).toEqual({ code: 'disabled', days: days('2026-11-10', '2026-11-12') })
    expect(refused).toMatchObject({ isEndMissing: true, days: days('2026-11-08', '2026-11-08') })
    expect(withClickedDay(refused, '2026-11-09', scene)).toMatchObject({ refused: undefined, days: days('2026-11-08', '2026-11-09') })
  })

  test('is restored as it was', () => {
    expect(validateDraft(start, scene)).toEqual({ ...applied, compared: undefined })
  })

  test('finds the days of a preset, and keeps them for custom', () => {
    expect(withPreset(start, 'last_month', scene).days).toEqual(days('2026-10-01', '2026-10-31'))
    expect(withPreset(start, 'all_time', scene).days).toEqual(days('2023-11-18', today))
    expect(withPreset(start, 'custom', scene).days).toEqual(applied.days)
  })

  test('cannot be applied while a day of it, or of its comparison, is invalid', () => {
    expect(validateDraft(withTypedDays(start, { end_date: '2026-11-31' }), scene)).toEqual({ code: 'bad_dates' })
    expect(validateDraft(withTypedDays(start, { end_date: '2026-11-01' }), scene)).toEqual({ code: 'bad_dates' })
    expect(validateDraft({ ...start, compare: 'custom', custom: days('2026-01-01', '') }, scene)).toEqual({ code: 'bad_dates' })
    const found = validateDraft({ ...start, compare: 'custom', custom: days('2026-01-01', '2026-01-07') }, scene)
    expect(isChoice(found) && found.compared).toEqual(days('2026-01-01', '2026-01-07'))
  })
})
