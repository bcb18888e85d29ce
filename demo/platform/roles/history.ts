import { internalMemberGroupId } from '../../../src/contract/access/access.rules.ts'
import type { RoleRow } from '../../../src/contract/access/role-endpoints.ts'
import type { RecordChangeKind } from '../../../src/contract/changes/changes.ts'
import type { UndoCause } from '../changes/nouns.ts'
import { beforeAndAfter, fieldChanges, type Fields, recordChange } from '../changes/record.ts'
import type { Context } from '../context/context.ts'

interface ChangedRole {
  readonly role: Pick<RoleRow, 'role_id' | 'member_group_id'>
  readonly before: Fields
  readonly after: Fields
  readonly cause: UndoCause | { readonly kind: RecordChangeKind }
}

/** Records a change of a role. Built-in roles belong to no client, so their changes belong to the platform's own member group. */
export function recordRole(context: Context, { role: { role_id, member_group_id }, before, after, cause }: ChangedRole): Promise<number> {
  const writer = { ...context, scope: { ...context.scope, memberGroupId: member_group_id ?? internalMemberGroupId } }
  return recordChange(writer, { entity: 'role', entityId: role_id, ...cause, ...beforeAndAfter(fieldChanges(before, after)) })
}
