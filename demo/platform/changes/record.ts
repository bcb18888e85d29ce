import { sql } from 'kysely'
import type { ChangeKind, FieldChange } from '../../../src/contract/campaigns/edits.ts'
import { isSameValue } from '../../../src/contract/campaigns/edit.rules.ts'
import type { Context } from '../context/context.ts'
import { tenant } from '../sql/tenant.ts'

/** Fields with wire names and wire values: money as a decimal, days as text. */
export type Fields = Readonly<Record<string, unknown>>

/** The changed record. The history of a campaign includes its ad groups. */
type ChangedRecord =
  | { readonly entity: 'campaign'; readonly entityId: number }
  | { readonly entity: 'ad_group'; readonly entityId: number; readonly campaignId: number }

/** A change of one record: its changed fields, before and after. */
export type RecordedChange = ChangedRecord & {
  readonly kind: ChangeKind
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
} & Partial<Pick<Context, 'caller' | 'requestId'>>

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
  return { campaign_id: change.campaignId, ad_group_id: change.entityId }
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

/** Records changes in the transaction that made them. Every write to a noun with a history calls this. */
export async function recordChanges(writer: Writer, changes: readonly RecordedChange[]): Promise<void> {
  if (changes.length === 0) return
  const { database, now, caller, requestId } = writer
  await sql`
    insert into changes (
      member_group_id, at, user_id, partner_client_id, request_id,
      entity, entity_id, campaign_id, ad_group_id, kind, before, after, batch, undo_of, comment
    )
    select
      ${tenant(writer)}::int, ${now()}::timestamptz, ${caller?.person?.user_id ?? null}::int,
      ${caller?.partnerClientId ?? null}::text, ${requestId ?? null}::text,
      entity, entity_id, campaign_id, ad_group_id, kind, before, after, batch, undo_of, comment
    from jsonb_to_recordset(${JSON.stringify(changes.map(rowOf))}::jsonb) as row (
      entity text, entity_id int, campaign_id int, ad_group_id int, kind text, before jsonb, after jsonb,
      batch text, undo_of bigint, comment text
    )`.execute(database.kysely)
}

export const recordChange = (writer: Writer, change: RecordedChange) => recordChanges(writer, [change])
