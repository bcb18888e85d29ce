import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, useState } from 'react'
import { type AdvertiserGroup, advertiserGroups } from '../../../contract/advertisers/groups.ts'
import { usePath } from '../../../kit/path.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { ResourceList } from '../../../parts/resource/list.tsx'
import { useList } from '../../../parts/resource/list-source.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason, useViewer } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { NoPermission } from '../../../ui/states.tsx'
import { useStableCallback } from '../../../ui/use-stable-callback.ts'
import { addGroupsPath, groupPath } from '../links.ts'
import { useGroupRemoval } from './removal.tsx'

const RenameDialog = lazyIdle(() => import('./rename.tsx'))

/** Leads to the form of new groups. */
function AddButton({ kind = 'primary' }: { readonly kind?: 'primary' | 'secondary' }) {
  const { t } = useLingui()
  const { go } = usePath()
  const { clientId, isReadonly } = useScope()
  const mayNot = useDisabledReason()({ permissions: ['advertiser_groups.create'] })
  if (isReadonly) return null
  return (
    <Button kind={kind} disabledBecause={mayNot} onPress={() => go(addGroupsPath(clientId), t`Add advertiser groups`)}>
      <Trans>Add groups</Trans>
    </Button>
  )
}

function GroupsOf({ userId }: { readonly userId: number }) {
  const { t } = useLingui()
  const { clientId, isReadonly } = useScope()
  const linkTo = usePathLink()
  const reasonOf = useDisabledReason()
  const [renamed, setRenamed] = useState<AdvertiserGroup>()
  const { remove, question } = useGroupRemoval()
  const acts = useStableCallback(() => {
    if (isReadonly) return []
    return [
      { id: 'rename', label: t`Rename`, disabledBecause: reasonOf({ permissions: ['advertiser_groups.change'] }) },
      { id: 'remove', label: t`Delete`, isDanger: true, disabledBecause: reasonOf({ permissions: ['advertiser_groups.remove'] }) },
    ]
  })
  const onAct = useStableCallback((group: AdvertiserGroup, id: string) => {
    if (id === 'rename') setRenamed(group)
    else void remove(group)
  })
  const shown = useMemo(
    () => [
      columns.link<AdvertiserGroup>('name', t`Group`, {
        width: 320,
        isSortable: true,
        isSearched: true,
        target: ({ id, name }) => linkTo(groupPath(clientId, id), name),
        acts,
        onAct,
      }),
      columns.number<AdvertiserGroup>('advertisers', t`Advertisers`, { isSortable: true, isFiltered: true }),
      columns.number<AdvertiserGroup>('id', t`ID`, { width: 96, isOptional: true, isSortable: true }),
    ],
    [t, linkTo, clientId, acts, onAct],
  )
  const body = { filters: [{ field: 'member_group_id', operation: '=' as const, value: clientId }] }
  const list = useList({ endpoint: advertiserGroups.report, field: 'advertiser_groups', call: { path: { userId }, body }, columns: shown })
  return (
    <ResourceList<AdvertiserGroup>
      list={list}
      name="advertiser-groups"
      heading={t`Advertiser groups`}
      label={t`Advertiser groups`}
      columns={shown}
      rowId={({ id }) => String(id)}
      rowName={({ name }) => name}
      search={t`Search by name`}
      actions={<AddButton />}
      noSelection
      empty={{
        heading: t`No groups yet`,
        text: t`A group gives users access to several advertisers at once.`,
        action: <AddButton kind="secondary" />,
      }}
      below={
        <>
          {question}
          {renamed && (
            <Suspense>
              <RenameDialog group={renamed} onClose={() => setRenamed(undefined)} />
            </Suspense>
          )}
        </>
      }
    />
  )
}

/** The advertiser groups of the client. */
export default function GroupsTab() {
  const viewer = useViewer()
  const userId = viewer.state === 'known' ? viewer.person?.user_id : undefined
  return userId === undefined ? <NoPermission /> : <GroupsOf userId={userId} />
}
