import { expressionBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../demo/platform/database/database.ts'
import { compiledOnce } from '../../demo/platform/sql/compiled.ts'
import { pageOf } from '../../demo/platform/sql/page.ts'
import { allOf, anyOf, anyTextOf, recordset } from '../../demo/platform/sql/pieces.ts'
import { restore, softDelete } from '../../demo/platform/sql/versioned.ts'
import type { Tables } from '../../demo/platform/tables/index.ts'
import { countingStatements } from '../support/database/statements.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'

const names = ['Acorn', 'Birch', 'Cedar', 'Damson', 'Elm']
const now = () => new Date('2026-11-21T12:00:00Z')
const nameFields = { name: { column: sql.ref('a.name'), type: 'text' } } as const

describe.each(['embedded', 'postgres'] as const)('SQL pieces on the driver %s', (driver) => {
  let fresh: FreshDatabase
  let database: Database
  const advertiserIds = async () => {
    const rows = await database.kysely.selectFrom('advertisers').select('advertiser_id').orderBy('name').execute()
    return rows.map(({ advertiser_id }) => advertiser_id)
  }
  const named = async (id: number | undefined) =>
    database.kysely
      .selectFrom('advertisers')
      .select(['name', 'status', 'industry_id', 'metadata', 'deleted_at', 'version'])
      .where('advertiser_id', '=', id ?? 0)
      .executeTakeFirstOrThrow()

  beforeAll(async () => {
    fresh = await freshDatabase(driver === 'embedded' ? { server: '' } : {})
    database = fresh.database
    await database.kysely
      .insertInto('currencies')
      .values({ currency_id: 1, currency_code: 'EUR', name: 'Euro', symbol: '€', digits: 2 })
      .onConflict((clash) => clash.doNothing())
      .execute()
    await database.kysely
      .insertInto('member_groups')
      .values({
        member_group_id: 1,
        name: 'Client',
        status: 'active',
        default_currency_code: 'EUR',
        min_bid: 0,
        label_singular: 'Item',
        label_plural: 'Items',
        registration_enabled: false,
      })
      .execute()
    await database.kysely
      .insertInto('advertisers')
      .values(
        names.map((name) => ({
          member_group_id: 1,
          name,
          status: 'active',
          time_zone: 'UTC',
          currency_code: 'EUR',
          metadata: '[]',
        })),
      )
      .execute()
  })
  afterAll(() => fresh.close())

  const page = (query: Parameters<typeof pageOf>[0]['where']) =>
    pageOf({
      from: database.kysely.selectFrom('advertisers as a').where('a.member_group_id', '=', 1),
      columns: (from) => from.select(['a.name', 'a.version']),
      fields: nameFields,
      id: sql.ref('a.advertiser_id'),
      where: query,
      row: ({ name, version }) => `${name} ${version}`,
    })

  test('pageOf returns one page of rows in order, and the total of all pages', async () => {
    const sort = [{ field: 'name', order: 'desc' }] as const
    expect(await page({ pagination: { start: 1, count: 2 }, sort })).toEqual({ rows: ['Damson 1', 'Cedar 1'], total: 5 })
    expect(await page({ pagination: { start: 5, count: 2 }, sort })).toEqual({ rows: [], total: 5 })
    expect(await page({})).toEqual({ rows: names.map((name) => `${name} 1`), total: 5 })
  })

  test('pageOf filters limit the rows and the total, and an unknown field is refused', async () => {
    const filters = [{ field: 'name', operation: 'ILIKE', value: 'm' } as const]
    expect(await page({ filters, pagination: { start: 0, count: 1 } })).toEqual({ rows: ['Damson 1'], total: 2 })
    await expect(page({ filters: [{ field: 'colour', operation: '=', value: 'red' }] })).rejects.toMatchObject({
      fields: [{ path: 'filters.0.field' }],
    })
  })

  test('pageOf needs two statements, whatever the size of the page', async () => {
    const counting = countingStatements(database)
    const { statements } = await counting.during(() =>
      pageOf({
        from: counting.database.kysely.selectFrom('advertisers as a'),
        columns: (from) => from.select('a.name'),
        fields: nameFields,
        id: sql.ref('a.advertiser_id'),
        where: {},
        row: ({ name }) => name,
      }),
    )
    expect(statements).toBe(2)
  })

  test('anyOf, allOf and anyTextOf match columns with a list, also with an empty one', async () => {
    const [first = 0, second = 0, ...others] = await advertiserIds()
    const found = (ids: readonly number[]) =>
      database.kysely.selectFrom('advertisers').select('name').where('advertiser_id', '=', anyOf(ids)).orderBy('name').execute()
    const left = (ids: readonly number[]) =>
      database.kysely.selectFrom('advertisers').select('name').where('advertiser_id', '!=', allOf(ids)).orderBy('name').execute()
    const withName = (texts: readonly string[]) =>
      database.kysely.selectFrom('advertisers').select('advertiser_id').where('name', '=', anyTextOf(texts)).execute()
    expect(await found([first, second])).toEqual([{ name: 'Acorn' }, { name: 'Birch' }])
    expect(await found([])).toEqual([])
    expect(await left(others)).toEqual([{ name: 'Acorn' }, { name: 'Birch' }])
    expect(await left([])).toHaveLength(5)
    expect(await withName(['Birch', 'no "tree", \\'])).toEqual([{ advertiser_id: second }])
  })

  test('compiledOnce gives each call its own values, also a repeated one, next to fixed ones', async () => {
    const named = compiledOnce<{ readonly name: string | null }, { name: string; given: string | null }>((parameter) => {
      const name = expressionBuilder<Tables>().cast<string | null>(parameter('name'), 'text')
      return expressionBuilder<Tables>()
        .selectFrom('advertisers')
        .select(['name', name.as('given')])
        .where('member_group_id', '=', 1)
        .where(({ eb }) => eb(name, 'is', null).or('name', '=', name))
        .orderBy('name')
    })
    const read = async (name: string | null) => (await named({ name }).execute(database.kysely)).rows
    expect(await read('Elm')).toEqual([{ name: 'Elm', given: 'Elm' }])
    expect(await read('Elm $1')).toEqual([])
    expect(await read(null)).toHaveLength(5)
  })

  test('recordset writes many rows with one statement, each with its own values', async () => {
    const [first = 0, second = 0] = await advertiserIds()
    const rows = [
      { advertiser_id: first, name: 'Acorn’s "shop"', industry_id: null, metadata: [{ key: 'a', value: '\\' }], is_paused: true },
      { advertiser_id: second, name: 'Birch', industry_id: 7, metadata: [], is_paused: false },
    ]
    const columns = { advertiser_id: 'int', name: 'text', industry_id: 'int?', metadata: 'jsonb', is_paused: 'boolean' } as const
    await database.kysely
      .updateTable('advertisers as a')
      .from(recordset('r', columns, rows))
      .set(({ eb, ref }) => ({
        name: ref('r.name'),
        industry_id: ref('r.industry_id'),
        metadata: ref('r.metadata'),
        status: eb.case().when('r.is_paused', '=', true).then('paused').else(ref('a.status')).end(),
        version: eb('a.version', '+', 1),
      }))
      .whereRef('a.advertiser_id', '=', 'r.advertiser_id')
      .execute()
    expect(await named(first)).toMatchObject({ name: 'Acorn’s "shop"', status: 'paused', industry_id: null, metadata: rows[0]?.metadata })
    expect(await named(second)).toMatchObject({ name: 'Birch', status: 'active', industry_id: 7, metadata: [], version: 2 })
  })

  test('recordset keeps the exact values of amounts and times', async () => {
    const at = new Date('2026-03-29T01:30:00.123Z')
    const columns = { micros: 'bigint', rate: 'numeric?', day: 'date', at: 'timestamptz' } as const
    const rows = [
      { micros: '9007199254740991', rate: '0.12345678', day: '2026-03-29', at },
      { micros: -5, rate: null, day: '2026-11-21', at },
    ]
    const read = await database.kysely
      .selectFrom(recordset('r', columns, rows))
      .select(['micros', 'rate', 'day', 'at'])
      .orderBy('micros', 'desc')
      .execute()
    expect(read).toEqual([{ ...rows[0], micros: Number.MAX_SAFE_INTEGER }, rows[1]])
  })

  test('softDelete and restore create the next version; a missing row and an older version are refused', async () => {
    const [, , third = 0] = await advertiserIds()
    const key = { advertiser_id: third }
    await softDelete({ database, now }, 'advertisers', { key, change: { status: 'inactive' }, version: 1, subject: 'Advertiser' })
    expect(await named(third)).toMatchObject({ status: 'inactive', deleted_at: now(), version: 2 })
    await expect(softDelete({ database, now }, 'advertisers', { key, subject: 'Advertiser' })).rejects.toMatchObject({ code: 'not_found' })
    await softDelete({ database, now }, 'advertisers', { key })
    await expect(restore({ database }, 'advertisers', { key, version: 1, subject: 'Advertiser' })).rejects.toMatchObject({ code: 'stale' })
    await restore({ database }, 'advertisers', { key, change: { status: 'active' }, version: 2, subject: 'Advertiser' })
    expect(await named(third)).toMatchObject({ status: 'active', deleted_at: null, version: 3 })
  })
})
