import { describe, expect, test } from 'vitest'
import { bidStrength, bidLimitsRule } from '../../src/contract/bids/bids.rules.ts'
import { unionShare, reachRange } from '../../src/contract/targeting/reach.rules.ts'
import {
  adGroupServingRule,
  campaignServingRule,
  allGates,
  type ServingGroup,
  type ServingOrder,
  type ServingState,
} from '../../demo/platform/serving/serving.rules.ts'
import { servingGates } from '../../src/contract/serving/serving.ts'

const million = 1_000_000n
const today = '2026-11-21'
const group = (part: Partial<ServingGroup> = {}): ServingGroup => ({
  ad_group_id: 1,
  status: 'active',
  start_date: null,
  end_date: null,
  has_entities: true,
  bid: million,
  remaining: null,
  ...part,
})
const state = (part: Partial<ServingState> = {}): ServingState => ({
  today,
  client_status: 'active',
  advertiser_status: 'active',
  status: 'active',
  review_status_id: 3,
  start_date: '2026-01-01',
  end_date: null,
  min_bid: 100_000n,
  funds: 1n,
  limit: null,
  order: null,
  remaining: { period: 9n, today: 5n },
  ...part,
})
const order = (part: Partial<ServingOrder> = {}): ServingOrder => ({
  status: 'approved',
  start_date: '2026-11-01',
  end_date: '2026-11-30',
  remaining: 5n,
  isShared: false,
  line: null,
  ...part,
})

/** One case for each gate, in order: the part of the state and the part of the ad group that close it, and the result. */
const closed: readonly [Partial<ServingState>, Partial<ServingGroup>, object][] = [
  [{ client_status: 'paused' }, {}, { code: 'client_paused' }],
  [{ advertiser_status: 'inactive' }, {}, { code: 'advertiser_inactive', status: 'inactive' }],
  [{ status: 'paused' }, {}, { code: 'campaign_status', status: 'paused' }],
  [{ review_status_id: 1 }, {}, { code: 'under_review' }],
  [{ review_status_id: 2 }, {}, { code: 'denied' }],
  [{ start_date: '2026-11-22' }, {}, { code: 'not_started', of: 'campaign', start_date: '2026-11-22' }],
  [{}, { end_date: '2026-11-20' }, { code: 'over', of: 'ad_group', end_date: '2026-11-20' }],
  [{}, { status: 'paused' }, { code: 'ad_group_status', status: 'paused' }],
  [{}, { has_entities: false }, { code: 'no_entities' }],
  [{ min_bid: million + 1n }, {}, { code: 'bid_below_minimum', bid: '1', min_bid: '1.000001' }],
  [{ funds: 0n }, {}, { code: 'no_funds' }],
  [{ limit: { total: 5n * million, remaining: 0n } }, {}, { code: 'spend_limit', limit: '5' }],
  [{ order: order({ status: 'pending' }) }, {}, { code: 'insertion_order', of: 'order', status: 'pending', left: '0.000005' }],
  [{ remaining: { period: 0n, today: 5n } }, {}, { code: 'budget_used_up', of: 'campaign', during: 'period' }],
  [{}, { remaining: { period: 3n, today: 0n } }, { code: 'budget_used_up', of: 'ad_group', during: 'today' }],
]

