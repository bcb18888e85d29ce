import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Advertiser, AdvertiserRow } from '../../../src/contract/advertisers/advertisers.ts'
import type { AdvertiserSpend, ArchivedAdvertiser } from '../../../src/contract/advertisers/many.ts'
import type { Database, WithKysely } from '../database/database.ts'
import { decimalOf, microsPerUnit } from '../../../src/contract/money/money.ts'
import { type ListQuery, type ListFields, listWhere } from '../sql/list.ts'
import { compiledOnce } from '../sql/compiled.ts'
import { pageOf } from '../sql/page.ts'
import type { Tables } from '../tables/index.ts'
import { notFound } from '../context/refusal.ts'
import type { AdvertiserKey } from './key.ts'

/** The name of an industry; null if the id is unknown. */
export async function industryName({ kysely }: Pick<Database, 'kysely'>, id: number | null): Promise<string | null> {
  if (id === null) return null
  const industry = await kysely.selectFrom('industries').select('name').where('industry_id', '=', id).executeTakeFirst()
  return industry?.name ?? null
}

/** The time zone of an advertiser, also of one that is removed: its money may move later. */
export async function timeZoneOf(kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey): Promise<string> {
  const { time_zone } = await kysely
    .selectFrom('advertisers')
    .select('time_zone')
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .executeTakeFirstOrThrow()
  return time_zone
}

/** Builds queries that are compiled once. */
const queries = expressionBuilder<Tables>()
type Joined = Tables & { a: Tables['advertisers'] }

const column = (name: string) => sql.ref(`a.${name}`)
const advertiser = expressionBuilder<Joined, 'a'>()
const campaignsOfAdvertiser = advertiser
  .selectFrom('campaigns as c')
  .select(({ fn }) => fn.countAll<number>().as('count'))
  .whereRef('c.member_group_id', '=', 'a.member_group_id')
  .whereRef('c.advertiser_id', '=', 'a.advertiser_id')
  .where('c.deleted_at', 'is', null)
const campaignCount = sql<number>`(${compiledOnce(() => campaignsOfAdvertiser)({})})`
/** The active campaigns of the advertiser with the alias `a`. */
export const activeCount = sql<number>`(${compiledOnce(() => campaignsOfAdvertiser.where('c.status', '=', 'active'))({})})`

/** Fields for filters and sort. */
export const advertiserFields: ListFields = {
  advertiser_id: { column: column('advertiser_id'), type: 'integer' },
  name: { column: column('name'), type: 'text' },
  status: { column: column('status'), type: 'text' },
  advertiser_group_id: { column: column('advertiser_group_id'), type: 'integer' },
  advertiser_group_name: { column: sql.ref('g.name'), type: 'text' },
  currency_code: { column: sql`a.currency_code::text`, type: 'text' },
  time_zone: { column: column('time_zone'), type: 'text' },
  industry_id: { column: column('industry_id'), type: 'integer' },
  campaigns: { column: campaignCount, type: 'integer' },
  active_campaigns: { column: activeCount, type: 'integer' },
  created_at: { column: column('created_at'), type: 'moment' },
}

type Source = { readonly kysely: Pick<Kysely<Tables>, 'selectFrom'> }

/** All advertisers, also archived ones, joined with their group. */
const allAdvertisers = ({ kysely }: Source) =>
  kysely
    .selectFrom('advertisers as a')
    .leftJoin('advertiser_groups as g', (join) =>
      join.onRef('g.member_group_id', '=', 'a.member_group_id').onRef('g.advertiser_group_id', '=', 'a.advertiser_group_id'),
    )

/** Existing advertisers, joined with their group. */
export const advertisersFrom = (source: Source) => allAdvertisers(source).where('a.deleted_at', 'is', null)
const withCampaigns = (from: ReturnType<typeof advertisersFrom>) =>
  from
    .select(['a.advertiser_id', 'a.member_group_id', 'a.name', 'a.status', 'a.advertiser_group_id', 'g.name as advertiser_group_name'])
    .select(['a.currency_code', 'a.time_zone', 'a.industry_id', 'a.created_at', 'a.version'])
    .select([campaignCount.as('campaigns'), activeCount.as('active_campaigns')])

const rowOf = <R extends { created_at: Date }>(row: R) => ({ ...row, created_at: row.created_at.toISOString() })

/** A page of advertisers that match the condition, and their total. */
export async function advertiserPage(database: WithKysely, condition: Expression<SqlBool>, query: ListQuery) {
  const { rows, total } = await pageOf({
    from: advertisersFrom(database).where(condition),
    columns: withCampaigns,
    fields: advertiserFields,
    id: column('advertiser_id'),
    where: query,
    row: (row): AdvertiserRow => rowOf(row),
  })
  return { advertisers: rows, total }
}

/** A page of archived advertisers that match the condition, and their total. */
export async function archivedPage(database: WithKysely, condition: Expression<SqlBool>, query: ListQuery) {
  const { rows, total } = await pageOf({
    from: allAdvertisers(database).where('a.deleted_at', 'is not', null).where(condition),
    columns: (from) => withCampaigns(from).select('a.deleted_at'),
    fields: { ...advertiserFields, archived_at: { column: column('deleted_at'), type: 'moment' } },
    id: column('advertiser_id'),
    where: query,
    row: ({ deleted_at, ...row }): ArchivedAdvertiser => ({ ...rowOf(row), archived_at: (deleted_at ?? row.created_at).toISOString() }),
  })
  return { advertisers: rows, total }
}

