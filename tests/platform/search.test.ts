import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchVector } from '../../demo/platform/tables/009-advertisers.ts'
import { matchAddress } from '../../src/contract/addresses/addresses.ts'
import { contract } from '../../src/contract/index.ts'
import type { SearchResultRow } from '../../src/contract/search/search.ts'
import { insertRows } from '../../demo/platform/seed/insert.ts'
import type { CallerName } from '../support/world/people.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

const many = 3200
let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld()
  const { kysely } = world.database
  const account = { member_group_id: 3, advertiser_group_id: null, time_zone: 'UTC', currency_code: 'USD' }
  const rows = Array.from({ length: many }, (_, index) => ({
    ...account,
    advertiser_id: 1000 + index,
    status: index % 2 ? 'active' : 'inactive',
    name: `Maker ${index} of Leith`,
  }))
  await insertRows(kysely, 'advertisers', rows)
  const rename = (advertiser_id: number, name: string) =>
    kysely.updateTable('advertisers').set({ name }).where('advertiser_id', '=', advertiser_id).execute()
  await rename(1000, 'Harbor')
  await rename(1001, 'Harbor House')
  await rename(1003, 'The Old Harbor')
  await rename(1005, "O'Hara-Söhne & Co.")
  await kysely.updateTable('users').set({ first_name: 'Harboria', last_name: 'Quill' }).where('user_id', '=', 4).execute()
  await kysely.updateTable('campaigns').set({ name: 'Harbor nights' }).where('campaign_id', 'in', [10, 40]).execute()
  await sql`analyze`.execute(kysely)
})
afterAll(() => world.close())

const ask = (query: string, name: CallerName = 'superUser') => world.as(name).send(contract.search.all, { query: { query } })
const find = async (query: string, name?: CallerName): Promise<SearchResultRow[]> => (await ask(query, name)).reply.result.results
const said = async (query: string, name?: CallerName) => (await find(query, name)).map(({ kind, id }) => `${kind} ${id}`)

describe('search results', () => {
  test('are sorted: exact name, start, words; ended ones after others', async () => {
    expect(await said('harbor')).toEqual(['advertiser 1000', 'advertiser 1001', 'campaign 10', 'campaign 40', 'user 4', 'advertiser 1003'])
  })

  test.each([
    ['old har', ['advertiser 1003']],
    ['HARBOR old', ['advertiser 1003']],
    ['o’hara söh', ['advertiser 1005']],
    ['ohara', []],
    ['clientviewer@placard', ['user 4']],
    ['quill', ['user 4']],
    ['maker 17 leith', ['advertiser 1017']],
    ['1017', ['advertiser 1017']],
    ['&|!:*()', []],
    ["'; drop table users --", []],
  ])('%s finds %j', async (query, expected) => expect((await said(query)).slice(0, 1)).toEqual(expected))

  test('have a name, what they belong to, and an address that opens', async () => {
    const found = [...(await find('harbor')), ...(await find('group')), ...(await find('client'))]
    expect(new Set(found.map(({ kind }) => kind)).size).toBe(5)
    expect(found.find(({ kind }) => kind === 'campaign')).toEqual({
      kind: 'campaign',
      id: 10,
      name: 'Harbor nights',
      about: 'Advertiser-mark-1.',
      status: 'active',
      member_group_id: 1,
      address: '/clients/1/campaigns/10',
    })
    expect(
      found.filter(({ address }) => !matchAddress(address)?.path.includes('') || matchAddress(address)?.attributes['client-name']),
    ).toEqual([])
  })

  test('are limited to twenty, and every kind gets a place', async () => {
    const { kysely } = world.database
    await kysely.updateTable('campaigns').set({ name: 'Night of the makers' }).where('campaign_id', '=', 60).execute()
    const found = await said('maker')
    expect([found.length, found.every((one) => one.startsWith('advertiser'))]).toEqual([20, true])
    expect((await said('leith')).length).toBe(20)
    await kysely.updateTable('campaigns').set({ name: 'Maker of nights' }).where('campaign_id', '=', 60).execute()
    expect((await said('maker')).indexOf('campaign 60')).toBe(4)
  })
})