describe('gates', () => {
  test('that are all open', () => expect(adGroupServingRule(state(), group())).toBe(true))
  test.each(closed.map(([statePart, groupPart, result]) => [Object.values(result).join(' '), statePart, groupPart, result] as const))(
    '%s',
    (_, statePart, groupPart, result) => {
      expect(adGroupServingRule(state(statePart), group(groupPart))).toEqual(result)
      expect(campaignServingRule(state(statePart), [group(groupPart)])).toEqual(result)
    },
  )
  test('the cases cover every gate; two checks return budget_used_up', () =>
    expect(closed.map(([, , result]) => 'code' in result && result.code)).toEqual([...servingGates, 'budget_used_up']))
  test('the first closed gate in order is reported', () => {
    for (let from = 0; from < closed.length; from++) {
      const parts = closed.slice(from).toReversed()
      const ofState = Object.assign({}, ...parts.map(([statePart]) => statePart))
      const ofGroup = Object.assign({}, ...parts.map(([, groupPart]) => groupPart))
      expect(adGroupServingRule(state(ofState), group(ofGroup))).toEqual(closed[from]?.[2])
    }
  })
  test('without its check, a closed gate goes unnoticed', () => {
    for (const gate of allGates) {
      const unnoticed = closed.filter(
        ([statePart, groupPart]) =>
          adGroupServingRule(
            state(statePart),
            group(groupPart),
            allGates.filter((it) => it !== gate),
          ) === true,
      )
      expect(unnoticed.length).toBeGreaterThan(0)
    }
  })
  test('a campaign serves if one of its ad groups serves; otherwise it reports the gate of the ad group that passed the most gates', () => {
    expect(campaignServingRule(state(), [group({ status: 'paused' }), group()])).toBe(true)
    expect(campaignServingRule(state(), [group({ status: 'paused' }), group({ has_entities: false })])).toEqual({ code: 'no_entities' })
    expect(campaignServingRule(state(), [])).toEqual({ code: 'ad_group_status', status: 'none' })
  })
  test('a start or end date is attributed to the campaign or the ad group that sets it; on a tie to the campaign', () => {
    const resultOf = (campaign: Partial<ServingState>, of: Partial<ServingGroup>) => adGroupServingRule(state(campaign), group(of))
    expect(resultOf({ end_date: '2026-12-31' }, { end_date: '2026-11-03' })).toEqual({
      code: 'over',
      of: 'ad_group',
      end_date: '2026-11-03',
    })
    expect(resultOf({ end_date: '2026-11-10' }, { end_date: '2026-11-03' })).toEqual({
      code: 'over',
      of: 'campaign',
      end_date: '2026-11-10',
    })
    expect(resultOf({ end_date: '2026-11-10' }, {})).toEqual({ code: 'over', of: 'campaign', end_date: '2026-11-10' })
    expect(resultOf({ end_date: today }, { end_date: today })).toBe(true)
    const begins = (of: string, start_date: string) => ({ code: 'not_started', of, start_date })
    expect(resultOf({}, { start_date: '2026-11-25' })).toEqual(begins('ad_group', '2026-11-25'))
    expect(resultOf({ start_date: '2026-11-25' }, { start_date: '2026-11-28' })).toEqual(begins('ad_group', '2026-11-28'))
    expect(resultOf({ start_date: '2026-11-25' }, { start_date: '2026-11-25' })).toEqual(begins('campaign', '2026-11-25'))
    expect(resultOf({ start_date: '2026-11-25' }, { start_date: '2026-11-01' })).toEqual(begins('campaign', '2026-11-25'))
    expect(resultOf({}, { start_date: today })).toBe(true)
  })
  test('an insertion order closes by its status, its days, its amount, and the days and hard cap of the line', () => {
    const line = (remaining: bigint | null, days: object = {}) => ({
      line: { start_date: '2026-11-01', end_date: '2026-11-30', remaining, ...days },
    })
    const resultOf = (part: Partial<ServingOrder>) => adGroupServingRule(state({ order: order(part) }), group())
    const closes = (of: string, left: string, more: object = {}) => ({ code: 'insertion_order', status: 'approved', of, left, ...more })
    expect([resultOf({}), resultOf(line(1n)), resultOf(line(null))]).toEqual([true, true, true])
    expect([resultOf({ start_date: today }), resultOf({ end_date: today })]).toEqual([true, true])
    expect(resultOf({ start_date: '2026-11-22' })).toEqual(closes('days', '0.000005', { start_date: '2026-11-22' }))
    expect(resultOf({ end_date: '2026-11-20', remaining: 0n })).toEqual(closes('days', '0', { end_date: '2026-11-20' }))
    expect(resultOf({ remaining: -1n, ...line(0n) })).toEqual(closes('order', '-0.000001'))
    expect(resultOf(line(0n))).toEqual(closes('line', '0'))
    expect(resultOf(line(null, { start_date: '2026-11-22' }))).toEqual(closes('line', '0.000005', { start_date: '2026-11-22' }))
    expect(resultOf(line(9n, { end_date: '2026-11-20' }))).toEqual(closes('line', '0.000005', { end_date: '2026-11-20' }))
  })
  test('an insertion order that other advertisers share does not say how much is left', () => {
    for (const part of [{ status: 'ended' }, { end_date: '2026-11-20' }, { remaining: 0n }] as const)
      expect(adGroupServingRule(state({ order: order({ ...part, isShared: true }) }), group())).not.toHaveProperty('left')
  })
  test('ad groups that start later win over ended ones; the earliest start date and the latest end date are reported', () => {
    const early = group({ end_date: '2026-11-03' })
    const late = group({ end_date: '2026-11-10' })
    const soon = group({ start_date: '2026-11-25' })
    const later = group({ start_date: '2026-12-05' })
    const resultsOf = (...groups: readonly ServingGroup[]) => [groups, groups.toReversed()].map((all) => campaignServingRule(state(), all))
    const over = { code: 'over', of: 'ad_group', end_date: '2026-11-10' }
    expect(resultsOf(early, late)).toEqual([over, over])
    const begins = { code: 'not_started', of: 'ad_group', start_date: '2026-11-25' }
    expect(resultsOf(soon, later)).toEqual([begins, begins])
    expect(resultsOf(early, later, soon, late)).toEqual([begins, begins])
  })
})

