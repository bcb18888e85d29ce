import { describe, expect, test } from 'vitest'
import type { RecordChange } from '../../src/contract/changes/changes.ts'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { noLists, userCalls } from '../support/identity/user-calls.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { users, changes } = contract
const { change, makeAtClient, one } = userCalls(() => world)
const { userId } = people.advertiserViewer

const historyOf = async (id: number, name: CallerName = 'clientAdmin'): Promise<RecordChange[]> =>
  (await world.as(name).send(changes.user.report, { path: { userId: id }, body: {} })).reply.result.changes
const undo = async (change_id: number, more: object = {}, name: CallerName = 'clientAdmin', id: number = userId) => {
  const { version } = (await one('superUser', id)).reply.result
  return world.as(name).send(changes.user.undo, { path: { userId: id }, body: { change_id, ...more } }, { 'If-Match': String(version) })
}
const shown = ({ kind, user, fields }: RecordChange) => ({
  kind,
  by: user?.user_id,
  fields: Object.fromEntries(fields.map(({ field, before, after }) => [field, [before, after]])),
})

describe('the history of a user', () => {
  test('has each change with the changed fields and who made it, latest first', async () => {
    const made = (await makeAtClient('clientAdmin', 1, [7], { advertisers: [3] })).reply.result
    await change('superUser', made.user_id, { role_ids: [8], last_name: 'Ruiz' })
    const profile = { first_name: 'Carla', last_name: 'Ruiz', locale_id: 1 }
    await world.as('clientAdmin').send(users.changeProfile, { path: { userId: made.user_id }, body: profile }, { 'If-Match': '2' })
    await world.as('clientAdmin').send(users.resendEmail, { path: { userId: made.user_id } }, { 'Idempotency-Key': 'resend-in-history' })
    expect((await historyOf(made.user_id)).map(shown)).toEqual([
      { kind: 'invited', by: 3, fields: {} },
      { kind: 'changed', by: 3, fields: { first_name: ['', 'Carla'] } },
      { kind: 'changed', by: 1, fields: { last_name: ['', 'Ruiz'], role_ids: [[7], [8]] } },
      {
        kind: 'created',
        by: 3,
        fields: {
          status: [null, 'active'],
          role_ids: [null, [7]],
          advertisers: [null, [3]],
          first_name: [null, ''],
          last_name: [null, ''],
          locale_id: [null, 1],
          clients: [null, []],
          advertiser_groups: [null, []],
          role_access: [null, []],
        },
      },
    ])
  })

  test('is open to those who may read the user', async () => {
    const report = async (name: CallerName, id: number) =>
      (await world.as(name).send(changes.user.report, { path: { userId: id }, body: {} })).status
    expect(await report('clientViewer', userId)).toBe(200)
    expect(await report('advertiserAdmin', userId)).toBe(404)
    expect(await report('clientAdmin', people.superUser.userId)).toBe(404)
    expect(await report('advertiserReporting', userId)).toBe(403)
  })

  test('has no tenants that its reader may not see, nor the email of the user', async () => {
    await change('superUser', userId, { access: { ...noLists, advertisers: [3, 4] } })
    await change('superUser', userId, { access: { ...noLists, advertisers: [3] } })
    const seen = async (name: CallerName) => (await historyOf(userId, name)).map(shown)
    expect((await seen('superUser')).map(({ fields }) => fields.advertisers)).toEqual([
      [[3, 4], [3]],
      [[3], [3, 4]],
    ])
    expect((await seen('clientAdmin')).map(({ fields }) => fields)).toEqual([{}, {}])
    expect(JSON.stringify(await historyOf(userId, 'superUser'))).not.toContain('advertiserviewer@')
  })
})

