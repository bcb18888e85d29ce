import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/index.ts'
import type { SeedAdGroup, FactColumns } from './facts.ts'
import { countColumns } from '../reports/facts.ts'

const batchSize = 4000

/**
 * Inserts many rows in few statements: the database expands a JSON parameter to table rows. All rows must have the same
 * keys as the first.
 */
export async function insertRows(kysely: Kysely<Tables>, table: keyof Tables, rows: readonly object[]) {
  const [first] = rows
  if (!first) return
  const names = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  for (let start = 0; start < rows.length; start += batchSize) {
    const json = JSON.stringify(rows.slice(start, start + batchSize))
    await sql`
      insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(kysely)
  }
}

/** The columns of a fact that are the same in all facts of an ad group, with their types. */
const groupColumnTypes = {
  member_group_id: 'int',
  advertiser_id: 'int',
  campaign_id: 'int',
  ad_group_id: 'int',
  channel: 'text',
  device: 'text',
  currency_code: 'text',
} as const
const groupColumns = Object.keys(groupColumnTypes) as (keyof typeof groupColumnTypes)[] // the object has exactly these keys

/** Inserts the facts of one ad group, with one array parameter per column. */
export async function insertFacts(kysely: Kysely<Tables>, table: 'facts_daily' | 'facts_hourly', group: SeedAdGroup, facts: FactColumns) {
  const columns = [...groupColumns, 'day', table === 'facts_daily' ? 'entity_id' : 'hour', ...countColumns]
  const lists = countColumns.map((name) => sql`${facts.counts[name]}::bigint[]`)
  const groupValues = groupColumns.map((name) => sql`${group[name]}::${sql.raw(groupColumnTypes[name])}`)
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(groupValues)}, facts.*
    from unnest(${facts.day}::date[], ${facts.entityIdOrHour}::int[], ${sql.join(lists)}) as facts`.execute(kysely)
}

/** The tables with an id sequence, and the column of the id. */
const tablesWithIdSequence = [
  ['member_groups', 'member_group_id'],
  ['themes', 'id'],
  ['channels', 'channel_id'],
  ['advertiser_groups', 'advertiser_group_id'],
  ['advertisers', 'advertiser_id'],
  ['campaigns', 'campaign_id'],
  ['ad_groups', 'ad_group_id'],
  ['entities', 'entity_id'],
  ['users', 'user_id'],
  ['entity_groups', 'entity_group_id'],
  ['sites', 'site_id'],
  ['experiences', 'experience_id'],
  ['experience_assets', 'experience_asset_id'],
  ['roles', 'role_id'],
  ['role_permissions', 'role_permission_id'],
  ['bidding_configs', 'bidding_config_id'],
  ['targetings', 'targeting_id'],
  ['targeting_options', 'targeting_option_id'],
  ['campaign_templates', 'campaign_template_id'],
  ['entity_registration_events', 'event_id'],
  ['entity_registration_details', 'event_detail_id'],
  ['assets', 'asset_id'],
  ['saved_reports', 'saved_report_id'],
  ['report_shares', 'report_share_id'],
  ['insertion_orders', 'insertion_order_id'],
] as const satisfies readonly (readonly [keyof Tables, string])[]

/** Sets each id sequence to continue after the highest seeded id. */
export async function resetSequences(kysely: Kysely<Tables>) {
  for (const [table, idColumn] of tablesWithIdSequence)
    await sql`
      select setval(pg_get_serial_sequence(${table}, ${idColumn}), coalesce(max(${sql.ref(idColumn)}), 0) + 1, false)
      from ${sql.table(table)}`.execute(kysely)
}