describe('bid strength', () => {
  test('is within the limits', () => {
    const limits = { min_bid: 100_000n, max_bid: 2_000_000n }
    expect(bidLimitsRule(100_000n, limits)).toBe(true)
    expect(bidLimitsRule(99_999n, limits)).toEqual({ code: 'bid_too_low', min_bid: '0.1' })
    expect(bidLimitsRule(2_000_001n, limits)).toEqual({ code: 'bid_too_high', max_bid: '2' })
    expect(bidLimitsRule(10n ** 12n, { ...limits, max_bid: null })).toBe(true)
  })
  test('strength is the share of other bids that are not higher, and never falls as the bid rises', () => {
    const others = [10n, 20n, 30n, 40n, 50n, 60n, 70n, 80n]
    expect(bidStrength(40n, others)).toEqual({ strength: 0.5, competitiveness: 'Competitive', competitiveness_id: 1 })
    expect(bidStrength(39n, others)).toEqual({ strength: 0.375, competitiveness: 'NotCompetitive', competitiveness_id: 2 })
    const rising = Array.from({ length: 100 }, (_, bid) => bidStrength(BigInt(bid), others).strength ?? -1)
    expect(rising).toEqual(rising.toSorted((one, other) => one - other))
  })
  test('fewer than five other bids give NoData; an ad group that does not serve has no competitors', () => {
    expect(bidStrength(99n, [1n, 2n, 3n, 4n])).toEqual({ strength: null, competitiveness: 'NoData', competitiveness_id: 3 })
    expect(bidStrength(99n, [1n, 2n, 3n, 4n, 5n], false).competitiveness_id).toBe(4)
  })
})

describe('estimated reach', () => {
  test.each([
    [999, { fewer_than: 1000 }],
    [1000, { low: 1000, high: 1100 }],
    [12_345, { low: 11_000, high: 14_000 }],
    [1_000_000, { low: 900_000, high: 1_100_000 }],
    [Number.NaN, { fewer_than: 1000 }],
  ])('%d people', (people, range) => expect(reachRange(people)).toEqual(range))
  test('two independent shares of 0.5 reach 0.75 together', () => expect(unionShare([0.5, 0.5])).toBe(0.75))
  test('the range never falls when the number rises', () => {
    const ranges = Array.from({ length: 5000 }, (_, index) => reachRange(1000 + index * 37)).map((range) =>
      'low' in range ? range : { low: 0, high: 0 },
    )
    for (const [index, { low, high }] of ranges.entries()) {
      expect(low).toBeGreaterThanOrEqual(ranges[index - 1]?.low ?? 0)
      expect(high).toBeGreaterThanOrEqual(ranges[index - 1]?.high ?? 0)
    }
  })
})
