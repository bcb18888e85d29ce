import { expect, test } from 'vitest'
import { type CampaignEdit, type CampaignFields, editCampaign, type EditConstraints } from '../../demo/platform/campaigns/edit.rules.ts'
import { isSameValue } from '../../demo/platform/changes/record.ts'

const now: CampaignFields = {
  name: 'Oats',
  status: 'paused',
  budget: '10',
  budget_period: 'Daily',
  start_date: '2026-12-01',
  end_date: null,
  pacing: 'Evenly',
  goal_type: 'ROAS',
  goal_roas: '4.5',
  review_status_id: 3,
  review_comment: '',
  attribution: { click_days: 14, view_days: 1, user_history: 'all', order_value: null },
}
const ground: EditConstraints = {
  today: '2026-11-21',
  digits: 2,
  minBudget: 100_000n,
  spent: 3_000_000n,
  isStarted: false,
  clientReviewsCampaigns: false,
  pacings: ['ASAP', 'Evenly'],
}
const edit = (wish: CampaignEdit, from: Partial<CampaignFields> = {}, more: Partial<EditConstraints> = {}) =>
  editCampaign({ ...now, ...from }, wish, { ...ground, ...more })
const codes = (...given: Parameters<typeof edit>) => edit(...given).problems.map(({ field, violation }) => [field, violation.code])

test('fields that are not sent stay', () => {
  expect(edit({})).toEqual({ after: now, problems: [] })
})

test('an equal value is no change, whatever its notation', () => {
  const attribution = { order_value: null, user_history: 'all', view_days: 1, click_days: 14 }
  const { after } = edit({ name: ' Oats ', budget: '10.00', goal_roas: '4.50', attribution })
  expect(after).toEqual(now)
})

test('a nested difference is a change, the order of keys is not', () => {
  const groups = (targeting_option_ids: number[]) => ({
    operator: 'AND',
    groups: [{ operator: 'OR', conditions: [{ targeting_option_ids }] }],
  })
  expect(isSameValue(groups([1]), groups([2]))).toBe(false)
  expect(isSameValue([{ asset_id: 1 }], [{ asset_id: 2 }])).toBe(false)
  expect(isSameValue([{ a: 1, b: { c: 2, d: 3 } }], [{ b: { d: 3, c: 2 }, a: 1 }])).toBe(true)
  expect(isSameValue(undefined, null)).toBe(true)
})

test('always-on overrides an end date, and without always-on an end date is needed', () => {
  expect(edit({ always_on: true, end_date: '2026-12-24' }).after.end_date).toBeNull()
  expect(edit({ always_on: false, end_date: '2026-12-24' }).after.end_date).toBe('2026-12-24')
  expect(codes({ always_on: false })).toEqual([['end_date', 'end_missing_without_always_on']])
})

test.each([
  [{ name: '' }, [['name', 'name_blank']]],
  [{ budget: '0.05' }, [['budget', 'budget_minimum']]],
  [{ budget: '10.001' }, [['budget', 'budget_digits']]],
  [{ budget_period: 'One Time', budget: '2', end_date: '2026-12-24' }, [['budget', 'budget_spent']]],
  [{ budget_period: 'One Time' }, [['end_date', 'end_missing_for_one_time_budget']]],
  [{ pacing: 'Slowly' }, [['pacing', 'pacing_unknown']]],
  [{ goal_type: null, goal_roas: '3' }, [['goal_roas', 'goal_type_missing']]],
  [{ goal_roas: '0' }, [['goal_roas', 'goal_range']]],
  [{ start_date: '2026-11-20' }, [['start_date', 'start_past']]],
  [{ end_date: '2026-11-30' }, [['end_date', 'end_before_start']]],
  [
    { name: '', budget: '0' },
    [
      ['name', 'name_blank'],
      ['budget', 'budget_minimum'],
    ],
  ],
] as const)('%j is refused at %j', (change, expected) => {
  expect(codes(change)).toEqual(expected)
})

test('a new budget period is checked against the spend, even with the same amount', () => {
  expect(codes({ budget_period: 'One Time' }, { end_date: '2026-12-24' }, { spent: 11_000_000n })).toEqual([['budget', 'budget_spent']])
  expect(codes({ budget_period: 'One Time' }, { end_date: '2026-12-24' }, { spent: 10_000_000n })).toEqual([])
})

test('an existing one-time budget without an end date stays valid, but a new one is refused', () => {
  const once = { budget_period: 'One Time', end_date: null } as const
  expect(codes({ budget: '12' }, once)).toEqual([])
  expect(codes({ always_on: true }, { ...once, end_date: '2026-12-24' })).toEqual([['end_date', 'end_missing_for_one_time_budget']])
})

test('a goal value needs a goal type', () => {
  expect(edit({ goal_type: null }).after).toMatchObject({ goal_type: null, goal_roas: null })
})

test('a campaign that becomes pending again is reviewed again', () => {
  const { after } = edit({ status: 'pending' }, { review_comment: 'Old' }, { clientReviewsCampaigns: true })
  expect(after).toMatchObject({ status: 'pending', review_status_id: 1, review_comment: '' })
  expect(codes({ status: 'pending' })).toEqual([['status', 'status_not_offered']])
})

test('a denied campaign is reviewed again when it changes, except its budget', () => {
  const denied = { status: 'pending', review_status_id: 2, review_comment: 'No' } as const
  expect(edit({ name: 'Better oats' }, denied).after).toMatchObject({ review_status_id: 2, review_comment: 'No' })
  expect(edit({ budget: '12' }, denied).after).toMatchObject({ review_status_id: 2, review_comment: 'No' })
})

test('under review only budget and end date can change', () => {
  const waiting = { status: 'pending', review_status_id: 1 } as const
  expect(codes({ budget: '12', end_date: '2026-12-24' }, waiting)).toEqual([])
  expect(codes({ name: 'Other', pacing: 'ASAP' }, waiting)).toEqual([
    ['name', 'under_review'],
    ['pacing', 'under_review'],
  ])
})

test('an ended campaign cannot change', () => {
  expect(codes({ budget: '12' }, { status: 'ended' })).toEqual([['budget', 'ended_for_good']])
  expect(codes({ status: 'active' }, { status: 'ended' })).toEqual([['status', 'status_not_offered']])
})
