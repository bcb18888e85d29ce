import { type RawBuilder, sql } from 'kysely'
import type { Advertiser, AdvertiserRow } from '../../../src/contract/advertisers/advertisers.ts'
import type { Database } from '../database/open.ts'
import { type ListQuery, type ListFields, listOrder, listPage, listWhere } from '../sql/list.ts'
import { notFound } from '../context/refusal.ts'

/** The name of an industry; null if the id is unknown. */
export async function industryName({ kysely }: Pick<Database, 'kysely'>, id: number | null): Promise<string | null> {
  if (id === null) return null
  const found = await kysely.selectFrom('industries').select('name').where('industry_id', '=', id).executeTakeFirst()
  return found?.name ?? null
}

type Reads = Pick<Database, 'kysely'>
type Row = Omit<AdvertiserRow, 'created_at'> & { readonly created_at: Date }
type Kept = Pick<Advertiser, 'channels' | 'billing_address' | 'metadata' | 'dsps'>

const column = (name: string) => sql.ref(`a.${name}`)
const campaigns = (condition = sql``) =>
  sql`(select count(*)::int from campaigns c where c.member_group_id = a.member_group_id and c.advertiser_id = a.advertiser_id and c.deleted_at is null ${condition})`
const every = campaigns()
const active = campaigns(sql`and c.status = 'active'`)
const groupName = sql.ref('g.name')

/** Fields for filters and sort. */
export const advertiserFields: ListFields = {
  advertiser_id: { column: column('advertiser_id'), type: 'integer' },
  name: { column: column('name'), type: 'text' },
  status: { column: column('status'), type: 'text' },
  advertiser_group_id: { column: column('advertiser_group_id'), type: 'integer' },
  advertiser_group_name: { column: groupName, type: 'text' },
  currency_code: { column: sql`a.currency_code::text`, type: 'text' },
  time_zone: { column: column('time_zone'), type: 'text' },
  industry_id: { column: column('industry_id'), type: 'integer' },
  campaigns: { column: every, type: 'integer' },
  active_campaigns: { column: active, type: 'integer' },
  created_at: { column: column('created_at'), type: 'moment' },
}

/** Existing advertisers, joined with their group. */
export const advertisersFrom = sql`from advertisers a
  left join advertiser_groups g on g.member_group_id = a.member_group_id and g.advertiser_group_id = a.advertiser_group_id
  where a.deleted_at is null`
const columns = sql`a.advertiser_id, a.member_group_id, a.name, a.status, a.advertiser_group_id, ${groupName} as advertiser_group_name,
  a.currency_code, a.time_zone, a.industry_id, ${every} as campaigns, ${active} as active_campaigns, a.created_at, a.version`

const rowOf = <R extends Row>(row: R) => ({ ...row, created_at: row.created_at.toISOString() })

async function countOf({ kysely }: Reads, where: RawBuilder<unknown>) {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${where}`.execute(kysely)
  return rows[0]?.total ?? 0
}

/** A page of advertisers that match the condition, and their total. */
export async function advertiserPage(database: Reads, place: RawBuilder<unknown>, asked: ListQuery) {
  const where = sql`${advertisersFrom} and ${place} and (${listWhere(advertiserFields, asked.filters)})`
  const order = listOrder(advertiserFields, asked.sort, column('advertiser_id'))
  // Counts campaigns only for the rows of the page.
  const ids = sql`select a.advertiser_id, row_number() over (order by ${order}) as nth ${where} order by nth ${listPage(asked.pagination)}`
  const { rows } = await sql<Row>`
    with page as (${ids}) select ${columns} ${advertisersFrom} and a.advertiser_id in (select advertiser_id from page)
    order by (select nth from page where page.advertiser_id = a.advertiser_id)`.execute(database.kysely)
  return { advertisers: rows.map(rowOf), total: await countOf(database, where) }
}

type Choice = Pick<AdvertiserRow, 'advertiser_id' | 'name' | 'status' | 'advertiser_group_id'>

/** A page with only the fields of a select list, by name. */
export async function advertiserOptions(database: Reads, place: RawBuilder<unknown>, pagination: ListQuery['pagination']) {
  const where = sql`from advertisers a where a.deleted_at is null and ${place}`
  const { rows } = await sql<Choice>`
    select a.advertiser_id, a.name, a.status, a.advertiser_group_id ${where} order by a.name, a.advertiser_id ${listPage(pagination)}`.execute(
    database.kysely,
  )
  return { advertisers: rows, total: await countOf(database, where) }
}

const sameAdvertiser = (alias: string) =>
  sql`${sql.ref(`${alias}.member_group_id`)} = a.member_group_id and ${sql.ref(`${alias}.advertiser_id`)} = a.advertiser_id`
/** The advertiser's own channels, or all of the client's if it has none. */
const channels = sql`(select coalesce(json_agg(json_build_object('channel_id', c.channel_id, 'name', c.name) order by c.channel_id), '[]') from channels c
  where c.member_group_id = a.member_group_id and (not exists (select from advertiser_channels own where ${sameAdvertiser('own')})
    or exists (select from advertiser_channels own where ${sameAdvertiser('own')} and own.channel_id = c.channel_id)))`
const dsps = sql`(select coalesce(json_agg(json_build_object('name', d.name, 'seat', d.seat) order by d.name), '[]') from advertiser_dsps d where ${sameAdvertiser('d')})`

export async function fullAdvertiser({ kysely }: Reads, advertiserId: number): Promise<Advertiser> {
  const { rows } = await sql<Row & Kept>`
    select ${columns}, ${channels} as channels, a.billing_address, a.metadata, ${dsps} as dsps ${advertisersFrom} and a.advertiser_id = ${advertiserId}`.execute(
    kysely,
  )
  if (!rows[0]) throw notFound('Advertiser')
  return rowOf(rows[0])
}
