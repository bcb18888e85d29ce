import { describe, expect, test } from 'vitest'
import { locales } from '../../src/contract/locales.ts'
import { initialsOf } from '../../src/ui/badge/avatar.tsx'
import { paceOf, usageOf } from '../../src/ui/chart/pace.ts'
import { trendLinePaths } from '../../src/ui/chart/trend-line.tsx'
import { amountParts, compactMoney, signedMoney } from '../../src/ui/format/amount.ts'
import { judgeChange } from '../../src/ui/format/delta.tsx'
import { ageOf, ageText, dayText, momentText } from '../../src/ui/format/moment.ts'

const plain = (text: string) => text.replace(/[\u00a0\u2009\u202f\u200f\u200e]/g, ' ')
const usd = { currency_code: 'USD', currency_digits: 2 }
const jpy = { currency_code: 'JPY', currency_digits: 0 }

describe('amounts', () => {
  test('have a sign when required, and none at zero', () => {
    expect(['1485', '-524.18', '0', null].map((amount) => signedMoney(amount, usd, 'en-US'))).toEqual([
      '+$1,485.00',
      '-$524.18',
      '$0.00',
      '–',
    ])
  })

  test('are abbreviated from a thousand, and keep their sign', () => {
    expect(['999.99', '1000', '64218455.25', '-1200000', '0', null].map((amount) => compactMoney(amount, usd, 'en-US'))).toEqual([
      '$999.99',
      '$1K',
      '$64.2M',
      '-$1.2M',
      '$0.00',
      '–',
    ])
    expect(plain(compactMoney('1200000', usd, 'de'))).toBe('1,2 Mio. $')
  })

  test("are split into symbol and digits on the locale's side", () => {
    expect(amountParts('-524.18', usd, 'en-US')).toEqual({ symbol: '$', figures: '-524.18', isSymbolFirst: true })
    expect(amountParts('1485', usd, 'en-US', true)).toEqual({ symbol: '$', figures: '+1,485.00', isSymbolFirst: true })
    for (const locale of ['fr-CA', 'fr-FR', 'de']) expect(amountParts('1234.5', usd, locale).isSymbolFirst).toBe(false)
    expect(plain(amountParts('1234567', jpy, 'fr-FR').figures)).toBe('1 234 567')
  })

  test('lose no digit, in every locale', () => {
    for (const locale of locales)
      expect(`${locale} ${amountParts('-1234567.89', usd, locale).figures.normalize('NFKC').replace(/\D/g, '')}`).toBe(
        `${locale} 123456789`,
      )
  })
})

describe('a relative time', () => {
  const second = 1000
  const minute = 60_000
  const hour = 3_600_000
  const day = 86_400_000
  test.each([
    [0, 'now'],
    [59 * second, 'now'],
    [-59 * second, 'now'],
    [minute, '1 minute ago'],
    [59 * minute + 59 * second, '59 minutes ago'],
    [hour, '1 hour ago'],
    [23.9 * hour, '23 hours ago'],
    [day, '1 day ago'],
    [29.9 * day, '29 days ago'],
    [30 * day, '1 month ago'],
    [364 * day, '11 months ago'],
    [366 * day, '1 year ago'],
    [-125 * minute, 'in 2 hours'],
    [-3 * day, 'in 3 days'],
  ])('of %i ms is %s', (age, text) => expect(ageText(ageOf(1e12, 1e12 + age), 'en-US')).toBe(text))

  test('is updated exactly when its text changes', () => {
    for (const from of [
      0,
      30 * second,
      90 * second,
      61 * minute,
      5 * hour,
      40 * day,
      800 * day,
      -90 * second,
      -61 * minute,
      -3 * day,
      -10 * second,
    ]) {
      const at = 1e12 + from
      const { changesInMs } = ageOf(1e12, at)
      expect(changesInMs).toBeGreaterThan(0)
      const words = (now: number) => ageText(ageOf(1e12, now), 'en-US')
      expect(`${from} ${words(at + changesInMs - 2)}`).toBe(`${from} ${words(at)}`)
      if (Math.abs(from) > minute) expect(`${from} ${words(at + changesInMs)}`).not.toBe(`${from} ${words(at)}`)
    }
  })

  test('is translated in every locale', () => {
    for (const locale of locales) expect(ageText({ value: -5, unit: 'minute', changesInMs: 1 }, locale).normalize('NFKC')).toContain('5')
  })
})

