import { Trans, useLingui } from '@lingui/react/macro'
import type { UserRow } from '../../../contract/users/users.ts'
import { usePath } from '../../../kit/path.ts'
import { type ListRequest, listFilters } from '../../../parts/resource/list-source.ts'
import { ResourceList, type ResourceListProps } from '../../../parts/resource/list.tsx'
import { parseTableQuery } from '../../../parts/resource/table-query.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { useStableCallback } from '../../../ui/use-stable-callback.ts'
import type { Selection } from '../../../ui/table/selection.ts'
import { useAdmin } from '../context.tsx'
import { userEditPath } from '../links.ts'
import { shownName, useUserColumns, useUserRefusal } from './columns.tsx'
import { useInvitation } from './invitation.ts'
import { selectedIds } from '../frame/selected-ids.ts'
import { useStatusChange } from './status.tsx'

/** The rows, and their pages for a change of all of them. */
type UserList = ResourceListProps<UserRow>['list'] & {
  readonly read: (request: ListRequest, signal: AbortSignal) => Promise<{ readonly users: readonly UserRow[] }>
}

/** The columns of a list of users with the menu of each row, and the dialogs that it opens. */
export function useUserTable() {
  const { t } = useLingui()
  const { go } = usePath()
  const { isReadonly, place } = useAdmin()
  const reasonOf = useDisabledReason()
  const refusalOf = useUserRefusal()
  const invite = useInvitation()
  const { change, dialog } = useStatusChange()
  const acts = useStableCallback((user: UserRow) => {
    if (isReadonly) return []
    const mayNotInvite = reasonOf({ permissions: ['users.create'] })
    const disabledBecause = refusalOf(user)
    const resend = { id: 'resend', label: t`Send the invitation again`, disabledBecause: mayNotInvite ?? disabledBecause }
    return [
      { id: 'edit', label: t`Edit`, disabledBecause: reasonOf({ permissions: ['users.change'] }) },
      ...(user.is_set_up || user.status !== 'active' ? [] : [resend]),
      user.status === 'active'
        ? { id: 'inactive', label: t`Deactivate`, isParted: true, disabledBecause }
        : { id: 'active', label: t`Activate`, isParted: true, disabledBecause },
    ]
  })
  const onAct = useStableCallback((user: UserRow, id: string) => {
    if (id === 'edit') return go(userEditPath(user.user_id, place), shownName(user))
    if (id === 'resend') return void invite(user)
    if (id === 'active' || id === 'inactive') void change([user.user_id], id)
  })
  return { columns: useUserColumns({ acts, onAct }), change, dialog }
}

interface UserTableProps extends Pick<ReturnType<typeof useUserTable>, 'columns' | 'change' | 'dialog'> {
  readonly list: UserList
  readonly actions?: ResourceListProps<UserRow>['actions']
}

/** A list of users, with activation and deactivation of one and several. */
export function UserTable({ list, columns, change, dialog, actions }: UserTableProps) {
  const { t } = useLingui()
  const { isReadonly } = useAdmin()
  const { query } = usePath()
  const mayNotChange = useDisabledReason()({ permissions: ['users.change'] })
  const tools = (selection: Selection<UserRow>, clear: () => void) => {
    const filters = listFilters(parseTableQuery(query, columns), columns)
    const readPage = async (page: Pick<ListRequest, 'pagination'>, signal: AbortSignal) =>
      (await list.read({ ...page, filters }, signal)).users
    const setStatus = (status: UserRow['status']) => async () =>
      change(await selectedIds(selection, ({ user_id }) => user_id, readPage), status, clear)
    return (
      <>
        <Button disabledBecause={mayNotChange} onPress={() => void setStatus('active')()}>
          <Trans>Activate</Trans>
        </Button>
        <Button disabledBecause={mayNotChange} onPress={() => void setStatus('inactive')()}>
          <Trans>Deactivate</Trans>
        </Button>
      </>
    )
  }
  return (
    <ResourceList<UserRow>
      list={list}
      name="users"
      heading={t`Users`}
      label={t`Users`}
      columns={columns}
      rowId={({ user_id }) => String(user_id)}
      rowName={shownName}
      search={t`Search by email`}
      actions={actions}
      noSelection={isReadonly}
      selectionTools={tools}
      empty={{ heading: t`No users yet`, text: t`Users appear here once they are invited.` }}
      below={dialog}
    />
  )
}
