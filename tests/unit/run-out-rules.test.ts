import { describe, expect, test } from 'vitest'
import {
  project,
  shareOfMoney,
  type ProjectedBudget,
  type ProjectedGroup,
  type ProjectionInput,
  type SharedMoney,
} from '../../demo/platform/serving/projection.rules.ts'
import { budgetDays, budgetForToday } from '../../src/contract/budgets/budgets.rules.ts'
import { addDays, eachDay } from '../../src/contract/dates/date-ranges.ts'
import { minAmount } from '../../src/contract/money/money.ts'
import { SeededRandom } from '../../demo/platform/delivery/chance.ts'
import { amount } from '../support/platform/audit.ts'

const today = '2026-11-21'
const time = { today, minutesGone: 0, minutesInDay: 1440 }
const unit = (units: number) => BigInt(Math.round(units * 1_000_000))
const budget = (part: Partial<ProjectedBudget> = {}): ProjectedBudget => ({
  budget_period: 'One Time',
  curve: [1],
  budget: unit(310),
  spent: 0n,
  start_date: '2026-12-01',
  end_date: '2026-12-31',
  ...part,
})
const shared = (limit: SharedMoney['limit'], remaining: number, otherSpend = 0): SharedMoney => ({
  limit,
  remaining: unit(remaining),
  otherSpend: unit(otherSpend),
})
const inputOf = (part: Partial<ProjectionInput> = {}): ProjectionInput => ({
  campaign: budget(),
  groups: [],
  shared: [],
  pace: null,
  ...part,
})
const group = (part: Partial<ProjectedGroup> = {}): ProjectedGroup => ({
  start_date: '2026-12-01',
  end_date: null,
  ownBudget: null,
  pace: null,
  ...part,
})
const daily = (units: number, part: Partial<ProjectedBudget> = {}) =>
  budget({ budget_period: 'Daily', budget: unit(units), start_date: today, end_date: null, ...part })

