import { sql } from 'kysely'
import type { Database } from '../../../demo/platform/database/database.ts'

/** The content of each table, as a row count and a hash sum. */
export type Prints = ReadonlyMap<string, string>

/** Rate limits are counted before a write, so they stay when it fails. */
const aside = 'rate_limits'

async function tablesOf({ kysely }: Database) {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> ${aside} order by 1`.execute(
    kysely,
  )
  return rows.map(({ name }) => name)
}

/** The current content of every table. */
export async function printsOf(database: Database): Promise<Prints> {
  const parts = (await tablesOf(database)).map(
    (name) =>
      sql`select ${name}::text as name, count(*) as rows, coalesce(sum(hashtext(one::text)), 0)::text as said from ${sql.table(name)} one`,
  )
  const { rows } = await sql<{ name: string; rows: number; sum: string }>`${sql.join(parts, sql` union all `)}`.execute(database.kysely)
  return new Map(rows.map(({ name, rows: count, sum }) => [name, `${count} ${sum}`]))
}

/** The tables whose content has changed. */
export const changedTables = (before: Prints, after: Prints) => [...before.keys()].filter((name) => before.get(name) !== after.get(name))
