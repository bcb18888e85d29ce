import { describe, expect, test } from 'vitest'
import { type PersonName, people } from '../support/world/people.ts'
import { noLists, userCalls } from '../support/identity/user-calls.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
const undo = setUpSmallWorld((made) => {
  world = made
})

const kysely = () => world.database.kysely
const { makeAnywhere, makeAtClient, change } = userCalls(() => world)

describe('a new user', () => {
  test('gets no role that allows more than the giver may, at a client, a group or an advertiser', async () => {
    const denied = (name: PersonName, level: string, thing_id: number) =>
      kysely()
        .insertInto('user_activities')
        .values({ user_id: people[name].userId, level, thing_id, permission: 'assets.share', granted: false })
        .execute()
    await denied('internalAdmin', 'member_group', 2)
    expect((await makeAnywhere('internalAdmin', [3], { clients: [2] })).status).toBe(403)
    expect((await makeAnywhere('internalAdmin', [3], { clients: [1, 2] })).status).toBe(403)
    expect((await makeAnywhere('internalAdmin', [2])).status).toBe(403)
    expect((await makeAnywhere('internalAdmin', [3], { clients: [1] })).status).toBe(200)
    await undo()
    await denied('clientAdmin', 'advertiser', 2)
    for (const access of [{ advertisers: [2] }, { advertiser_groups: [2] }, { advertisers: [1, 2] }])
      expect((await makeAtClient('clientAdmin', 1, [5], access)).status, JSON.stringify(access)).toBe(403)
    expect((await makeAtClient('clientAdmin', 1, [3])).status).toBe(403)
    expect((await makeAtClient('clientAdmin', 1, [5], { advertisers: [1, 3] })).status).toBe(200)
  })
})

describe('a change of a user', () => {
  test('gives no permission that the giver lacks there, by a new role or by wider access', async () => {
    const { userId: user_id } = people.clientAdmin
    await kysely().insertInto('user_access').values({ user_id, kind: 'client', thing_id: 2 }).execute()
    const row = { user_id, level: 'member_group', thing_id: 2, permission: 'assets.share', granted: false }
    await kysely().insertInto('user_activities').values(row).execute()
    const statusOf = async (userId: number, more: object) => (await change('clientAdmin', userId, more)).status
    const { user_id: made } = (await makeAtClient('clientAdmin', 1, [5], { advertisers: [1] })).reply.result
    expect(await statusOf(made, { access: { ...noLists, advertisers: [4] } })).toBe(403)
    expect(await statusOf(made, { access: { ...noLists, advertisers: [1, 4] } })).toBe(403)
    expect(await statusOf(made, { access: { ...noLists, advertiser_groups: [3] } })).toBe(403)
    expect(await statusOf(made, { role_ids: [3], access: { ...noLists, clients: [1, 2] } })).toBe(403)
    expect(await statusOf(made, { access: { ...noLists, advertisers: [1, 2] } })).toBe(200)
    expect(await statusOf(made, { role_ids: [7], access: { ...noLists, advertisers: [1, 4] } })).toBe(200)
    await undo()
  })

  test('keeps roles that the user already holds', async () => {
    const { userId: user_id } = people.clientAdmin
    const row = { user_id, level: 'member_group', thing_id: 1, permission: 'assets.share', granted: false }
    await kysely().insertInto('user_activities').values(row).execute()
    const { userId } = people.advertiserAdmin
    expect((await change('clientAdmin', userId, { status: 'inactive' })).status).toBe(200)
    expect((await change('clientAdmin', userId, { role_ids: [5, 7] })).status).toBe(200)
    expect((await change('clientAdmin', userId, { access: { ...noLists, advertisers: [1, 2] } })).status).toBe(403)
    await undo()
  })
})
