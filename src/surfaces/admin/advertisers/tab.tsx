import { Trans, useLingui } from '@lingui/react/macro'
import { type AdvertiserRow, advertisers } from '../../../contract/advertisers/advertisers.ts'
import { type ArchivedAdvertiser, manyAdvertisers } from '../../../contract/advertisers/many.ts'
import { usePath } from '../../../kit/path.ts'
import { Tabs } from '../../../parts/navigation/tabs.tsx'
import { ResourceList } from '../../../parts/resource/list.tsx'
import { type ListRequest, listFilters, useList } from '../../../parts/resource/list-source.ts'
import { parseTableQuery } from '../../../parts/resource/table-query.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Selection } from '../../../ui/table/selection.ts'
import { useStableCallback } from '../../../ui/use-stable-callback.ts'
import { selectedIds } from '../frame/selected-ids.ts'
import { addAdvertisersPath, advertiserPath } from '../links.ts'
import { useArchival } from './archival.tsx'
import { useMoveDialog } from '../tenants/move.tsx'
import { useAdvertiserColumns, useArchivedColumns } from './columns.tsx'
import { useStatusChange } from './status.tsx'
import { refusalWords } from './words.ts'

const nameOf = ({ name }: AdvertiserRow) => name
const idOf = ({ advertiser_id }: AdvertiserRow) => advertiser_id

/** Leads to the form of new advertisers. */
function AddButton({ kind = 'primary' }: { readonly kind?: 'primary' | 'secondary' }) {
  const { t, i18n } = useLingui()
  const { go } = usePath()
  const { clientId, isReadonly } = useScope()
  const { memberGroup } = useClient()
  const mayNot = useDisabledReason()({ permissions: ['advertisers.create'] })
  if (isReadonly) return null
  const isPending = memberGroup?.status === 'pending'
  return (
    <Button
      kind={kind}
      disabledBecause={mayNot ?? (isPending ? i18n._(refusalWords.client_pending) : undefined)}
      onPress={() => go(addAdvertisersPath(clientId), t`Add advertisers`)}
    >
      <Trans>Add advertisers</Trans>
    </Button>
  )
}

function ExistingAdvertisers() {
  const { t } = useLingui()
  const { go, query } = usePath()
  const { clientId: memberGroupId, isReadonly } = useScope()
  const reasonOf = useDisabledReason()
  const mayNotActivate = reasonOf({ permissions: ['advertisers.activate'] })
  const { change, dialog } = useStatusChange()
  const { archive, question } = useArchival()
  const mayNotMove = reasonOf({ permissions: ['advertiser_groups.change'] })
  const { askMove, dialog: moveDialog } = useMoveDialog()
  const acts = useStableCallback(({ status }: AdvertiserRow) => {
    if (isReadonly) return []
    return [
      { id: 'settings', label: t`Edit`, disabledBecause: reasonOf({ permissions: ['advertisers.change'] }) },
      { id: 'move', label: t`Move to a group`, disabledBecause: mayNotMove },
      status === 'active'
        ? { id: 'inactive', label: t`Deactivate`, isParted: true, disabledBecause: mayNotActivate }
        : { id: 'active', label: t`Activate`, isParted: true, disabledBecause: mayNotActivate },
      { id: 'archive', label: t`Archive`, isDanger: true, disabledBecause: reasonOf({ permissions: ['advertisers.remove'] }) },
    ]
  })
  const onAct = useStableCallback((row: AdvertiserRow, id: string) => {
    if (id === 'settings') return go(advertiserPath(memberGroupId, row.advertiser_id, 'settings'), row.name)
    if (id === 'archive') return void archive(row)
    if (id === 'move') return askMove({ rows: [row] })
    if (id === 'active' || id === 'inactive') void change([row.advertiser_id], id)
  })
  const columns = useAdvertiserColumns({ acts, onAct })
  const list = useList({ endpoint: advertisers.report, field: 'advertisers', call: { path: { memberGroupId } }, columns })
  const tools = (selection: Selection<AdvertiserRow>, clear: () => void) => {
    const filters = listFilters(parseTableQuery(query, columns), columns)
    const readPage = async (page: Pick<ListRequest, 'pagination'>, signal: AbortSignal) =>
      (await list.read({ ...page, filters }, signal)).advertisers
    // All that match are moved by the platform, unless some of them are deselected.
    const isWhole = selection.isAll && selection.except.size === 0
    const move = () => askMove(isWhole ? { filters, count: list.reply?.total ?? 0 } : { rows: [...selection.rows.values()] }, clear)
    const mayNotMoveSome = selection.isAll && !isWhole ? t`Select all advertisers, or each one that moves` : undefined
    const setStatus = async (status: 'active' | 'inactive') => change(await selectedIds(selection, idOf, readPage), status, clear)
    return (
      <>
        <Button disabledBecause={mayNotActivate} onPress={() => void setStatus('active')}>
          <Trans>Activate</Trans>
        </Button>
        <Button disabledBecause={mayNotActivate} onPress={() => void setStatus('inactive')}>
          <Trans>Deactivate</Trans>
        </Button>
        <Button disabledBecause={mayNotMove ?? mayNotMoveSome} onPress={move}>
          <Trans>Move to a group</Trans>
        </Button>
      </>
    )
  }
  return (
    <ResourceList<AdvertiserRow>
      list={list}
      name="administered-advertisers"
      heading={t`Advertisers`}
      label={t`Advertisers`}
      columns={columns}
      rowId={(row) => String(idOf(row))}
      rowName={nameOf}
      search={t`Search by name`}
      actions={<AddButton />}
      noSelection={isReadonly}
      selectionTools={tools}
      empty={{
        heading: t`No advertisers yet`,
        text: t`Advertisers appear here once you add them or they register.`,
        action: <AddButton kind="secondary" />,
      }}
      below={
        <>
          {dialog}
          {moveDialog}
          {question}
        </>
      }
    />
  )
}

function ArchivedAdvertisers() {
  const { t } = useLingui()
  const { clientId: memberGroupId, isReadonly } = useScope()
  const mayNot = useDisabledReason()({ permissions: ['advertisers.remove'] })
  const { restore } = useArchival()
  const acts = useStableCallback(() => (isReadonly ? [] : [{ id: 'restore', label: t`Take back`, disabledBecause: mayNot }]))
  const onAct = useStableCallback((row: ArchivedAdvertiser) => void restore(row))
  const columns = useArchivedColumns({ acts, onAct })
  const list = useList({ endpoint: manyAdvertisers.archivedReport, field: 'advertisers', call: { path: { memberGroupId } }, columns })
  return (
    <ResourceList<ArchivedAdvertiser>
      list={list}
      name="archived-advertisers"
      heading={t`Archived advertisers`}
      label={t`Archived advertisers`}
      columns={columns}
      rowId={(row) => String(idOf(row))}
      rowName={nameOf}
      search={t`Search by name`}
      noSelection
      defaultSort={[{ key: 'archived_at', order: 'desc' }]}
      empty={{ heading: t`No archived advertisers`, text: t`Archived advertisers appear here. You can take them back.` }}
    />
  )
}

/** The advertisers of the client, and the archived ones. */
export default function AdvertisersTab() {
  const { t } = useLingui()
  return (
    <Tabs
      label={t`Advertisers`}
      name="list"
      tabs={[
        { id: 'existing', label: t`Existing`, panel: () => <ExistingAdvertisers /> },
        { id: 'archived', label: t`Archived`, panel: () => <ArchivedAdvertisers /> },
      ]}
    />
  )
}
