import { sql } from 'kysely'
import type { ChangeKind, FieldChange } from '../../../src/contract/campaigns/edits.ts'
import { isSameValue } from '../../../src/contract/campaigns/edit.rules.ts'
import type { Context } from '../context/context.ts'

/** Fields by the names and in the values of the wire: money as a decimal, days as text. */
export type Fields = Readonly<Record<string, unknown>>

/** What became of a campaign, or of one of its ad groups: the fields that changed, before and after. */
export interface RecordedChange {
  readonly campaign_id: number
  readonly ad_group_id?: number | null
  readonly kind: ChangeKind
  readonly before: Fields
  readonly after: Fields
  /** What was changed at once with it. */
  readonly batch?: string | null
  readonly undo_of?: number | null
  readonly comment?: string | null
}

/** Who writes, and when; a job of the platform is nobody. */
export type Writer = Pick<Context, 'now'> & { readonly database: Pick<Context['database'], 'kysely'> } & Partial<Pick<Context, 'caller'>>

/** The fields in which two states differ, each with what it was and what it is. */
export const fieldChanges = (before: Fields, after: Fields): FieldChange[] =>
  Object.keys(after)
    .filter((field) => !isSameValue(before[field], after[field]))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))

/** The two sides of some changed fields. */
export const sidesOf = (fields: readonly FieldChange[]) => ({
  before: Object.fromEntries(fields.map(({ field, before }) => [field, before])),
  after: Object.fromEntries(fields.map(({ field, after }) => [field, after])),
})

/** Writes down what became of campaigns and ad groups, in the transaction that did it; every write of them comes through here. */
export async function recordChanges(
  { database, now, caller }: Writer,
  memberGroupId: number,
  changes: readonly RecordedChange[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ campaign_id, ad_group_id = null, kind, before, after, batch = null, undo_of = null, comment = null }) => ({
    ...{ campaign_id, ad_group_id, kind, before, after, batch, undo_of, comment: comment?.trim() || null },
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

/** Writes down one change. */
export const recordChange = (writer: Writer, memberGroupId: number, change: RecordedChange) =>
  recordChanges(writer, memberGroupId, [change])
