import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { builtInRoleIds } from '../../../contract/access/permissions.ts'
import { userStatuses } from '../../../contract/statuses.ts'
import { fullNameOf, type UserRow } from '../../../contract/users/users.ts'
import { administerUserRule, manageUserRule } from '../../../contract/users/users.rules.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { useDisabledReason, useViewer } from '../../../parts/scope/viewer.tsx'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { Since } from '../../../parts/time/since.tsx'
import type { MenuItem } from '../../../ui/dialog/menu.tsx'
import { momentText } from '../../../ui/format/moment.ts'
import type { GridColumn } from '../../../ui/table/column.ts'
import { useAdmin } from '../context.tsx'
import { userPath } from '../links.ts'
import { roleName, roleOptions } from '../../../parts/account/role-names.ts'
import { localeName, refusalWords } from './words.ts'

/** The name of a user as a heading or a link: the full name, or the email. */
export const shownName = (user: UserRow) => fullNameOf(user) ?? user.email

type UserRoles = Pick<UserRow, 'user_id' | 'roles'>

function useRefusalBy(rule: typeof administerUserRule) {
  const { i18n } = useLingui()
  const viewer = useViewer()
  const mayNot = useDisabledReason()({ permissions: ['users.change'] })
  const caller =
    viewer.state === 'known' ? { ...(viewer.person && { userId: viewer.person.user_id }), roles: viewer.access.roles } : { roles: [] }
  return ({ user_id: userId, roles }: UserRoles): string | undefined => {
    if (mayNot !== undefined) return mayNot
    const result = rule(caller, { userId, roles: builtInRoleIds(roles) })
    return result === true ? undefined : i18n._(refusalWords[result.code])
  }
}

/** Returns why the signed-in user may not administer a user; undefined if they may. */
export const useUserRefusal = () => useRefusalBy(administerUserRule)

/** Returns why the signed-in user may not end the sessions of a user; undefined if they may. Users may end their own. */
export const useSignOutRefusal = () => useRefusalBy((caller, user) => manageUserRule(caller.roles, user.roles))

interface UserColumnOptions {
  readonly acts: (user: UserRow) => readonly MenuItem[]
  readonly onAct: (user: UserRow, id: string) => void
}

/** The columns of a list of users. */
export function useUserColumns({ acts, onAct }: UserColumnOptions): readonly GridColumn<UserRow>[] {
  const { t, i18n } = useLingui()
  const { place } = useAdmin()
  const linkTo = usePathLink()
  return useMemo(() => {
    const names = (user: UserRow) => new Intl.ListFormat(i18n.locale).format(user.roles.map((role) => roleName(role, i18n)))
    const accessText = ({ access }: UserRow) => {
      const parts = [
        access.clients.length > 0 && t`${plural(access.clients.length, { one: '# client', other: '# clients' })}`,
        access.advertiser_groups.length > 0 && t`${plural(access.advertiser_groups.length, { one: '# group', other: '# groups' })}`,
        access.advertisers.length > 0 && t`${plural(access.advertisers.length, { one: '# advertiser', other: '# advertisers' })}`,
      ].filter((part) => part !== false)
      return access.all ? t`Everything` : parts.join(', ')
    }
    return [
      columns.link<UserRow>('email', t`User`, {
        width: 260,
        isSortable: true,
        isSearched: true,
        target: (user) => linkTo(userPath(user.user_id, place), shownName(user)),
        note: (user) => fullNameOf(user),
        acts,
        onAct,
      }),
      columns.status<UserRow>('status', t`Status`, { i18n, statuses: userStatuses, isSortable: true }),
      columns.text<UserRow>('role_id', t`Roles`, { width: 200, isSortable: true, options: roleOptions(i18n), value: names, card: 'line' }),
      columns.text<UserRow>('access', t`Access`, { width: 180, value: accessText }),
      columns.text<UserRow>('last_seen_at', t`Last seen`, {
        width: 128,
        isSortable: true,
        value: ({ last_seen_at }) => (last_seen_at === null ? null : momentText(last_seen_at, i18n.locale, ownZone())),
        render: ({ last_seen_at }) => <Since moment={last_seen_at} />,
      }),
      columns.text<UserRow>('is_set_up', t`Set up`, {
        width: 104,
        isSortable: true,
        hint: t`Whether the user has accepted the invitation`,
        options: [
          { value: 'true', label: t`Yes` },
          { value: 'false', label: t`Invited` },
        ],
        value: ({ is_set_up }) => (is_set_up ? t`Yes` : t`Invited`),
      }),
      columns.text<UserRow>('locale', t`Language`, { width: 128, isOptional: true, value: ({ locale }) => localeName(locale.code, i18n) }),
      columns.text<UserRow>('first_name', t`First name`, { isOptional: true, isSortable: true, isFiltered: true }),
      columns.text<UserRow>('last_name', t`Last name`, { isOptional: true, isSortable: true, isFiltered: true }),
      columns.text<UserRow>('created_at', t`Created`, {
        width: 152,
        isOptional: true,
        isSortable: true,
        value: ({ created_at }) => momentText(created_at, i18n.locale, ownZone()),
      }),
    ]
  }, [t, i18n, linkTo, place, acts, onAct])
}
