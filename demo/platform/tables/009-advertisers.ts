import { type ColumnType, type Kysely, type Migration, sql } from 'kysely'
import type { BillingAddress } from '../../../src/contract/advertisers/advertisers.ts'
import type { GeneratedAt, GeneratedColumn, MaybeJson } from './columns.ts'

/** Columns that this migration adds to advertisers. */
export interface AdvertiserColumns {
  industry_id: number | null
  billing_address: MaybeJson<BillingAddress>
  metadata: ColumnType<{ key: string; value: string }[], string | undefined, string>
  created_at: GeneratedAt
  version: GeneratedColumn<number>
  /** A removed advertiser is invisible but keeps its facts. */
  deleted_at: GeneratedAt | null
}
export interface AdvertiserTables {
  advertiser_channels: { member_group_id: number; advertiser_id: number; channel_id: number }
  advertiser_dsps: { member_group_id: number; advertiser_id: number; name: string; seat: string }
}

const marks = `.-_/@&+:,;()<>"’`
/** The words of a text, exactly as in the index; a search must use the same expression for PostgreSQL to use the index. */
export const searchVector = (text: string) =>
  `to_tsvector('simple'::regconfig, translate(${text}, '${marks}''', '${' '.repeat(marks.length + 1)}'))`

/** The text that each table is searched by. */
export const searchTexts = {
  member_groups: 'name',
  advertisers: 'name',
  advertiser_groups: 'name',
  campaigns: 'name',
  users: `first_name || ' ' || last_name || ' ' || email`,
} as const

const advertiser = 'member_group_id int not null, advertiser_id int not null'
const ofAdvertiser = 'foreign key (member_group_id, advertiser_id) references advertisers (member_group_id, advertiser_id)'
const statements = [
  `alter table advertisers add column industry_id int, add column billing_address jsonb, add column metadata jsonb not null default '[]', add column created_at timestamptz not null default now(), add column version int not null default 1, add column deleted_at timestamptz`,
  `alter table advertiser_groups add column version int not null default 1`,
  `alter table campaigns add column review_status_id smallint not null default 3 check (review_status_id between 1 and 3), add column review_comment text not null default ''`,
  `create table advertiser_channels (${advertiser}, channel_id int not null, primary key (member_group_id, advertiser_id, channel_id), ${ofAdvertiser}, foreign key (member_group_id, channel_id) references channels (member_group_id, channel_id))`,
  `create table advertiser_dsps (${advertiser}, name text not null, seat text not null, primary key (member_group_id, advertiser_id, name), ${ofAdvertiser})`,
  `create index advertisers_by_name on advertisers (member_group_id, name, advertiser_id) where deleted_at is null`,
  `create index advertisers_by_group on advertisers (member_group_id, advertiser_group_id)`,
  ...Object.entries(searchTexts).map(([table, text]) => `create index ${table}_by_words on ${table} using gin (${searchVector(text)})`),
]

/** Advertiser details, and the full-text indexes of the search. */
export const advertisers: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
