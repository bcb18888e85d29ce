import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { advertisers, manyAdvertisers } = contract
const path = (advertiserId: number, memberGroupId = 1) => ({ memberGroupId, advertiserId })
const archive = (name: CallerName, advertiserId: number, memberGroupId = 1) =>
  world.as(name).send(advertisers.remove, { path: path(advertiserId, memberGroupId) })
const restore = (name: CallerName, archivedAdvertiserId: number, memberGroupId = 1) =>
  world.as(name).send(manyAdvertisers.restore, { path: { memberGroupId, archivedAdvertiserId } })
const archivedIds = async (name: CallerName, body: object = {}, memberGroupId = 1) => {
  const { reply } = await world.as(name).send(manyAdvertisers.archivedReport, { path: { memberGroupId }, body })
  return reply.result.advertisers.map(({ advertiser_id }: { advertiser_id: number }) => advertiser_id)
}

describe('archived advertisers', () => {
  test('are listed with the time, and found by name', async () => {
    expect(await archivedIds('clientAdmin')).toEqual([])
    await archive('clientAdmin', 3)
    await archive('clientAdmin', 1)
    const { reply } = await world.as('clientViewer').send(manyAdvertisers.archivedReport, { path: { memberGroupId: 1 }, body: {} })
    expect(reply.result).toMatchObject({
      total: 2,
      advertisers: [{ advertiser_id: 1, archived_at: '2026-11-21T10:00:00.000Z', status: 'inactive', campaigns: 2 }, { advertiser_id: 3 }],
    })
    expect(await archivedIds('clientAdmin', { filters: [{ field: 'name', operation: 'ILIKE', value: 'mark-3' }] })).toEqual([3])
    expect(await archivedIds('clientAdmin', { sort: [{ field: 'archived_at', order: 'desc' }] })).toHaveLength(2)
  })

  test('are seen by callers with access to them only', async () => {
    await archive('clientAdmin', 1)
    await archive('clientAdmin', 3)
    await archive('superUser', 4, 2)
    expect(await archivedIds('advertiserManager')).toEqual([3])
    expect(await archivedIds('superUser', {}, 2)).toEqual([4])
    expect((await world.as('clientAdmin').send(manyAdvertisers.archivedReport, { path: { memberGroupId: 2 }, body: {} })).status).toBe(404)
  })

  test('come back as inactive, with the same access and history, and into the lists', async () => {
    await archive('clientAdmin', 3)
    const { status, reply } = await restore('clientAdmin', 3)
    expect([status, reply.result.status, reply.result.advertiser_id]).toEqual([200, 'inactive', 3])
    expect(await archivedIds('clientAdmin')).toEqual([])
    expect((await world.as('advertiserViewer').send(advertisers.one, { path: { advertiserId: 3 } })).status).toBe(200)
    const changes = await world.as('clientAdmin').send(contract.changes.advertiser.report, { path: path(3), body: {} })
    expect(changes.reply.result.changes.map(({ kind, fields }: { kind: string; fields: object[] }) => [kind, fields])).toEqual([
      ['restored', []],
      ['removed', [{ field: 'status', before: 'active', after: 'inactive' }]],
    ])
    expect((await restore('clientAdmin', 3)).status).toBe(404)
  })

  test('come back only by a caller who may archive them, and only at their own client', async () => {
    await archive('clientAdmin', 2)
    await archive('superUser', 4, 2)
    const tries = [restore('clientViewer', 2), restore('advertiserManager', 2), restore('clientAdmin', 4), restore('clientAdmin', 1)]
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([403, 403, 404, 404])
    expect((await restore('superUser', 4, 1)).status).toBe(404)
    expect((await restore('clientAdmin', 2)).status).toBe(200)
  })
})

describe('the status of many advertisers', () => {
  const setStatus = async (name: CallerName, advertiser_ids: number[], status: 'pending' | 'active' | 'inactive', dry_run = false) => {
    const { status: code, reply } = await world
      .as(name)
      .send(manyAdvertisers.setStatus, { path: { memberGroupId: 1 }, body: { advertiser_ids, status, ...(dry_run && { dry_run }) } })
    return { code, result: reply.result }
  }
  const statuses = async () =>
    (await world.database.kysely.selectFrom('advertisers').select(['status', 'version']).orderBy('advertiser_id').execute())
      .slice(0, 3)
      .map(({ status, version }) => `${status} ${version}`)

  test('is changed where the rule allows it, and says what it stops', async () => {
    await world.database.kysely.updateTable('advertisers').set({ status: 'pending' }).where('advertiser_id', '=', 2).execute()
    const planned = await setStatus('clientAdmin', [3, 1, 3, 2], 'inactive', true)
    expect(planned.result).toEqual({
      advertisers: [
        { advertiser_id: 3, status: 'active', outcome: 'changed', active_campaigns: 1 },
        { advertiser_id: 1, status: 'active', outcome: 'changed', active_campaigns: 1 },
        { advertiser_id: 2, status: 'pending', outcome: 'changed', active_campaigns: 1 },
      ],
      changed: 3,
      is_dry_run: true,
    })
    expect(await statuses()).toEqual(['active 1', 'pending 1', 'active 1'])
    const { result } = await setStatus('clientAdmin', [3, 1, 3, 2], 'inactive')
    expect(result).toEqual({ ...planned.result, is_dry_run: false })
    expect(await statuses()).toEqual(['inactive 2', 'inactive 2', 'inactive 2'])
    const back = await setStatus('clientAdmin', [1, 2], 'pending')
    expect(back.result.advertisers.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['refused', 'refused'])
    expect((await setStatus('clientAdmin', [1], 'inactive')).result).toMatchObject({ changed: 0, advertisers: [{ outcome: 'unchanged' }] })
  })

  test('is one entry in the history of each, with a common batch', async () => {
    await setStatus('clientAdmin', [1, 2], 'inactive')
    const rows = await world.database.kysely
      .selectFrom('changes')
      .select(['entity_id', 'before', 'after', 'batch'])
      .where('entity', '=', 'advertiser')
      .orderBy('entity_id')
      .execute()
    expect(rows.map(({ entity_id, before, after }) => [entity_id, before, after])).toEqual(
      [1, 2].map((id) => [id, { status: 'active' }, { status: 'inactive' }]),
    )
    expect(new Set(rows.map(({ batch }) => batch)).size).toBe(1)
    expect(rows[0]?.batch).not.toBeNull()
  })

  test('needs the permission, and advertisers of the client', async () => {
    const codes = async (name: CallerName, ids: number[]) => (await setStatus(name, ids, 'inactive')).code
    expect([await codes('clientViewer', [1]), await codes('advertiserAdmin', [1]), await codes('clientAdmin', [1, 4])]).toEqual([
      403, 403, 404,
    ])
    await archive('clientAdmin', 3)
    expect(await codes('clientAdmin', [1, 3])).toBe(404)
    expect(await statuses()).toEqual(['active 1', 'active 1', 'inactive 2'])
  })
})

test('a client that waits for its confirmation gets no new advertiser', async () => {
  const setClient = (status: string) =>
    world.database.kysely.updateTable('member_groups').set({ status }).where('member_group_id', '=', 1).execute()
  const make = () => world.as('clientAdmin').send(advertisers.create, { path: { memberGroupId: 1 }, body: { name: 'Oatfield' } })
  await setClient('pending')
  const { status, reply } = await make()
  expect([status, reply.fields[0].code]).toEqual([409, 'client_pending'])
  await setClient('active')
  expect((await make()).status).toBe(200)
})
