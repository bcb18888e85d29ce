import { expect, test } from 'vitest'
import {
  adGroupBudgetRule,
  maxAdGroupBudget,
  adGroupStatusOptions,
  adGroupDatesRule,
  adGroupStatusRule,
  adGroupStatuses,
  adGroupFieldsUnderReview,
  adGroupAllowedRule,
  adGroupFieldRule,
  recommendedBid,
} from '../../src/contract/ad-groups/ad-groups.rules.ts'
import { bidDigitsOf } from '../../src/contract/bids/bids.rules.ts'
import {
  type AdGroupEditConstraints,
  adGroupProblem,
  type AdGroupState,
  newAdGroupProblem,
  changedAmount,
  campaignDaily,
  changesAmount,
  positiveAmountRule,
} from '../../demo/platform/ad-groups/edit.rules.ts'
import { statuses } from '../../src/contract/statuses.ts'

const unit = (units: number) => BigInt(Math.round(units * 1_000_000))
const campaign = {
  status: 'active' as const,
  review_status_id: 3,
  budget: unit(100),
  budget_period: 'Daily' as const,
  start_date: '2026-11-01',
  end_date: '2026-12-31' as string | null, // some of the tests have none
}
const state: AdGroupState = {
  name: 'Suites',
  status: 'active',
  base_bid: unit(0.5),
  budget: null,
  budget_period: null,
  pacing: null,
  start_date: null,
  end_date: null,
}
const ground: AdGroupEditConstraints = {
  campaign,
  today: '2026-11-21',
  limits: { min_bid: unit(0.1), max_bid: unit(20) },
  digits: 2,
  spent: 0n,
  hasStarted: true,
  pacings: ['ASAP', 'Evenly'],
}

test('an ad group switches between active and paused, returns to pending only before delivery, and stays ended', () => {
  for (const hasStarted of [true, false])
    for (const from of adGroupStatuses)
      for (const to of adGroupStatuses) {
        const isOver = from === 'ended' || from === 'invalid'
        const mayWait = from === 'pending' || !hasStarted
        const expected = isOver ? from === to : to === 'active' || to === 'paused' || (to === 'pending' && mayWait)
        const result = adGroupStatusRule(from, to, hasStarted)
        expect(result === true, `${from} → ${to}, ${hasStarted}`).toBe(expected)
        if (result !== true) expect(result).toEqual({ code: 'status_not_offered', from, to })
        expect(adGroupStatusOptions(from, hasStarted).includes(to)).toBe(expected)
      }
})

test('nothing is added to a campaign under review or an ended one', () => {
  const over = ['ended', 'invalid', 'archived', 'deactivated']
  for (const status of statuses) {
    const expected = over.includes(status) ? { code: 'campaign_over', status } : true
    expect(adGroupAllowedRule({ status, review_status_id: 3 })).toEqual(expected)
    expect(adGroupAllowedRule({ status, review_status_id: 1 })).toEqual(over.includes(status) ? expected : { code: 'under_review' })
  }
})

test('under review, changes of bids, budgets, end date and pausing are allowed, and no others', () => {
  const looked = { status: 'pending' as const, review_status_id: 1 }
  for (const field of adGroupFieldsUnderReview) expect(adGroupFieldRule(field, 'x', looked)).toBe(true)
  expect(adGroupFieldRule('status', 'paused', looked)).toBe(true)
  for (const [field, value] of [
    ['status', 'active'],
    ['name', 'x'],
    ['start_date', '2026-12-01'],
    ['targeting', {}],
    ['pacing', 'ASAP'],
  ] as const)
    expect(adGroupFieldRule(field, value, looked), field).toEqual({ code: 'under_review', field })
  expect(adGroupFieldRule('name', 'x', { ...looked, review_status_id: 2 })).toBe(true)
  expect(adGroupFieldRule('base_bid', 'x', { status: 'ended', review_status_id: 3 })).toEqual({ code: 'campaign_over', status: 'ended' })
})

test.each([
  [{ start_date: null, end_date: null }, true],
  [{ start_date: '2026-11-21', end_date: '2026-12-31' }, true],
  [
    { start_date: '2026-11-20', end_date: null },
    { code: 'starts_in_past', today: '2026-11-21' },
  ],
  [
    { start_date: null, end_date: '2026-11-20' },
    { code: 'ends_in_past', today: '2026-11-21' },
  ],
  [
    { start_date: '2027-01-01', end_date: null },
    { code: 'starts_after_campaign', end_date: '2026-12-31' },
  ],
  [
    { start_date: null, end_date: '2027-01-01' },
    { code: 'ends_after_campaign', end_date: '2026-12-31' },
  ],
  [
    { start_date: '2026-12-02', end_date: '2026-12-01' },
    { code: 'ends_before_start', start_date: '2026-12-02' },
  ],
])('days %j must lie within those of the campaign', (own, result) => {
  expect(adGroupDatesRule(own, campaign, '2026-11-21')).toEqual(result)
})

