import { describe, expect, test } from 'vitest'
import type { RecordChange } from '../../src/contract/changes/changes.ts'
import type { MemberGroupChange } from '../../src/contract/clients/clients.ts'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { leakMarkers } from '../support/world/small-seed.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { memberGroups, changes, clientThemes } = contract
const path = { memberGroupId: 1 }
const read = async () => (await world.as('superUser').send(memberGroups.one, { path })).reply.result
const ifMatch = async () => ({ 'If-Match': String((await read()).version) })
const change = async (name: CallerName, body: MemberGroupChange) =>
  world.as(name).send(memberGroups.change, { path, body }, await ifMatch())
const report = (name: CallerName, memberGroupId = 1) =>
  world.as(name).send(changes.member_group.report, { path: { memberGroupId }, body: {} })
const historyOf = async (name: CallerName = 'clientAdmin', id = 1): Promise<RecordChange[]> => (await report(name, id)).reply.result.changes
const undo = async (change_id: number, more: object = {}, name: CallerName = 'clientAdmin') =>
  world.as(name).send(changes.member_group.undo, { path, body: { change_id, ...more } }, await ifMatch())
const shown = ({ kind, user, is_undoable, fields }: RecordChange) => ({
  kind,
  by: user?.user_id,
  is_undoable,
  fields: Object.fromEntries(fields.map(({ field, before, after }) => [field, [before, after]])),
})
const name = leakMarkers.client(1)

describe('the history of a client', () => {
  test('has the details, then the review that they need, and who confirmed it', async () => {
    await change('clientAdmin', { name: 'Renamed', label: { singular: 'Room', plural: 'Rooms' } })
    await change('clientAdmin', { registration_enabled: false })
    await change('internalAdmin', { status: 'active' })
    expect((await historyOf()).map(shown)).toEqual([
      { kind: 'approved', by: 2, is_undoable: false, fields: { status: ['pending', 'active'] } },
      { kind: 'changed', by: 3, is_undoable: true, fields: { registration_enabled: [true, false] } },
      { kind: 'submitted', by: 3, is_undoable: false, fields: { status: ['active', 'pending'] } },
      {
        kind: 'changed',
        by: 3,
        is_undoable: true,
        fields: { name: [name, 'Renamed'], label_singular: ['Hotel', 'Room'], label_plural: ['Hotels', 'Rooms'] },
      },
    ])
  })

  test('begins with its creation', async () => {
    const body = { name: 'New', default_currency: { currency_code: 'USD', min_bid: '0.25' } }
    const made = await world.as('superUser').send(memberGroups.create, { body }, { 'Idempotency-Key': 'client-with-history' })
    const [created] = await historyOf('superUser', made.reply.result.member_group_id)
    expect(created).toMatchObject({ kind: 'created', is_undoable: false, user: { user_id: people.superUser.userId } })
    expect(created?.fields).toContainEqual({ field: 'min_bid', before: null, after: '0.25' })
  })

  test('also has changes that are made with the theme', async () => {
    const body = { registration_enabled: false }
    const [theme] = (await world.as('superUser').send(clientThemes.list, {})).reply.result.themes
    await world.as('clientAdmin').send(clientThemes.change, { path, body }, { 'If-Match': String(theme.version) })
    expect((await historyOf()).map(shown)).toMatchObject([{ kind: 'changed', fields: { registration_enabled: [true, false] } }])
  })

  test('is open to those who may read the whole client', async () => {
    const statuses: Record<string, number> = {}
    for (const caller of ['superUser', 'internalAdmin', 'clientAdmin', 'clientViewer', 'advertiserAdmin', 'advertiserViewer'] as const)
      statuses[caller] = (await report(caller)).status
    expect(statuses).toEqual({
      superUser: 200,
      internalAdmin: 200,
      clientAdmin: 200,
      clientViewer: 200,
      advertiserAdmin: 403,
      advertiserViewer: 403,
    })
    expect((await report('clientAdmin', 2)).status).toBe(404)
  })

  test('shows the sign-in settings to internal staff only, who alone may undo them', async () => {
    await change('internalAdmin', { sso_connection_id: 'con_1', host_name: 'ads.mine.example' })
    const changed = async (caller: CallerName) => (await historyOf(caller)).find(({ kind }) => kind === 'changed')
    expect((await changed('clientAdmin'))?.fields.map(({ field }) => field)).toEqual(['host_name'])
    expect((await changed('internalAdmin'))?.fields.map(({ field }) => field)).toEqual(['host_name', 'sso_connection_id'])
    expect([(await changed('clientAdmin'))?.is_undoable, (await changed('internalAdmin'))?.is_undoable]).toEqual([false, true])
    const id = (await changed('internalAdmin'))?.change_id ?? 0
    expect((await undo(id)).status).toBe(403)
    expect((await undo(id, {}, 'internalAdmin')).reply.result.problem).toBeNull()
    expect(await read()).toMatchObject({ host_name: null, sso_connection_id: null })
  })
})

