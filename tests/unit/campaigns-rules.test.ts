import { describe, expect, test } from 'vitest'
import {
  campaignBudgetRule,
  campaignDatesRule,
  campaignGoalRule,
  campaignStatusRule,
  campaignNameRule,
  campaignStatusChoices,
  dailyBudget,
  fieldEditableRule,
  goalHundredths,
  minBudgetOf,
  scaledAmount,
} from '../../src/contract/campaigns/campaigns.rules.ts'
import { statuses } from '../../src/contract/statuses.ts'

const flags = [
  { isNotStarted: false, clientReviewsCampaigns: false },
  { isNotStarted: false, clientReviewsCampaigns: true },
  { isNotStarted: true, clientReviewsCampaigns: false },
  { isNotStarted: true, clientReviewsCampaigns: true },
]
/** The specification's sentences, without and with both flags. */
const offered: Readonly<Record<string, readonly [usually: string[], withBoth: string[]]>> = {
  active: [
    ['active', 'paused'],
    ['active', 'paused'],
  ],
  paused: [
    ['active', 'paused'],
    ['pending', 'paused'],
  ],
  pending: [['pending'], ['pending', 'paused']],
  ended: [['ended'], ['ended']],
  invalid: [['invalid'], ['invalid']],
}

describe('the status of a campaign', () => {
  test.each(statuses)('after %s, for every requested status and flag', (from) => {
    let walked = 0
    for (const flag of flags) {
      const both = flag.isNotStarted && flag.clientReviewsCampaigns
      const expected = offered[from]?.[both ? 1 : 0] ?? [from]
      expect(campaignStatusChoices(from, flag)).toEqual(expected)
      for (const to of statuses) {
        const result = campaignStatusRule(from, to, flag)
        expect(result, `${from} to ${to}`).toEqual(expected.includes(to) ? true : { code: 'status_not_offered', from, to })
        walked += 1
      }
    }
    expect(walked).toBe(4 * 13)
  })
})

test.each([
  ['name', 'active', 3, true],
  ['name', 'pending', 1, { code: 'under_review', field: 'name' }],
  ['start_date', 'pending', 1, { code: 'under_review', field: 'start_date' }],
  ['goal_roas', 'pending', 1, { code: 'under_review', field: 'goal_roas' }],
  ['budget', 'pending', 1, true],
  ['end_date', 'pending', 1, true],
  ['status', 'pending', 1, true],
  ['name', 'pending', 2, true],
  ['budget', 'ended', 3, { code: 'ended_for_good', status: 'ended' }],
  ['budget', 'archived', 3, { code: 'ended_for_good', status: 'archived' }],
  ['budget', 'invalid', 1, { code: 'ended_for_good', status: 'invalid' }],
] as const)(
  'a change of %s is allowed or refused for a campaign that is %s with review %d',
  (field, status, review_status_id, expected) => {
    expect(fieldEditableRule(field, { status, review_status_id })).toEqual(expected)
  },
)

test.each([
  ['a', true],
  ['  ', { code: 'name_blank' }],
  ['x'.repeat(120), true],
  ['x'.repeat(121), { code: 'name_length', max: 120 }],
  ['🎈'.repeat(120), true],
])('the rule for the name %j: %j', (name, expected) => {
  expect(campaignNameRule(name)).toEqual(expected)
})

