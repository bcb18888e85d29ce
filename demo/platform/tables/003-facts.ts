import { type Kysely, type Migration, sql } from 'kysely'
import type { Day, Micros } from './columns.ts'

/** The counts of every facts row; money in micros of the row's currency. */
interface Counts {
  impressions: number
  clicks: number
  cost: Micros
  revenue: Micros
  transactions: number
  units: number
  exposed_revenue: Micros
  exposed_transactions: number
  exposed_units: number
  halo_revenue: Micros
  halo_transactions: number
  halo_units: number
}
interface Placed {
  member_group_id: number
  advertiser_id: number
  campaign_id: number
  ad_group_id: number
  channel: string
  device: string
  currency_code: string
  day: Day
}
export interface FactTables {
  /** By entity for the last sixty days, by ad group before. */
  facts_daily: Placed & Counts & { entity_id: number | null }
  /** By ad group, for the last thirty-five days; the hour is in the advertiser's time zone. */
  facts_hourly: Placed & Counts & { hour: number }
}

const placed =
  'member_group_id int not null, advertiser_id int not null, campaign_id int not null, ad_group_id int not null, channel text not null, device text not null, currency_code char(3) not null, day date not null'
const counts = [
  'impressions int',
  'clicks int',
  'cost bigint',
  'revenue bigint',
  'transactions int',
  'units int',
  'exposed_revenue bigint',
  'exposed_transactions int',
  'exposed_units int',
  'halo_revenue bigint',
  'halo_transactions int',
  'halo_units int',
].map((column) => `${column} not null default 0`)

const statements = [
  `create table facts_daily (${placed}, entity_id int, ${counts.join(', ')})`,
  `create unique index facts_daily_once on facts_daily (member_group_id, day, ad_group_id, entity_id, device) nulls not distinct`,
  `create index facts_daily_by_advertiser on facts_daily (member_group_id, advertiser_id, day)`,
  `create table facts_hourly (${placed}, hour smallint not null check (hour between 0 and 23), ${counts.join(', ')}, primary key (member_group_id, day, hour, ad_group_id, device))`,
]

/** Delivery facts by day and by hour. */
export const facts: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
