import { sql } from 'kysely'
import type { Step } from './walk.ts'

/** Rate limits are counted before a write, so they stay when it fails. */
const aside = 'rate_limits'

interface WriteCounts {
  readonly name: string
  readonly writes: number
  readonly isCounting: boolean
}

/** Number of rows written in each table since the walk's transaction began, including those that were rolled back. */
async function writeCountsOf({ world }: Step): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<WriteCounts>`
    select relname::text as name, n_tup_ins + n_tup_upd + n_tup_del as writes, current_setting('track_counts')::bool as "isCounting"
    from pg_stat_xact_user_tables where schemaname = 'public' and relname <> ${aside}`.execute(world.database.kysely)
  if (!rows.some(({ isCounting }) => isCounting)) throw new Error('The database does not count writes: set track_counts')
  return new Map(rows.map(({ name, writes }) => [name, writes]))
}

/** The content of some tables, as a row count and a hash sum. */
async function printsOf({ world }: Step, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const parts = names.map(
    (name) =>
      sql`select ${name}::text as name, count(*) as rows, coalesce(sum(hashtext(one::text)), 0)::text as sum from ${sql.table(name)} one`,
  )
  const { rows } = await sql<{ name: string; rows: number; sum: string }>`${sql.join(parts, sql` union all `)}`.execute(
    world.database.kysely,
  )
  return new Map(rows.map(({ name, rows: count, sum }) => [name, `${count} ${sum}`]))
}

/**
 * The tables whose content differs after an action at the beginning of a step, which is then rolled back. Hashing every table for each
 * endpoint would take most of a walk, so only tables with writes are hashed, before and after the rollback.
 */
export async function changedBy(step: Step, act: () => Promise<void>): Promise<string[]> {
  const before = await writeCountsOf(step)
  await act()
  const written = [...(await writeCountsOf(step))].filter(([name, writes]) => writes !== before.get(name)).map(([name]) => name)
  if (written.length === 0) return []
  const after = await printsOf(step, written)
  await step.undo()
  const unchanged = await printsOf(step, written)
  return written.filter((name) => after.get(name) !== unchanged.get(name))
}
