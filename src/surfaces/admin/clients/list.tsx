import { Trans, useLingui } from '@lingui/react/macro'
import { roleGroups } from '../../../contract/access/permissions.ts'
import { memberGroups } from '../../../contract/clients/clients.ts'
import { usePath } from '../../../kit/path.ts'
import { useList } from '../../../parts/resource/list-source.ts'
import { ResourceList } from '../../../parts/resource/list.tsx'
import { gateResult, useDisabledReason, useViewer } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { useAdmin } from '../context.tsx'
import { clientsAsk } from '../frame/areas.ts'
import { newClientPath } from '../links.ts'
import { useClientColumns } from './columns.tsx'

/** Leads to the form of a new client; only internal staff creates clients. */
function NewClient() {
  const { t } = useLingui()
  const { go } = usePath()
  const { isReadonly } = useAdmin()
  const mayNot = useDisabledReason()({ roles: roleGroups.internalAndAbove, anyRole: true, permissions: ['member_groups.create'] })
  if (isReadonly) return null
  return (
    <Button kind="primary" disabledBecause={mayNot} onPress={() => go(newClientPath, t`New client`)}>
      <Trans>New client</Trans>
    </Button>
  )
}

function ClientTable({ userId }: { readonly userId: number }) {
  const { t } = useLingui()
  const shown = useClientColumns()
  const list = useList({ endpoint: memberGroups.report, field: 'member_groups', call: { path: { userId } }, columns: shown })
  return (
    <ResourceList
      list={list}
      name="clients"
      heading={t`Clients`}
      label={t`Clients`}
      columns={shown}
      rowId={({ member_group_id }) => String(member_group_id)}
      rowName={({ name }) => name}
      search={t`Search by name`}
      noSelection
      actions={<NewClient />}
      empty={{ heading: t`No clients yet`, text: t`Clients appear here once internal staff creates them.`, action: <NewClient /> }}
    />
  )
}

/** All clients that the signed-in user has access to. */
export default function ClientListScreen() {
  const viewer = useViewer()
  if (viewer.state === 'waiting') return <LoadingSkeleton height={320} />
  const userId = viewer.state === 'known' ? viewer.person?.user_id : undefined
  if (userId === undefined || gateResult(viewer, clientsAsk) !== true)
    return <NoPermission text={<Trans>Ask your account administrator for access to clients.</Trans>} />
  return <ClientTable userId={userId} />
}
