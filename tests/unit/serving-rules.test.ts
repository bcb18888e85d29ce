import { describe, expect, test } from 'vitest'
import { bidStrength, bidWithin, ownBid } from '../../src/contract/bids.rules.ts'
import { anyOf, reachOf, reachRange } from '../../src/contract/reach.rules.ts'
import { type Binding, runOut } from '../../src/contract/run-out.rules.ts'
import { adGroupServes, campaignServes, gatesAsked, type ServingGroup, type ServingState } from '../../src/contract/serving.rules.ts'
import { servingGates } from '../../src/contract/serving.ts'

const million = 1_000_000n
const today = '2026-11-21'
const group = (part: Partial<ServingGroup> = {}): ServingGroup => ({
  ...{ ad_group_id: 1, status: 'active', start_date: null, end_date: null, has_entities: true, bid: million, left: null },
  ...part,
})
const state = (part: Partial<ServingState> = {}): ServingState => ({
  ...{ today, advertiser_status: 'active', status: 'active', review_status_id: 3, start_date: '2026-01-01', end_date: null },
  ...{ min_bid: 100_000n, funds: 1n, limit: null, order: null, left: { period: 9n, today: 5n } },
  ...part,
})

/** Every gate, closed, in order, and what it says. */
const closed: readonly [Partial<ServingState>, Partial<ServingGroup>, object][] = [
  [{ advertiser_status: 'inactive' }, {}, { code: 'advertiser_inactive', status: 'inactive' }],
  [{ status: 'paused' }, {}, { code: 'campaign_status', status: 'paused' }],
  [{ review_status_id: 1 }, {}, { code: 'under_review' }],
  [{ review_status_id: 2 }, {}, { code: 'denied' }],
  [{ start_date: '2026-11-22' }, {}, { code: 'not_started', start_date: '2026-11-22' }],
  [{}, { end_date: '2026-11-20' }, { code: 'over', end_date: '2026-11-20' }],
  [{}, { status: 'paused' }, { code: 'ad_group_status', status: 'paused' }],
  [{}, { has_entities: false }, { code: 'no_entities' }],
  [{ min_bid: million + 1n }, {}, { code: 'bid_below_minimum', bid: '1', min_bid: '1.000001' }],
  [{ funds: 0n }, {}, { code: 'no_funds' }],
  [{ limit: { total: 5n * million, left: 0n } }, {}, { code: 'spend_limit', limit: '5' }],
  [{ order: { status: 'pending', left: 5n } }, {}, { code: 'insertion_order', status: 'pending', left: '0.000005' }],
  [{ left: { period: 0n, today: 5n } }, {}, { code: 'budget_used_up', of: 'campaign', during: 'period' }],
  [{}, { left: { period: 3n, today: 0n } }, { code: 'budget_used_up', of: 'ad_group', during: 'today' }],
]

describe('the gates', () => {
  test('all open', () => expect(adGroupServes(state(), group())).toBe(true))
  test.each(closed.map(([one, other, said]) => [Object.values(said).join(' '), one, other, said] as const))('%s', (_, one, other, said) => {
    expect(adGroupServes(state(one), group(other))).toEqual(said)
    expect(campaignServes(state(one), [group(other)])).toEqual(said)
  })
  test('every gate is among them', () =>
    expect(closed.map(([, , said]) => 'code' in said && said.code)).toEqual([...servingGates, 'budget_used_up']))
  test('of all that are closed the first is named, and then the next', () => {
    for (let from = 0; from < closed.length; from++) {
      const parts = closed.slice(from).toReversed()
      const [ofState, ofGroup] = [Object.assign({}, ...parts.map(([one]) => one)), Object.assign({}, ...parts.map(([, other]) => other))]
      expect(adGroupServes(state(ofState), group(ofGroup))).toEqual(closed[from]?.[2])
    }
  })
  test('each gate is needed: without it the closed one is not seen', () => {
    for (const gate of gatesAsked) {
      const seen = closed.filter(
        ([one, other]) =>
          adGroupServes(
            state(one),
            group(other),
            gatesAsked.filter((it) => it !== gate),
          ) === true,
      )
      expect(seen.length).toBeGreaterThan(0)
    }
  })
  test('a campaign is shown when one of its ad groups is, else the one that came furthest speaks', () => {
    expect(campaignServes(state(), [group({ status: 'paused' }), group()])).toBe(true)
    expect(campaignServes(state(), [group({ status: 'paused' }), group({ has_entities: false })])).toEqual({ code: 'no_entities' })
    expect(campaignServes(state(), [])).toEqual({ code: 'ad_group_status', status: 'none' })
  })
})

