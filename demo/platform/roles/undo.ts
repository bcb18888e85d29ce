import { internalMemberGroupId } from '../../../src/contract/access/access.rules.ts'
import { permissions } from '../../../src/contract/access/permissions.ts'
import { changePermissionsRule } from '../../../src/contract/access/role.rules.ts'
import type { NounHistory } from '../changes/nouns.ts'
import type { Fields } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { noPermission } from '../context/refusal.ts'
import { roleEditor, visibleRole, wordsOfRole } from './read.ts'
import { hasPermissionAtRole, writeRole } from './write.ts'

const grantedIn = (fields: Fields) => permissions.filter((word) => fields[word] === true)

/** The current fields of a role: its name, and whether it has each permission. */
async function fieldsOf({ database }: Context, { role_id, name }: { readonly role_id: number; readonly name: string }): Promise<Fields> {
  const held = new Set(await wordsOfRole(database, role_id))
  return { name, ...Object.fromEntries(permissions.map((word) => [word, held.has(word)])) }
}

/** Roles: a change of the name or the permissions can be undone by callers who may make the change again. */
export const roleHistory: NounHistory<{ readonly roleId: number }> = {
  subject: 'Role',
  entities: ['role'],
  undoableFields: ['name', ...permissions],
  recordOf: async (context, { roleId }) => {
    const role = await visibleRole(context, roleId)
    return {
      memberGroupId: role.member_group_id ?? internalMemberGroupId,
      entityId: roleId,
      version: role.version,
      fields: await fieldsOf(context, role),
      isChangeable:
        changePermissionsRule(roleEditor(context.caller), role) === true &&
        (await hasPermissionAtRole(context, 'roles.change', role.member_group_id)),
    }
  },
  restorable: async (context, values, _, { roleId }) => {
    const role = await visibleRole(context, roleId)
    const held = new Set<string>()
    for (const word of new Set(values.flatMap(grantedIn)))
      if (await hasPermissionAtRole(context, word, role.member_group_id)) held.add(word)
    return (before) => grantedIn(before).every((word) => held.has(word))
  },
  restore: async (context, { roleId }, fields, cause) => {
    const role = await visibleRole(context, roleId)
    const now = await fieldsOf(context, role)
    const added = grantedIn(fields).filter((word) => now[word] !== true)
    const removed = grantedIn(now).filter((word) => fields[word] !== true)
    const needed = [...(added.length > 0 ? ['role_permissions.create'] : []), ...(removed.length > 0 ? ['role_permissions.remove'] : [])]
    for (const word of needed) if (!(await hasPermissionAtRole(context, word, role.member_group_id))) throw noPermission()
    return (await writeRole(context, role, { name: String(fields.name), added, removed }, cause)) ?? 0
  },
}
