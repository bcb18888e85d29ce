import { describe, expect, test } from 'vitest'
import type { AdGroupDraftData, CampaignDraftData } from '../../src/contract/drafts/drafts.data.ts'
import type { DraftConstraints } from '../../src/contract/drafts/constraints.ts'
import type { CheckedDraft, PartFault } from '../../src/contract/drafts/problems.ts'
import { problemsOf, initialDraftData, invalidSteps } from '../../src/contract/drafts/drafts.rules.ts'
import { isCompleted, partsOf, stepOf, stepsOf } from '../../src/contract/drafts/steps.rules.ts'
import { type StepKey, stepKeys, templateFlows } from '../../src/contract/templates/templates.rules.ts'

const without = { hasAssets: false }
const asset = { experience_id: 1, kind: 'image' as const, width: 1200, height: 628, bytes_most: 1_000_000 }
const ground: DraftConstraints = {
  today: '2026-11-21',
  time_zone: 'UTC',
  currency_code: 'USD',
  currency_digits: 2,
  reviews_campaigns: true,
  bids: [
    { bidding_type_id: 1, min_bid: '0.1', max_bid: '20' },
    { bidding_type_id: 2, min_bid: '0.4', max_bid: null },
  ],
  channels: ['onsite', 'media'],
  pacings: ['ASAP', 'Evenly'],
  experience_ids: [],
  assets: [],
  insertion_orders: [
    {
      insertion_order_id: 7,
      name: 'Spring',
      number: 'IO-7',
      start_date: '2026-11-01',
      end_date: '2026-12-31',
      status: 'approved',
      remaining: '100',
    },
  ],
}
const right: CampaignDraftData = {
  ...initialDraftData('2026-11-21', { end_date: '2026-12-31' }),
  name: 'Winter',
  channel: 'onsite',
  budget: '20',
  base_bid: '0.5',
  end_date: '2026-12-31',
}
const draftOf = (data: CampaignDraftData, more: Partial<CheckedDraft> = {}): CheckedDraft => ({
  flow: 'custom',
  steps: stepsOf('custom', without),
  campaign_template_id: null,
  entity_count: 3,
  ad_group_drafts: [],
  ...more,
  data: { ...right, ...data },
})
const groupOf = (data: AdGroupDraftData, entity_count = 0) => ({ data: { name: 'First', ...data }, entity_count })

describe('the steps of a draft', () => {
  test.each([
    ['simple', ['step-1', 'step-3', 'budget-step', 'step-review']],
    ['custom', ['step-basic-info', 'budget-step', 'step-ad-group', 'step-attribution', 'custom-review']],
    ['templated', ['step-1', 'step-2', 'step-3', 'budget-step', 'step-attribution', 'templated-review']],
    ['v2', ['step-basic-info', 'step-3', 'budget-step', 'step-attribution', 'step-review']],
  ] as const)('of the flow %s', (flow, steps) => {
    expect(stepsOf(flow, without)).toEqual(steps)
    const withAssets = stepsOf(flow, { hasAssets: true })
    expect(withAssets.toSorted()).toEqual([...steps, 'step-asset'].toSorted())
    expect(withAssets.at(-1)).toBe(steps.at(-1))
  })

  test('of a template have its order, with the template step first and the review last', () => {
    const templateSteps: StepKey[] = ['step-3', 'step-2', 'templated-review']
    expect(stepsOf('templated', { ...without, templateSteps })).toEqual(['step-1', 'step-3', 'step-2', 'templated-review'])
    expect(stepsOf('templated', { hasAssets: true, templateSteps: ['step-asset', 'step-2'] })).toEqual([
      ...(['step-1', 'step-asset', 'step-2', 'templated-review'] as const),
    ])
    expect(stepsOf('simple', { ...without, templateSteps: [] })).toEqual(stepsOf('simple', without))
  })

  test('include every step of the specification in some flow', () => {
    const used = new Set(templateFlows.flatMap((flow) => stepsOf(flow, { hasAssets: true })))
    expect([...used].toSorted()).toEqual(stepKeys.toSorted())
  })

  test('contain every field, and the review step has fields that no other step shows', () => {
    expect(stepOf('simple', stepsOf('simple', without), 'name')).toBe('step-1')
    expect(stepOf('templated', stepsOf('templated', without), 'name')).toBe('step-2')
    expect(stepOf('templated', stepsOf('templated', without), 'campaign_template_id')).toBe('step-1')
    expect(stepOf('custom', stepsOf('custom', without), 'entities')).toBe('step-ad-group')
    expect(stepOf('custom', stepsOf('custom', without), 'ad_group_drafts.base_bid')).toBe('step-ad-group')
    expect(stepOf('simple', stepsOf('simple', without), 'attribution')).toBe('step-review')
    expect(partsOf('simple', 'step-1')).not.toEqual(partsOf('templated', 'step-1'))
  })
})