describe('what runs out first', () => {
  const whole = { gone: 0, whole: 1440 }
  const of = (limit: Binding['limit'], units: number, until: string | null = null, isEven = false): Binding => ({
    ...{ limit, left: BigInt(units) * million, until, isEven },
  })
  const cases: readonly [string, Binding[], object | null, { gone: number; whole: number }?][] = [
    ['twenty-five at ten a day last until the third day', [of('funds', 25)], { limit: 'funds', day: '2026-11-23', is_early: true }],
    ['exactly three days are three days', [of('funds', 30)], { limit: 'funds', day: '2026-11-23', is_early: true }],
    ['half of today is over', [of('funds', 25)], { limit: 'funds', day: '2026-11-23', is_early: true }, { gone: 720, whole: 1440 }],
    [
      'half of today is over, and a micro more',
      [of('funds', 26)],
      { limit: 'funds', day: '2026-11-24', is_early: true },
      { gone: 720, whole: 1440 },
    ],
    [
      'the earlier one is named',
      [of('campaign', 50), of('insertion_order', 35), of('funds', 60)],
      { limit: 'insertion_order', day: '2026-11-24', is_early: true },
    ],
    [
      'on one day the order decides',
      [of('funds', 25), of('spend_limit', 25), of('ad_group', 25)],
      { limit: 'ad_group', day: '2026-11-23', is_early: true },
    ],
    [
      'what begins anew before does not bind',
      [of('campaign', 25, '2026-11-22'), of('funds', 90)],
      { limit: 'funds', day: '2026-11-29', is_early: true },
    ],
    [
      'evenly to the 30th, two a day: funds of five last three days',
      [of('campaign', 20, '2026-11-30', true), of('funds', 5)],
      { limit: 'funds', day: '2026-11-23', is_early: true },
    ],
    ['what is spent evenly does not run out before its end', [of('campaign', 20, '2026-11-30', true)], null],
    ['nothing left is today', [of('spend_limit', 0)], { limit: 'spend_limit', day: today, is_early: true }],
    ['nothing binds', [], null],
    ['more than a year is not told', [of('funds', 4000)], null],
  ]
  test.each(cases)('%s', (_, bindings, expected, part = whole) =>
    expect(runOut(bindings, 10n * million, { today, end_date: null, ...part })).toEqual(expected),
  )
  test('the end is named where nothing ends it before, and what ends it on its last day is not early', () => {
    const time = { today, end_date: '2026-11-24', ...whole }
    expect(runOut([of('funds', 90)], 10n * million, time)).toEqual({ limit: 'end_date', day: '2026-11-24', is_early: false })
    expect(runOut([of('campaign', 40, '2026-11-24')], 10n * million, time)).toEqual({
      limit: 'campaign',
      day: '2026-11-24',
      is_early: false,
    })
    expect(runOut([of('campaign', 29, '2026-11-24')], 10n * million, time)).toEqual({
      limit: 'campaign',
      day: '2026-11-23',
      is_early: true,
    })
    expect(runOut([of('campaign', 3, today)], 10n * million, { ...time, end_date: null })).toEqual({
      limit: 'campaign',
      day: today,
      is_early: false,
    })
  })
  test('where nothing is spent only what is gone binds', () => {
    expect(runOut([of('funds', 1)], 0n, { today, end_date: null, ...whole })).toBeNull()
    expect(runOut([of('funds', 0)], 0n, { today, end_date: null, ...whole })).toEqual({ limit: 'funds', day: today, is_early: true })
  })
})

describe('bids', () => {
  test('an own bid wins', () => {
    expect(ownBid(5n, 7n)).toBe(5n)
    expect(ownBid(null, 7n)).toBe(7n)
  })
  test('within the limits', () => {
    const limits = { min_bid: 100_000n, max_bid: 2_000_000n }
    expect(bidWithin(100_000n, limits)).toBe(true)
    expect(bidWithin(99_999n, limits)).toEqual({ code: 'bid_too_low', min_bid: '0.1' })
    expect(bidWithin(2_000_001n, limits)).toEqual({ code: 'bid_too_high', max_bid: '2' })
    expect(bidWithin(10n ** 12n, { ...limits, max_bid: null })).toBe(true)
  })
  test('strength is the share of others that it beats, and never falls as the bid rises', () => {
    const others = [10n, 20n, 30n, 40n, 50n, 60n, 70n, 80n]
    expect(bidStrength(40n, others)).toEqual({ strength: 0.5, competitiveness: 'Competitive', competitiveness_id: 1 })
    expect(bidStrength(39n, others)).toEqual({ strength: 0.375, competitiveness: 'NotCompetitive', competitiveness_id: 2 })
    const rising = Array.from({ length: 100 }, (_, bid) => bidStrength(BigInt(bid), others).strength ?? -1)
    expect(rising).toEqual(rising.toSorted((one, other) => one - other))
  })
  test('thin data is no guess, and what is not shown competes with nobody', () => {
    expect(bidStrength(99n, [1n, 2n, 3n, 4n])).toEqual({ strength: null, competitiveness: 'NoData', competitiveness_id: 3 })
    expect(bidStrength(99n, [1n, 2n, 3n, 4n, 5n], false).competitiveness_id).toBe(4)
  })
})

describe('reach', () => {
  test.each([
    [999, { fewer_than: 1000 }],
    [1000, { low: 1000, high: 1100 }],
    [12_345, { low: 11_000, high: 14_000 }],
    [1_000_000, { low: 900_000, high: 1_100_000 }],
    [Number.NaN, { fewer_than: 1000 }],
  ])('%d people', (people, range) => expect(reachRange(people)).toEqual(range))
  test('half of one and half of another is three quarters', () => expect(anyOf([0.5, 0.5])).toBe(0.75))
  test('one more condition never raises it, in any order', () => {
    const shares = [0.9, 1, 0.31, 0.004, 1.4, 0.77, -1]
    for (let count = 0; count < shares.length; count++)
      expect(reachOf(54_321, shares.slice(0, count + 1))).toBeLessThanOrEqual(reachOf(54_321, shares.slice(0, count)))
  })
  test('the range follows the number', () => {
    const ranges = Array.from({ length: 5000 }, (_, index) => reachRange(1000 + index * 37)).map((range) =>
      'low' in range ? range : { low: 0, high: 0 },
    )
    for (const [index, { low, high }] of ranges.entries()) {
      expect(low).toBeGreaterThanOrEqual(ranges[index - 1]?.low ?? 0)
      expect(high).toBeGreaterThanOrEqual(ranges[index - 1]?.high ?? 0)
    }
  })
})
