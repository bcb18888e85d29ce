import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, useState } from 'react'
import { roleEndpoints, type RoleSummary } from '../../../contract/access/role-endpoints.ts'
import { usePath } from '../../../kit/path.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { useList } from '../../../parts/resource/list-source.ts'
import { ResourceList } from '../../../parts/resource/list.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import type { GridColumn } from '../../../ui/table/column.ts'
import { useStableCallback } from '../../../ui/use-stable-callback.ts'
import { useAdmin } from '../context.tsx'
import { roleComparePath, rolePath } from '../links.ts'
import { roleName, roleOptions } from '../../../parts/account/role-names.ts'
import { useRoleRefusals } from './refusals.ts'
import { useRoleRemoval } from './removal.tsx'

const CreateDialog = lazyIdle(() => import('./create-dialog.tsx'))

/** The built-in role behind a role, by name. */
const baseOf = (role: RoleSummary) => ({ role_id: role.base_role_id, name: role.name })

function useRoleColumns(onRemove: (role: RoleSummary) => void): readonly GridColumn<RoleSummary>[] {
  const { t, i18n } = useLingui()
  const { go } = usePath()
  const { isReadonly, place } = useAdmin()
  const linkTo = usePathLink()
  const refusalsOf = useRoleRefusals()
  const acts = useStableCallback((role: RoleSummary) => [
    { id: 'open', label: t`Open` },
    { id: 'compare', label: t`Compare` },
    ...(isReadonly
      ? []
      : [{ id: 'remove', label: t`Delete role`, isDanger: true, isParted: true, disabledBecause: refusalsOf(role).remove }]),
  ])
  const onAct = useStableCallback((role: RoleSummary, id: string) => {
    const name = roleName(role, i18n)
    if (id === 'open') go(rolePath(role.role_id, place), name)
    if (id === 'compare') go(roleComparePath(role.role_id, place), name)
    if (id === 'remove') onRemove(role)
  })
  return useMemo(
    () => [
      columns.link<RoleSummary>('name', t`Role`, {
        width: 260,
        isSortable: true,
        isSearched: true,
        value: (role) => roleName(role, i18n),
        target: (role) => linkTo(rolePath(role.role_id, place), roleName(role, i18n)),
        note: ({ member_group_name }) => member_group_name ?? t`Built-in`,
        acts,
        onAct,
      }),
      columns.text<RoleSummary>('base_role_id', t`Based on`, {
        width: 180,
        isSortable: true,
        options: roleOptions(i18n),
        value: (role) => (role.member_group_id === null ? null : roleName(baseOf(role), i18n)),
        card: 'line',
      }),
      columns.number<RoleSummary>('user_count', t`Users`, {
        width: 104,
        hint: t`Users who have the role, among those that you can see`,
      }),
      columns.number<RoleSummary>('permission_count', t`Permissions`, { width: 128 }),
    ],
    [t, i18n, linkTo, place, acts, onAct],
  )
}

/** The roles that the signed-in user may see: all of them, or those that apply at the client of the path. */
export function RoleList() {
  const { t } = useLingui()
  const { isReadonly, place } = useAdmin()
  const [isCreating, setCreating] = useState(false)
  const mayNotCreate = useDisabledReason()({ permissions: ['roles.create'] })
  const { ask, question } = useRoleRemoval()
  const roleColumns = useRoleColumns(useStableCallback((role) => void ask(role)))
  const { clientId } = place
  const call = clientId === undefined ? {} : { body: { member_group_id: clientId } }
  const list = useList({ endpoint: roleEndpoints.report, field: 'roles', call, columns: roleColumns })
  return (
    <ResourceList<RoleSummary>
      list={list}
      name="roles"
      heading={t`Roles`}
      label={t`Roles`}
      columns={roleColumns}
      rowId={({ role_id }) => String(role_id)}
      rowName={({ name }) => name}
      search={t`Search by name`}
      noSelection
      actions={
        !isReadonly && (
          <Button kind="primary" disabledBecause={mayNotCreate} onPress={() => setCreating(true)}>
            <Trans>New role</Trans>
          </Button>
        )
      }
      empty={{ heading: t`No roles`, text: t`Roles that you may see appear here.` }}
      below={
        <>
          {question}
          {isCreating && (
            <Suspense>
              <CreateDialog onClose={() => setCreating(false)} />
            </Suspense>
          )}
        </>
      }
    />
  )
}

export default RoleList
