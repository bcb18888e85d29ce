import { sql } from 'kysely'

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
