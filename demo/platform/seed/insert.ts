import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/index.ts'

type Row = Record<string, string | number | null>

const rowsAtOnce = 4000

/** Inserts many rows in few statements: one JSON parameter each, opened by the database. */
export async function insertMany(
  kysely: Kysely<Tables>,
  table: keyof Tables,
  rows: readonly Row[],
  types: Readonly<Record<string, string>>,
) {
  const columns = Object.keys(types)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const shape = sql.raw(columns.map((column) => `${column} ${types[column]}`).join(', '))
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const json = JSON.stringify(rows.slice(start, start + rowsAtOnce))
    await sql`insert into ${sql.table(table)} (${names}) select ${names} from json_to_recordset(${json}::json) as given (${shape})`.execute(
      kysely,
    )
  }
}

const counts = Object.fromEntries(
  [
    'impressions',
    'clicks',
    'cost',
    'revenue',
    'transactions',
    'units',
    'exposed_revenue',
    'exposed_transactions',
    'exposed_units',
    'halo_revenue',
    'halo_transactions',
    'halo_units',
  ].map((name) => [name, /cost|revenue/.test(name) ? 'bigint' : 'int']),
)
const placed = {
  member_group_id: 'int',
  advertiser_id: 'int',
  campaign_id: 'int',
  ad_group_id: 'int',
  channel: 'text',
  device: 'text',
  currency_code: 'text',
  day: 'date',
}

/** The columns of the facts, as the database reads them. */
export const factTypes = { daily: { ...placed, entity_id: 'int', ...counts }, hourly: { ...placed, hour: 'int', ...counts } }