describe('the undo of a change of a user', () => {
  const newest = async () => (await historyOf(userId))[0]?.change_id ?? 0

  test('restores the fields, and is a change of its own', async () => {
    await change('clientAdmin', userId, { role_ids: [8], first_name: 'Carla' })
    const id = await newest()
    expect((await historyOf(userId))[0]?.is_undoable).toBe(true)
    const planned = (await undo(id, { dry_run: true })).reply.result
    expect(planned).toMatchObject({ change_id: null, is_dry_run: true, problem: null })
    const { result } = (await undo(id)).reply
    expect(result).toMatchObject({ fields: planned.fields, version: 3, is_dry_run: false })
    const user = (await one('clientAdmin', userId)).reply.result
    expect([user.first_name, user.roles[0].role_id, user.version]).toEqual(['', 7, 3])
    const [undone, changed] = await historyOf(userId)
    expect([undone?.kind, undone?.undo_of, changed?.undone_by]).toEqual(['undone', id, undone?.change_id])
  })

  test('keeps later changes of the same fields, unless it is forced', async () => {
    await change('clientAdmin', userId, { first_name: 'First' })
    const id = await newest()
    await change('superUser', userId, { first_name: 'Second', last_name: 'Ruiz' })
    const { result } = (await undo(id)).reply
    expect(result).toMatchObject({ problem: 'changed_since', change_id: null })
    expect(result.changed_since).toMatchObject([{ field: 'first_name', value: 'Second', user: { user_id: 1 } }])
    expect((await undo(id, { force: true, seen_up_to: result.seen_up_to })).reply.result.problem).toBeNull()
    const user = (await one('clientAdmin', userId)).reply.result
    expect([user.first_name, user.last_name]).toEqual(['', 'Ruiz'])
  })

  test('gives nothing back that its caller may not give', async () => {
    await change('superUser', userId, { role_ids: [4], access: { ...noLists, clients: [1, 2] } })
    await change('superUser', userId, { role_ids: [7], access: { ...noLists, advertisers: [3] } })
    const id = await newest()
    const isOffered = async (name: CallerName) => (await historyOf(userId, name)).map(({ is_undoable }) => is_undoable)
    expect(await isOffered('clientAdmin')).toEqual([false, true])
    expect(await isOffered('superUser')).toEqual([true, true])
    expect((await undo(id)).status).toBe(404)
    expect((await undo(id, {}, 'superUser')).status).toBe(200)
  })

  test('is not offered for a role or an advertiser that is gone', async () => {
    const role = { member_group_id: 1, base_role_id: 7, name: 'Desk' }
    const { role_id } = await world.database.kysely.insertInto('roles').values(role).returning('role_id').executeTakeFirstOrThrow()
    await change('superUser', userId, { role_ids: [role_id] })
    await change('superUser', userId, { role_ids: [7] })
    await change('superUser', userId, { access: { ...noLists, advertisers: [2, 3] } })
    await change('superUser', userId, { access: { ...noLists, advertisers: [3] } })
    const isOffered = async () => (await historyOf(userId)).map(({ is_undoable }) => is_undoable)
    expect(await isOffered()).toEqual([true, true, true, true])
    await world.database.kysely.deleteFrom('roles').where('role_id', '=', role_id).execute()
    await world.database.kysely
      .updateTable('advertisers')
      .set({ deleted_at: '2026-11-21T10:00:00Z' })
      .where('advertiser_id', '=', 2)
      .execute()
    expect(await isOffered()).toEqual([false, true, false, true])
    expect((await undo(await newest())).status).toBe(404)
  })

  test('is refused for an older version, another user’s change, one’s own account and those who only read', async () => {
    await change('clientAdmin', userId, { first_name: 'Carla' })
    const id = await newest()
    const send = (name: CallerName, of: number, version: string) =>
      world.as(name).send(changes.user.undo, { path: { userId: of }, body: { change_id: id } }, { 'If-Match': version })
    expect((await send('clientAdmin', userId, '1')).status).toBe(412)
    expect((await send('clientAdmin', people.clientViewer.userId, '1')).status).toBe(404)
    expect((await send('clientViewer', userId, '2')).status).toBe(403)
    await change('superUser', people.clientAdmin.userId, { first_name: 'Dana' })
    const [own] = await historyOf(people.clientAdmin.userId)
    expect(own?.is_undoable).toBe(false)
    expect((await undo(own?.change_id ?? 0, {}, 'clientAdmin', people.clientAdmin.userId)).status).toBe(403)
  })
})
