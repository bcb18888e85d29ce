import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { leave } from '../support/delivery/delivery-world.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { advertisers } = contract
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-advertisers` })
const one = async (advertiserId: number, name: CallerName = 'superUser') =>
  (await world.as(name).send(advertisers.one, { path: { advertiserId } })).reply
const make = (name: CallerName, body: object, memberGroupId = 1) =>
  world.as(name).send(advertisers.create, { path: { memberGroupId }, body: { name: 'Oatfield', ...body } }, keyed())
/** Changes an advertiser at its current version. */
async function change(name: CallerName, advertiserId: number, more: object, headers: Record<string, string> = {}) {
  const { result } = await one(advertiserId)
  const path = { memberGroupId: result.member_group_id, advertiserId }
  const body = { name: result.name, status: result.status, ...more }
  return world.as(name).send(advertisers.change, { path, body }, { 'If-Match': String(result.version), ...headers })
}
const set = (advertiser_id: number, values: object) =>
  world.database.kysely.updateTable('advertisers').set(values).where('advertiser_id', '=', advertiser_id).execute()
const ids = ({ reply }: { reply: { result: { advertisers: { advertiser_id: number }[] } } }) =>
  reply.result.advertisers.map(({ advertiser_id }) => advertiser_id)
const report = (name: CallerName, body: object, memberGroupId = 1) =>
  world.as(name).send(advertisers.report, { path: { memberGroupId }, body })

describe('a new advertiser', () => {
  test("is pending, pays in the client's currency, and advertises wherever the client does", async () => {
    const { status, reply } = await make('clientAdmin', { name: '  Oatfield Mills ' })
    expect(status).toBe(200)
    expect(reply.result).toMatchObject({
      name: 'Oatfield Mills',
      status: 'pending',
      currency_code: 'USD',
      time_zone: 'UTC',
      version: 1,
      campaigns: 0,
      advertiser_group_id: null,
      billing_address: null,
      metadata: [],
      dsps: [],
      channel_ids: [],
      advertiser_experience_ids: [],
      created_at: '2026-11-21T10:00:00.000Z',
    })
    expect(reply.result.channels).toHaveLength(1)
    expect((await one(reply.result.advertiser_id, 'clientViewer')).result).toEqual(reply.result)
  })

  test.each([
    ['currency_code', 'EUR'],
    ['time_zone', 'Mars/Olympus'],
    ['time_zone', '+01:00'],
    ['time_zone', 'Etc/GMT+5'],
    ['industry_id', 999],
    ['channel_ids', [2]],
    [
      'metadata',
      [
        { key: 'erp', value: '1' },
        { key: 'erp', value: '2' },
      ],
    ],
    ['name', '   '],
  ])('is refused with %s %j', async (field, value) => {
    const { status, reply } = await make('superUser', { [field]: value })
    expect([status, reply.fields.map(({ path }: { path: string }) => path.split('.')[0])]).toEqual([422, [field]])
  })

  test('is created by users of the whole client only, and not in a group of another client', async () => {
    const made = async (name: CallerName, body = {}, client = 1) => (await make(name, body, client)).status
    expect([await made('clientAdmin', { status: 'active', advertiser_group_id: 2 }), await made('internalAdmin', {}, 2)]).toEqual([
      200, 200,
    ])
    expect([
      await made('clientViewer'),
      await made('advertiserAdmin'),
      await made('advertiserManager', { advertiser_group_id: 2 }),
    ]).toEqual([403, 403, 403])
    expect([await made('clientAdmin', {}, 2), await made('clientAdmin', { advertiser_group_id: 3 })]).toEqual([404, 404])
  })

  test('a user with access to a part of a client creates no advertiser outside it, even with the permission', async () => {
    const granted = { user_id: people.advertiserAdmin.userId, level: 'base', thing_id: 0, permission: 'advertisers.create', granted: true }
    await world.database.kysely.insertInto('user_activities').values(granted).execute()
    expect((await make('advertiserAdmin', {})).status).toBe(403)
  })
})

describe('a change of an advertiser', () => {
  const billing_address = {
    name: 'Fern',
    line_1: '1 Quay',
    line_2: '',
    city: 'Leith',
    region: '',
    postal_code: 'EH6 6QQ',
    country_code: 'GB',
  }
  test('keeps fields that are not sent and clears those sent as null', async () => {
    await change('advertiserAdmin', 1, {
      name: 'Fern',
      billing_address,
      metadata: [{ key: 'erp', value: '7' }],
      industry_id: 8,
      channel_ids: [1],
    })
    const first = (await change('advertiserAdmin', 1, { name: 'Fern & Co' })).reply.result
    expect(first).toMatchObject({ name: 'Fern & Co', billing_address, metadata: [{ key: 'erp', value: '7' }], industry_id: 8, version: 3 })
    const second = (await change('advertiserAdmin', 1, { billing_address: null, industry_id: null, metadata: [] })).reply.result
    expect(second).toMatchObject({ billing_address: null, metadata: [], industry_id: null, channels: [{ channel_id: 1 }] })
  })

  test('of status or group needs access to the client', async () => {
    const status = async (name: CallerName, more: object) => (await change(name, 1, more)).status
    expect([
      await status('advertiserAdmin', { status: 'inactive' }),
      await status('advertiserAdmin', { advertiser_group_id: null }),
    ]).toEqual([403, 403])
    expect(await status('advertiserAdmin', { name: 'Mine' })).toBe(200)
    expect([await status('clientAdmin', { status: 'inactive' }), await status('clientAdmin', { status: 'pending' })]).toEqual([200, 409])
    expect([await status('clientAdmin', { advertiser_group_id: 2 }), await status('clientAdmin', { advertiser_group_id: 3 })]).toEqual([
      200, 404,
    ])
    expect((await one(1)).result).toMatchObject({ status: 'inactive', advertiser_group_id: 2, advertiser_group_name: 'Group 2' })
  })

  test('with an older version is refused, also after it was moved by another user', async () => {
    await world.as('clientAdmin').send(advertisers.removeGroup, { path: { memberGroupId: 1, advertiserId: 1 } })
    expect((await change('clientAdmin', 1, {}, { 'If-Match': '1' })).status).toBe(412)
    expect((await change('clientAdmin', 1, {})).status).toBe(200)
  })

  test('of the industry changes its version too', async () => {
    const path = { memberGroupId: 1, advertiserId: 1 }
    const changed = await world
      .as('advertiserAdmin')
      .send(advertisers.changeIndustry, { path, body: { industry_id: 8 } }, { 'If-Match': '1' })
    expect(changed.reply.result).toEqual({ industry_id: 8, name: 'Health and beauty', version: 2 })
    expect((await world.as('advertiserAdmin').send(advertisers.industry, { path })).reply.result).toEqual(changed.reply.result)
    const again = await world
      .as('advertiserAdmin')
      .send(advertisers.changeIndustry, { path, body: { industry_id: 7 } }, { 'If-Match': '1' })
    expect(again.status).toBe(412)
  })

  test('of the platforms lists each platform once', async () => {
    const path = { memberGroupId: 1, advertiserId: 1 }
    const add = (name: string) => world.as('clientAdmin').send(advertisers.addDsp, { path, body: { name, seat: 's-1' } }, keyed())
    expect([(await add('Northbid')).status, (await add('Northbid')).status, (await add('Southbid')).reply.result.dsps.length]).toEqual([
      200, 409, 2,
    ])
    for (let index = 3; index <= 20; index++) await add(`Bid ${index}`)
    expect([(await add('One more')).status, (await one(1)).result.dsps.length]).toEqual([409, 20])
  })
})

describe('removing an advertiser', () => {
  test('needs no body beyond the confirmation, and succeeds twice', async () => {
    const leave = (name: CallerName) => world.as(name).send(advertisers.removeGroup, { path: { memberGroupId: 1, advertiserId: 2 } })
    expect([(await leave('advertiserManager')).status, (await leave('advertiserAdmin')).status]).toEqual([403, 404])
    expect([(await leave('clientAdmin')).reply.result, (await leave('clientAdmin')).reply.result]).toEqual(['success', 'success'])
    expect((await one(2)).result).toMatchObject({ advertiser_group_id: null, version: 2 })
    expect((await one(2, 'advertiserManager')).code).toBe('not_found')
  })

  test('hides it from all lists and keeps its numbers', async () => {
    const path = { memberGroupId: 1, advertiserId: 3 }
    const impressions = async () => {
      const body = { member_group_id: 1, start_date: '2026-11-10', end_date: '2026-11-10', metrics: ['impressions'] as const }
      return (await world.as('superUser').send(contract.reports.total, { body: body as never })).text // any valid query of the client
    }
    const before = await impressions()
    expect((await world.as('advertiserAdmin').send(advertisers.remove, { path })).status).toBe(404)
    expect((await world.as('clientAdmin').send(advertisers.remove, { path })).reply.result).toBe('success')
    expect((await world.as('clientAdmin').send(advertisers.remove, { path })).status).toBe(404)
    expect([(await one(3)).code, (await one(3, 'advertiserViewer')).code]).toEqual(['not_found', 'not_found'])
    expect([ids(await report('superUser', {})), (await report('advertiserViewer', {})).status]).toEqual([[1, 2], 404])
    expect((await world.as('superUser').send(advertisers.entitiesReport, { path, body: {} })).status).toBe(404)
    const reached = await world.as('superUser').send(contract.users.advertisersReport, { body: {} })
    expect(ids(reached)).toEqual([1, 2, 4, 5, 6])
    const groups = await world.as('clientAdmin').send(contract.advertiserGroups.one, { path: { memberGroupId: 1, advertiserGroupId: 2 } })
    expect(groups.reply.result.advertisers).toBe(1)
    expect(await impressions()).toBe(before)
  })
})

describe('lists of advertisers', () => {
  test('contain what the caller may see, in pages that do not overlap', async () => {
    const list = async (name: CallerName, query: object = {}) =>
      ids(await world.as(name).send(advertisers.list, { path: { memberGroupId: 1 }, query }))
    expect([await list('superUser'), await list('advertiserManager'), await list('advertiserViewer'), await list('partner')]).toEqual([
      [1, 2, 3],
      [2, 3],
      [3],
      [1],
    ])
    expect([await list('superUser', { start: 0, count: 2 }), await list('superUser', { start: 2, count: 2 })]).toEqual([[1, 2], [3]])
  })

  test('for a picker say whether they are complete', async () => {
    const mine = async (name: CallerName) =>
      (await world.as(name).send(advertisers.mine, { path: { memberGroupId: 1 }, query: {} })).reply.result
    expect(await mine('clientViewer')).toMatchObject({ total: 3, is_all: true })
    expect(await mine('advertiserManager')).toMatchObject({ total: 2, is_all: false })
  })

  test('are filtered and sorted by the visible columns', async () => {
    await set(2, { status: 'inactive', name: 'Zephyr 100%', industry_id: 4 })
    await world.database.kysely.updateTable('campaigns').set({ status: 'paused' }).where('campaign_id', '=', 10).execute()
    const found = async (filter: object) => ids(await report('superUser', { filters: [filter] }))
    expect(await found({ field: 'name', operation: 'ILIKE', value: '%0%%' })).toEqual([2])
    expect(await found({ field: 'name', operation: 'ILIKE', value: '0%' })).toEqual([])
    expect(await found({ field: 'name', operation: 'ILIKE', value: 'zeph%' })).toEqual([2])
    expect(await found({ field: 'name', operation: 'ILIKE', value: '%EPH%' })).toEqual([2])
    expect(await found({ field: 'name', operation: 'ILIKE', value: '%eph' })).toEqual([])
    expect(await found({ field: 'status', operation: '!=', value: 'active' })).toEqual([2])
    expect(await found({ field: 'active_campaigns', operation: '>', value: 0 })).toEqual([2, 3])
    expect(await found({ field: 'advertiser_group_name', operation: '=', value: 'Group 1' })).toEqual([1])
    expect(await found({ field: 'industry_id', operation: 'IS NULL' })).toEqual([1, 3])
    expect(ids(await report('superUser', { sort: [{ field: 'name', order: 'desc' }] }))).toEqual([2, 3, 1])
    expect((await report('superUser', { sort: [{ field: 'billing_address', order: 'asc' }] })).status).toBe(422)
  })

  test('exist for a group and for what an advertiser offers', async () => {
    const ofGroup = (name: CallerName, advertiserGroupId: number) =>
      world.as(name).send(advertisers.groupReport, { path: { memberGroupId: 1, advertiserGroupId }, body: {} })
    expect([
      ids(await ofGroup('clientAdmin', 2)),
      (await ofGroup('advertiserViewer', 2)).status,
      (await ofGroup('clientAdmin', 3)).status,
    ]).toEqual([[2, 3], 404, 404])
    const offers = await world.as('advertiserAdmin').send(advertisers.entitiesReport, {
      path: { memberGroupId: 1, advertiserId: 1 },
      body: { filters: [{ field: 'internal_id', operation: '=', value: 'first' }] },
    })
    expect(offers.reply.result).toMatchObject({ total: 1, entities: [{ entity_id: 1000, internal_id: 'first' }] })
  })
})

describe('alerts of an advertiser', () => {
  const alerts = async () =>
    (await world.as('advertiserAdmin').send(advertisers.alerts, { path: { memberGroupId: 1, advertiserId: 1 } })).reply.result.alerts
  const campaign = (values: object) => world.database.kysely.updateTable('campaigns').set(values).where('campaign_id', '=', 10).execute()
  const spend = (cost: number, day: string) =>
    world.database.kysely.updateTable('facts_daily').set({ cost, day }).where('advertiser_id', '=', 1).execute()
  const codes = async () => (await alerts()).map(({ code }: { code: string }) => code)

  test("follow from spend, by the days of the advertiser's time zone", async () => {
    expect(await alerts()).toEqual([])
    await spend(950_000, '2026-11-21')
    expect(await alerts()).toEqual([
      {
        code: 'budget_running_out',
        severity: 'warning',
        campaign: { campaign_id: 10, name: 'Campaign-mark-10.' },
        currency_code: 'USD',
        spent: '0.95',
        budget: '1',
        end_date: null,
        comment: null,
        gate: null,
        limit: null,
      },
    ])
    await spend(1_000_000, '2026-11-21')
    expect(await codes()).toEqual(['budget_used_up'])
    // At 10:00 UTC it is already the 22nd on Kiritimati.
    await set(1, { time_zone: 'Pacific/Kiritimati' })
    expect(await codes()).toEqual([])
  })

  test('report an active campaign that does not serve, with the reason', async () => {
    await world.database.kysely.deleteFrom('ad_group_entities').where('ad_group_id', '=', 100).execute()
    expect(await alerts()).toMatchObject([
      { code: 'campaign_stopped', severity: 'error', gate: 'no_entities', campaign: { campaign_id: 10 } },
    ])
    await campaign({ end_date: '2026-11-20' })
    expect(await codes()).toEqual(['no_active_campaign'])
  })

  test('report what ends a campaign early', async () => {
    // Five a day were spent and six are left, which last until tomorrow.
    for (let day = 14; day <= 20; day++)
      await world.database.kysely
        .insertInto('spend_days')
        .values({ member_group_id: 1, advertiser_id: 1, campaign_id: 10, ad_group_id: 100, day: `2026-11-${day}`, micros: 5_000_000 })
        .execute()
    await campaign({ budget: 900_000_000, pacing: 'ASAP' })
    await leave(world.database, 1, 6_000_000n)
    expect(await alerts()).toMatchObject([{ code: 'runs_out_early', limit: 'funds', end_date: '2026-11-22', gate: null }])
  })

  test('report a paused campaign that was in use, a denied one with its comment, and an advertiser without campaigns', async () => {
    await spend(5_000_000, '2026-11-01')
    await campaign({ status: 'paused' })
    expect(await alerts()).toMatchObject([
      { code: 'no_active_campaign', campaign: null },
      { code: 'paused_with_spend', spent: '5' },
    ])
    await spend(5_000_000, '2026-10-22')
    expect(await codes()).toEqual(['no_active_campaign'])
    await campaign({ status: 'pending', review_status_id: 2, review_comment: 'The price is another' })
    expect(await alerts()).toMatchObject([{ code: 'review_denied', comment: 'The price is another' }, { code: 'no_active_campaign' }])
    await set(1, { status: 'inactive' })
    expect(await codes()).toEqual(['advertiser_inactive', 'review_denied'])
  })
})
