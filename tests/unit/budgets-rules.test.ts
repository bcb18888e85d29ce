import { describe, expect, test } from 'vitest'
import {
  budgetCoversSpendRule,
  budgetForToday,
  curveOf,
  elapsedShare,
  pacedDays,
  type PacedBudget,
  pacingIndex,
} from '../../src/contract/budgets/budgets.rules.ts'
import { clockOf } from '../../demo/platform/sql/days.ts'

const today = '2026-11-21'
const million = 1_000_000n
const paced = (part: Partial<PacedBudget> = {}): PacedBudget => ({
  budget_period: 'One Time',
  curve: [1],
  budget: 100n * million,
  spentBefore: 0n,
  start_date: '2026-11-12',
  end_date: '2026-11-30',
  ...part,
})

describe("today's available budget", () => {
  const cases = [
    // Ten days are left, including today.
    [{}, undefined, 10_000_000n],
    [{ spentBefore: 40n * million }, undefined, 6_000_000n],
    // Half of today is over: half a day and nine whole days are left, so today gets one nineteenth.
    [{ budget: 190n * million }, { minutesGone: 720, minutesInDay: 1440 }, 10_000_000n],
    // The same on a day of 25 hours and on one of 23.
    [{ budget: 190n * million }, { minutesGone: 750, minutesInDay: 1500 }, 10_000_000n],
    [{ budget: 190n * million }, { minutesGone: 690, minutesInDay: 1380 }, 10_000_000n],
    // The last day gets the whole remaining budget at any time of day.
    [{ end_date: today, spentBefore: 93n * million }, { minutesGone: 1000, minutesInDay: 1440 }, 7_000_000n],
    [{ curve: null, spentBefore: 93n * million }, undefined, 7_000_000n],
    [{ spentBefore: 101n * million }, undefined, 0n],
    [{ start_date: '2026-11-22' }, undefined, 0n],
    [{ end_date: '2026-11-20' }, undefined, 0n],
    // Without an end date, the budget is paced over thirty days.
    [{ end_date: null, budget: 90n * million }, undefined, 3_000_000n],
    [{ budget_period: 'Daily', end_date: null }, undefined, 100_000_000n],
    // Two days of the week are left: Saturday and Sunday.
    [{ budget_period: 'Weekly', spentBefore: 30n * million, end_date: null }, undefined, 35_000_000n],
    // Ten days of November are left; with the end date, five.
    [{ budget_period: 'Monthly', end_date: null }, undefined, 10_000_000n],
    [{ budget_period: 'Monthly', end_date: '2026-11-25' }, undefined, 20_000_000n],
    // Amounts are rounded down to whole micros.
    [{ budget: 10n, end_date: '2026-11-23' }, undefined, 3n],
  ] as const
  test.each(cases.map(([part, of, expected], index) => [index + 1, part, of, expected] as const))('case %i', (_, part, of, expected) =>
    expect(budgetForToday(paced(part), today, of)).toBe(expected),
  )

  test('with even pacing is used up day after day, to the micro', () => {
    let spent = 0n
    for (let day = 12; day <= 30; day++) spent += budgetForToday(paced({ budget: 99_999_997n, spentBefore: spent }), `2026-11-${day}`)
    expect(spent).toBe(99_999_997n)
  })
})