describe('the projected spend of a campaign', () => {
  test('with a one-time budget and even pacing is the same each day until its end', () => {
    const found = project(inputOf(), time)
    expect(found).toMatchObject({ spend: unit(310), binds: 'campaign', run_out: { limit: 'end_date', day: '2026-12-31', is_early: false } })
    expect(new Set(found.days)).toEqual(new Set([unit(10)]))
  })

  test('with a one-time budget and ASAP pacing is all on the first day, which is not early before a pace is known', () => {
    const found = project(inputOf({ campaign: budget({ curve: null }) }), time)
    expect(found.days.slice(0, 2)).toEqual([unit(310), 0n])
    expect(found).toMatchObject({ spend: unit(310), run_out: { limit: 'campaign', day: '2026-12-01', is_early: false } })
  })

  test('with ASAP pacing is no faster than on an average day', () => {
    const campaign = budget({ curve: null, start_date: today })
    expect(project(inputOf({ campaign, pace: unit(100) }), { ...time, minutesGone: 720 })).toMatchObject({
      // Half of today, three whole days and a part of the next day.
      run_out: { limit: 'campaign', day: '2026-11-24', is_early: true },
      spend: unit(310),
    })
  })

  test('with even pacing lasts to the last day, whatever the pace', () => {
    const found = project(inputOf({ campaign: budget({ curve: [1] }), pace: unit(100) }), time)
    expect(found.run_out).toMatchObject({ is_early: false, day: '2026-12-31' })
  })

  test("by month has the rest of this month's budget, then a whole budget", () => {
    const campaign = budget({ budget_period: 'Monthly', budget: unit(3000), start_date: '2026-11-22', end_date: '2026-12-21' })
    const found = project(inputOf({ campaign }), { ...time, today: '2026-11-22' })
    expect(found.spend).toBe(unit(6000))
    expect([found.days[0], found.days[8]]).toEqual([333_333_333n, 333_333_334n])
    expect(found.days[9]).toBe(142_857_142n)
  })

  test('never exceeds the available money', () => {
    const campaign = daily(60, { start_date: '2026-12-01', end_date: '2026-12-31' })
    expect(project(inputOf({ campaign, shared: [shared('funds', 50)] }), time)).toMatchObject({
      spend: unit(50),
      binds: 'funds',
      run_out: { limit: 'funds', day: '2026-12-01', is_early: false },
    })
  })

  test('from shared money lasts as long as all users of it allow', () => {
    // All campaigns together spend 30 a day of 100; this campaign spends 10 of the 30.
    const at = (otherSpend: number) =>
      project(inputOf({ campaign: daily(10), shared: [shared('insertion_order', 100, otherSpend)], pace: unit(10) }), time)
    expect(at(20)).toMatchObject({ run_out: { limit: 'insertion_order', day: '2026-11-24', is_early: true } })
    expect(at(20).spend).toBe(33_333_333n)
    expect(at(0)).toMatchObject({ spend: unit(100), run_out: { day: '2026-11-30' } })
    expect([shareOfMoney(100n, 30n, 20n), shareOfMoney(40n, 30n, 20n), shareOfMoney(0n, 30n, 20n)]).toEqual([80n, 24n, 0n])
  })

  test('leaves out what others spend before its start', () => {
    const campaign = daily(5, { start_date: '2026-12-01', end_date: '2026-12-31' })
    const at = (remaining: number, minutesGone = 0) =>
      project(inputOf({ campaign, shared: [shared('spend_limit', 900), shared('funds', remaining, 15)] }), { ...time, minutesGone })
    // Ten days of November at 15 a day cost 150.
    expect(at(100)).toMatchObject({
      days: [0n],
      spend: 0n,
      binds: 'funds',
      is_whole: true,
      run_out: { limit: 'funds', day: '2026-11-27', is_early: true },
    })
    expect(at(150)).toMatchObject({ spend: 0n, run_out: { limit: 'funds', day: '2026-11-30', is_early: true } })
    expect(at(151)).toMatchObject({ spend: 250_000n, run_out: { limit: 'funds', day: '2026-12-01', is_early: false } })
    expect(at(250)).toMatchObject({ days: [5, 5, 5, 5, 5].map(unit), run_out: { limit: 'funds', day: '2026-12-05', is_early: false } })
    // Half of today is over, so only half of the daily amount is still spent today.
    expect(at(242.5, 720)).toMatchObject({ spend: unit(25), run_out: { limit: 'funds', day: '2026-12-05', is_early: false } })
    expect(at(7.5, 720)).toMatchObject({ spend: 0n, run_out: { limit: 'funds', day: today, is_early: true } })
    expect(at(0)).toMatchObject({ spend: 0n, run_out: { limit: 'funds', day: today, is_early: true } })
  })

  test('names what is used up before its start, for each of its active ad groups', () => {
    const campaign = daily(5, { start_date: '2026-12-01' })
    const groups = [group(), group({ start_date: '2026-11-01', end_date: '2026-11-20' })]
    const both = [shared('funds', 40, 15), shared('spend_limit', 25, 15), shared('insertion_order', 40, 15)]
    const found = project(inputOf({ campaign, groups, shared: both }), time)
    const minutesGone = { limit: 'spend_limit', day: '2026-11-22', is_early: true }
    expect(found).toMatchObject({ run_out: minutesGone, groups: [minutesGone, null] })
    expect(project(inputOf({ campaign, shared: [both[0], both[2]].flatMap((one) => one ?? []) }), time).run_out).toMatchObject({
      limit: 'insertion_order',
      day: '2026-11-23',
    })
  })

  test('is never early before the first spend, unless something is used up already', () => {
    const early = (remaining: number, pace: bigint | null) =>
      project(inputOf({ campaign: daily(10), shared: [shared('funds', remaining)], pace }), time).run_out
    expect(early(15, null)).toEqual({ limit: 'funds', day: '2026-11-22', is_early: false })
    expect(early(15, unit(10))).toEqual({ limit: 'funds', day: '2026-11-22', is_early: true })
    expect(early(0, null)).toEqual({ limit: 'funds', day: today, is_early: true })
  })

  test('does not count an already counted part of today twice', () => {
    const campaign = daily(10, { spent: unit(4), today: unit(1) })
    expect(project(inputOf({ campaign }), { ...time, minutesGone: 1000 }, 2).days).toEqual([unit(1), unit(10)])
  })

  test('without an end covers at most a year', () => {
    const at = (asking: Partial<ProjectionInput>, max?: number) => {
      const { days, is_whole, run_out } = project(inputOf({ shared: [shared('funds', 400)], pace: unit(1), ...asking }), time, max)
      return [days.length, is_whole, run_out?.day ?? null]
    }
    expect(at({ campaign: daily(1) })).toEqual([366, false, null])
    expect(at({ campaign: daily(1) }, 3660)).toEqual([366, false, null])
    expect(at({ campaign: daily(1, { end_date: '2028-11-20' }) }, 3660)).toEqual([400, true, '2027-12-25'])
    // An ad group without an end date lasts as long as its campaign; when all have one, the last of them ends the spend.
    const groups = [group({ end_date: '2028-01-31' }), group({ end_date: '2027-12-31' })]
    expect(at({ campaign: daily(1), groups, shared: [] }, 3660)).toEqual([427, true, '2028-01-31'])
    expect(at({ campaign: daily(1), groups: [...groups, group()], shared: [] }, 3660)).toEqual([366, false, null])
    expect(at({ campaign: daily(1, { end_date: '2028-11-20' }), shared: [] }, 366)).toEqual([366, false, '2028-11-20'])
  })

  test('has no end when the campaign has ended', () => {
    const over = { end_date: '2026-11-03' }
    const campaign = daily(10, { start_date: '2026-10-01', end_date: '2026-12-31' })
    const ended = group({ start_date: '2026-10-01', ...over })
    expect(project(inputOf({ campaign, groups: [ended, ended] }), time)).toMatchObject({ days: [], run_out: null, groups: [null, null] })
    expect(project(inputOf({ campaign: { ...campaign, ...over } }), time).run_out).toBeNull()
    // What another one does begins with itself.
    const ends = { limit: 'end_date', day: '2026-12-02' }
    expect(project(inputOf({ campaign, groups: [ended, group({ end_date: '2026-12-02' })] }), time)).toMatchObject({
      days: [unit(10), unit(10)],
      run_out: ends,
      groups: [null, ends],
    })
  })
})

