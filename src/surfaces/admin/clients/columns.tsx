import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { UserMemberGroup } from '../../../contract/clients/clients.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { momentText } from '../../../ui/format/moment.ts'
import type { GridColumn } from '../../../ui/table/column.ts'
import { clientPath } from '../links.ts'

/** The statuses that a client can have in the list. */
const clientStatuses = ['pending', 'active', 'paused', 'inactive', 'archived'] as const

/** The columns of the list of clients. */
export function useClientColumns(): readonly GridColumn<UserMemberGroup>[] {
  const { t, i18n } = useLingui()
  const linkTo = usePathLink()
  return useMemo(
    () => [
      columns.link<UserMemberGroup>('name', t`Client`, {
        width: 240,
        isSortable: true,
        isSearched: true,
        target: ({ member_group_id, name }) => linkTo(clientPath(member_group_id), name),
        note: ({ member_group_id }) => `#${member_group_id}`,
      }),
      columns.status<UserMemberGroup>('status', t`Status`, { i18n, statuses: clientStatuses, isSortable: true }),
      columns.text<UserMemberGroup>('host_name', t`Host name`, { width: 200, isSortable: true, isFiltered: true, card: 'line' }),
      columns.text<UserMemberGroup>('currency_code', t`Currency`, { width: 104, isSortable: true }),
      columns.number<UserMemberGroup>('advertisers', t`Advertisers`, { width: 120 }),
      columns.number<UserMemberGroup>('active_campaigns', t`Active campaigns`, { width: 152 }),
      columns.text<UserMemberGroup>('has_sso', t`Single sign-on`, { width: 136, value: ({ has_sso }) => (has_sso ? t`Yes` : t`No`) }),
      columns.text<UserMemberGroup>('registration_enabled', t`Registration`, {
        width: 128,
        isSortable: true,
        hint: t`Whether advertisers can register themselves`,
        options: [
          { value: 'true', label: t`On` },
          { value: 'false', label: t`Off` },
        ],
        value: ({ registration_enabled }) => (registration_enabled ? t`On` : t`Off`),
      }),
      columns.text<UserMemberGroup>('created_at', t`Created`, {
        width: 152,
        isOptional: true,
        isSortable: true,
        value: ({ created_at }) => momentText(created_at, i18n.locale, ownZone()),
      }),
    ],
    [t, i18n, linkTo],
  )
}