test('past dates stay valid, and an ad group does not start before its campaign', () => {
  const had = { start_date: '2026-11-05', end_date: '2026-11-10' }
  expect(adGroupDatesRule(had, campaign, '2026-11-21', had)).toBe(true)
  const later = { ...campaign, start_date: '2026-12-01' }
  expect(adGroupDatesRule({ start_date: '2026-11-25', end_date: null }, later, '2026-11-21')).toEqual({
    code: 'starts_before_campaign',
    start_date: '2026-12-01',
  })
  expect(adGroupDatesRule({ start_date: null, end_date: '2026-11-22' }, later, '2026-11-21')).toEqual({
    code: 'ends_before_start',
    start_date: '2026-12-01',
  })
})

test.each([
  // A campaign budget of 100 a day allows 100 for a day, 7 times that for a week, 31 times for a month, 10 times for ten days.
  ['Daily', 'Daily', '2026-12-01', '2026-12-10', 100],
  ['Weekly', 'Daily', '2026-12-01', '2026-12-10', 700],
  ['Monthly', 'Daily', '2026-12-01', '2026-12-10', 3100],
  ['One Time', 'Daily', '2026-12-01', '2026-12-10', 1000],
  // A budget of the campaign's period, or of a shorter one, is at most the campaign's budget.
  ['Daily', 'Weekly', '2026-12-01', '2026-12-10', 100],
  ['Weekly', 'Weekly', '2026-12-01', '2026-12-10', 100],
  // A month overlaps at most six calendar weeks: ⌈31 / 7⌉ + 1.
  ['Monthly', 'Weekly', '2026-12-01', '2026-12-10', 600],
  // Ten days overlap at most three calendar weeks, and two calendar months.
  ['One Time', 'Weekly', '2026-12-01', '2026-12-10', 300],
  ['One Time', 'Monthly', '2026-12-01', '2026-12-10', 200],
  ['Monthly', 'One Time', '2026-12-01', '2026-12-10', 100],
] as const)('a %s budget under a %s one of 100, from %s to %s, may be %i at most', (period, budget_period, start_date, end_date, most) => {
  expect(maxAdGroupBudget(period, { start_date, end_date }, { ...campaign, budget_period })).toBe(unit(most))
})

test('a one-time budget without an end has no maximum, and every own budget has a period', () => {
  const endless = { ...campaign, end_date: null }
  const none = { start_date: null, end_date: null }
  expect(maxAdGroupBudget('One Time', none, endless)).toBeNull()
  expect(adGroupBudgetRule({ budget: unit(9999), budget_period: 'One Time' }, none, endless, 0n)).toBe(true)
  expect(adGroupBudgetRule({ budget: null, budget_period: null }, none, campaign, 0n)).toBe(true)
  expect(adGroupBudgetRule({ budget: null, budget_period: 'Daily' }, none, campaign, 0n)).toEqual({ code: 'budget_needed' })
  expect(adGroupBudgetRule({ budget: unit(1), budget_period: null }, none, campaign, 0n)).toEqual({ code: 'budget_period_needed' })
  expect(adGroupBudgetRule({ budget: unit(100), budget_period: 'Daily' }, none, campaign, 0n)).toBe(true)
  expect(adGroupBudgetRule({ budget: unit(100.01), budget_period: 'Daily' }, none, campaign, 0n)).toEqual({
    code: 'budget_above_campaign',
    max: '100',
    budget: '100',
    budget_period: 'Daily',
  })
  expect(adGroupBudgetRule({ budget: unit(49.99), budget_period: 'One Time' }, none, endless, unit(50))).toEqual({
    code: 'budget_below_spent',
    spent: '50',
  })
  expect(adGroupBudgetRule({ budget: unit(49.99), budget_period: 'Daily' }, none, endless, unit(50))).toBe(true)
})

