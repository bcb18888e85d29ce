import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { onlyAdvertiserOf, onlyClientOf } from '../../contract/access/access.rules.ts'
import { memberGroups } from '../../contract/clients/clients.ts'
import { containsPattern } from '../../contract/list.ts'
import { useRuntime } from '../../kit/runtime.tsx'
import type { OptionLoader, Option } from '../../ui/select/option.ts'
import { Select } from '../../ui/select/select.tsx'
import { statusLabel } from '../../ui/badge/status-labels.ts'
import { useClient } from './client.tsx'
import { FixedChoice } from './fixed-choice.tsx'
import { type ViewerState, useViewer } from './viewer.tsx'

interface ListedClient {
  readonly member_group_id: number
  readonly name: string
  readonly status: string
}

const optionOf = (i18n: I18n, { member_group_id: id, name: label, status }: ListedClient): Option => ({
  id,
  label,
  ...(status !== 'active' && { note: statusLabel(status, i18n) }),
})

/** Searches a person's clients by name. Without a user id (a partner's visitor), lists the clients that the token allows. */
function useClientOptions(userId: number | undefined): OptionLoader {
  const { send } = useRuntime()
  const { i18n } = useLingui()
  return useMemo(
    () =>
      async ({ search, start, count, signal }) => {
        if (userId === undefined) {
          const { member_groups, total } = await send(memberGroups.list, { query: { start, count } }, { signal })
          return { options: member_groups.map((item) => optionOf(i18n, item)), total }
        }
        const body = {
          pagination: { start, count },
          sort: [{ field: 'name', order: 'asc' as const }],
          ...(search && { filters: [{ field: 'name', operation: 'ILIKE' as const, value: containsPattern(search) }] }),
        }
        const { member_groups, total } = await send(memberGroups.report, { path: { userId }, body }, { signal })
        return { options: member_groups.map((item) => optionOf(i18n, item)), total }
      },
    [send, userId, i18n],
  )
}

interface ClientSwitcherProps {
  readonly isLabelHidden?: boolean
  readonly onChoose: (memberGroupId: number) => void
}

/** Whether the user has exactly one client. */
const isOnly = (viewer: ViewerState) =>
  viewer.state === 'known' && viewer.person && (onlyClientOf(viewer.person.access) ?? onlyAdvertiserOf(viewer.person.access)) !== undefined

/** Shows the current client, and lets users with several clients switch. */
export function ClientSwitcher({ isLabelHidden = false, onChoose }: ClientSwitcherProps) {
  const { t } = useLingui()
  const { memberGroup, state } = useClient()
  const viewer = useViewer()
  const loadOptions = useClientOptions(viewer.state === 'known' ? viewer.person?.user_id : undefined)
  const id = memberGroup?.member_group_id
  const name = id === undefined ? undefined : (memberGroup?.name ?? t`Client ${id}`)
  if (name !== undefined && isOnly(viewer)) return <FixedChoice label={t`Client`} isLabelHidden={isLabelHidden} name={name} />
  return (
    <Select
      label={t`Client`}
      isLabelHidden={isLabelHidden}
      isRequired
      isBusy={state === 'pending'}
      options={loadOptions}
      placeholder={t`Choose a client`}
      value={id === undefined || name === undefined ? null : { id, label: name }}
      onChange={(chosen) => typeof chosen?.id === 'number' && chosen.id !== id && onChoose(chosen.id)}
    />
  )
}
