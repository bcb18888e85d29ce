import { afterAll, beforeAll, expect, test } from 'vitest'
import { assetGrantOf } from '../../demo/platform/assets.ts'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, people } from '../support/people.ts'
import { fixedNow, type SmallWorld, startSmallWorld } from '../support/small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld()
})
afterAll(() => world.close())

const { assets } = contract
const path = { memberGroupId: 1 }
const opens = (token: string, afterMs = 0) => assetGrantOf(world.database, token, new Date(fixedNow().getTime() + afterMs))
const tokenFor = async (name: CallerName) => (await world.as(name).send(assets.authenticate, { path })).reply.result.token

test('a token opens the client’s assets for an hour, as far as whoever asked reaches', async () => {
  const [whole, part] = [await tokenFor('clientViewer'), await tokenFor('advertiserManager')]
  expect(await opens(whole)).toEqual({ member_group_id: 1, project_id: null, advertiser_ids: null })
  expect(await opens(part)).toEqual({ member_group_id: 1, project_id: null, advertiser_ids: [2, 3] })
  expect([await opens(whole, 3_599_000), await opens(whole, 3_600_000), await opens('made-up')].map(Boolean)).toEqual([true, false, false])
  expect(JSON.stringify(await world.database.kysely.selectFrom('asset_grants').selectAll().execute())).not.toContain(whole)
})

test('a shared project opens itself for a week; viewers share nothing', async () => {
  const share = (name: CallerName) => world.as(name).send(assets.share, { path, body: { project_id: 'summer' } })
  const { result } = (await share('clientAdmin')).reply
  expect(result).toMatchObject({ member_group_id: 1, project_id: 'summer', expires_at: '2026-11-28T10:00:00.000Z' })
  expect(await opens(result.token)).toMatchObject({ project_id: 'summer' })
  expect([(await share('clientViewer')).status, (await share('advertiserReporting')).status]).toEqual([403, 403])
})

test('a token ends with whoever asked for it', async () => {
  const token = await tokenFor('advertiserAdmin')
  expect(await opens(token)).toBeDefined()
  await world.as('superUser').send(contract.users.remove, { path: { userId: people.advertiserAdmin.userId } })
  expect(await opens(token)).toBeUndefined()
})
