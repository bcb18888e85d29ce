import { expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { adGroups } = contract
const one = { memberGroupId: 1, advertiserId: 1, adGroupId: 100 }
const db = () => world.database.kysely

test('an ad group with unreadable targeting is refused until its targeting is set again', async () => {
  const strange = JSON.stringify({ operator: 'XOR', groups: [] })
  const change = (body: object) => world.as('clientAdmin').send(adGroups.change, { path: one, body }, { 'If-Match': '1' })
  const kept = () => db().selectFrom('ad_groups').select(['targeting', 'version']).where('ad_group_id', '=', 100).execute()
  await db().updateTable('ad_groups').set({ targeting: strange }).where('ad_group_id', '=', 100).execute()
  const refused = [await world.as('superUser').send(adGroups.one, { path: one }), await change({ base_bid: '0.35' })]
  expect(refused.map(({ status }) => status)).toEqual([409, 409])
  expect(refused[0]?.reply.error).toContain('can’t be read')
  expect(await kept()).toEqual([{ targeting: JSON.parse(strange), version: 1 }])
  expect((await change({ targeting: { operator: 'OR', groups: [] } })).status).toBe(200)
  expect(await kept()).toEqual([{ targeting: { operator: 'OR', groups: [] }, version: 2 }])
  expect((await world.as('superUser').send(adGroups.one, { path: one })).status).toBe(200)
})
