import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { leakMarkers, waitingCampaign } from '../support/world/small-seed.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { campaigns } = contract
const path = { memberGroupId: 1, advertiserId: 1, campaignId: 10 }
const waiting = { ...path, campaignId: waitingCampaign(1) }
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-campaigns` })
const match = (version: number) => ({ 'If-Match': String(version) })
const one = async (at = path, name: CallerName = 'clientAdmin') => (await world.as(name).send(campaigns.one, { path: at })).reply.result
const change = (
  body: object,
  { at = path, version = 1, name = 'clientAdmin' }: { at?: typeof path; version?: number; name?: CallerName } = {},
) => world.as(name).send(campaigns.change, { path: at, body }, match(version))
const set = (values: object, campaignId = 10) =>
  world.database.kysely.updateTable('campaigns').set(values).where('campaign_id', '=', campaignId).execute()
const spent = (micros: number) =>
  world.database.kysely
    .insertInto('spend_days')
    .values({ member_group_id: 1, advertiser_id: 1, campaign_id: 10, ad_group_id: 100, day: '2026-11-20', micros })
    .execute()
const reviewing = () => world.database.kysely.updateTable('member_groups').set({ reviews_campaigns: true }).execute()
const history = async (at = path) => (await world.as('clientAdmin').send(campaigns.changes, { path: at, body: {} })).reply.result.changes
const flat = {
  name: ' Autumn oats ',
  channel: `onsite ${leakMarkers.client(1)}`,
  budget: '40',
  start_date: '2026-11-21',
  base_bid: '0.40',
  budget_period: 'Daily' as const,
  entity_ids: [1000],
}
const make = (more: object = {}, name: CallerName = 'clientAdmin') =>
  world.as(name).send(campaigns.firstCreate, { path: { memberGroupId: 1, advertiserId: 1 }, body: { ...flat, ...more } }, keyed())
const makeFull = (more: object = {}) => {
  const { base_bid, entity_ids, ...body } = { ...flat, ...more }
  const ad_groups = [
    { name: 'Rolled', base_bid, entity_ids: [...entity_ids], budget: '10' },
    { name: 'Steel cut', base_bid: '0.5', entity_ids: [] },
  ]
  const call = { path: { memberGroupId: 1, advertiserId: 1 }, body: { ...body, ad_groups, ...more } }
  return world.as('clientAdmin').send(campaigns.create, call, keyed())
}
const fieldOf = ({ status, reply }: { status: number; reply: any }) => [status, reply.fields?.[0]?.path] // parsed JSON

describe('a campaign', () => {
  test('is read by the long and the short address, and not found below another advertiser', async () => {
    const whole = await one()
    expect(whole).toMatchObject({
      campaign_id: 10,
      advertiser_id: 1,
      budget: '1',
      budget_type_id: 1,
      always_on: true,
      ad_groups: 1,
      entities: 1,
    })
    expect(whole).toMatchObject({ choices: ['active', 'paused'], started_at: null, currency_code: 'USD', currency_digits: 2, version: 1 })
    const short = await world.as('clientAdmin').send(campaigns.short, { path: { campaignId: 10 } })
    expect(short.reply.result).toEqual(whole)
    const elsewhere = { ...path, advertiserId: 2 }
    expect(await world.as('clientAdmin').send(campaigns.one, { path: elsewhere })).toMatchObject({ status: 404 })
    expect(await world.as('clientAdmin').send(campaigns.adGroups, { path: elsewhere })).toMatchObject({ status: 404 })
    expect(await change({ name: 'Taken' }, { at: elsewhere })).toMatchObject({ status: 404 })
    expect((await one()).name).toBe(whole.name)
  })

  test('lists its ad groups', async () => {
    const { reply } = await world.as('clientAdmin').send(campaigns.adGroups, { path })
    expect(reply.result.ad_groups).toEqual([
      expect.objectContaining({ ad_group_id: 100, campaign_id: 10, base_bid: '0.1', budget: null, currency_code: 'USD', entities: 1 }),
    ])
    const has = async (campaign_ids: number[]) =>
      (await world.as('clientAdmin').send(campaigns.hasAdGroups, { path: { memberGroupId: 1 }, body: { campaign_ids } })).reply.result
    expect(await has([11])).toEqual({ has_ad_groups: false })
    expect(await has([10, 11])).toEqual({ has_ad_groups: true })
  })

  test('created as flat has one active ad group', async () => {
    const { status, reply } = await make()
    expect(status, JSON.stringify(reply)).toBe(200)
    const { result } = reply
    expect(result).toMatchObject({
      name: 'Autumn oats',
      status: 'active',
      review_status_id: 3,
      flow: 'simple',
      ad_groups: 1,
      entities: 1,
      version: 1,
    })
    const groups = await world.as('clientAdmin').send(campaigns.adGroups, { path: { ...path, campaignId: result.campaign_id } })
    expect(groups.reply.result.ad_groups).toMatchObject([{ name: 'Autumn oats', status: 'active', base_bid: '0.4', entities: 1 }])
    expect(await history({ ...path, campaignId: result.campaign_id })).toMatchObject([{ kind: 'created', user: { user_id: 3 } }])
  })

  test('created in full has its goal, attribution and ad groups', async () => {
    const attribution = { click_days: 14, view_days: 1, user_history: 'new customers', order_value: 'large' }
    const { status, reply } = await makeFull({
      goal_type: 'ROAS',
      goal_roas: '4.50',
      attribution,
      end_date: '2026-12-24',
      budget_period: 'One Time',
    })
    expect(status, JSON.stringify(reply)).toBe(200)
    expect(reply.result).toMatchObject({
      goal_roas: '4.5',
      attribution,
      end_date: '2026-12-24',
      budget_type_id: 4,
      flow: 'v2',
      ad_groups: 2,
    })
  })

  test('waits for review when its client reviews campaigns or the request asks for it', async () => {
    expect((await make({ status: 'pending' })).reply.result).toMatchObject({ status: 'pending', review_status_id: 1 })
    await reviewing()
    const { result } = (await make({ status: 'active' })).reply
    expect(result).toMatchObject({ status: 'pending', review_status_id: 1, choices: ['pending', 'paused'] })
    const groups = await world.as('clientAdmin').send(campaigns.adGroups, { path: { ...path, campaignId: result.campaign_id } })
    expect(groups.reply.result.ad_groups).toMatchObject([{ status: 'pending' }])
  })

  test.each([
    ['start_date', { start_date: '2026-11-20' }],
    ['end_date', { end_date: '2026-11-20' }],
    ['end_date', { always_on: false }],
    ['budget', { budget: '0.05' }],
    ['budget', { budget: '1.001' }],
    ['channel', { channel: 'radio' }],
    ['pacing', { pacing: 'Slowly' }],
    ['base_bid', { base_bid: '0.09' }],
    ['base_bid', { base_bid: '999999999999999' }],
    ['budget', { budget: '999999999999999' }],
    ['experience_id', { experience_id: 2 }],
    ['name', { name: '   ' }],
    ['end_date', { budget_period: 'One Time' }],
    ['budget', { budget: '0.30' }],
    ['status', { status: 'ended' }],
  ])('is not created with an invalid %s: %j', async (field, more) => {
    expect(fieldOf(await make(more))).toEqual([422, field])
  })

  test('is not created with values that are no longer offered, two ad groups of one name, or an unaffordable bid', async () => {
    await world.database.kysely.updateTable('entities').set({ status: 'inactive' }).where('entity_id', '=', 1000).execute()
    expect(fieldOf(await make())).toEqual([422, 'entity_ids.0'])
    const group = { name: 'Oats', base_bid: '0.4', entity_ids: [] }
    expect(fieldOf(await makeFull({ ad_groups: [group, group] }))).toEqual([422, 'ad_groups.1.name'])
    expect(fieldOf(await makeFull({ budget: '0.30', ad_groups: [group] }))).toEqual([422, 'ad_groups.0.base_bid'])
  })

  test('is not created with parts of another advertiser', async () => {
    expect(fieldOf(await make({ entity_ids: [1000, 2000] }))).toEqual([422, 'entity_ids'])
    expect(await make({ entity_ids: [4000] })).toMatchObject({ status: 404 })
    const group = { name: 'Oats', base_bid: '0.4', entity_ids: [2000] }
    expect(fieldOf(await makeFull({ ad_groups: [group] }))).toEqual([422, 'ad_groups.0.entity_ids'])
    expect(fieldOf(await makeFull({ ad_groups: [{ ...group, entity_ids: [], budget: '41' }] }))).toEqual([422, 'ad_groups.0.budget'])
  })
})

describe('a change of a campaign', () => {
  test('of one field keeps the others, and the history has author, time, old and new value', async () => {
    const before = await one()
    const { status, reply } = await change({ name: ' Winter oats ', comment: 'For the season' })
    expect(status, JSON.stringify(reply)).toBe(200)
    expect(reply.result).toEqual({ ...before, name: 'Winter oats', version: 2 })
    const [last] = await history()
    expect(last).toMatchObject({
      kind: 'changed',
      user: { user_id: 3 },
      comment: 'For the season',
      at: '2026-11-21T10:00:00.000Z',
      batch: null,
      fields: [{ field: 'name', before: before.name, after: 'Winter oats' }],
    })
  })

  test('of many fields at once is one version and one history entry', async () => {
    const attribution = { click_days: 7, view_days: 0, user_history: 'all', order_value: null }
    const body = {
      budget: '12.50',
      pacing: 'ASAP',
      status: 'paused',
      end_date: '2026-12-24',
      goal_type: 'ROAS',
      goal_roas: '3.2',
      attribution,
    }
    const { reply } = await change(body)
    expect(reply.result).toMatchObject({ ...body, budget: '12.5', version: 2, always_on: false })
    expect((await history())[0].fields.map(({ field }: { field: string }) => field).toSorted()).toEqual(Object.keys(body).toSorted())
  })

  test('that changes nothing keeps the version; one with an older version is refused', async () => {
    expect((await change({ name: 'Campaign-mark-10.' })).reply.result.version).toBe(1)
    await change({ name: 'Second' })
    const late = await change({ name: 'Third' })
    expect([late.status, late.reply.code]).toEqual([412, 'stale'])
    expect((await one()).name).toBe('Second')
    expect(await history()).toHaveLength(2)
  })

  test.each([
    [{ status: 'pending' }, 409],
    [{ start_date: '2026-11-01' }, 422],
    [{ end_date: '2026-11-20' }, 422],
    [{ budget: '0' }, 422],
    [{ goal_roas: '4' }, 422],
    [{ always_on: false }, 422],
    [{ version: 7 }, 422],
    [{ started_at: null }, 422],
    [{ review_status_id: 3 }, 422],
  ])('to %j is refused with %d', async (body, expected) => {
    expect((await change(body)).status).toBe(expected)
    expect((await one()).version).toBe(1)
  })

  test('of an ended campaign is refused, with what to do instead', async () => {
    await set({ status: 'ended' })
    const { status, reply } = await change({ budget: '5' })
    expect([status, reply.error]).toEqual([409, 'Campaign: The campaign is ended and can’t be restarted; copy it instead'])
    expect((await change({ status: 'active' })).status).toBe(409)
  })

  test('under review may be of money and end date only', async () => {
    expect((await change({ name: 'Other' }, { at: waiting })).status).toBe(409)
    expect((await change({ budget: '7', end_date: '2027-01-01' }, { at: waiting })).reply.result).toMatchObject({
      budget: '7',
      review_status_id: 1,
    })
  })

  test('back to pending needs both flags and a new review', async () => {
    await reviewing()
    await set({ status: 'paused' })
    expect((await one()).choices).toEqual(['pending', 'paused'])
    expect((await change({ status: 'pending' })).reply.result).toMatchObject({
      status: 'pending',
      review_status_id: 1,
      submitted_at: '2026-11-21T10:00:00.000Z',
    })
    await set({ status: 'paused', started_at: '2026-11-01T00:00:00Z' })
    expect((await change({ status: 'pending' }, { version: 2 })).status).toBe(409)
  })

  test('is refused for viewers and for users of other advertisers', async () => {
    for (const name of ['clientViewer', 'advertiserViewer', 'advertiserReporting'] as const)
      expect([403, 404]).toContain((await change({ name: 'Mine' }, { name })).status)
    expect((await change({ name: 'Mine' }, { name: 'advertiserManager' })).status).toBe(404)
    expect((await change({ name: 'Mine' }, { name: 'advertiserAdmin' })).status).toBe(200)
  })
})

describe('a campaign budget', () => {
  const budget = async () => (await world.as('clientAdmin').send(campaigns.budget, { path })).reply.result
  const by = (body: { change: 'increase' | 'decrease' | 'set'; amount: string }, version = 1) =>
    world.as('clientAdmin').send(campaigns.changeBudget, { path, body }, match(version))

  test('reports what is spent, what is left, and the lowest allowed value', async () => {
    await set({ budget_period: 'One Time', budget: 20_000_000 })
    await spent(7_500_000)
    expect(await budget()).toMatchObject({
      budget: '20',
      spent: '7.5',
      remaining: '12.5',
      least: '7.5',
      budget_type_id: 4,
      currency_code: 'USD',
    })
    expect((await by({ change: 'set', amount: '7.49' })).reply.fields).toMatchObject([
      { path: 'budget', rule: 'Expected at least the amount already spent, 7.5' },
    ])
    expect((await by({ change: 'set', amount: '7.50' })).reply.result).toMatchObject({ budget: '7.5', remaining: '0', version: 2 })
  })

  test('can be raised, lowered and set, and reports the new remainder', async () => {
    expect((await by({ change: 'increase', amount: '0.25' })).reply.result).toMatchObject({ budget: '1.25', remaining: '1.25', version: 2 })
    expect((await by({ change: 'decrease', amount: '0.5' }, 2)).reply.result).toMatchObject({ budget: '0.75', version: 3 })
    expect(fieldOf(await by({ change: 'decrease', amount: '0.76' }, 3))).toEqual([422, 'amount'])
    expect((await by({ change: 'set', amount: '9' }, 2)).status).toBe(412)
    const first = await world.as('clientAdmin').send(campaigns.firstChangeBudget, { path, body: { budget: '9' } }, match(3))
    expect(first.reply.result).toMatchObject({ budget: '9', least: '0.1', version: 4 })
  })
})