describe('the insertion order of a projected campaign', () => {
  const order = (remaining: number, day: string | undefined, limit: 'order_end' | 'line_end' = 'order_end') => ({
    ...shared('insertion_order', remaining),
    ends: day === undefined ? undefined : { limit, day },
  })

  test('ends it on the last day of the order, or before that when its money is used up', () => {
    const runOut = (remaining: number, lastDay: string | undefined, end_date: string | null = null) =>
      project(inputOf({ campaign: daily(10, { end_date }), shared: [order(remaining, lastDay)], pace: unit(10) }), time).run_out
    // 10 a day from 21 November: 90 last until the 29th, 100 until the 30th, 110 until 1 December.
    expect(runOut(90, '2026-11-30')).toEqual({ limit: 'insertion_order', day: '2026-11-29', is_early: true })
    expect(runOut(100, '2026-11-30')).toEqual({ limit: 'insertion_order', day: '2026-11-30', is_early: false })
    expect(runOut(110, '2026-11-30')).toEqual({ limit: 'order_end', day: '2026-11-30', is_early: false })
    expect(runOut(110, undefined)).toEqual({ limit: 'insertion_order', day: '2026-12-01', is_early: true })
    // The campaign plans to run longer, equally long, or shorter.
    expect(runOut(110, '2026-11-30', '2026-12-31')).toEqual({ limit: 'order_end', day: '2026-11-30', is_early: true })
    expect(runOut(110, '2026-11-30', '2026-11-30')).toEqual({ limit: 'end_date', day: '2026-11-30', is_early: false })
    expect(runOut(110, '2026-11-30', '2026-11-25')).toEqual({ limit: 'end_date', day: '2026-11-25', is_early: false })
    expect(runOut(110, '2026-11-20')).toBeNull()
  })

  test('ends it on the last day of its line, which the result names', () => {
    const at = (end_date: string | null) =>
      project(inputOf({ campaign: daily(10, { end_date }), shared: [order(900, '2026-11-24', 'line_end')] }), time)
    const run_out = { limit: 'line_end', day: '2026-11-24', is_early: true }
    expect(at('2026-12-31')).toMatchObject({ run_out, end_date: '2026-11-24' })
    expect(at(null).run_out).toEqual({ ...run_out, is_early: false })
    expect(at('2026-11-24').run_out).toMatchObject({ limit: 'end_date' })
  })

  test('lets nothing be spent after it, in any ad group', () => {
    const groups = [group({ start_date: today, end_date: '2026-11-22' }), group({ start_date: today })]
    const found = project(inputOf({ campaign: daily(10), groups, shared: [order(900, '2026-11-24')] }), time)
    expect(found).toMatchObject({ days: [unit(10), unit(10), unit(10), unit(10)], is_whole: true, end_date: '2026-11-24' })
    expect(found.groups).toMatchObject([
      { limit: 'end_date', day: '2026-11-22' },
      { limit: 'order_end', day: '2026-11-24' },
    ])
  })
})

