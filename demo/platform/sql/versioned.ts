import type { Kysely, Selectable, Updateable } from 'kysely'
import type { Context } from '../context/context.ts'
import { staleVersion } from '../context/refusal.ts'
import type { Tables } from '../tables/index.ts'

/** Versioned tables whose rows stay when they are deleted. */
const softDeletedTables = ['advertisers', 'campaign_templates', 'saved_reports', 'users'] as const
type SoftDeletedTable = (typeof softDeletedTables)[number]
type VersionedTable = SoftDeletedTable | 'bidding_configs' | 'member_groups' | 'report_schedules' | 'roles' | 'themes'

const isSoftDeleted = (table: string) => softDeletedTables.some((name) => name === table)

type AnyTables = Record<string, Record<string, unknown>>
/** A builder for tables that are known only at run time. */
const anyTable = (kysely: Kysely<Tables>) => kysely as unknown as Kysely<AnyTables> // kysely cannot check a table that is a parameter

interface NextVersion<T extends VersionedTable> {
  /** The columns that identify the row, with their values. */
  readonly key: Partial<Selectable<Tables[T]>>
  readonly change: Updateable<Tables[T]>
  /** Names the record in the error. */
  readonly subject: string
}

/** Writes the next version of a row. Throws stale if the row is gone or the caller has an older version. */
export async function updateVersioned<T extends VersionedTable>(
  { database, version = 0 }: Pick<Context, 'database' | 'version'>,
  table: T,
  { key, change, subject }: NextVersion<T>,
): Promise<void> {
  let update = anyTable(database.kysely)
    .updateTable<string>(table)
    .set({ ...change, version: version + 1 })
    .where('version', '=', version)
  for (const [column, value] of Object.entries(key)) update = update.where(column, '=', value)
  if (isSoftDeleted(table)) update = update.where('deleted_at', 'is', null)
  const { numUpdatedRows } = await update.executeTakeFirst()
  if (numUpdatedRows === 0n) throw staleVersion(subject)
}
