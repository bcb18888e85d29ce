import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { type Role, roleEndpoints } from '../../../contract/access/role-endpoints.ts'
import { userStatuses } from '../../../contract/statuses.ts'
import { fullNameOf, type UserRow } from '../../../contract/users/users.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { useList } from '../../../parts/resource/list-source.ts'
import { ResourceList } from '../../../parts/resource/list.tsx'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { Since } from '../../../parts/time/since.tsx'
import { momentText } from '../../../ui/format/moment.ts'
import { useAdmin } from '../context.tsx'
import { userPath } from '../links.ts'
import { roleName } from '../../../parts/account/role-names.ts'

/** The users who have a role, as far as the signed-in user may see them. */
export default function People({ role }: { readonly role: Role }) {
  const { t, i18n } = useLingui()
  const { place } = useAdmin()
  const linkTo = usePathLink()
  const userColumns = useMemo(
    () => [
      columns.link<UserRow>('email', t`User`, {
        width: 260,
        isSortable: true,
        isSearched: true,
        target: (user) => linkTo(userPath(user.user_id, place), fullNameOf(user) ?? user.email),
        note: (user) => fullNameOf(user),
      }),
      columns.status<UserRow>('status', t`Status`, { i18n, statuses: userStatuses, isSortable: true }),
      columns.text<UserRow>('roles', t`All roles of the user`, {
        width: 240,
        card: 'line',
        value: ({ roles }) => new Intl.ListFormat(i18n.locale).format(roles.map((one) => roleName(one, i18n))),
      }),
      columns.text<UserRow>('last_seen_at', t`Last seen`, {
        width: 128,
        isSortable: true,
        value: ({ last_seen_at }) => (last_seen_at === null ? null : momentText(last_seen_at, i18n.locale, ownZone())),
        render: ({ last_seen_at }) => <Since moment={last_seen_at} />,
      }),
    ],
    [t, i18n, linkTo, place],
  )
  const list = useList({
    endpoint: roleEndpoints.usersReport,
    field: 'users',
    call: { path: { roleId: role.role_id } },
    columns: userColumns,
  })
  return (
    <ResourceList<UserRow>
      list={list}
      name="users-of-role"
      heading={t`Users of this role`}
      label={t`Users of this role`}
      columns={userColumns}
      rowId={({ user_id }) => String(user_id)}
      rowName={({ email }) => email}
      search={t`Search by email`}
      noSelection
      empty={{ heading: t`No users have this role`, text: t`Users whom you may see appear here once they have the role.` }}
    />
  )
}
