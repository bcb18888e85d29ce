import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assetGrantOf, assetHandlers } from '../../demo/platform/images/assets.ts'
import { pagesOf } from '../../demo/platform/demo-pages/pages.ts'
import { callerOf } from '../../demo/platform/access/caller.ts'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { fixedNow, type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'
import { machineTime } from '../../demo/platform/context/clock.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld({
    pages: (request) =>
      pagesOf({ database: world.database, now: fixedNow, issuer: world.origin, clientId: 'x', environment: 'development', home: () => '' })(
        request,
      ),
  })
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
  const share = (name: CallerName) => world.as(name).send(assets.share, { path, body: { project_id: 'summer-2026' } })
  const { result } = (await share('clientAdmin')).reply
  expect(result).toMatchObject({ member_group_id: 1, project_id: 'summer-2026', expires_at: '2026-11-28T10:00:00.000Z' })
  expect(await opens(result.token)).toMatchObject({ project_id: 'summer-2026' })
  expect([(await share('clientViewer')).status, (await share('advertiserReporting')).status]).toEqual([403, 403])
})

test('a shared project opens its own images and no others, over HTTP', async () => {
  const { kysely } = world.database
  const { content_type, content, ...image } = await kysely
    .selectFrom('assets')
    .selectAll()
    .where('asset_id', '=', 1)
    .executeTakeFirstOrThrow()
  const others = { ofAnotherProject: 601, ofNone: 602 }
  await kysely
    .insertInto('assets')
    .values([
      { ...image, content_type, content, asset_id: others.ofAnotherProject, project_id: 'winter' },
      { ...image, content_type, content, asset_id: others.ofNone, project_id: null },
    ])
    .execute()
  const statusOf = async (token: string, assetId: number) => (await world.raw(`assets/${assetId}?token=${token}`)).status
  const statuses = (token: string) => Promise.all([1, 2, others.ofAnotherProject, others.ofNone, 4].map((id) => statusOf(token, id)))
  const share = (name: CallerName, project_id: string) => world.as(name).send(assets.share, { path, body: { project_id } })
  const ofClient = (await share('clientAdmin', 'summer-2026')).reply.result.token
  // The advertisers 1 and 2 have images of the project; the image 4 is one of another client, in a project of the same name.
  expect(await statuses(ofClient)).toEqual([200, 200, 404, 404, 404])
  expect(await statuses(await tokenFor('clientViewer'))).toEqual([200, 200, 200, 200, 404])
  await kysely.deleteFrom('assets').where('asset_id', 'in', Object.values(others)).execute()
})

test('a project can be shared only by callers who may see images of it', async () => {
  const { kysely } = world.database
  await kysely.updateTable('assets').set({ project_id: 'of client 2' }).where('asset_id', '=', 4).execute()
  await kysely.updateTable('assets').set({ project_id: 'of advertiser 1' }).where('asset_id', '=', 1).execute()
  const share = async (name: CallerName, project_id: string) => {
    const { status, reply } = await world.as(name).send(assets.share, { path, body: { project_id } })
    return status === 200 ? status : [status, reply.formatting.subject]
  }
  expect(await share('clientAdmin', 'of advertiser 1')).toBe(200)
  expect(await share('clientAdmin', 'of client 2')).toEqual([404, 'Project'])
  expect(await share('clientAdmin', 'no-such-project')).toEqual([404, 'Project'])
  // This caller may see the advertisers 2 and 3.
  expect(await share('advertiserManager', 'summer-2026')).toBe(200)
  expect(await share('advertiserManager', 'of advertiser 1')).toEqual([404, 'Project'])
  await kysely.updateTable('assets').set({ project_id: 'summer-2026' }).execute()
})

test('a token opens only what its user may see today', async () => {
  const { kysely } = world.database
  const deny = async (user_id: number, level: string, thing_id: number, permission: string) => {
    await kysely.insertInto('user_activities').values({ user_id, level, thing_id, permission, granted: false }).execute()
  }
  const { userId: user_id } = people.clientAdmin
  const { token: shared } = (await world.as('clientAdmin').send(assets.share, { path, body: { project_id: 'summer-2026' } })).reply.result
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
  const context = {
    database,
    caller,
    scope,
    identify,
    ...clocks,
    log: () => {},
    requestId: '',
    address: '',
    sendFile: () => {},
    takeProbe: () => () => {},
  }
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