describe('the access of a search', () => {
  test('follows the lists of each user', async () => {
    const marks = async (name: CallerName) => (await said('mark', name)).toSorted()
    expect(await marks('clientViewer')).toEqual([
      ...[
        'advertiser 1',
        'advertiser 2',
        'advertiser 3',
        'campaign 11',
        'campaign 20',
        'campaign 21',
        'campaign 30',
        'campaign 31',
        'client 1',
      ],
    ])
    expect(await marks('advertiserManager')).toEqual([
      'advertiser 2',
      'advertiser 3',
      'campaign 20',
      'campaign 21',
      'campaign 30',
      'campaign 31',
      'client 1',
    ])
    expect(await marks('advertiserViewer')).toEqual(['advertiser 3', 'campaign 30', 'campaign 31', 'client 1'])
    expect(await said('group', 'advertiserManager')).toEqual(['advertiser_group 2'])
    expect([await said('group', 'advertiserViewer'), await said('harbor', 'advertiserAdmin')]).toEqual([[], ['campaign 10']])
    expect([await said('placard', 'advertiserAdmin'), await said('placard', 'partner')]).toEqual([['user 5'], ['user 5']])
  })

  test('follows their permissions, at every level', async () => {
    const { kysely } = world.database
    const deny = (permission: string, level: string, thing_id: number) =>
      kysely.insertInto('user_activities').values({ user_id: 4, level, thing_id, permission, granted: false }).execute()
    await deny('users.read', 'base', 0)
    await deny('campaigns.read', 'member_group', 1)
    await deny('advertisers.read', 'advertiser', 2)
    expect([await said('quill', 'clientViewer'), (await said('mark', 'clientViewer')).toSorted()]).toEqual([
      [],
      ['advertiser 1', 'advertiser 3', 'client 1'],
    ])
    await kysely.deleteFrom('user_activities').execute()
  })

  test('excludes removed objects, and callers who are not signed in', async () => {
    const { kysely } = world.database
    await kysely.updateTable('advertisers').set({ deleted_at: new Date() }).where('advertiser_id', '=', 1003).execute()
    expect([await said('old'), (await ask('harbor', 'nobody')).status]).toEqual([[], 401])
  })
})

test('words of names are found by an index, and so is a page of thousands', async () => {
  const { kysely } = world.database
  const plan = async (query: string) =>
    (await sql.raw<Record<string, string>>(`explain ${query}`).execute(kysely)).rows.map((row) => row['QUERY PLAN']).join('\n')
  const words = `to_tsquery('simple'::regconfig, '''maker'':* & ''17'':*')`
  expect(await plan(`select advertiser_id from advertisers a where ${searchVector('a.name')} @@ ${words}`)).toContain(
    'advertisers_by_words',
  )
  expect(await plan(`select advertiser_id from advertisers a where ${searchVector('upper(a.name)')} @@ ${words}`)).not.toContain('by_words')
  expect(
    await plan(
      `select a.advertiser_id from advertisers a where a.deleted_at is null and a.member_group_id = 3 order by a.name, a.advertiser_id limit 20`,
    ),
  ).toContain('advertisers_by_name')
})

test('thousands of advertisers are paged and searched', async () => {
  const report = (body: object) => world.as('superUser').send(contract.advertisers.report, { path: { memberGroupId: 3 }, body })
  const last = await report({ pagination: { start: many - 20, count: 20 }, sort: [{ field: 'name', order: 'asc' }] })
  expect([last.reply.result.advertisers.length, last.reply.result.total]).toEqual([20, many + 1 - (await gone())])
  const filters = [{ field: 'name', operation: 'ILIKE', value: 'er 31' }]
  expect((await report({ filters })).reply.result.total).toBe(111)
})
const gone = async () =>
  (await world.database.kysely.selectFrom('advertisers').select('advertiser_id').where('deleted_at', 'is not', null).execute()).length
