import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { maxListedAlerts } from '../../src/contract/alerts/overviews.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const ask = (name: CallerName, body: { advertiser_ids?: number[] } = {}, memberGroupId = 1) =>
  world.as(name).send(contract.overviews.one, { path: { memberGroupId }, body })
const overview = async (name: CallerName, body = {}) => (await ask(name, body)).reply.result
const campaign = (id: number, values: object) =>
  world.database.kysely.updateTable('campaigns').set(values).where('campaign_id', '=', id).execute()
const advertiser = (id: number, values: object) =>
  world.database.kysely.updateTable('advertisers').set(values).where('advertiser_id', '=', id).execute()

/** Each advertiser has one serving campaign here. */
beforeEach(async () => {
  await world.database.kysely.updateTable('campaigns').set({ deleted_at: '2026-11-20T10:00:00Z' }).where('status', '=', 'pending').execute()
})

describe('the overview of a client', () => {
  test('counts advertisers, campaigns and reviews, and lists urgent alerts with their advertisers', async () => {
    await campaign(20, { status: 'pending', review_status_id: 1 })
    await advertiser(3, { status: 'inactive' })
    const found = await overview('clientViewer')
    expect(found).toMatchObject({
      advertisers: [
        { status: 'active', count: 2 },
        { status: 'inactive', count: 1 },
      ],
      campaigns: [
        { status: 'active', count: 2 },
        { status: 'pending', count: 1 },
      ],
      under_review: 1,
      alert_counts: [
        { code: 'advertiser_inactive', count: 1 },
        { code: 'no_active_campaign', count: 1 },
      ],
    })
    expect(found.alerts).toMatchObject([
      { code: 'advertiser_inactive', advertiser: { advertiser_id: 3, name: 'Advertiser-mark-3.' } },
      { code: 'no_active_campaign', advertiser: { advertiser_id: 2 } },
    ])
  })

  test('has the same alerts as the calls for each advertiser', async () => {
    await world.database.kysely
      .updateTable('facts_daily')
      .set({ cost: 950_000, day: '2026-11-21' })
      .where('advertiser_id', 'in', [1, 2])
      .execute()
    await advertiser(2, { time_zone: 'Pacific/Kiritimati' })
    await campaign(30, { status: 'invalid' })
    const { alerts } = await overview('clientAdmin')
    const own = (id: number) =>
      alerts.flatMap(({ advertiser: about, ...alert }: { advertiser: { advertiser_id: number } }) =>
        about.advertiser_id === id ? alert : [],
      )
    for (const advertiserId of [1, 2, 3]) {
      const path = { memberGroupId: 1, advertiserId }
      const { reply } = await world.as('clientAdmin').send(contract.advertisers.alerts, { path })
      expect(own(advertiserId)).toEqual(reply.result.alerts)
    }
    expect(alerts.map(({ code }: { code: string }) => code)).toContain('budget_running_out')
  })

  test('contains what the caller may see, and of that what was requested', async () => {
    for (const id of [1, 2, 3]) await advertiser(id, { status: 'inactive' })
    const who = async (name: CallerName, body = {}) =>
      (await overview(name, body)).alerts.map((alert: { advertiser: { advertiser_id: number } }) => alert.advertiser.advertiser_id)
    expect(await who('clientViewer')).toEqual([1, 2, 3])
    expect(await who('advertiserManager')).toEqual([2, 3])
    expect(await who('advertiserViewer')).toEqual([3])
    expect(await who('partner')).toEqual([1])
    expect(await who('superUser', { advertiser_ids: [3, 1] })).toEqual([1, 3])
    const counts = async (name: CallerName) => (await overview(name)).campaigns
    expect([await counts('advertiserViewer'), await counts('advertiserManager')]).toEqual([
      [{ status: 'active', count: 1 }],
      [{ status: 'active', count: 2 }],
    ])
  })

  test('is refused without access to the client, or with an advertiser of another client', async () => {
    expect((await ask('clientAdmin', {}, 2)).status).toBe(404)
    expect((await ask('clientAdmin', { advertiser_ids: [4] })).status).toBe(404)
    expect((await ask('superUser', { advertiser_ids: [4] })).status).toBe(404)
    expect((await ask('nobody')).status).toBe(401)
  })

  test('leaves out removed advertisers, and works for a client without advertisers', async () => {
    await advertiser(3, { deleted_at: new Date('2026-11-01'), status: 'inactive' })
    const found = await overview('clientAdmin')
    expect([found.advertisers, found.campaigns]).toEqual([[{ status: 'active', count: 2 }], [{ status: 'active', count: 2 }]])
    await advertiser(6, { deleted_at: new Date('2026-11-01') })
    expect((await ask('superUser', {}, 3)).reply.result).toEqual({
      advertisers: [],
      campaigns: [],
      under_review: 0,
      alert_counts: [],
      alerts: [],
    })
  })

  test('counts all alerts and lists the most urgent', async () => {
    const { kysely } = world.database
    const made = { member_group_id: 1, status: 'pending', time_zone: 'UTC', currency_code: 'USD', advertiser_group_id: null }
    await kysely
      .insertInto('advertisers')
      .values(Array.from({ length: 150 }, (_, index) => ({ ...made, advertiser_id: 1000 + index, name: `New ${index}` })))
      .execute()
    const found = await overview('clientAdmin')
    expect(found.alert_counts).toEqual([
      { code: 'advertiser_pending', count: 150 },
      { code: 'no_active_campaign', count: 150 },
    ])
    expect(found.alerts).toHaveLength(maxListedAlerts)
    const codes: string[] = found.alerts.map(({ code }: { code: string }) => code)
    expect([new Set(codes.slice(0, 150)), new Set(codes.slice(150))]).toEqual([
      new Set(['advertiser_pending']),
      new Set(['no_active_campaign']),
    ])
  })
})
