import type { RecordChangeKind } from '../../../src/contract/changes/changes.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import type { UndoCause } from '../changes/nouns.ts'
import { recordDifference } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { originsOf } from '../http/cors.ts'

/** The fields of a client that its history names. */
export interface ClientFields {
  readonly name: string
  readonly status: string
  readonly currency_code: string
  readonly min_bid: string
  readonly label_singular: string
  readonly label_plural: string
  readonly member_group_type_id: number | null
  readonly registration_enabled: boolean
  readonly host_name: string | null
  readonly login_key: string | null
  readonly requested_host_name: string | null
  readonly requested_login_key: string | null
  readonly sso_organization_id: string | null
  readonly sso_connection_id: string | null
  readonly allowed_origins: readonly string[]
}

/** A client's fields and version; undefined if it does not exist. */
export async function clientState(
  { database: { kysely } }: Pick<Context, 'database'>,
  memberGroupId: number,
): Promise<{ readonly fields: ClientFields; readonly version: number } | undefined> {
  const row = await kysely
    .selectFrom('member_groups')
    .select(['name', 'status', 'default_currency_code as currency_code', 'min_bid', 'label_singular', 'label_plural', 'version'])
    .select(['member_group_type_id', 'registration_enabled', 'host_name', 'login_key', 'requested_host_name', 'requested_login_key'])
    .select(['sso_organization_id', 'sso_connection_id'])
    .where('member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  if (!row) return undefined
  const { version, min_bid, ...fields } = row
  const allowed_origins = (await originsOf({ kysely }, memberGroupId)).toSorted()
  return { fields: { ...fields, min_bid: decimalOf(BigInt(min_bid)), allowed_origins }, version }
}

/** What caused a change of a client. */
export type ClientChangeCause = UndoCause | { readonly kind: RecordChangeKind }

interface ChangedClient {
  readonly memberGroupId: number
  /** The client before the change; undefined for a new one. */
  readonly before?: ClientFields | undefined
  readonly cause: ClientChangeCause
}

/**
 * Records what has changed since `before`, and returns the id of the change; null if nothing has. A change of details that sends the
 * client to review is recorded without its status, which follows as a change of its own: an undo restores the details, not the review.
 */
export async function recordClient(context: Context, { memberGroupId, before, cause }: ChangedClient): Promise<number | null> {
  const after = await clientState(context, memberGroupId)
  if (!after) return null
  const writer = { ...context, scope: { ...context.scope, memberGroupId } }
  const record = { entity: 'member_group', entityId: memberGroupId } as const
  const { status, ...details } = after.fields
  if (!before) return recordDifference(writer, { ...record, ...cause }, {}, { ...after.fields })
  const { status: statusBefore, ...detailsBefore } = before
  const changeId = await recordDifference(writer, { ...record, ...cause }, { ...detailsBefore }, { ...details })
  if (status === statusBefore) return changeId
  const kind: RecordChangeKind = status === 'pending' ? 'submitted' : statusBefore === 'pending' ? 'approved' : 'changed'
  const statusCause = changeId === null && cause.kind === 'undone' ? cause : { kind }
  const statusId = await recordDifference(writer, { ...record, ...statusCause }, { status: statusBefore }, { status })
  return changeId ?? statusId
}
