import { Trans, useLingui } from '@lingui/react/macro'
import { roleEndpoints, type RoleRow } from '../../../contract/access/role-endpoints.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { useAdmin } from '../context.tsx'
import { roleName } from '../../../parts/account/role-names.ts'
import { refusalTexts } from './words.ts'

/** Removes a client's own role after a question. Render `question`. */
export function useRoleRemoval(onDone?: () => void) {
  const { t, i18n } = useLingui()
  const { emit } = useAdmin()
  const { mutate, showError } = useMutate()
  const { confirm, question } = useConfirm()
  const ask = async (role: Pick<RoleRow, 'role_id' | 'name'>) => {
    const { role_id } = role
    const name = roleName(role, i18n)
    const isSure = await confirm({
      heading: t`Delete ${name}?`,
      text: <Trans>No user has this role. It cannot be brought back.</Trans>,
      does: 'delete',
      label: <Trans>Delete role</Trans>,
    })
    if (!isSure) return
    await mutate(
      roleEndpoints.remove,
      { path: { roleId: role_id } },
      {
        // Only lists: the role may still be on screen, and reading it again would fail.
        stale: [roleEndpoints.report, roleEndpoints.list],
        event: () => emit('ad-role-removed', { role_id }),
        title: t`Role deleted`,
        text: name,
      },
    ).then(onDone, showError(t`The role was not deleted`, refusalTexts(i18n).all))
  }
  return { ask, question }
}