describe('completed steps', () => {
  const steps = stepsOf('custom', without)
  const standing = { steps, step: 'budget-step', reached: 'step-ad-group', wrong: ['step-ad-group'] } as const

  test('are those before the first error; the review is never completed', () => {
    expect(isCompleted('step-ad-group', { ...standing, wrong: [] })).toBe(true)
    expect(isCompleted('custom-review', { ...standing, reached: 'custom-review', wrong: [] })).toBe(false)
    expect(isCompleted('step-attribution', { ...standing, wrong: [] })).toBe(false)
  })
})

/** Validation errors, as pairs of field and problem. */
const faultsOf = (draft: CheckedDraft, at = ground) => Object.fromEntries(problemsOf(draft, at).map(({ field, answer }) => [field, answer]))
const money = { currency_code: 'USD', digits: 2 }
/** Bids have one more digit than amounts, which is shown if it is needed. */
const bids = { currency_code: 'USD', digits: 3, shown_digits: 2 }

test('a valid draft has no errors', () => {
  expect(problemsOf(draftOf({}), ground)).toEqual([])
})

describe('each rule reports its field', () => {
  test.each<[string, CampaignDraftData, string, object]>([
    ['no name', { name: '  ' }, 'data.name', { code: 'required', of: 'value' }],
    ['a long name', { name: 'x'.repeat(122) }, 'data.name', { code: 'max_length', max: 120, over: 2 }],
    ['no channel', { channel: '' }, 'data.channel', { code: 'required', of: 'value' }],
    ['another channel', { channel: 'radio' }, 'data.channel', { code: 'not_offered' }],
    ['no start', { start_date: '' }, 'data.start_date', { code: 'required', of: 'value' }],
    ['no day', { start_date: '2026-02-30' }, 'data.start_date', { code: 'date' }],
    ['yesterday', { start_date: '2026-11-20' }, 'data.start_date', { code: 'start_past', today: '2026-11-21' }],
    ['no end', { end_date: '' }, 'data.end_date', { code: 'required', of: 'value' }],
    [
      'an early end',
      { start_date: '2026-12-24', end_date: '2026-12-23' },
      'data.end_date',
      { code: 'ends_before_start', start_date: '2026-12-24' },
    ],
    [
      'no end of a budget for the whole time',
      { always_on: true, budget_period: 'One Time' },
      'data.end_date',
      { code: 'end_missing_for_one_time_budget' },
    ],
    ['no goal', { goal_type: 'ROAS', goal_roas: '' }, 'data.goal_roas', { code: 'required', of: 'value' }],
    ['a goal of nothing', { goal_type: 'ROAS', goal_roas: '0' }, 'data.goal_roas', { code: 'min', min: '0.01' }],
    ['a fine goal', { goal_type: 'ROAS', goal_roas: '4.125' }, 'data.goal_roas', { code: 'decimals', max: 2 }],
    ['another order', { insertion_order_id: 8 }, 'data.insertion_order_id', { code: 'not_offered' }],
    ['a long comment', { comment: 'x'.repeat(1001) }, 'data.comment', { code: 'max_length', max: 1000, over: 1 }],
    ['no period', { budget_period: null }, 'data.budget_period', { code: 'required', of: 'value' }],
    ['no budget', { budget: '' }, 'data.budget', { code: 'required', of: 'value' }],
    ['a budget that is no number', { budget: '?ten' }, 'data.budget', { code: 'format', digits: 2 }],
    ['a budget finer than a cent', { budget: '20.005' }, 'data.budget', { code: 'decimals', max: 2 }],
    ['a negative budget', { budget: '-1' }, 'data.budget', { code: 'negative' }],
    ['a budget below the lowest bid', { budget: '0.09' }, 'data.budget', { code: 'currency_min', min: '0.1', ...money }],
    ['a budget below the bid', { budget: '0.49' }, 'data.budget', { code: 'budget_below_bid', base_bid: '0.5', currency_code: 'USD' }],
    ['another pace', { pacing: 'Slowly' }, 'data.pacing', { code: 'not_offered' }],
    ['no way to be charged', { bidding_type_id: null }, 'data.bidding_type_id', { code: 'required', of: 'value' }],
    ['no bid', { base_bid: '' }, 'data.base_bid', { code: 'required', of: 'value' }],
    ['a low bid', { base_bid: '0.09' }, 'data.base_bid', { code: 'currency_min', min: '0.1', ...bids }],
    ['a low bid by the view', { bidding_type_id: 2, base_bid: '0.39' }, 'data.base_bid', { code: 'currency_min', min: '0.4', ...bids }],
    ['a high bid', { budget: '100', base_bid: '20.01' }, 'data.base_bid', { code: 'currency_max', max: '20', ...bids }],
    ['a bid of less than a part of a coin', { base_bid: '0.5555' }, 'data.base_bid', { code: 'decimals', max: 3 }],
    ['a budget beyond all', { budget: '1000000000.01' }, 'data.budget', { code: 'currency_max', max: '1000000000', ...money }],
    [
      'no days after a click',
      { attribution: { click_days: '', view_days: '1', user_history: 'all', order_value: 'large' } },
      'data.attribution.click_days',
      { code: 'required', of: 'value' },
    ],
    [
      'too many days after a view',
      { attribution: { click_days: '1', view_days: '31', user_history: 'all', order_value: 'large' } },
      'data.attribution.view_days',
      { code: 'max', max: '30' },
    ],
    [
      'half a day',
      { attribution: { click_days: '1.5', view_days: '0', user_history: 'all', order_value: 'large' } },
      'data.attribution.click_days',
      { code: 'whole' },
    ],
    [
      'no history',
      { attribution: { click_days: '1', view_days: '0', order_value: 'large' } },
      'data.attribution.user_history',
      { code: 'required', of: 'value' },
    ],
    [
      'no order value',
      { attribution: { click_days: '1', view_days: '0', user_history: 'all' } },
      'data.attribution.order_value',
      { code: 'required', of: 'value' },
    ],
  ])('%s', (_, data, field, fault) => {
    expect(faultsOf(draftOf(data))).toEqual({ [field]: fault })
  })

  test('a value at the limit is valid', () => {
    const least: CampaignDraftData = {
      name: 'x'.repeat(120),
      budget: '0.1',
      base_bid: '0.1',
      end_date: '2026-11-21',
      goal_type: 'ROAS',
      goal_roas: '0.01',
    }
    expect(faultsOf(draftOf(least))).toEqual({})
    expect(faultsOf(draftOf({ base_bid: '20', insertion_order_id: 7, always_on: true, end_date: '' }))).toEqual({})
  })

  test('a bidding type without limits is not offered', () => {
    expect(faultsOf(draftOf({ bidding_type_id: 2 }), { ...ground, bids: ground.bids.slice(0, 1) })).toEqual({
      'data.bidding_type_id': { code: 'not_offered' },
    })
  })

  test('a draft of the template flow needs a template', () => {
    const draft = draftOf({}, { flow: 'templated', steps: stepsOf('templated', without) })
    expect(problemsOf(draft, ground)).toEqual([
      { step: 'step-1', field: 'campaign_template_id', answer: { code: 'required', of: 'value' } },
    ])
    expect(problemsOf({ ...draft, campaign_template_id: 3 }, ground)).toEqual([])
  })

  test('a draft needs entities of its own or in each ad group', () => {
    const none = { entity_count: 0 }
    expect(faultsOf(draftOf({}, none))).toEqual({ entities: { code: 'required', of: 'list' } })
    expect(faultsOf(draftOf({}, { ...none, ad_group_drafts: [groupOf({}, 1)] }))).toEqual({})
    expect(faultsOf(draftOf({}, { ...none, ad_group_drafts: [groupOf({}, 1), groupOf({ name: 'Second' }, 0)] }))).toEqual({
      entities: { code: 'required', of: 'list' },
    })
  })

  test('an image is needed for each required slot, and for no other', () => {
    const assets = [
      { ...asset, experience_asset_id: 1, name: 'Picture', is_required: true },
      { ...asset, experience_asset_id: 2, name: 'Film', is_required: false },
    ]
    const shows = { ...ground, assets }
    expect(faultsOf(draftOf({}), shows)).toEqual({ 'data.pictures': { code: 'picture_missing', name: 'Picture' } })
    expect(faultsOf(draftOf({ pictures: [{ experience_asset_id: 1, asset_id: 4 }] }), shows)).toEqual({})
    const pictures = [1, 3].map((experience_asset_id) => ({ experience_asset_id, asset_id: 4 }))
    expect(faultsOf(draftOf({ pictures }), shows)).toEqual({ 'data.pictures.1.experience_asset_id': { code: 'not_offered' } })
  })
})

