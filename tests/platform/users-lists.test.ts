import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld()
})
afterAll(() => world.close())

const { users } = contract
const one = (name: CallerName, userId: number) => world.as(name).send(users.one, { path: { userId } })

describe('lists of users', () => {
  const ids = ({ reply }: { reply: { result: { users: { user_id: number }[] } } }) => reply.result.users.map(({ user_id }) => user_id)
  const reportAs = (body: object, name: CallerName = 'superUser') => world.as(name).send(users.report, { body })
  test('are paged, sorted and filtered', async () => {
    const sort = [{ field: 'email', order: 'desc' }]
    const all = ids(await reportAs({ sort }))
    const pages = [
      await reportAs({ sort, pagination: { start: 0, count: 3 } }),
      await reportAs({ sort, pagination: { start: 3, count: 5 } }),
    ]
    expect(pages.flatMap(ids)).toEqual(all)
    expect(pages[0]?.reply.result.total).toBe(8)
    const filtered = async (...filters: object[]) => ids(await reportAs({ filters }))
    expect(await filtered({ field: 'email', operation: 'ILIKE', value: 'VIEWER@' })).toEqual([4, 7])
    expect(await filtered({ field: 'email', operation: 'ILIKE', value: '%' })).toHaveLength(8)
    expect(await filtered({ field: 'email', operation: 'ILIKE', value: '%%%' })).toEqual([])
    expect(await filtered({ field: 'role_id', operation: 'IN', value: [1, 8] })).toEqual([1, 8])
    expect(await filtered({ field: 'status', operation: '!=', value: 'active' })).toEqual([])
    expect(
      await filtered({ field: 'user_id', operation: 'BETWEEN', value: [3, 6] }, { field: 'role_id', operation: '>', value: 4 }),
    ).toEqual([5, 6])
    expect(await filtered({ field: 'is_set_up', operation: '=', value: true })).toEqual([])
    expect(await filtered({ field: 'created_at', operation: '>', value: '2000-01-01' })).toHaveLength(8)
  })

  test.each([
    { filters: [{ field: 'password_hash', operation: '=', value: '' }] },
    { filters: [{ field: 'user_id', operation: 'ILIKE', value: '1' }] },
    { filters: [{ field: 'user_id', operation: '=', value: 'one' }] },
    { filters: [{ field: 'user_id', operation: 'LIKE', value: 1 }] },
    { filters: [{ field: 'created_at', operation: '>', value: '2026-02-30T99' }] },
    { sort: [{ field: 'constructor', order: 'asc' }] },
  ])('refuse %j', async (body) => {
    const { status, reply } = await reportAs(body)
    expect([status, reply.fields.length]).toEqual([422, 1])
  })

  test('name the operations that a filter may have', async () => {
    const { reply } = await reportAs({ filters: [{ field: 'email', operation: 'LIKE', value: 'a' }] })
    expect(reply.fields).toEqual([{ path: 'filters.0.operation', rule: 'Expected one of ILIKE, IN, =, !=, >, BETWEEN, IS NULL' }])
  })

  test('of a client and of an advertiser contain their users', async () => {
    const ofClient = async (name: CallerName, memberGroupId: number) =>
      ids(await world.as(name).send(users.clientReport, { path: { memberGroupId }, body: {} }))
    const ofAdvertiser = async (name: CallerName, advertiserId: number) =>
      ids(await world.as(name).send(users.advertiserReport, { path: { memberGroupId: 1, advertiserId }, body: {} }))
    expect([await ofClient('superUser', 1), await ofClient('superUser', 2), await ofClient('advertiserManager', 1)]).toEqual([
      [3, 4, 5, 6, 7, 8],
      [],
      [6, 7, 8],
    ])
    expect([await ofAdvertiser('superUser', 3), await ofAdvertiser('clientAdmin', 1), await ofAdvertiser('advertiserViewer', 3)]).toEqual([
      [6, 7, 8],
      [5],
      [7, 8],
    ])
  })

  test("of a user's advertisers contain those that caller and user can see", async () => {
    const of = async (name: CallerName, user_id?: number) => {
      const { reply } = await world.as(name).send(users.advertisersReport, { body: { ...(user_id && { user_id }) } })
      return reply.result?.advertisers.map(({ advertiser_id }: { advertiser_id: number }) => advertiser_id) ?? reply.code
    }
    expect([await of('superUser'), await of('clientAdmin'), await of('advertiserManager'), await of('partner')]).toEqual([
      [1, 2, 3, 4, 5, 6],
      [1, 2, 3],
      [2, 3],
      [1],
    ])
    expect([await of('superUser', 6), await of('clientAdmin', 7), await of('clientAdmin', 1)]).toEqual([[2, 3], [3], 'not_found'])
  })
})

describe("a user's own settings", () => {
  const set = (name: CallerName, userId: number, type: string, enabled: boolean) =>
    world.as(name).send(users.notify, { path: { userId, type }, body: { enabled } })
  test('contain notifications of known kinds, saved by the user only', async () => {
    const { userId } = people.clientViewer
    expect((await set('clientViewer', userId, 'budgets', false)).reply.result).toEqual({ type: 'budgets', enabled: false })
    const { notifications } = (await one('clientViewer', userId)).reply.result
    expect(notifications).toContainEqual({ type: 'budgets', enabled: false })
    expect(notifications).toContainEqual({ type: 'reports', enabled: true })
    expect((await set('clientViewer', userId, 'budgets', true)).status).toBe(200)
    expect([
      (await set('clientViewer', userId, 'horoscopes', true)).status,
      (await set('superUser', userId, 'budgets', false)).status,
    ]).toEqual([404, 404])
  })
})
