import { sql } from 'kysely'
import type { AdGroupRow } from '../../../src/contract/ad-groups/ad-groups.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import type { Serving } from '../../../src/contract/serving/serving.ts'

/** Ad groups joined with campaign, advertiser and currency. */
export const adGroupTables = sql`ad_groups g
  join campaigns c on c.member_group_id = g.member_group_id and c.campaign_id = g.campaign_id
  join advertisers a on a.member_group_id = g.member_group_id and a.advertiser_id = g.advertiser_id
  join currencies m on m.currency_code = a.currency_code`
/** Excludes soft-deleted rows. */
export const notRemovedAdGroup = sql`g.deleted_at is null and c.deleted_at is null and a.deleted_at is null`

/** Number of entities in the ad group of table `row`. */
export const entityCountOf = (row: string) =>
  sql`(
    select count(*)::int from ad_group_entities x
    where x.member_group_id = ${sql.ref(`${row}.member_group_id`)} and x.ad_group_id = ${sql.ref(`${row}.ad_group_id`)}
  )`

/** Columns of every ad group response. Money in micros. */
export const adGroupColumns = sql`
  g.ad_group_id, g.member_group_id, g.advertiser_id, a.name as advertiser_name, g.campaign_id, c.name as campaign_name,
  c.status as campaign_status, c.channel, g.name, g.status, c.bidding_type_id, g.base_bid, g.budget, g.budget_period,
  a.currency_code::text as currency_code, m.digits as currency_digits, g.start_date, g.end_date, g.created_at, g.version`

/** Bid strength as in lists. */
export type ListedStrength = Pick<AdGroupRow, 'bid_strength' | 'bid_lacks_rate_of'>

/** Fields of every ad group response. Money in micros. */
export interface AdGroupRead
  extends Omit<AdGroupRow, 'base_bid' | 'budget' | 'always_on' | 'serving' | keyof ListedStrength | 'created_at' | 'metrics'> {
  readonly base_bid: number
  readonly budget: number | null
  readonly channel: string
  readonly created_at: Date
}

const decimal = (micros: number) => decimalOf(BigInt(micros))

/** A row of the API, without metrics. */
export const adGroupOf = (row: AdGroupRead, serving: Serving, strength: ListedStrength): Omit<AdGroupRow, 'metrics'> => ({
  ad_group_id: row.ad_group_id,
  member_group_id: row.member_group_id,
  advertiser_id: row.advertiser_id,
  advertiser_name: row.advertiser_name,
  campaign_id: row.campaign_id,
  campaign_name: row.campaign_name,
  name: row.name,
  status: row.status,
  bidding_type_id: row.bidding_type_id,
  base_bid: decimal(row.base_bid),
  budget: row.budget === null ? null : decimal(row.budget),
  budget_period: row.budget_period,
  currency_code: row.currency_code,
  currency_digits: row.currency_digits,
  start_date: row.start_date,
  end_date: row.end_date,
  always_on: row.end_date === null,
  entities: row.entities,
  serving,
  ...strength,
  created_at: row.created_at.toISOString(),
  version: row.version,
})