describe('ad groups of a draft', () => {
  test.each<[string, AdGroupDraftData, string, object]>([
    ['no name', { name: ' ' }, 'name', { code: 'required', of: 'value' }],
    ['a low bid', { base_bid: '0.05' }, 'base_bid', { code: 'currency_min', min: '0.1', ...bids }],
    ['a budget above the campaign’s', { budget: '20.01' }, 'budget', { code: 'above_campaign', budget: '20', currency_code: 'USD' }],
    ['a budget finer than a cent', { budget: '1.001' }, 'budget', { code: 'decimals', max: 2 }],
    [
      'a start before the campaign',
      { start_date: '2026-11-20' },
      'start_date',
      { code: 'starts_before_campaign', start_date: '2026-11-21' },
    ],
    ['an end after the campaign', { end_date: '2027-01-01' }, 'end_date', { code: 'ends_after_campaign', end_date: '2026-12-31' }],
    [
      'an end before its start',
      { start_date: '2026-12-05', end_date: '2026-12-04' },
      'end_date',
      { code: 'ends_before_start', start_date: '2026-12-05' },
    ],
    ['another pace', { pacing: 'Slowly' }, 'pacing', { code: 'not_offered' }],
  ])('%s', (_, data, field, fault) => {
    expect(faultsOf(draftOf({}, { ad_group_drafts: [groupOf(data)] }))).toEqual({ [`ad_group_drafts.0.data.${field}`]: fault })
  })

  test('need unique names', () => {
    expect(faultsOf(draftOf({}, { ad_group_drafts: [groupOf({}), groupOf({ name: ' First ' })] }))).toEqual({
      'ad_group_drafts.1.data.name': { code: 'name_taken', name: 'First' },
    })
  })

  test('with bids of their own need no campaign bid, unless one has none', () => {
    const own = groupOf({ base_bid: '0.3' })
    expect(faultsOf(draftOf({ base_bid: '' }, { ad_group_drafts: [own] }))).toEqual({})
    expect(faultsOf(draftOf({ base_bid: '' }, { ad_group_drafts: [own, groupOf({ name: 'Second' })] }))).toEqual({
      'data.base_bid': { code: 'required', of: 'value' },
    })
  })

  test('may have a larger budget for a longer period, and any end date in a campaign without one', () => {
    expect(faultsOf(draftOf({}, { ad_group_drafts: [groupOf({ budget: '100', budget_period: 'Weekly' })] }))).toEqual({})
    expect(faultsOf(draftOf({ always_on: true }, { ad_group_drafts: [groupOf({ end_date: '2027-06-01' })] }))).toEqual({})
  })
})

test('the errors of a draft are listed step by step, with their input', () => {
  const targeting: PartFault = { part: 'targeting', field: 'data.targeting.groups', answer: { code: 'too_many_groups', most: 5, count: 6 } }
  const problems = problemsOf(draftOf({ name: '', base_bid: '' }), ground, [targeting])
  expect(problems.map(({ step, field }) => [step, field])).toEqual([
    ['step-basic-info', 'data.name'],
    ['budget-step', 'data.base_bid'],
    ['step-ad-group', 'data.targeting.groups'],
  ])
  expect(invalidSteps(problems)).toEqual(['step-basic-info', 'budget-step', 'step-ad-group'])
})

test("a new draft starts with defaults, on the advertiser's day", () => {
  expect(initialDraftData('2026-11-21')).toMatchObject({
    start_date: '2026-11-21',
    budget_period: 'Daily',
    pacing: 'Evenly',
    bidding_type_id: 1,
    always_on: true,
  })
  expect(initialDraftData('2026-11-21', { end_date: '2026-12-31' })).toMatchObject({ always_on: false })
})
