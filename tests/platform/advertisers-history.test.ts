import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { RecordChange } from '../../src/contract/changes/changes.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { advertisers, advertiserGroups, changes } = contract
const path = (advertiserId: number) => ({ memberGroupId: 1, advertiserId })
const one = async (advertiserId: number) => (await world.as('superUser').send(advertisers.one, { path: { advertiserId } })).reply.result
async function change(name: CallerName, advertiserId: number, body: object) {
  const { name: ownName, status, version } = await one(advertiserId)
  return world
    .as(name)
    .send(advertisers.change, { path: path(advertiserId), body: { name: ownName, status, ...body } }, { 'If-Match': String(version) })
}
const history = async (name: CallerName, advertiserId: number): Promise<RecordChange[]> =>
  (await world.as(name).send(changes.advertiser.report, { path: path(advertiserId), body: {} })).reply.result.changes
async function undo(name: CallerName, advertiserId: number, change_id: number, more: object = {}) {
  const { version } = await one(advertiserId)
  return world
    .as(name)
    .send(changes.advertiser.undo, { path: path(advertiserId), body: { change_id, ...more } }, { 'If-Match': String(version) })
}
const fieldsOf = ([latest]: RecordChange[]) => latest?.fields.map(({ field, before, after }) => [field, before, after])

describe('the history of an advertiser', () => {
  test('names what changed, whichever request changed it', async () => {
    await change('clientAdmin', 1, { name: 'Fern', channel_ids: [1], metadata: [{ key: 'erp', value: '7' }] })
    expect(fieldsOf(await history('clientAdmin', 1))).toEqual([
      ['name', 'Advertiser-mark-1.', 'Fern'],
      ['metadata', [], [{ key: 'erp', value: '7' }]],
      ['channel_ids', [], [1]],
    ])
    await world.as('clientAdmin').send(advertisers.changeIndustry, { path: path(1), body: { industry_id: 8 } })
    expect(fieldsOf(await history('clientAdmin', 1))).toEqual([['industry_id', null, 8]])
    await world.as('clientAdmin').send(advertisers.addDsp, { path: path(1), body: { name: 'Northbid', seat: 's-1' } })
    expect(fieldsOf(await history('clientAdmin', 1))).toEqual([['dsps', [], [{ name: 'Northbid', seat: 's-1' }]]])
    await world.as('clientAdmin').send(advertisers.removeGroup, { path: path(1) })
    expect(fieldsOf(await history('clientAdmin', 1))).toEqual([['advertiser_group_id', 1, null]])
    const body = { advertiser_ids: [1, 2, 3], member_group_id: 1 }
    await world.as('clientAdmin').send(advertiserGroups.addAdvertisers, { path: { advertiserGroupId: 2 }, body })
    expect(fieldsOf(await history('clientAdmin', 1))).toEqual([['advertiser_group_id', null, 2]])
    expect(await history('clientAdmin', 2)).toEqual([])
    await change('clientAdmin', 1, {})
    expect(await history('clientAdmin', 1)).toHaveLength(5)
  })

  test('starts with the creation', async () => {
    const { reply } = await world.as('clientAdmin').send(advertisers.create, { path: { memberGroupId: 1 }, body: { name: 'Oatfield' } })
    const [created] = await history('clientViewer', reply.result.advertiser_id)
    expect([created?.kind, created?.user?.user_id, created?.is_undoable]).toEqual(['created', 3, false])
    expect(created?.fields).toContainEqual({ field: 'name', before: null, after: 'Oatfield' })
  })

  test('is undone, and warns about later changes', async () => {
    await change('clientAdmin', 1, { name: 'First', industry_id: 8 })
    await change('clientAdmin', 1, { name: 'Second' })
    const [, first] = await history('clientAdmin', 1)
    const planned = await undo('clientAdmin', 1, first?.change_id ?? 0, { dry_run: true })
    expect(planned.reply.result).toMatchObject({ problem: 'changed_since', changed_since: [{ field: 'name', value: 'Second' }] })
    const forced = { force: true, seen_up_to: planned.reply.result.seen_up_to }
    const done = await undo('clientAdmin', 1, first?.change_id ?? 0, forced)
    expect(done.reply.result).toMatchObject({ problem: null, version: 4, is_dry_run: false })
    expect(await one(1)).toMatchObject({ name: 'Advertiser-mark-1.', industry_id: null, version: 4 })
    const [undone] = await history('clientAdmin', 1)
    expect([undone?.kind, undone?.undo_of]).toEqual(['undone', first?.change_id])
  })

  test('offers an undo only of what the caller may set', async () => {
    await change('clientAdmin', 1, { status: 'inactive' })
    await change('clientAdmin', 1, { industry_id: 8 })
    const isUndoable = async (name: CallerName) => (await history(name, 1)).map(({ is_undoable }) => is_undoable)
    expect(await isUndoable('clientAdmin')).toEqual([true, true])
    expect(await isUndoable('advertiserAdmin')).toEqual([true, false])
    expect(await isUndoable('clientViewer')).toEqual([false, false])
    const [industry, status] = await history('advertiserAdmin', 1)
    const undone = async (id = 0) => (await undo('advertiserAdmin', 1, id)).status
    expect([await undone(status?.change_id), await undone(industry?.change_id)]).toEqual([403, 200])
    expect((await undo('clientViewer', 1, industry?.change_id ?? 0)).status).toBe(403)
  })

  test('never makes an activated advertiser pending again', async () => {
    await world.database.kysely.updateTable('advertisers').set({ status: 'pending' }).where('advertiser_id', '=', 1).execute()
    await change('clientAdmin', 1, { status: 'active' })
    const [activated] = await history('clientAdmin', 1)
    expect(activated?.is_undoable).toBe(false)
  })

  test('belongs to one advertiser', async () => {
    await change('clientAdmin', 2, { name: 'Two' })
    const [two] = await history('clientAdmin', 2)
    expect((await undo('clientAdmin', 1, two?.change_id ?? 0)).status).toBe(404)
    const foreign = await world.as('advertiserAdmin').send(changes.advertiser.report, { path: path(2), body: {} })
    expect(foreign.status).toBe(404)
  })
})