test('fields that are not changed are not checked, and errors name their field', () => {
  const old = { ...state, budget: unit(500), budget_period: 'Daily', base_bid: unit(0.05), end_date: '2026-11-10' }
  expect(adGroupProblem(old, { ...old, name: 'Rooms' }, ground)).toBeNull()
  expect(adGroupProblem(old, { ...old, budget: unit(400) }, ground)?.violation.code).toBe('budget_above_campaign')
  expect(adGroupProblem(old, { ...old, base_bid: unit(0.09) }, ground)).toEqual({
    field: 'base_bid',
    violation: { code: 'bid_too_low', min_bid: '0.1' },
  })
  expect(adGroupProblem(state, { ...state, base_bid: unit(20.01) }, ground)?.violation).toEqual({ code: 'bid_too_high', max_bid: '20' })
  expect(adGroupProblem(state, { ...state, budget: 10_001n, budget_period: 'Daily' }, ground)?.violation).toEqual({
    code: 'budget_digits',
    digits: 2,
  })
  expect(adGroupProblem(state, { ...state, end_date: '2027-02-01' }, ground)).toMatchObject({ field: 'end_date' })
  expect(adGroupProblem(state, { ...state, start_date: '2026-11-02' }, ground)).toMatchObject({ field: 'start_date' })
  expect(adGroupProblem({ ...state, status: 'ended' }, { ...state, status: 'active' }, ground)).toMatchObject({ field: 'status' })
  const looked = { ...ground, campaign: { ...campaign, review_status_id: 1 } }
  expect(adGroupProblem(state, { ...state, base_bid: unit(0.6), status: 'paused' }, looked)).toBeNull()
  expect(adGroupProblem(state, { ...state, name: 'Rooms' }, looked)?.violation.code).toBe('under_review')
  expect(newAdGroupProblem(state, looked)).toEqual({ field: 'campaign_id', violation: { code: 'under_review' } })
  expect(newAdGroupProblem(state, ground)).toBeNull()
})

test('amounts change by a percentage, then by an amount, and are rounded once', () => {
  expect(changedAmount(unit(0.45), { percentage: 10 }, 2)).toBe(unit(0.5)) // 0.495, halves to even
  expect(changedAmount(unit(0.43), { percentage: 10, increase: unit(0.01) }, 2)).toBe(unit(0.48)) // 0.473 + 0.01
  expect(changedAmount(unit(1250), { percentage: -12.5 }, 0)).toBe(unit(1094)) // 1093.75
  expect(changedAmount(unit(1), { amount: unit(3) }, 2)).toBe(unit(3))
  expect(changedAmount(unit(5.002), { percentage: 0.01 }, 3)).toBe(unit(5.003)) // 5.0025002, which is more than half
  // Bids are rounded to thousandths of a dollar, whole yen and ten-thousandths of a dinar.
  expect(changedAmount(unit(0.85), { increase: unit(0.004) }, bidDigitsOf(2))).toBe(unit(0.854))
  expect(changedAmount(unit(0.012), { percentage: 10 }, bidDigitsOf(2))).toBe(unit(0.013))
  expect(changedAmount(unit(105), { percentage: 1 }, bidDigitsOf(0))).toBe(unit(106))
  expect(changedAmount(unit(0.085), { increase: unit(0.0005) }, bidDigitsOf(3))).toBe(unit(0.0855))
  expect(changesAmount({ percentage: 0 })).toBe(false)
  expect(changesAmount({ increase: 0n })).toBe(false)
  expect(changesAmount({ percentage: -1 })).toBe(true)
  expect(positiveAmountRule(0n)).toEqual({ code: 'amount_gone', amount: '0' })
  expect(positiveAmountRule(1n)).toBe(true)
})

test('a campaign spends per day what its active ad groups may, limited by its own budget', () => {
  const group = { status: 'active', budget: unit(30), budget_period: 'Daily', start_date: null, end_date: null }
  const daily = (groups: readonly (typeof group | (Omit<typeof group, 'budget'> & { budget: null }))[], status = 'active') =>
    campaignDaily({ ...campaign, status }, groups, '2026-11-21')
  expect(daily([group, { ...group, budget: unit(40) }])).toBe(unit(70))
  expect(daily([group, { ...group, budget: unit(80) }])).toBe(unit(100))
  expect(daily([group, { ...group, status: 'paused' }])).toBe(unit(30))
  expect(daily([group, { ...group, budget: null }])).toBe(unit(100))
  expect(daily([{ ...group, budget: unit(70), budget_period: 'Weekly' }])).toBe(unit(10))
  expect(daily([])).toBe(0n)
  expect(daily([group], 'paused')).toBe(0n)
})

test('the recommended bid is the least competitive one, rounded to the currency and within the limits', () => {
  const limits = { min_bid: unit(0.1), max_bid: unit(5) }
  const others = { others: 6, middle: unit(0.415) }
  expect(recommendedBid(others, limits, 2)).toBe(unit(0.42)) // to the coin above
  expect(recommendedBid(others, limits, 0)).toBe(unit(1))
  expect(recommendedBid({ ...others, others: 4 }, limits, 2)).toBeNull()
  expect(recommendedBid(others, { min_bid: unit(0.5), max_bid: null }, 2)).toBe(unit(0.5))
  expect(recommendedBid(others, { min_bid: unit(0.1), max_bid: unit(0.25) }, 2)).toBe(unit(0.25))
})
