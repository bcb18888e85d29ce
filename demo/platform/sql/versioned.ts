import { type Expression, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../context/context.ts'
import { notFound, staleVersion } from '../context/refusal.ts'
import type { Tables } from '../tables/index.ts'
import { type RecordColumns, type RecordRow, type RecordTable, recordset } from './pieces.ts'
import { tenant } from './tenant.ts'

/** Versioned tables whose rows stay when they are deleted. */
const softDeletedTables = ['ad_groups', 'advertisers', 'campaign_templates', 'campaigns', 'saved_reports', 'users'] as const
type SoftDeletedTable = (typeof softDeletedTables)[number]
type VersionedTable =
  | SoftDeletedTable
  | 'advertiser_groups'
  | 'auto_rebills'
  | 'bidding_configs'
  | 'fee_schedules'
  | 'insertion_order_configs'
  | 'insertion_orders'
  | 'invoice_terms'
  | 'invoices'
  | 'member_groups'
  | 'payment_methods'
  | 'receipts'
  | 'pending_spend_orders'
  | 'report_schedules'
  | 'roles'
  | 'spend_limits'
  | 'tax_ids'
  | 'themes'
  | 'wire_transfers'

const isSoftDeleted = (table: string) => softDeletedTables.some((name) => name === table)

type AnyTables = Record<string, Record<string, unknown>>
/** A builder for tables that are known only at run time. */
const anyTable = (kysely: Kysely<Tables>) => kysely as unknown as Kysely<AnyTables> // kysely cannot check a table that is a parameter

/** The version that follows the row's own, for writes that do not name the version that they change. */
export const nextVersion = sql<number>`version + 1`

interface NextVersion<T extends VersionedTable> {
  /** The columns that identify the row, with their values. */
  readonly key: Partial<Selectable<Tables[T]>>
  readonly change: Updateable<Tables[T]>
  /** Names the record in the error. */
  readonly subject: string
}

/**
 * Writes the next version of a row. Throws stale if the row is gone or the caller has an older version. Without a version, which only
 * endpoints with an optional If-Match allow, it changes the current version of the row.
 */
export async function updateVersioned<T extends VersionedTable>(
  { database, version }: Pick<Context, 'database' | 'version'>,
  table: T,
  { key, change, subject }: NextVersion<T>,
): Promise<void> {
  let update = anyTable(database.kysely)
    .updateTable<string>(table)
    .set({ ...change, version: version === undefined ? nextVersion : version + 1 })
  if (version !== undefined) update = update.where('version', '=', version)
  for (const [column, value] of Object.entries(key)) update = update.where(column, '=', value)
  if (isSoftDeleted(table)) update = update.where('deleted_at', 'is', null)
  const { numUpdatedRows } = await update.executeTakeFirst()
  if (numUpdatedRows === 0n) throw version === undefined ? notFound(subject) : staleVersion(subject)
}

/** Tables with many rows changed at once, and the column that identifies a row of the client. */
const manyAtOnce = { ad_groups: 'ad_group_id', campaigns: 'campaign_id' } as const
type ManyAtOnce = keyof typeof manyAtOnce

/** The columns of a record that the table has too, and whose values it takes. */
type WrittenColumns<T extends ManyAtOnce, C extends RecordColumns> = {
  readonly [N in keyof C]: N extends keyof Updateable<Tables[T]>
    ? RecordTable<C>[N] extends Updateable<Tables[T]>[N]
      ? C[N]
      : never
    : never
}

interface NextVersions<T extends ManyAtOnce, C extends RecordColumns, F extends RecordColumns> {
  /** The columns to write, with their types. */
  readonly columns: C & WrittenColumns<T, C>
  /** Values of the rows that only `computed` uses. */
  readonly flags: F
  readonly rows: readonly RecordRow<{ readonly id: 'int' } & C & F>[]
  /** Columns that depend on the stored row, which has the alias `t`; the sent row has the alias `r`. */
  readonly computed?: { readonly [N in keyof Updateable<Tables[T]>]?: Expression<unknown> }
}

/** Writes the next version of many locked rows of the client with one statement, each with its own values. */
export async function updateManyVersioned<T extends ManyAtOnce, C extends RecordColumns, F extends RecordColumns>(
  context: Pick<Context, 'scope'> & { readonly database: Pick<Context['database'], 'kysely'> },
  table: T,
  { columns, flags, rows, computed }: NextVersions<T, C, F>,
): Promise<void> {
  const sent = recordset('r', { id: 'int', ...columns, ...flags }, rows)
  const written = Object.fromEntries(Object.keys(columns).map((name) => [name, sql.ref(`r.${name}`)]))
  await anyTable(context.database.kysely)
    .updateTable<string>(`${table} as t`)
    .from(sent)
    .set({ ...written, ...computed, version: nextVersion })
    .where('t.member_group_id', '=', tenant(context))
    .whereRef(`t.${manyAtOnce[table]}`, '=', 'r.id')
    .execute()
}

interface Deletion<T extends SoftDeletedTable> {
  /** The columns that identify the rows, with their values. */
  readonly key: Partial<Selectable<Tables[T]>>
  /** Other columns to write. */
  readonly change?: Updateable<Tables[T]>
  /** Only a row in this version is written; another one is stale. */
  readonly version?: number | undefined
  /** Names the record in the error if no row was written. Without it, no row is fine. */
  readonly subject?: string
}

async function setDeletedAt<T extends SoftDeletedTable>(
  kysely: Kysely<Tables>,
  table: T,
  deletedAt: Date | null,
  { key, change, version, subject }: Deletion<T>,
): Promise<void> {
  let update = anyTable(kysely)
    .updateTable<string>(table)
    .set({ ...change, deleted_at: deletedAt, version: nextVersion })
    .where('deleted_at', deletedAt ? 'is' : 'is not', null)
  for (const [column, value] of Object.entries(key)) update = update.where(column, '=', value)
  if (version !== undefined) update = update.where('version', '=', version)
  const { numUpdatedRows } = await update.executeTakeFirst()
  if (numUpdatedRows > 0n || subject === undefined) return
  throw version === undefined ? notFound(subject) : staleVersion(subject)
}

/** Marks rows as deleted, in their next version. */
export const softDelete = <T extends SoftDeletedTable>(
  { database, now }: Pick<Context, 'database' | 'now'>,
  table: T,
  deletion: Deletion<T>,
): Promise<void> => setDeletedAt(database.kysely, table, now(), deletion)

/** Takes deleted rows back, in their next version. */
export const restore = <T extends SoftDeletedTable>(
  { database }: Pick<Context, 'database'>,
  table: T,
  deletion: Deletion<T>,
): Promise<void> => setDeletedAt(database.kysely, table, null, deletion)
