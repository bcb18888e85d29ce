import { sql } from 'kysely'
import type { ChangeKind } from '../../../src/contract/campaigns/edits.ts'
import type { ChangedEntity, RecordChangeKind } from '../../../src/contract/changes/changes.ts'
import type { FieldChange } from '../../../src/contract/changes/fields.ts'
import type { CurrentUser } from '../../../src/contract/session/sso.ts'
import type { Caller, Context } from '../context/context.ts'
import { recordset } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'

/** Fields with wire names and wire values: money as a decimal, days as text. */
export type Fields = Readonly<Record<string, unknown>>

/** The changed record. The history of a campaign includes its ad groups. */
type ChangedRecord =
  | { readonly entity: 'campaign'; readonly entityId: number; readonly kind: ChangeKind }
  | { readonly entity: 'ad_group'; readonly entityId: number; readonly campaignId: number; readonly kind: ChangeKind }
  | { readonly entity: ChangedEntity; readonly entityId: number; readonly kind: RecordChangeKind }

/** A change of one record: its changed fields, before and after. */
export type RecordedChange = ChangedRecord & {
  readonly before: Fields
  readonly after: Fields
  /** The id that changes of one bulk action share. */
  readonly batch?: string | null
  readonly undoOf?: number | null
  readonly comment?: string | null
}

/** Who records a change, where and when; a platform job has no caller and no request. */
export type Writer = Pick<Context, 'now' | 'scope'> & {
  readonly database: Pick<Context['database'], 'kysely'>
  readonly caller?: Pick<Caller, 'partnerClientId'> & { readonly person?: Pick<CurrentUser, 'user_id'> }
} & Partial<Pick<Context, 'requestId'>>

const sortedKeys = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
/** A value as text, independent of the order of its keys at any depth. */
const textOf = (value: unknown) => JSON.stringify(value ?? null, sortedKeys)
/** Whether a field has the same value before and after. */
export const isSameValue = (one: unknown, other: unknown) => textOf(one) === textOf(other)

/** The fields that differ between two states. */
export const fieldChanges = (before: Fields, after: Fields): FieldChange[] =>
  Object.keys(after)
    .filter((field) => !isSameValue(before[field], after[field]))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))

/** Splits field changes into their old and new values. */
export const beforeAndAfter = (fields: readonly FieldChange[]) => ({
  before: Object.fromEntries(fields.map(({ field, before }) => [field, before])),
  after: Object.fromEntries(fields.map(({ field, after }) => [field, after])),
})

/** The parents of a record, by which the history of a parent finds its changes. */
function parentsOf(change: RecordedChange) {
  if (change.entity === 'campaign') return { campaign_id: change.entityId, ad_group_id: null }
  if (change.entity === 'ad_group') return { campaign_id: change.campaignId, ad_group_id: change.entityId }
  return { campaign_id: null, ad_group_id: null }
}

const rowOf = (change: RecordedChange) => ({
  entity: change.entity,
  entity_id: change.entityId,
  ...parentsOf(change),
  kind: change.kind,
  before: change.before,
  after: change.after,
  batch: change.batch ?? null,
  undo_of: change.undoOf ?? null,
  comment: change.comment?.trim() || null,
})

/** The columns of a change that its writer does not set for all changes alike. */
const rowColumns = {
  entity: 'text',
  entity_id: 'int',
  campaign_id: 'int?',
  ad_group_id: 'int?',
  kind: 'text',
  before: 'jsonb',
  after: 'jsonb',
  batch: 'text?',
  undo_of: 'bigint?',
  comment: 'text?',
} as const
const rowNames = ['entity', 'entity_id', 'campaign_id', 'ad_group_id', 'kind', 'before', 'after', 'batch', 'undo_of', 'comment'] as const

function insertionOf(writer: Writer, changes: readonly RecordedChange[]) {
  const { database, now, caller, requestId } = writer
  return database.kysely
    .insertInto('changes')
    .columns(['member_group_id', 'at', 'user_id', 'partner_client_id', 'request_id', ...rowNames])
    .expression((db) =>
      db
        .selectFrom(recordset('row', rowColumns, changes.map(rowOf)))
        .select([
          sql<number>`${tenant(writer)}::int`.as('member_group_id'),
          sql<Date>`${now()}::timestamptz`.as('at'),
          sql<number | null>`${caller?.person?.user_id ?? null}::int`.as('user_id'),
          sql<string | null>`${caller?.partnerClientId ?? null}::text`.as('partner_client_id'),
          sql<string | null>`${requestId ?? null}::text`.as('request_id'),
          ...rowNames.map((name) => `row.${name}` as const),
        ]),
    )
}

/** Records changes in the transaction that made them. Every write to a noun with a history calls this. */
export async function recordChanges(writer: Writer, changes: readonly RecordedChange[]): Promise<void> {
  if (changes.length > 0) await insertionOf(writer, changes).execute()
}

/** Records one change, and returns its id. */
export async function recordChange(writer: Writer, change: RecordedChange): Promise<number> {
  const { change_id } = await insertionOf(writer, [change]).returning('change_id').executeTakeFirstOrThrow()
  return change_id
}

/** A change whose fields are the differences between two states. */
type RecordedDifference = RecordedChange extends infer C ? (C extends RecordedChange ? Omit<C, 'before' | 'after'> : never) : never

/** Records the fields that differ between two states, and returns the id; null if none differs. A creation is always recorded. */
export async function recordDifference(writer: Writer, change: RecordedDifference, before: Fields, after: Fields): Promise<number | null> {
  const fields = fieldChanges(before, after)
  if (fields.length === 0 && change.kind !== 'created') return null
  return recordChange(writer, { ...change, ...beforeAndAfter(fields) })
}
