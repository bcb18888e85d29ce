import { internalMemberGroupId } from '../../../src/contract/access/access.rules.ts'
import type { RecordChangeKind } from '../../../src/contract/changes/changes.ts'
import type { UserRow } from '../../../src/contract/users/users.ts'
import type { UndoCause } from '../changes/nouns.ts'
import { beforeAndAfter, fieldChanges, type Fields, recordChange } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { userRow } from './read.ts'

/** The fields of a user that the history names. The email is not one of them, because it must be gone once the user is removed. */
export const historyFields = ({ first_name, last_name, locale, status, roles, access, role_access }: UserRow): Fields => ({
  first_name,
  last_name,
  locale_id: locale.id,
  status,
  role_ids: roles.map(({ role_id }) => role_id),
  clients: access.clients,
  advertiser_groups: access.advertiser_groups,
  advertisers: access.advertisers,
  role_access,
})

interface ChangedUser {
  readonly userId: number
  /** The user before the change; undefined for a new one. */
  readonly before?: UserRow | undefined
  readonly cause: UndoCause | { readonly kind: RecordChangeKind }
  /** The id that the changes of one request share. */
  readonly batch?: string
}

/** Kinds that are recorded although they change no field. */
const fieldlessKinds: readonly RecordChangeKind[] = ['removed', 'invited', 'signed_out']

/**
 * Records what has changed since `before`, and returns the id of the change; undefined if no field has. A user may have access to
 * several clients, so the changes of users belong to the platform's own member group.
 */
export async function recordUser(context: Context, { userId, before, cause, batch }: ChangedUser): Promise<number | undefined> {
  const user = await userRow(context.database, userId)
  const fields = user ? fieldChanges(before ? historyFields(before) : {}, historyFields(user)) : []
  if (fields.length === 0 && !fieldlessKinds.includes(cause.kind)) return undefined
  const writer = { ...context, scope: { ...context.scope, memberGroupId: internalMemberGroupId } }
  return recordChange(writer, {
    entity: 'user',
    entityId: userId,
    ...cause,
    ...beforeAndAfter(fields),
    ...(batch !== undefined && { batch }),
  })
}
