import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { TableSettings } from '../../src/contract/users/settings.ts'
import { type CallerName, callerNames, people, personNames } from '../support/world/people.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld()
})
afterAll(() => world.close())

const { one, change } = contract.userSettings
const read = (caller: CallerName, userId: number, name = 'table.campaigns') => world.as(caller).send(one, { path: { userId, name } })
const write = (caller: CallerName, userId: number, value: TableSettings, name = 'table.campaigns') =>
  world.as(caller).send(change, { path: { userId, name }, body: { value } })
const columns = (...keys: string[]): TableSettings => ({ columns: keys.map((key) => ({ key, is_shown: true, width: 120 })) })

describe("a user's table columns", () => {
  test('are empty until they are set, and then keep the last value', async () => {
    const { userId } = people.clientViewer
    expect((await read('clientViewer', userId)).reply.result).toEqual({ name: 'table.campaigns', value: null })
    await write('clientViewer', userId, columns('name', 'cost'))
    await write('clientViewer', userId, columns('cost', 'name'))
    await write('clientViewer', userId, columns('other'), 'table.orders')
    expect((await read('clientViewer', userId)).reply.result.value).toEqual(columns('cost', 'name'))
  })

  test('are not overwritten when they changed since they were read', async () => {
    const { userId } = people.clientViewer
    const path = { userId, name: 'views.seen' }
    const say = (value: TableSettings, seen: TableSettings | null) => world.as('clientViewer').send(change, { path, body: { value, seen } })
    expect((await say(columns('a'), null)).status).toBe(200)
    expect((await say(columns('b'), null)).status).toBe(412)
    expect((await say(columns('b'), columns('a'))).status).toBe(200)
    expect((await say(columns('c'), columns('a'))).status).toBe(412)
    expect((await read('clientViewer', userId, 'views.seen')).reply.result.value).toEqual(columns('b'))
  })

  test.each(personNames)('of %s are theirs alone, whatever others may do', async (name) => {
    const { userId } = people[name]
    expect((await write(name, userId, columns(name))).status).toBe(200)
    for (const other of callerNames.filter((caller) => caller !== name)) {
      const expected = other === 'nobody' ? 401 : 404
      const responses = [await read(other, userId), await write(other, userId, columns('stolen'))]
      expect(responses.map(({ status }) => status)).toEqual([expected, expected])
    }
    expect((await read(name, userId)).reply.result.value).toEqual(columns(name))
  })

  test('of an unknown user look like those of another user', async () => {
    const shape = ({ reply }: { reply: object }) => ({ ...reply, request_id: '' })
    expect(shape(await read('superUser', 999))).toEqual(shape(await read('superUser', people.clientAdmin.userId)))
  })
})

describe('an invalid table setting', () => {
  const { userId } = people.clientAdmin
  const column = { key: 'name', is_shown: true }
  const bodies: readonly (readonly [string, unknown])[] = [
    ['nothing', {}],
    ['no columns', { value: {} }],
    ['a field of nobody', { value: { columns: [], theme: 'dark' } }],
    ['a column without a key', { value: { columns: [{ is_shown: true }] } }],
    ['a key too long', { value: { columns: [{ ...column, key: 'x'.repeat(65) }] } }],
    ['a width too small', { value: { columns: [{ ...column, width: 1 }] } }],
    ['half a pixel', { value: { columns: [{ ...column, width: 99.5 }] } }],
    ['too many columns', { value: { columns: Array.from({ length: 201 }, () => column) } }],
  ]
  test.each(bodies)('%s is refused', async (_, body) => {
    const response = await world.as('clientAdmin').send(change, { path: { userId, name: 'table.campaigns' }, body: body as never }) // wrong on purpose
    expect(response.status).toBe(422)
  })

  test.each(['Table', 'table..x', '-', 'a'.repeat(40), 'a.b.c.d'])('with the name %s is not found', async (name) => {
    expect((await read('clientAdmin', userId, name)).status).toBe(404)
    expect((await write('clientAdmin', userId, columns('a'), name)).status).toBe(404)
  })

  test('is a number of tables above two hundred', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({
      user_id: people.advertiserViewer.userId,
      name: `table.t${index}`,
      value: JSON.stringify(columns('a')),
      changed_at: '2026-11-21T10:00:00Z',
    }))
    const { userId: viewer } = people.advertiserViewer
    await world.database.kysely.deleteFrom('user_settings').where('user_id', '=', viewer).execute()
    await world.database.kysely.insertInto('user_settings').values(rows).execute()
    expect((await write('advertiserViewer', viewer, columns('b'), 'table.one-more')).status).toBe(409)
    expect((await write('advertiserViewer', viewer, columns('b'), 'table.t7')).status).toBe(200)
  })
})
