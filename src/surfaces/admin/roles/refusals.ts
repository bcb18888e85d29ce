import { useLingui } from '@lingui/react/macro'
import { changePermissionsRule, manageRoleRule, removeRoleRule, type RoleEditor } from '../../../contract/access/role.rules.ts'
import type { RoleSummary } from '../../../contract/access/role-endpoints.ts'
import { useDisabledReason, useViewer } from '../../../parts/scope/viewer.tsx'
import { refusalWords } from './words.ts'

const unknownEditor: RoleEditor = { roleIds: [], baseRoleIds: [], isInternal: false }

/** The signed-in user as the rules of roles take them. */
function useEditor(): RoleEditor {
  const viewer = useViewer()
  if (viewer.state !== 'known') return unknownEditor
  const { person, access } = viewer
  return {
    roleIds: (person?.roles ?? []).map(({ role_id }) => role_id),
    baseRoleIds: access.roles,
    isInternal: person?.access.all ?? false,
  }
}

interface RoleRefusals {
  /** Why the name cannot be changed. */
  readonly rename: string | undefined
  /** Why no permission can be changed. */
  readonly permissions: string | undefined
  /** Why it cannot be removed. */
  readonly remove: string | undefined
}

/** Returns why the signed-in user may not change or remove a role. The platform asks the same rules. */
export function useRoleRefusals() {
  const { i18n } = useLingui()
  const editor = useEditor()
  const reasonOf = useDisabledReason()
  const textOf = (rule: ReturnType<typeof manageRoleRule>) => (rule === true ? undefined : i18n._(refusalWords[rule.code]))
  return (role: RoleSummary): RoleRefusals => ({
    rename: reasonOf({ permissions: ['roles.change'] }) ?? textOf(manageRoleRule(editor, role)),
    permissions:
      reasonOf({ permissions: ['role_permissions.create', 'role_permissions.remove'] }) ?? textOf(changePermissionsRule(editor, role)),
    remove: reasonOf({ permissions: ['roles.remove'] }) ?? textOf(removeRoleRule(editor, role)),
  })
}
