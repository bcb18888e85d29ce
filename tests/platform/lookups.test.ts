import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { defaultEntityAttributes } from '../../src/contract/search/lookups.ts'
import { type CallerName, people, personNames } from '../support/world/people.ts'
import { leakMarkers } from '../support/world/small-seed.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld()
})
afterAll(() => world.close())

const { lookups, users } = contract
const members = async (name: CallerName, query: object = {}) => (await world.as(name).send(lookups.members, { query })).reply.result

describe('the member lookup', () => {
  // Advertiser reporting reads no users.
  test.each(personNames.filter((name) => name !== 'advertiserReporting'))(
    'of %s contains exactly the users of their list',
    async (name) => {
      const { reply } = await world.as(name).send(users.report, { body: { sort: [{ field: 'user_name', order: 'asc' }] } })
      const expected = reply.result.users.map(({ user_id }: { user_id: number }) => user_id)
      const found = await members(name)
      expect([found.total, found.members.map(({ user_id }: { user_id: number }) => user_id)]).toEqual([expected.length, expected])
    },
  )

  test('searches names and addresses, page by page, and treats the query as text, not as a pattern', async () => {
    const viewers = await members('superUser', { query: 'VIEWER' })
    expect(viewers.members.map(({ user_id }: { user_id: number }) => user_id)).toEqual([
      people.advertiserViewer.userId,
      people.clientViewer.userId,
    ])
    expect((await members('superUser', { query: '%' })).total).toBe(0)
    const page = await members('superUser', { query: 'viewer', start: 1, count: 1 })
    expect([page.total, page.members[0].user_id]).toEqual([2, people.clientViewer.userId])
  })

  test('leaves out clients whose users the caller may not read', async () => {
    const row = { user_id: people.internalAdmin.userId, level: 'member_group', thing_id: 1, permission: 'members.read', granted: false }
    await world.database.kysely
      .insertInto('user_activities')
      .values([row, { ...row, level: 'base', thing_id: 0, granted: true }])
      .execute()
    expect((await world.as('internalAdmin').send(lookups.members, { query: {} })).status).toBe(403)
    await world.database.kysely.deleteFrom('user_activities').execute()
  })
})

test('industries have their channels, and client types have names', async () => {
  const industries = (await world.as('advertiserViewer').send(lookups.industries, {})).reply.result
  const travel = industries.find(({ name }: { name: string }) => name === 'Travel')
  expect(travel.channels.map(({ name }: { name: string }) => name)).toEqual(['media', 'offsite', 'onsite', 'reservations'])
  expect(industries).toHaveLength(10)
  const given = { path: { memberGroupId: 1, advertiserId: 1 }, body: { industry_id: travel.industry_id } }
  const said = await world.as('clientAdmin').send(contract.advertisers.changeIndustry, given, { 'If-Match': '1' })
  expect(said.reply.result).toMatchObject({ industry_id: travel.industry_id, name: 'Travel' })
  const cuisines = (await world.as('advertiserViewer').send(lookups.cuisineCategories, {})).reply.result.cuisine_categories
  expect([cuisines.includes('Thai'), cuisines.toSorted()]).toEqual([true, cuisines])
  const types = (await world.as('advertiserViewer').send(lookups.memberGroupTypes, {})).reply.result
  expect(types.map(({ name }: { name: string }) => name)).toEqual(['Publisher', 'Marketplace', 'Retailer'])
})

test('time zones have their present offset from UTC', async () => {
  const zones = (await world.as('advertiserViewer').send(lookups.timezones, {})).reply.result
  const offset = (zone: string) => zones.find(({ name }: { name: string }) => name === zone)?.utc_offset_minutes
  // The small platform's date is in November.
  expect(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Australia/Adelaide', 'America/St_Johns'].map(offset)).toEqual([
    0, 60, -300, 540, 630, -210,
  ])
  expect(new Set(zones.map(({ timezone_id }: { timezone_id: number }) => timezone_id)).size).toBe(zones.length)
  expect(zones.length).toBeGreaterThan(400)
})

test("entity attributes are the client's own or the defaults", async () => {
  const attributes = async (memberGroupId: number) =>
    (await world.as('superUser').send(lookups.entityAttributes, { path: { memberGroupId } })).reply.result.entity_attributes
  expect(await attributes(2)).toEqual([
    { key: 'name', label: `Name at ${leakMarkers.client(2)}`, order: 1, is_internal_id: false, is_name: true },
  ])
  await world.database.kysely.deleteFrom('entity_attributes').where('member_group_id', '=', 2).execute()
  expect(await attributes(2)).toEqual(defaultEntityAttributes)
  expect((await world.as('clientAdmin').send(lookups.entityAttributes, { path: { memberGroupId: 2 } })).status).toBe(404)
})