const currencyDigits = sql<number>`(${advertiser
  .selectFrom('currencies as cur')
  .select('cur.digits')
  .whereRef('cur.currency_code', '=', 'a.currency_code')})`
/** The advertiser's spend on some days, in micros. */
const spentBetween = (start_date: string, end_date: string) =>
  sql<string>`coalesce((${advertiser
    .selectFrom('facts_daily as f')
    .select(({ fn }) => fn.sum('f.cost').as('micros'))
    .whereRef('f.member_group_id', '=', 'a.member_group_id')
    .whereRef('f.advertiser_id', '=', 'a.advertiser_id')
    .where('f.day', '>=', start_date)
    .where('f.day', '<=', end_date)}), 0)`

interface SpendQuery extends ListQuery {
  readonly start_date: string
  readonly end_date: string
}

/** A page of advertisers with their spend on some days, and the sum of each currency over all pages. */
export async function spendPage(database: WithKysely, condition: Expression<SqlBool>, query: SpendQuery) {
  const { start_date, end_date, ...list } = query
  const spent = spentBetween(start_date, end_date)
  const fields: ListFields = { ...advertiserFields, spend: { column: spent, type: 'amount', perUnit: microsPerUnit } }
  const from = advertisersFrom(database).where(condition)
  const { rows, total } = await pageOf({
    from,
    columns: (from) => withCampaigns(from).select([currencyDigits.as('currency_digits'), sql<string>`${spent}::text`.as('micros')]),
    fields,
    id: column('advertiser_id'),
    where: list,
    row: ({ micros, ...row }): AdvertiserSpend => ({ ...rowOf(row), spend: decimalOf(BigInt(micros)) }),
  })
  const sums = await from
    .where(listWhere(fields, list.filters))
    .select(['a.currency_code', currencyDigits.as('currency_digits'), sql<string>`sum(${spent})::text`.as('micros')])
    .groupBy('a.currency_code')
    .orderBy('a.currency_code')
    .execute()
  return { advertisers: rows, total, spend: sums.map(({ micros, ...sum }) => ({ ...sum, spend: decimalOf(BigInt(micros)) })) }
}

type Choice = Pick<AdvertiserRow, 'advertiser_id' | 'name' | 'status' | 'advertiser_group_id'>

/** A page with only the fields of a select list, by name. */
export async function advertiserOptions({ kysely }: WithKysely, condition: Expression<SqlBool>, pagination: ListQuery['pagination']) {
  const { rows, total } = await pageOf({
    from: kysely.selectFrom('advertisers as a').where('a.deleted_at', 'is', null).where(condition),
    columns: (from) => from.select(['a.advertiser_id', 'a.name', 'a.status', 'a.advertiser_group_id']),
    fields: {},
    id: sql`a.name, a.advertiser_id`,
    where: { pagination },
    row: (row): Choice => row,
  })
  return { advertisers: rows, total }
}

const ownChannels = advertiser
  .selectFrom('advertiser_channels as own')
  .whereRef('own.member_group_id', '=', 'a.member_group_id')
  .whereRef('own.advertiser_id', '=', 'a.advertiser_id')
/** The advertiser's own channels, or all of the client's if it has none. */
const channels = compiledOnce(() =>
  jsonArrayFrom(
    advertiser
      .selectFrom('channels as c')
      .select(['c.channel_id', 'c.name'])
      .whereRef('c.member_group_id', '=', 'a.member_group_id')
      .where(({ or, not, exists, ref }) =>
        or([not(exists(ownChannels)), exists(ownChannels.where('own.channel_id', '=', ref('c.channel_id')))]),
      )
      .orderBy('c.channel_id'),
  ),
)({})
/** The ids of the advertiser's own channels; none if it has all of its client. */
const channelIds = compiledOnce(() =>
  ownChannels.select(sql<number[]>`coalesce(json_agg(own.channel_id order by own.channel_id), '[]')`.as('ids')),
)({})
/** The advertiser's own experiences; none if it has all of its client. */
const experienceIds = compiledOnce(() =>
  advertiser
    .selectFrom('advertiser_experiences as e')
    .select(sql<number[]>`coalesce(json_agg(e.experience_id order by e.experience_id), '[]')`.as('ids'))
    .whereRef('e.member_group_id', '=', 'a.member_group_id')
    .whereRef('e.advertiser_id', '=', 'a.advertiser_id'),
)({})
const dsps = compiledOnce(() =>
  jsonArrayFrom(
    advertiser
      .selectFrom('advertiser_dsps as d')
      .select(['d.name', 'd.seat'])
      .whereRef('d.member_group_id', '=', 'a.member_group_id')
      .whereRef('d.advertiser_id', '=', 'a.advertiser_id')
      .orderBy('d.name'),
  ),
)({})

type StoredAdvertiser = Omit<Advertiser, 'created_at'> & { readonly created_at: Date }

const oneAdvertiser = compiledOnce<{ readonly id: number }, StoredAdvertiser>((parameter) =>
  withCampaigns(advertisersFrom({ kysely: queries }))
    .select(['a.billing_address', 'a.metadata', channels.as('channels'), dsps.as('dsps')])
    .select([sql<number[]>`(${channelIds})`.as('channel_ids'), sql<number[]>`(${experienceIds})`.as('advertiser_experience_ids')])
    .where('a.advertiser_id', '=', parameter('id')),
)

export async function fullAdvertiser({ kysely }: WithKysely, advertiserId: number): Promise<Advertiser> {
  const { rows } = await oneAdvertiser({ id: advertiserId }).execute(kysely)
  const [row] = rows
  if (!row) throw notFound('Advertiser')
  return rowOf(row)
}