describe('a campaign budget', () => {
  const ground = { digits: 2, minBudget: 100_000n, spent: 40_000_000n }
  test.each([
    [40_000_000n, 'One Time', true],
    [39_990_000n, 'One Time', { code: 'budget_spent', min: '40' }],
    [39_990_000n, 'Daily', true],
    [100_000n, 'Weekly', true],
    [90_000n, 'Weekly', { code: 'budget_minimum', min: '0.1' }],
    [0n, 'Monthly', { code: 'budget_minimum', min: '0.1' }],
    [1_001_000n, 'Monthly', { code: 'budget_digits', digits: 2 }],
    [1_000_000_000_010_000n, 'Monthly', { code: 'budget_maximum', max: '1000000000' }],
  ] as const)('of %d: %s', (budget, period, expected) => {
    expect(campaignBudgetRule(budget, period, ground)).toEqual(expected)
  })

  test('is rounded to the currency', () => {
    expect(campaignBudgetRule(1_500_000n, 'Daily', { ...ground, digits: 0 })).toEqual({ code: 'budget_digits', digits: 0 })
    expect(campaignBudgetRule(1_001_000n, 'Daily', { ...ground, digits: 3 })).toBe(true)
  })

  test('is at least the amount spent when it is one-time only', () => {
    expect(minBudgetOf('One Time', { minBudget: 5n, spent: 9n })).toBe(9n)
    expect(minBudgetOf('One Time', { minBudget: 9n, spent: 5n })).toBe(9n)
    expect(minBudgetOf('Monthly', { minBudget: 5n, spent: 9n })).toBe(5n)
  })

  test.each([
    ['Daily', 70_000_000n, null, 70_000_000n],
    ['Weekly', 70_000_000n, null, 10_000_000n],
    // In its first month it runs on twenty days.
    ['Monthly', 30_000_000n, null, 1_500_000n],
    ['One Time', 10_000_000n, '2026-11-20', 1_000_000n],
    ['One Time', 30_000_000n, null, 1_000_000n],
  ] as const)('that is %s, of %d until %s, gives %d a day', (budget_period, budget, end_date, expected) => {
    expect(dailyBudget({ budget, budget_period, start_date: '2026-11-11', end_date }, '2026-11-21')).toBe(expected)
  })

  test.each([
    [10_000_000n, 10, 2, 11_000_000n],
    [10_000_000n, -50, 2, 5_000_000n],
    [10_010_000n, 33.33, 2, 13_350_000n],
    [1_000_000n, 50, 0, 2_000_000n],
    [1_000_000n, 49, 0, 1_000_000n],
  ] as const)('of %d changed by %d percent at %d digits is %d', (budget, percentage, digits, expected) => {
    expect(scaledAmount(budget, percentage, 0n, digits)).toBe(expected)
  })
})

describe('dates of a campaign', () => {
  const today = '2026-11-21'
  const from = { start_date: '2026-11-01', end_date: '2026-11-10', isStarted: true }
  test.each([
    [from, '2026-11-01', '2026-11-10', true],
    [from, '2026-11-01', null, true],
    [from, '2026-11-01', '2026-11-21', true],
    [from, '2026-11-01', '2026-11-20', { code: 'end_past', today }],
    [from, '2026-11-22', '2026-11-30', { code: 'already_started', start_date: '2026-11-01' }],
    [{ ...from, isStarted: false }, '2026-11-22', '2026-11-30', true],
    [{ ...from, isStarted: false }, '2026-11-20', '2026-11-30', { code: 'start_past', today }],
    [{ ...from, isStarted: false }, '2026-11-25', '2026-11-24', { code: 'end_before_start', start_date: '2026-11-25' }],
  ] as const)('of %j become %s to %s', (now, start_date, end_date, expected) => {
    expect(campaignDatesRule(now, { start_date, end_date }, today)).toEqual(expected)
  })
})

test.each([
  ['4.5', 450],
  ['4', 400],
  ['0.01', 1],
  ['4.505', null],
  ['4.500', 450],
  ['-1', null],
])('a goal of %s is %s hundredths', (goal, expected) => {
  expect(goalHundredths(goal)).toBe(expected)
})

test('a goal is above zero and has an upper limit', () => {
  expect(campaignGoalRule('0')).toEqual({ code: 'goal_range', max: 10_000 })
  expect(campaignGoalRule('0.00')).toEqual({ code: 'goal_range', max: 10_000 })
  expect(campaignGoalRule('10000')).toBe(true)
  expect(campaignGoalRule('10000.01')).toEqual({ code: 'goal_range', max: 10_000 })
})
