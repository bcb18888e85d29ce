import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assetGrantOf, assetHandlers } from '../../demo/platform/images/assets.ts'
import { callerOf } from '../../demo/platform/access/caller.ts'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { fixedNow, type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'
import { machineTime } from '../../demo/platform/context/clock.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld()
})
afterAll(() => world.close())

const { assets } = contract
const path = { memberGroupId: 1 }
const opens = (token: string, afterMs = 0) => assetGrantOf(world.database, token, machineTime(new Date(fixedNow().getTime() + afterMs)))
const tokenFor = async (name: CallerName) => (await world.as(name).send(assets.authenticate, { path })).reply.result.token

test("a token opens the client's assets for an hour, within the access of its user", async () => {
  const whole = await tokenFor('clientViewer')
  const part = await tokenFor('advertiserManager')
  expect(await opens(whole)).toEqual({ member_group_id: 1, project_id: null, advertiser_ids: null })
  expect(await opens(part)).toEqual({ member_group_id: 1, project_id: null, advertiser_ids: [2, 3] })
  expect([await opens(whole, 3_599_000), await opens(whole, 3_600_000), await opens('made-up')].map(Boolean)).toEqual([true, false, false])
  expect(JSON.stringify(await world.database.kysely.selectFrom('asset_grants').selectAll().execute())).not.toContain(whole)
})

test('a link to a shared project is valid for a week, and viewers cannot create one', async () => {
  const share = (name: CallerName) => world.as(name).send(assets.share, { path, body: { project_id: 'summer' } })
  const { result } = (await share('clientAdmin')).reply
  expect(result).toMatchObject({ member_group_id: 1, project_id: 'summer', expires_at: '2026-11-28T10:00:00.000Z' })
  expect(await opens(result.token)).toMatchObject({ project_id: 'summer' })
  expect([(await share('clientViewer')).status, (await share('advertiserReporting')).status]).toEqual([403, 403])
})

test('a token opens only what its user may see today', async () => {
  const { kysely } = world.database
  const deny = async (user_id: number, level: string, thing_id: number, permission: string) => {
    await kysely.insertInto('user_activities').values({ user_id, level, thing_id, permission, granted: false }).execute()
  }
  const { userId: user_id } = people.clientAdmin
  const { token: shared } = (await world.as('clientAdmin').send(assets.share, { path, body: { project_id: 'summer' } })).reply.result
  const read = await tokenFor('clientAdmin')
  await deny(user_id, 'advertiser', 2, 'assets.share')
  expect([await opens(shared), await opens(read)]).toMatchObject([{ advertiser_ids: [1, 3] }, { advertiser_ids: null }])
  await deny(user_id, 'base', 0, 'assets.share')
  expect([await opens(shared), await opens(read)].map(Boolean)).toEqual([false, true])
  await kysely.deleteFrom('user_activities').execute()
  expect(await opens(shared)).toMatchObject({ advertiser_ids: null })
  await kysely.updateTable('user_access').set({ thing_id: 2 }).where('user_id', '=', user_id).execute()
  expect([await opens(shared), await opens(read)].map(Boolean)).toEqual([false, false])
  await kysely.updateTable('user_access').set({ thing_id: 1 }).where('user_id', '=', user_id).execute()
  const part = await tokenFor('advertiserViewer')
  expect(await opens(part)).toMatchObject({ advertiser_ids: [3] })
  await kysely.deleteFrom('user_roles').where('user_id', '=', people.advertiserViewer.userId).execute()
  expect(await opens(part)).toBeUndefined()
})

test("a token of a partner's server ends with its client and follows the client's permissions", async () => {
  const partner = () => world.database.kysely.updateTable('partner_clients').where('client_id', '=', 'small-partner')
  const permitted = (permissions: string[]) =>
    partner()
      .set({ permissions: JSON.stringify(permissions) })
      .execute()
  await permitted(['assets.read'])
  const { database } = world
  const whole = { kind: 'partner', partnerClientId: 'small-partner', memberGroupId: 1, user: 'shopper-1', advertisers: 'all' } as const
  const caller = await callerOf(database, { ...whole, permissions: ['assets.read'] })
  if (!caller) throw new Error('The partner is no known user')
  const identify = { access_token: async () => undefined, id_token: async () => undefined }
  const scope = { memberGroupId: 1, advertisers: [1, 2] }
  const clocks = { now: fixedNow, machineNow: fixedNow }
  const context = { database, caller, scope, identify, ...clocks, log: () => {}, requestId: '', address: '', sendFile: () => {} }
  const { token } = await assetHandlers.authenticate({ path }, context)
  expect(await opens(token)).toEqual({ member_group_id: 1, project_id: null, advertiser_ids: [1] })
  await permitted(['reports.read'])
  expect(await opens(token)).toBeUndefined()
  await permitted(['assets.read'])
  expect(await opens(token)).toBeDefined()
  await partner().set({ active: false }).execute()
  expect(await opens(token)).toBeUndefined()
})

test('a token ends when its user is deactivated', async () => {
  const token = await tokenFor('advertiserAdmin')
  expect(await opens(token)).toBeDefined()
  await world.as('superUser').send(contract.users.remove, { path: { userId: people.advertiserAdmin.userId } })
  expect(await opens(token)).toBeUndefined()
})

test('a token is found by an index', async () => {
  const plan = await world.database.kysely.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction)
    return transaction.selectFrom('asset_grants').selectAll().where('token_hash', '=', 'x').explain()
  })
  expect(JSON.stringify(plan)).toContain('asset_grants_by_token')
})
