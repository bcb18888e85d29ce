import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { type Role, roleEndpoints } from '../../../contract/access/role-endpoints.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { type Tab, Tabs } from '../../../parts/navigation/tabs.tsx'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { Menu } from '../../../ui/dialog/menu.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { more } from '../../../ui/icon/icons.ts'
import { retryImport } from '../../../ui/lazy-idle.ts'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { useAdmin } from '../context.tsx'
import { rolesPath } from '../links.ts'
import { roleName } from '../../../parts/account/role-names.ts'
import { RoleEditor } from './editor.tsx'
import { RoleGate } from './gate.tsx'
import { useRoleRefusals } from './refusals.ts'
import { useRoleRemoval } from './removal.tsx'

const Compare = lazy(() => retryImport(() => import('./compare.tsx'), 1))
const History = lazy(() => retryImport(() => import('./history.tsx'), 1))
const People = lazy(() => retryImport(() => import('./people.tsx'), 1))

const lateTab = (panel: Tab['panel']) => () => <Suspense fallback={<LoadingSkeleton height={240} />}>{panel()}</Suspense>

function RoleActions({ role }: { readonly role: Role }) {
  const { t } = useLingui()
  const { go } = usePath()
  const { isReadonly, place } = useAdmin()
  const refusals = useRoleRefusals()(role)
  const { ask, question } = useRoleRemoval(() => go(rolesPath(place), t`Roles`))
  if (isReadonly) return null
  return (
    <>
      <Menu
        label={t`More actions`}
        onSelect={() => void ask(role)}
        items={[{ id: 'remove', label: t`Delete role`, isDanger: true, disabledBecause: refusals.remove }]}
      >
        <Icon shape={more} />
      </Menu>
      {question}
    </>
  )
}

/** What the role is, in one line. */
function RoleFacts({ role }: { readonly role: Role }) {
  const { t, i18n } = useLingui()
  const { base_role_id, member_group_name, user_count, permission_count } = role
  const base = roleName({ role_id: base_role_id, name: '' }, i18n)
  const facts = [
    member_group_name === null ? t`Built-in role` : t`Role of ${member_group_name}, based on ${base}`,
    ...(user_count === null ? [] : [t`${plural(user_count, { one: '# user', other: '# users' })}`]),
    t`${plural(permission_count, { one: '# permission', other: '# permissions' })}`,
  ]
  return (
    <p className="quiet" dir="auto">
      {facts.join(' · ')}
    </p>
  )
}

function RolePage({ role }: { readonly role: Role }) {
  const { t, i18n } = useLingui()
  const { place } = useAdmin()
  const linkTo = usePathLink()
  const tabs: Tab[] = [
    {
      id: 'permissions',
      label: t`Permissions`,
      panel: () => (
        <div className="detail-tab">
          <RoleEditor role={role} />
        </div>
      ),
    },
    { id: 'people', label: t`Users`, panel: lateTab(() => <People role={role} />) },
    { id: 'compare', label: t`Compare`, panel: lateTab(() => <Compare role={role} />) },
    { id: 'history', label: t`History`, panel: lateTab(() => <History path={{ roleId: role.role_id }} version={role.version} />) },
  ]
  return (
    <DetailPage>
      <DetailHeader
        back={{ target: linkTo(rolesPath(place), t`Roles`), label: <Trans>All roles</Trans> }}
        name={roleName(role, i18n)}
        actions={<RoleActions role={role} />}
      >
        <RoleFacts role={role} />
      </DetailHeader>
      <Tabs label={t`Role`} tabs={tabs} keepsPanels />
    </DetailPage>
  )
}

/** The page of a role: at the platform or at a client. */
export default function RoleScreen({ params }: { readonly params: ScreenParams }) {
  const roleId = parseId(params.roleId)
  const read = useRead(roleEndpoints.one, roleId === undefined ? null : { query: { role_id: roleId } })
  return <RoleGate read={read}>{(role) => <RolePage key={role.role_id} role={role} />}</RoleGate>
}
