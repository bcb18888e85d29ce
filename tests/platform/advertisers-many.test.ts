import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { type NewAdvertiserRow, manyAdvertisers } from '../../src/contract/advertisers/many.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { advertisers, changes } = contract
const create = async (rows: NewAdvertiserRow[], more: { dry_run?: boolean; name?: CallerName; client?: number } = {}) => {
  const { name = 'clientAdmin', client: memberGroupId = 1, ...flags } = more
  const { status, reply } = await world
    .as(name)
    .send(manyAdvertisers.createMany, { path: { memberGroupId }, body: { advertisers: rows, ...flags } })
  return { status, result: reply.result }
}
const count = async () =>
  Number(
    (
      await world.database.kysely
        .selectFrom('advertisers')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )
const problems = ({ result }: Awaited<ReturnType<typeof create>>) =>
  result.rows.map((row: { problems: string[] }) => row.problems.join(' '))
const outcomes = ({ result }: Awaited<ReturnType<typeof create>>) => result.rows.map((row: { outcome: string }) => row.outcome)

describe('a list of new advertisers', () => {
  test('is created with its names resolved, and recorded in each history', async () => {
    const { kysely } = world.database
    await kysely.insertInto('advertiser_groups').values({ member_group_id: 1, name: 'Breweries' }).execute()
    const { result } = await create([
      {
        name: '  Oatfield Mills ',
        currency_code: 'usd',
        time_zone: 'Europe/Berlin',
        advertiser_group_name: 'breweries',
        industry_name: 'health and beauty',
      },
      { name: 'Barley & Sons', status: 'Active' },
    ])
    expect(result).toMatchObject({ created: 2, is_dry_run: false, rows: [{ outcome: 'created' }, { outcome: 'created' }] })
    const [first, second] = result.rows.map(({ advertiser_id }: { advertiser_id: number }) => advertiser_id)
    const one = async (advertiserId: number) =>
      (await world.as('clientViewer').send(advertisers.one, { path: { advertiserId } })).reply.result
    expect(await one(first)).toMatchObject({
      name: 'Oatfield Mills',
      status: 'pending',
      currency_code: 'USD',
      time_zone: 'Europe/Berlin',
      advertiser_group_name: 'Breweries',
      industry_id: 8,
      version: 1,
    })
    expect(await one(second)).toMatchObject({ name: 'Barley & Sons', status: 'active', time_zone: 'UTC', industry_id: null })
    const { reply } = await world
      .as('clientViewer')
      .send(changes.advertiser.report, { path: { memberGroupId: 1, advertiserId: second }, body: {} })
    expect(reply.result.changes).toMatchObject([{ kind: 'created', is_undoable: false, user: { user_id: people.clientAdmin.userId } }])
    expect(reply.result.changes[0].fields).toContainEqual({ field: 'status', before: null, after: 'active' })
  })

  test('says in a dry run what it would do, and writes nothing', async () => {
    const before = await count()
    const rows = [{ name: 'Oatfield' }, { name: 'Advertiser-mark-1.' }, { name: '', currency_code: 'EUR' }]
    const planned = await create(rows, { dry_run: true })
    expect(planned.result).toEqual({
      created: 1,
      is_dry_run: true,
      rows: [
        { outcome: 'created', advertiser_id: null, problems: [] },
        { outcome: 'exists', advertiser_id: 1, problems: [] },
        { outcome: 'refused', advertiser_id: null, problems: ['name_missing', 'unknown_currency'] },
      ],
    })
    expect(await count()).toBe(before)
    expect(outcomes(await create(rows))).toEqual(outcomes(planned))
  })

  test('can be sent again and creates nothing twice, also at the same time', async () => {
    const rows = [{ name: 'Oatfield' }, { name: 'OATFIELD ' }, { name: 'Barley' }]
    const before = await count()
    const twice = await Promise.all([create(rows), create(rows)])
    expect(twice.map(({ result }) => result.created).toSorted()).toEqual([0, 2])
    expect(outcomes(await create(rows))).toEqual(['exists', 'refused', 'exists'])
    expect(await count()).toBe(before + 2)
  })

  test('names every problem of a row', async () => {
    const refused = await create([
      { name: 'x'.repeat(121) },
      { name: 'One', status: 'archived' },
      { name: 'Two', currency_code: 'EUR' },
      { name: 'Three', time_zone: '+01:00' },
      { name: 'Four', advertiser_group_name: 'Nowhere' },
      { name: 'Five', industry_name: 'Alchemy' },
      { name: 'Five' },
    ])
    expect(problems(refused)).toEqual([
      'name_too_long',
      'unknown_status',
      'unknown_currency',
      'unknown_time_zone',
      'unknown_group',
      'unknown_industry',
      'duplicate',
    ])
    expect(refused.result.created).toBe(0)
  })

  test('takes an archived name again, and needs the permission and an open client', async () => {
    await world.as('clientAdmin').send(advertisers.remove, { path: { memberGroupId: 1, advertiserId: 3 } })
    expect(outcomes(await create([{ name: 'Advertiser-mark-3.' }]))).toEqual(['created'])
    const codes = [create([{ name: 'A' }], { name: 'clientViewer' }), create([{ name: 'A' }], { client: 2 })]
    expect((await Promise.all(codes)).map(({ status }) => status)).toEqual([403, 404])
    await world.database.kysely.updateTable('member_groups').set({ status: 'pending' }).where('member_group_id', '=', 1).execute()
    expect((await create([{ name: 'A' }])).status).toBe(409)
  })

  test('a caller without the whole client creates in their own group only', async () => {
    const granted = {
      user_id: people.advertiserManager.userId,
      level: 'base',
      thing_id: 0,
      permission: 'advertisers.create',
      granted: true,
    }
    await world.database.kysely.insertInto('user_activities').values(granted).execute()
    const rows = [
      { name: 'A', advertiser_group_name: 'Group 2' },
      { name: 'B', advertiser_group_name: 'Group 1' },
      { name: 'C' },
      { name: 'D', advertiser_group_name: 'Group 2', status: 'active' },
    ]
    const made = await create(rows, { name: 'advertiserManager' })
    expect([outcomes(made), problems(made)]).toEqual([
      ['created', 'refused', 'refused', 'refused'],
      ['', 'unknown_group no_permission', 'no_permission', 'no_permission'],
    ])
  })

  test('has up to a thousand rows', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ({ name: `Advertiser ${index}` }))
    expect((await create(rows)).result.created).toBe(1000)
    expect((await create([...rows, { name: 'One more' }])).status).toBe(422)
  })
})
