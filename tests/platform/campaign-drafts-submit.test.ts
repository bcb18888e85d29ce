import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { AdGroupDraftData, CampaignDraftData } from '../../src/contract/drafts/drafts.data.ts'
import type { Targeting } from '../../src/contract/targeting/targetings.ts'
import { addressOf, draftCalls, key, owner, readyDraft, refused } from '../support/drafts/calls.ts'
import { people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { rightData } from '../support/world/small-drafts.ts'
import { leakMarkers } from '../support/world/small-seed.ts'
import { targetingOf } from '../support/world/small-targeting.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const { campaignDrafts, campaigns, simpleCampaigns } = contract
const { begin, read, change, submit } = draftCalls(() => world)
const kysely = () => world.database.kysely
const campaignAt = (id: number) => kysely().selectFrom('campaigns').selectAll().where('campaign_id', '=', id).executeTakeFirstOrThrow()
const groupsAt = (id: number) => kysely().selectFrom('ad_groups').selectAll().where('campaign_id', '=', id).orderBy('ad_group_id').execute()
const review = (reviews_campaigns: boolean) => kysely().updateTable('member_groups').set({ reviews_campaigns }).execute()
const targeting = (targeting_id: number, option: number): Targeting => ({
  operator: 'AND',
  groups: [{ operator: 'AND', conditions: [{ targeting_id, match_type_id: 1, targeting_option_ids: [option] }] }],
})

describe('a valid draft', () => {
  test('becomes a campaign that serves at once when its client reviews nothing', async () => {
    const { targetingId, optionId } = targetingOf(1)
    const chosen = targeting(targetingId, optionId)
    await change({ data: { goal_type: 'ROAS', goal_roas: '4.5', targeting: chosen, comment: 'For winter' } }, 1)
    const { status, reply } = await submit()
    expect(status).toBe(200)
    const { campaign_id } = reply.result
    const named = { member_group_id: 1, advertiser_id: 1, name: rightData(1, 1).name, status: 'active', review_status_id: 3 }
    expect(reply.result).toEqual({ campaign_id, ...named, ad_groups: 1, entities: 1 })
    expect(await campaignAt(campaign_id)).toMatchObject({
      ...named,
      channel: `onsite ${leakMarkers.client(1)}`,
      flow: 'custom',
      budget_period: 'Daily',
      pacing: 'Evenly',
      bidding_type_id: 1,
      start_date: '2026-12-01',
      end_date: '2026-12-31',
      goal_type: 'ROAS',
      goal_hundredths: 450,
      attribution: { click_days: 14, view_days: 1, user_history: 'all', order_value: 'medium' },
      created_by: people.clientAdmin.userId,
      started_at: null,
      version: 1,
    })
    expect(Number((await campaignAt(campaign_id)).budget)).toBe(20_000_000)
    const [group] = await groupsAt(campaign_id)
    expect(group).toMatchObject({ name: 'Group Campaign-mark-10.', status: 'active', budget: null, start_date: null, targeting: chosen })
    expect(Number(group?.base_bid)).toBe(500_000)
    const entities = await kysely().selectFrom('ad_group_entities').selectAll().where('campaign_id', '=', campaign_id).execute()
    expect(entities).toMatchObject([{ ad_group_id: group?.ad_group_id, entity_id: 1000, bid: null }])
    const history = await kysely().selectFrom('changes').selectAll().where('campaign_id', '=', campaign_id).execute()
    expect(history).toMatchObject([{ kind: 'submitted', user_id: people.clientAdmin.userId, comment: 'For winter', before: {} }])
  })

  test('waits for review when its client reviews campaigns', async () => {
    await review(true)
    const { reply } = await submit()
    expect(reply.result).toMatchObject({ status: 'pending', review_status_id: 1 })
    const path = { ...owner, campaignId: reply.result.campaign_id }
    const read = async () => (await world.as('clientAdmin').send(campaigns.one, { path })).reply.result
    expect(await read()).toMatchObject({ status: 'pending', review_status_id: 1, goal_type: null, ad_groups: 1, entities: 1 })
    expect((await groupsAt(path.campaignId)).map(({ status }) => status)).toEqual(['pending'])
    await world.as('clientAdmin').send(campaigns.approve, { path }, { 'If-Match': '1' })
    expect(await read()).toMatchObject({ status: 'active', review_status_id: 3 })
    expect((await groupsAt(path.campaignId)).map(({ status }) => status)).toEqual(['active'])
  })

  test('is submitted once: the second reply names the campaign and changes nothing', async () => {
    const first = await submit()
    const second = await submit()
    const { campaign_id } = first.reply.result
    expect(second.status).toBe(409)
    expect(second.reply.formatting.rule).toContain(`This draft was submitted as campaign ${campaign_id}`)
    const as = world.as('clientAdmin')
    const writes = await Promise.all([
      change({ data: { name: 'Other' } }, 1),
      as.send(campaignDrafts.remove, { path: readyDraft }),
      as.send(campaignDrafts.addEntities, { path: readyDraft, body: { entity_ids: [1000] } }),
      as.send(campaignDrafts.addGroup, { path: readyDraft, body: {} }, key()),
    ])
    expect(writes.map(({ status }) => status)).toEqual([409, 409, 409, 409])
    expect((await read()).submitted_campaign_id).toBe(campaign_id)
    const { reply } = await as.send(campaignDrafts.list, { path: owner, body: {} })
    expect(reply.result.total).toBe(1)
  })

  test('is submitted in the version that was read, and refused when it has changed since', async () => {
    await change({ data: { budget: '77' } }, 1)
    const response = await submit(readyDraft, 1)
    expect([response.status, (await read()).submitted_campaign_id]).toEqual([412, null])
    expect((await submit(readyDraft, 2)).status).toBe(200)
    const again = await submit(readyDraft, 2)
    expect([again.status, again.reply.formatting.rule]).toEqual([412, expect.stringContaining('This draft was submitted as campaign')])
  })

  test('is submitted once with one idempotency key, with the same reply', async () => {
    const header = { ...key(), 'If-Match': '1' }
    const as = world.as('clientAdmin')
    const responses = [
      await as.send(campaignDrafts.submit, { path: readyDraft }, header),
      await as.send(campaignDrafts.submit, { path: readyDraft }, header),
    ]
    expect(responses[1]?.text).toBe(responses[0]?.text)
  })

  test('without ad groups gets one with its own name, and an ad group without entities gets those of the draft', async () => {
    const draft = await begin({ flow: 'simple', data: rightData(1, 1) })
    await world.as('clientAdmin').send(campaignDrafts.addAllEntities, { path: addressOf(draft), body: {} })
    const { reply } = await submit(addressOf(draft))
    const [group] = await groupsAt(reply.result.campaign_id)
    expect([group?.name, reply.result.entities]).toEqual([rightData(1, 1).name, 1])
  })

  test('takes all entities except the excluded ones, however many', async () => {
    const path = addressOf(await begin({ flow: 'simple', data: rightData(1, 1) }))
    const as = world.as('clientAdmin')
    const advertiser = { member_group_id: path.memberGroupId, advertiser_id: path.advertiserId }
    const said = { category: 'Any', status: 'active', name: 'One of many' } as const
    const many = Array.from({ length: 60 }, (_, at) => ({ ...advertiser, ...said, entity_id: 900_000 + at, internal_id: `many-${at}` }))
    await world.database.kysely.insertInto('entities').values(many).execute()
    const except = many.map(({ entity_id }) => ({ entity_id }))
    const added = await as.send(campaignDrafts.addAllEntities, { path, body: { except } })
    expect(added.reply.result).toMatchObject({ added: 1, already: 0, entity_count: 1 })
    const all = await as.send(campaignDrafts.addAllEntities, { path, body: {} })
    expect(all.reply.result).toMatchObject({ added: 60, already: 1, entity_count: 61 })
    const gone = await as.send(campaignDrafts.removeAllEntities, { path, body: { except } })
    expect(gone.reply.result).toEqual({ removed: 1, entity_count: 60 })
  })

  test('gives its ad groups their own values, and none where they have none', async () => {
    const path = { ...readyDraft, adGroupDraftUuid: (await read()).ad_group_drafts[0]?.ad_group_draft_uuid ?? '' }
    const data = { base_bid: '0.905', budget: '5', start_date: '2026-12-02', end_date: '2026-12-03', pacing: 'ASAP' }
    await world.as('clientAdmin').send(campaignDrafts.changeGroup, { path, body: { data } }, { 'If-Match': '"1"' })
    const { reply } = await submit()
    const [group] = await groupsAt(reply.result.campaign_id)
    expect(group).toMatchObject({ start_date: '2026-12-02', end_date: '2026-12-03', pacing: 'ASAP', budget_period: 'Daily' })
    expect([Number(group?.base_bid), Number(group?.budget)]).toEqual([905_000, 5_000_000])
  })
})

describe('an invalid draft is refused by field', () => {
  test.each<[string, AdGroupDraftData, Record<string, string>]>([
    ['no budget of its own', { budget: '0' }, { 'ad_group_drafts.0.data.budget': 'Expected at least 0.01 USD' }],
    [
      'amounts that nobody has',
      { budget: '9223372036855', budget_period: 'Weekly', base_bid: '9223372036855' },
      {
        'ad_group_drafts.0.data.base_bid': 'Expected at most 1000000 USD',
        'ad_group_drafts.0.data.budget': 'Expected at most 1000000000 USD',
      },
    ],
    ['a bid of nothing', { base_bid: '0' }, { 'ad_group_drafts.0.data.base_bid': 'Expected at least 0.1 USD' }],
  ])('an ad group with %s', async (_, data, fields) => {
    const path = { ...readyDraft, adGroupDraftUuid: (await read()).ad_group_drafts[0]?.ad_group_draft_uuid ?? '' }
    await world.as('clientAdmin').send(campaignDrafts.changeGroup, { path, body: { data } }, { 'If-Match': '"1"' })
    const response = await submit()
    expect([response.status, refused(response)]).toEqual([422, fields])
  })

  test('open and approved insertion orders of the advertiser or of all are offered with what remains, until their last day', async () => {
    const days = { start_date: '2026-11-01', end_date: '2026-12-31' }
    const terms = { status_id: 3, total: 900_000_000, currency_code: 'USD', ...days }
    const order = (id: number, advertiser_id: number | null, changed: Partial<typeof terms> = {}) =>
      kysely()
        .insertInto('insertion_orders')
        .values({
          member_group_id: 1,
          insertion_order_id: id,
          number: `IO-${id}`,
          advertiser_id,
          name: `Order ${id}`,
          ...terms,
          ...changed,
        })
        .execute()
    await order(7, 2)
    await order(8, 1)
    await order(9, null, { status_id: 1 })
    await order(10, 1, { status_id: 2 })
    await order(11, 1, { end_date: '2026-11-20' })
    await kysely()
      .insertInto('insertion_order_spend')
      .values({ member_group_id: 1, insertion_order_id: 8, line_id: 0, campaign_id: 10, day: '2026-11-20', micros: 250_000 })
      .execute()
    const ground = await world.as('clientAdmin').send(campaignDrafts.constraints, { path: readyDraft })
    expect(ground.reply.result.insertion_orders).toEqual([
      { insertion_order_id: 8, name: 'Order 8', number: 'IO-8', ...days, status: 'approved', remaining: '899.75' },
      { insertion_order_id: 9, name: 'Order 9', number: 'IO-9', ...days, status: 'open', remaining: '900' },
    ])
    await change({ data: { insertion_order_id: 7 } }, 1)
    const response = await submit()
    expect([response.status, refused(response)]).toEqual([422, { 'data.insertion_order_id': 'Choose one of the available options' }])
    await change({ data: { insertion_order_id: 8 } }, 2)
    const submitted = await submit()
    expect(submitted.status).toBe(200)
    const campaign = await kysely()
      .selectFrom('campaigns')
      .select(['insertion_order_id', 'insertion_order_linked_at'])
      .where('campaign_id', '=', submitted.reply.result.campaign_id)
      .executeTakeFirst()
    expect(campaign).toEqual({ insertion_order_id: 8, insertion_order_linked_at: fixedNow() })
  })

  test.each<[string, CampaignDraftData, Record<string, string>]>([
    ['name', { name: ' ' }, { 'data.name': 'Expected a value' }],
    ['long name', { name: 'x'.repeat(121) }, { 'data.name': 'Expected at most 120 characters' }],
    ['channel', { channel: 'radio' }, { 'data.channel': 'Choose one of the available options' }],
    ['day', { start_date: '1.12.2026' }, { 'data.start_date': 'Expected a date as YYYY-MM-DD' }],
    ['start', { start_date: '2026-11-20' }, { 'data.start_date': 'Expected 2026-11-21 or a later day' }],
    ['end', { end_date: '2026-11-30' }, { 'data.end_date': 'Expected 2026-12-01 or a later day' }],
    ['whole time', { always_on: true, budget_period: 'One Time' }, { 'data.end_date': 'A one-time budget needs an end date' }],
    ['goal', { goal_type: 'ROAS', goal_roas: '-1' }, { 'data.goal_roas': 'Expected nothing below 0' }],
    ['order', { insertion_order_id: 99 }, { 'data.insertion_order_id': 'Choose one of the available options' }],
    ['budget', { budget: '0.05' }, { 'data.budget': 'Expected at least 0.1 USD' }],
    ['budget and bid', { budget: '0.4' }, { 'data.budget': 'Expected at least one bid of 0.5 USD' }],
    [
      'most',
      { budget: '999999999999999', base_bid: '999999999999999' },
      { 'data.budget': 'Expected at most 1000000000 USD', 'data.base_bid': 'Expected at most 1000000 USD' },
    ],
    ['amount', { budget: '1,5' }, { 'data.budget': 'Expected an amount' }],
    ['cents', { budget: '20.001' }, { 'data.budget': 'Expected at most 2 decimals' }],
    ['period', { budget_period: null }, { 'data.budget_period': 'Expected a value' }],
    ['pace', { pacing: '' }, { 'data.pacing': 'Expected a value' }],
    ['bidding', { bidding_type_id: 2 }, { 'data.bidding_type_id': 'Choose one of the available options' }],
    ['bid', { base_bid: '0.09' }, { 'data.base_bid': 'Expected at least 0.1 USD' }],
    [
      'attribution',
      { attribution: { click_days: '31', view_days: 'x' } },
      {
        'data.attribution.click_days': 'Expected at most 30',
        'data.attribution.view_days': 'Expected a number',
        'data.attribution.user_history': 'Expected a value',
        'data.attribution.order_value': 'Expected a value',
      },
    ],
    ['comment', { comment: 'x'.repeat(1001) }, { 'data.comment': 'Expected at most 1000 characters' }],
    [
      'picture',
      { pictures: [{ experience_asset_id: 1, asset_id: 2 }] },
      {
        'data.pictures.0.experience_asset_id': 'Choose one of the available options',
        'data.pictures.0.asset_id': 'Choose one of the available options',
      },
    ],
    [
      'another’s dimension',
      { targeting: targeting(targetingOf(2).targetingId, targetingOf(2).optionId) },
      {
        'data.targeting.groups.0.conditions.0.targeting_id': 'Choose an available dimension ID',
      },
    ],
    [
      'another’s option',
      { targeting: targeting(targetingOf(1).targetingId, targetingOf(2).optionId) },
      {
        'data.targeting.groups.0.conditions.0.targeting_option_ids.0': 'Choose an option of this targeting',
      },
    ],
  ])('%s', async (_, data, fields) => {
    await change({ data }, 1)
    const response = await submit()
    expect([response.status, refused(response)]).toEqual([422, fields])
    expect((await read()).submitted_campaign_id).toBeNull()
  })

  test('an empty draft reports everything that is missing', async () => {
    const draft = await begin({ flow: 'simple', data: { channel: '', always_on: false } })
    const fields = refused(await submit(addressOf(draft)))
    expect(Object.keys(fields)).toEqual(['data.name', 'data.channel', 'data.end_date', 'entities', 'data.budget', 'data.base_bid'])
  })

  test('a goal-first draft without a goal', async () => {
    const draft = await begin({ flow: 'v2', data: rightData(1, 1) })
    await world.as('clientAdmin').send(campaignDrafts.addAllEntities, { path: addressOf(draft), body: {} })
    expect(refused(await submit(addressOf(draft)))).toEqual({ 'data.goal_roas': 'Expected a value' })
  })

  test('a draft from a template without the template, and one of an experience without images', async () => {
    const templated = await begin({ flow: 'templated', data: rightData(1, 1) })
    await world.as('clientAdmin').send(campaignDrafts.addAllEntities, { path: addressOf(templated), body: {} })
    expect(refused(await submit(addressOf(templated)))).toEqual({ campaign_template_id: 'Expected a value' })
    const goalData: CampaignDraftData = { ...rightData(1, 1), goal_type: 'ROAS', goal_roas: '5' }
    const shown = await begin({ flow: 'v2', experience_id: 1, data: goalData })
    await world.as('clientAdmin').send(campaignDrafts.addAllEntities, { path: addressOf(shown), body: {} })
    expect(refused(await submit(addressOf(shown)))).toEqual({ 'data.pictures': `Expected an image for Picture ${leakMarkers.client(1)}` })
  })

  test('the estimate reports the same errors, step by step', async () => {
    await change({ data: { name: '', base_bid: '0.01' } }, 1)
    const { reply } = await world.as('clientViewer').send(campaignDrafts.estimate, { path: readyDraft, body: {} })
    expect(reply.result.problems).toEqual([
      { step: 'step-basic-info', field: 'data.name', answer: { code: 'required', of: 'value' } },
      {
        step: 'budget-step',
        field: 'data.base_bid',
        answer: { code: 'currency_min', min: '0.1', currency_code: 'USD', digits: 3, shown_digits: 2 },
      },
    ])
  })
})

describe('a simple campaign', () => {
  const body = { name: 'Winter', channel: `onsite ${leakMarkers.client(1)}`, budget: '12.50', base_bid: '0.5', entity_ids: [1000] }
  const make = (more: object, advertiserId = 1) =>
    world.as('superUser').send(simpleCampaigns.create, { path: { memberGroupId: 1, advertiserId }, body: { ...body, ...more } }, key())

  test('is created at once from a few fields and defaults', async () => {
    const { status, reply } = await make({ entity_ids: [1000, 1000] })
    expect([status, reply.result.entities]).toEqual([200, 1])
    expect(await campaignAt(reply.result.campaign_id)).toMatchObject({
      flow: 'simple',
      name: 'Winter',
      budget_period: 'Daily',
      pacing: 'Evenly',
      start_date: '2026-11-21',
      end_date: null,
    })
  })

  test('is refused by the same rules, with its own field names', async () => {
    const response = await make({ name: '', budget: '0.01', base_bid: '0.02', end_date: '2026-11-20' })
    expect([response.status, refused(response)]).toEqual([
      422,
      {
        name: 'Expected a value',
        end_date: 'Expected 2026-11-21 or a later day',
        budget: 'Expected at least 0.1 USD',
        base_bid: 'Expected at least 0.1 USD',
      },
    ])
  })

  test('takes no entity of another advertiser of the client, and no inactive one', async () => {
    expect(refused(await make({ entity_ids: [2000] }))).toEqual({ entity_ids: 'Choose entities of this advertiser' })
    await kysely().updateTable('entities').set({ status: 'inactive' }).where('entity_id', '=', 1000).execute()
    expect(refused(await make({}))).toEqual({ 'entity_ids.0': 'This entity is not active' })
  })
})