describe('a pacing curve', () => {
  const halves = (part: Partial<PacedBudget> = {}) => paced({ start_date: today, curve: [3, 1], ...part })
  const noon = { minutesGone: 720, minutesInDay: 1440 }

  test.each([
    // Five days weigh three each, and five one each: twenty in all.
    ['a day of the first half', halves(), today, undefined, 15_000_000n],
    ['a day of the second half', halves({ spentBefore: 75n * million }), '2026-11-26', undefined, 5_000_000n],
    // Half of the first day is over: 18.5 of 20 are left.
    ['half a day', halves({ budget: 185n * million }), today, noon, 15_000_000n],
    // Two days lie before today, with a weight of three each.
    ['a day after days without spend', halves({ start_date: '2026-11-19', end_date: '2026-11-28' }), today, undefined, 21_428_571n],
    ['the last day', halves({ spentBefore: 93n * million }), '2026-11-30', noon, 7_000_000n],
    ['parts of a single day', halves({ budget_period: 'Daily' }), today, undefined, 100_000_000n],
  ] as const)('gives %s its weight', (_, budget, day, part, expected) => expect(budgetForToday(budget, day, part)).toBe(expected))

  test('is used up day after day, to the micro', () => {
    let spent = 0n
    for (let day = 12; day <= 30; day++)
      spent += budgetForToday(paced({ budget: 99_999_997n, spentBefore: spent, curve: [5, 1, 3] }), `2026-11-${day}`)
    expect(spent).toBe(99_999_997n)
  })

  test('of an option that no longer exists is even', () => {
    expect([curveOf('ASAP', null), curveOf('Evenly', null), curveOf('Gone', null), curveOf('Own', [2, 1])]).toEqual([
      null,
      [1],
      [1],
      [2, 1],
    ])
  })
})

describe('pacing', () => {
  test('the elapsed share of a period', () => {
    const days = { start_date: '2026-11-12', end_date: '2026-12-01' }
    expect(pacedDays('One Time', today, days)).toEqual({ from: '2026-11-12', to: '2026-12-01' })
    // 9.5 of 20 days are over.
    expect(elapsedShare('One Time', today, days, { minutesGone: 720, minutesInDay: 1440 })).toBe(0.475)
    expect(elapsedShare('Daily', today, days, { minutesGone: 345, minutesInDay: 1380 })).toBe(0.25)
    expect(elapsedShare('One Time', '2026-11-11', days, { minutesGone: 0, minutesInDay: 1440 })).toBe(0)
    expect(elapsedShare('One Time', '2026-12-02', days, { minutesGone: 0, minutesInDay: 1440 })).toBe(1)
  })

  test.each([
    [45n, 100n, 0.5, 0.9],
    [44n, 100n, 0.5, 0.88],
    [55n, 100n, 0.5, 1.1],
    [56n, 100n, 0.5, 1.12],
    [5n, 100n, 0, null],
  ] as const)('%d of %d at %d', (spent, budget, elapsed, index) => {
    expect(pacingIndex(spent, budget, elapsed)).toBe(index)
  })

  test('a one-time budget covers what is already spent', () => {
    expect(budgetCoversSpendRule('One Time', 70n * million, 70n * million)).toBe(true)
    expect(budgetCoversSpendRule('One Time', 70n * million - 1n, 70n * million)).toEqual({ code: 'budget_below_spent', spent: '70' })
    expect(budgetCoversSpendRule('Daily', 1n, 70n * million)).toBe(true)
  })
})

describe('the local time of day', () => {
  const berlin = clockOf('Europe/Berlin')
  test.each([
    ['2026-11-21T23:30:00Z', '2026-11-22', 0, 30, 1440],
    // Clocks go forward, so 09:00 is eight hours after midnight.
    ['2026-03-29T07:00:00Z', '2026-03-29', 9, 480, 1380],
    // Clocks go back, so the hour after 02:00 occurs twice.
    ['2026-10-25T01:30:59Z', '2026-10-25', 2, 210, 1500],
    ['2026-10-25T22:59:00Z', '2026-10-25', 23, 1499, 1500],
  ])('at %s it is %s, hour %i', (at, day, hour, minutesGone, minutesInDay) =>
    expect(berlin(new Date(at))).toMatchObject({ day, hour, minutesGone, minutesInDay }),
  )

  test("starts at one o'clock on a day without midnight", () => {
    const beirut = clockOf('Asia/Beirut')
    expect(beirut(new Date('2026-03-29T10:00:00Z'))).toMatchObject({ day: '2026-03-29', hour: 13, minutesGone: 720, minutesInDay: 1380 })
  })
})
