import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/index.ts'

const rowsAtOnce = 4000

/** Inserts many rows in few statements: each a JSON parameter, opened by the database as rows of the table. */
export async function insertMany(kysely: Kysely<Tables>, table: keyof Tables, rows: readonly object[]) {
  const [first] = rows
  if (!first) return
  const names = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const json = JSON.stringify(rows.slice(start, start + rowsAtOnce))
    await sql`insert into ${sql.table(table)} (${names}) select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(
      kysely,
    )
  }
}

const counted = [
  ['member_groups', 'member_group_id'],
  ['themes', 'id'],
  ['channels', 'channel_id'],
  ['advertiser_groups', 'advertiser_group_id'],
  ['advertisers', 'advertiser_id'],
  ['campaigns', 'campaign_id'],
  ['ad_groups', 'ad_group_id'],
  ['entities', 'entity_id'],
  ['users', 'user_id'],
] as const satisfies readonly (readonly [keyof Tables, string])[]

/** Whatever is made next gets the number after the last that was said. */
export async function countOn(kysely: Kysely<Tables>) {
  for (const [table, id] of counted)
    await sql`select setval(pg_get_serial_sequence(${table}, ${id}), coalesce((select max(${sql.ref(id)}) from ${sql.table(table)}), 0) + 1, false)`.execute(
      kysely,
    )
}
