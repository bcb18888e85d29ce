import { sql } from 'kysely'
import type { ChangeKind, FieldChange } from '../../../src/contract/campaigns/edits.ts'
import { isSameValue } from '../../../src/contract/campaigns/edit.rules.ts'
import type { Context } from '../context/context.ts'

/** Fields with wire names and wire values: money as a decimal, days as text. */
export type Fields = Readonly<Record<string, unknown>>

/** A change to a campaign or one of its ad groups: its changed fields, before and after. */
export interface RecordedChange {
  readonly campaign_id: number
  readonly ad_group_id?: number | null
  readonly kind: ChangeKind
  readonly before: Fields
  readonly after: Fields
  /** The id that changes of one bulk action share. */
  readonly batch?: string | null
  readonly undo_of?: number | null
  readonly comment?: string | null
}

/** Who records a change, and when; a platform job has no caller. */
export type Writer = Pick<Context, 'now'> & { readonly database: Pick<Context['database'], 'kysely'> } & Partial<Pick<Context, 'caller'>>

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

/** Records changes in the transaction that made them. Every write to campaigns and ad groups calls this. */
export async function recordChanges(
  { database, now, caller }: Writer,
  memberGroupId: number,
  changes: readonly RecordedChange[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ campaign_id, ad_group_id = null, kind, before, after, batch = null, undo_of = null, comment = null }) => ({
    campaign_id,
    ad_group_id,
    kind,
    before,
    after,
    batch,
    undo_of,
    comment: comment?.trim() || null,
  }))
  await sql`
    insert into campaign_changes (member_group_id, campaign_id, ad_group_id, at, user_id, partner_client_id, kind, before, after, batch, undo_of, comment)
    select ${memberGroupId}::int, campaign_id, ad_group_id, ${now()}::timestamptz, ${caller?.person?.user_id ?? null}::int, ${caller?.partnerClientId ?? null}::text,
      kind, before, after, batch, undo_of, comment
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (campaign_id int, ad_group_id int, kind text, before jsonb, after jsonb, batch text, undo_of bigint, comment text)`.execute(
    database.kysely,
  )
}

export const recordChange = (writer: Writer, memberGroupId: number, change: RecordedChange) =>
  recordChanges(writer, memberGroupId, [change])