describe('ad groups in a projection', () => {
  const ownBudget = (units: number, part: Partial<ProjectedBudget> = {}) => budget({ budget: unit(units), ...part })

  test('limit the campaign when each has its own budget', () => {
    const groups = [group({ ownBudget: daily(4) }), group({ ownBudget: daily(3) })]
    expect(project(inputOf({ campaign: daily(20, { end_date: '2026-12-31' }), groups }), time, 1)).toMatchObject({
      spend: unit(7),
      binds: 'ad_group',
    })
    expect(project(inputOf({ campaign: daily(20, { end_date: '2026-12-31' }), groups: [...groups, group()] }), time, 1).spend).toBe(
      unit(20),
    )
  })

  test('end the campaign when the last one is used up, and each has its own day', () => {
    const once = (units: number) => group({ ownBudget: ownBudget(units, { curve: null }), pace: unit(10) })
    const campaign = daily(100, { start_date: '2026-12-01', end_date: '2026-12-31' })
    const found = project(inputOf({ campaign, groups: [once(25), once(45)], pace: unit(20) }), time)
    expect(found).toMatchObject({ spend: unit(70), run_out: { limit: 'ad_group', day: '2026-12-05', is_early: true } })
    expect(found.groups).toMatchObject([
      { limit: 'ad_group', day: '2026-12-03' },
      { limit: 'ad_group', day: '2026-12-05' },
    ])
    expect(project(inputOf({ campaign, groups: [once(25), group({ pace: unit(10) })], pace: unit(20) }), time).run_out).toMatchObject({
      limit: 'end_date',
    })
  })

  test('count on their own days only', () => {
    const campaign = daily(10, { start_date: '2026-12-01', end_date: '2026-12-31' })
    const groups = [group({ start_date: '2026-12-05', end_date: '2026-12-08' })]
    expect(project(inputOf({ campaign, groups }), time)).toMatchObject({
      spend: unit(40),
      end_date: '2026-12-08',
      run_out: { limit: 'end_date', day: '2026-12-08' },
    })
  })
})