describe('days and times', () => {
  test('have natural formats', () => {
    expect([dayText('2026-11-20', 'en-US', 'full'), dayText('2026-11-20', 'en-US', 'short'), dayText('2026-11-20', 'de', 'full')]).toEqual([
      'Nov 20, 2026',
      'Nov 20',
      '20. Nov. 2026',
    ])
  })

  test('are shown in their time zone', () => {
    expect(plain(momentText('2026-11-20T07:59:00Z', 'en-US', 'America/Los_Angeles'))).toBe('Nov 19, 2026, 11:59 PM PST')
    expect(plain(momentText('2026-07-20T07:59:00Z', 'en-US', 'America/Los_Angeles'))).toContain('PDT')
  })

  test('have the Gregorian year in every locale', () => {
    for (const locale of locales) expect(momentText('2026-11-20T12:00:00Z', locale, 'UTC').normalize('NFKC')).toContain('2026')
  })
})

test('the colour of a change follows from its metric', () => {
  expect([
    judgeChange(0.1, true),
    judgeChange(-0.1, true),
    judgeChange(0.1, false),
    judgeChange(-0.1, false),
    judgeChange(0, true),
    judgeChange(0.1, undefined),
  ]).toEqual([...['better', 'worse', 'worse', 'better'], ...[undefined, undefined]])
})

test.each([
  ['Dana Whitfield', 'DW'],
  ['Noor', 'N'],
  ['noor.haddad@palisade.example', 'NE'],
  ['Ana María de la Cruz', 'AC'],
  ['山田太郎', '山'],
  ['김 민수', '김'],
  ['  ', ''],
  ['👩‍💻 Élodie  Ünal', 'ÉÜ'],
])('initials are made for %s', (name, initials) => expect(initialsOf(name)).toBe(initials))

test.each([
  [0.52, 0.5, 'on'],
  [0.56, 0.5, 'fast'],
  [0.44, 0.5, 'slow'],
  [0, 0.5, 'slow'],
  [0, 0, 'none'],
  [0.2, 0, 'none'],
])('%d of the budget at %d of the time is %s', (spent, time, verdict) => expect(paceOf(spent, time).verdict).toBe(verdict))

describe('the used part of a total', () => {
  const together = ({ spent, committed, remaining }: ReturnType<typeof usageOf>) => spent + committed + remaining
  test('is always one whole bar', () => {
    for (const [total, spent, committed] of [[100, 20, 30], [100, 0, 0], [100, 90, 18], [0, 0, 0], [0, 5, 5]] as const) // biome-ignore format: one row reads as one case
      expect(together(usageOf({ total, spent, committed }))).toBeCloseTo(1)
  })
  test('states the amount above the total', () => {
    expect(usageOf({ total: 100, spent: 90, committed: 18 })).toMatchObject({ remaining: 0, over: 8 })
    expect(usageOf({ total: 100, spent: 90, committed: 10 }).over).toBe(0)
  })
})

describe('a sparkline', () => {
  test('uses the whole width and height', () => {
    expect(trendLinePaths([0, 10, 5], 0, 100, 20)).toEqual({ solid: 'M1.5 18.5h0L50.0 1.5L98.5 10.0', dashed: '' })
  })
  test('has a gap at a missing value, and a dot between two gaps', () => {
    expect(trendLinePaths([1, null, 3, null, 2], 0, 100, 20).solid).toBe('M1.5 18.5h0M50.0 1.5h0M98.5 10.0h0')
  })
  test('is dashed after its last final point', () => {
    expect(trendLinePaths([0, 10, 5], 1, 100, 20)).toEqual({ solid: 'M1.5 18.5h0L50.0 1.5', dashed: 'M50.0 1.5h0L98.5 10.0' })
    expect(trendLinePaths([0, 10], 2, 100, 20)).toEqual({ solid: '', dashed: 'M1.5 18.5h0L98.5 1.5' })
  })
  test('works for any values', () => {
    expect(trendLinePaths([], 0, 100, 20)).toEqual({ solid: '', dashed: '' })
    expect(trendLinePaths([null, null], 1, 100, 20)).toEqual({ solid: '', dashed: '' })
    expect(trendLinePaths([7], 0, 100, 20).solid).toBe('M1.5 10.0h0')
    expect(trendLinePaths([0, 0], 0, 100, 20).solid).toBe('M1.5 18.5h0L98.5 18.5')
  })
})