describe('the undo of a change of a client', () => {
  const newest = async (kind: string) => (await historyOf()).find((one) => one.kind === kind)?.change_id ?? 0

  test('restores the details, and leaves the review to internal staff', async () => {
    await change('clientAdmin', { name: 'Renamed', default_currency: { currency_code: 'USD', min_bid: '3' } })
    const id = await newest('changed')
    const planned = (await undo(id, { dry_run: true })).reply.result
    expect(planned).toMatchObject({ change_id: null, is_dry_run: true, problem: null })
    expect(planned.fields.map(({ field }: { field: string }) => field)).toEqual(['name', 'min_bid'])
    expect((await read()).name).toBe('Renamed')
    const done = (await undo(id)).reply.result
    const client = await read()
    expect(client).toMatchObject({ name, status: 'pending', version: done.version })
    expect(client.default_currency.min_bid).not.toBe('3')
    expect((await historyOf()).map(({ kind, undo_of }) => [kind, undo_of])).toEqual([
      ['undone', id],
      ['submitted', null],
      ['changed', null],
    ])
  })

  test('of a pause makes the client active again', async () => {
    await change('clientAdmin', { status: 'paused' })
    await undo(await newest('changed'))
    expect((await read()).status).toBe('active')
    expect((await historyOf()).map(({ kind }) => kind)).toEqual(['undone', 'changed'])
  })

  test('says what was changed since, and needs the newest version', async () => {
    await change('clientAdmin', { name: 'First' })
    const id = await newest('changed')
    await change('superUser', { name: 'Second' })
    const { result } = (await undo(id)).reply
    expect(result).toMatchObject({ change_id: null, problem: 'changed_since', changed_since: [{ field: 'name', value: 'Second' }] })
    const outdated = { 'If-Match': '1' }
    expect((await world.as('clientAdmin').send(changes.member_group.undo, { path, body: { change_id: id } }, outdated)).status).toBe(412)
    await undo(id, { force: true, seen_up_to: result.seen_up_to })
    expect((await read()).name).toBe(name)
  })

  test('is for those who may change the client', async () => {
    await change('clientAdmin', { name: 'Renamed' })
    const id = await newest('changed')
    expect((await undo(id, {}, 'clientViewer')).status).toBe(403)
    expect((await undo(id, {}, 'advertiserAdmin')).status).toBe(403)
    expect((await read()).name).toBe('Renamed')
  })

  test('of a host name that another client has taken meanwhile names the field', async () => {
    await change('internalAdmin', { host_name: 'ads.mine.example' })
    await change('internalAdmin', { host_name: null })
    const removal = (await historyOf('internalAdmin')).find(({ kind }) => kind === 'changed')?.change_id ?? 0
    await world.database.kysely
      .updateTable('member_groups')
      .set({ host_name: 'ads.mine.example' })
      .where('member_group_id', '=', 2)
      .execute()
    const refused = await undo(removal, {}, 'internalAdmin')
    expect([refused.status, refused.reply.fields]).toEqual([
      409,
      [{ path: 'host_name', rule: 'Already used by another client', code: 'taken', values: {} }],
    ])
  })
})