describe('for random settings', () => {
  const chance = new SeededRandom('projections')
  const some = (min: number, max: number) => BigInt(Math.round(chance.between(min, max)))
  const oneOf = <T>(...all: readonly T[]) => all[Math.min(Math.floor(chance.between(0, all.length)), all.length - 1)] as T // there is one
  const ends = () => oneOf(null, addDays(today, Number(some(0, 70))))
  const someBudget = (): ProjectedBudget => ({
    budget_period: oneOf('Daily', 'Weekly', 'Monthly', 'One Time'),
    curve: oneOf(null, [1], [3, 2, 1]),
    budget: some(1, 90_000_000),
    spent: 0n,
    start_date: addDays(today, Number(some(-20, 20))),
    end_date: ends(),
  })
  const somewhere = (): ProjectionInput => ({
    campaign: someBudget(),
    groups: oneOf([], [someBudget(), someBudget()], [someBudget()]).map((ownBudget) => ({
      ...ownBudget,
      ownBudget: oneOf(ownBudget, ownBudget, null),
      pace: null,
    })),
    shared: oneOf<SharedMoney['limit'][]>([], ['funds'], ['insertion_order', 'funds', 'spend_limit']).map((limit) => ({
      limit,
      remaining: some(0, 900_000_000),
      otherSpend: oneOf(0n, some(0, 20_000_000)),
    })),
    pace: oneOf(null, null, some(0, 50_000_000)),
  })

  /** Amount that delivery allows on a day, given the spend of the days before. */
  const letThrough = (of: ProjectedBudget, spent: ReadonlyMap<string, bigint>, day: string) => {
    const { from } = budgetDays(of.budget_period, day, of)
    let spentBefore = 0n
    for (const [one, micros] of spent) if (one >= from && one < day) spentBefore += micros
    return budgetForToday({ ...of, spentBefore }, day)
  }

  test('no limit is exceeded, each day equals what delivery allows, and the named limit is the first to end', () => {
    const named = new Map<string, number>()
    for (let round = 0; round < amount(600, 120); round++) {
      const of = somewhere()
      const { days, run_out, spend, end_date } = project(of, time, 60)
      const ofGroups = of.groups.map(({ start_date }) => start_date).toSorted()
      const [first = today] = [ofGroups[0] ?? '', of.campaign.start_date, today].toSorted().toReversed()
      const spent = new Map<string, bigint>()
      const remaining = of.shared.map((one) => one.remaining)
      let ended: string | null = null
      // Only the other campaigns spend until it begins.
      for (let day = today; day < first; day = addDays(day, 1))
        for (const [index, one] of of.shared.entries()) {
          const rest = (remaining[index] ?? 0n) - one.otherSpend
          remaining[index] = rest > 0n ? rest : 0n
          if (remaining[index] === 0n) ended ??= `${day} ${one.limit}`
        }
      for (const [at, day] of (days.length ? eachDay({ start_date: first, end_date: addDays(first, days.length - 1) }) : []).entries()) {
        const cost = days[at] ?? -1n
        const maxSpend = letThrough(of.campaign, spent, day)
        expect(cost, `${round} ${day}`).toBeGreaterThanOrEqual(0n)
        expect(cost, `${round} ${day}`).toBeLessThanOrEqual(maxSpend)
        // A campaign that only its own budget limits spends exactly the amount that delivery allows.
        if (of.groups.length === 0) {
          const free = of.pace === null ? maxSpend : minAmount(maxSpend, of.pace)
          const roomy = of.shared.every((one, index) => (remaining[index] ?? 0n) >= free + one.otherSpend)
          if (roomy) expect(cost, `${round} ${day}`).toBe(free)
        }
        const single = of.groups[0]?.ownBudget
        if (of.groups.length === 1 && single) expect(cost).toBeLessThanOrEqual(letThrough(single, spent, day))
        of.shared.forEach((one, index) => {
          expect(cost, `${round} ${day} ${one.limit}`).toBeLessThanOrEqual(remaining[index] ?? 0n)
          const rest = (remaining[index] ?? 0n) - cost - one.otherSpend
          remaining[index] = rest > 0n ? rest : 0n
          if (remaining[index] === 0n) ended ??= `${day} ${one.limit}`
        })
        spent.set(day, cost)
      }
      expect(spend).toBe([...spent.values()].reduce((all, one) => all + one, 0n))
      if (of.groups.length === 0 && run_out?.limit === 'campaign') {
        const { from, to } = budgetDays(of.campaign.budget_period, run_out.day, of.campaign)
        const inPeriod = [...spent].reduce((all, [day, one]) => (day >= from && day <= run_out.day ? all + one : all), 0n)
        expect(inPeriod, `${round}`).toBe(of.campaign.budget)
        expect(to === null || run_out.day < to, `${round}`).toBe(true)
      }
      if (run_out && ['funds', 'insertion_order', 'spend_limit'].includes(run_out.limit))
        expect(`${run_out.day} ${run_out.limit}`, `${round}`).toBe(ended)
      if (run_out?.limit === 'end_date') expect(ended === null && run_out.day === end_date, `${round}`).toBe(true)
      named.set(run_out?.limit ?? 'none', (named.get(run_out?.limit ?? 'none') ?? 0) + 1)
    }
    // Every possible result has occurred.
    expect([...named.keys()].toSorted()).toEqual(['ad_group', 'campaign', 'end_date', 'funds', 'insertion_order', 'none', 'spend_limit'])
  })
})
