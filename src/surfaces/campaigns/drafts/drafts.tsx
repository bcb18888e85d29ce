import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { type ClientDraftRow, draftLists } from '../../../contract/drafts/draft-lists.ts'
import { templateFlows } from '../../../contract/templates/templates.rules.ts'
import { draftName, flowWords, stepName } from '../../../parts/campaigns/draft-words.ts'
import { columns } from '../../../parts/resource/columns.tsx'
import { useList } from '../../../parts/resource/list-source.ts'
import { ResourceList } from '../../../parts/resource/list.tsx'
import { useClient, useLabel } from '../../../parts/scope/client.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Since } from '../../../parts/time/since.tsx'
import type { MenuItem } from '../../../ui/dialog/menu.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import type { GridColumn } from '../../../ui/table/column.ts'
import { useCampaigns } from '../context.tsx'
import { useCampaignLinks } from '../host-links.ts'
import { useListAdvertisers, useListLayout, NewCampaign } from '../list/layout.tsx'

/** Rarely used, so it loads lazily. */
const RemoveDraft = lazyIdle(() => import('../../../parts/campaigns/remove-draft.tsx'))

const newestFirst = [{ key: 'changed_at', order: 'desc' }] as const

/** The first column: the draft's name, which continues it, and its menu. */
function useNameColumn(remove: (draft: ClientDraftRow) => void): GridColumn<ClientDraftRow> {
  const { t, i18n } = useLingui()
  const hostLinks = useCampaignLinks()
  const { isReadonly } = useScope()
  const { noCreate } = useCampaigns()
  const disabledBecause = useDisabledReason()({ permissions: ['campaigns.create'] })
  const isListOnly = isReadonly || noCreate
  const acts: readonly MenuItem[] = [
    { id: 'continue', label: t`Continue`, disabledBecause },
    { id: 'delete', label: t`Delete`, isDanger: true, isParted: true, disabledBecause },
  ]
  return columns.link<ClientDraftRow>('name', t`Campaign`, {
    width: 280,
    isSortable: true,
    isSearched: true,
    value: (row) => draftName(row, i18n),
    ...(!isListOnly && disabledBecause === undefined && { target: hostLinks.draft }),
    acts: () => (isListOnly ? [] : acts),
    onAct: (row, id) => (id === 'delete' ? remove(row) : hostLinks.draft(row).onNavigate()),
  })
}

function useColumns(remove: (draft: ClientDraftRow) => void): readonly GridColumn<ClientDraftRow>[] {
  const { t, i18n } = useLingui()
  const { advertiser } = useClient()
  const { advertiserId } = useScope()
  const label = useLabel()
  const name = useNameColumn(remove)
  const flows = templateFlows.map((value) => ({ value, label: i18n._(flowWords[value][0]) }))
  return [
    name,
    ...(advertiserId === undefined
      ? [columns.text<ClientDraftRow>('advertiser_name', t`Advertiser`, { isSortable: true, isFiltered: true, card: 'line' })]
      : []),
    columns.text('flow', t`Type`, { width: 148, options: flows, value: ({ flow }) => i18n._(flowWords[flow][0]) }),
    columns.text('step', t`Step`, { width: 160, value: ({ step, flow }) => stepName(step, { flow, label }, i18n) }),
    columns.number('entity_count', label.plural, { width: 116 }),
    columns.text('changed_name', t`Last edited by`, {
      width: 180,
      isSortable: true,
      isFiltered: true,
      value: ({ changed_by }) => changed_by.name,
    }),
    columns.text('changed_at', t`Last edited`, {
      width: 148,
      card: 'figure-1',
      isSortable: true,
      render: ({ changed_at }) => <Since moment={changed_at} zone={advertiser?.time_zone} />,
    }),
  ]
}

/** The unfinished campaigns of all listed advertisers, the last edited first. */
export default function Drafts() {
  const { t, i18n } = useLingui()
  const { clientId } = useScope()
  const { emit } = useCampaigns()
  const ids = useListAdvertisers()
  const [removed, setRemoved] = useState<ClientDraftRow>()
  const shown = useColumns(setRemoved)
  const call = { path: { memberGroupId: clientId }, body: { ...(ids && { advertiser_ids: [...ids] }) } }
  const list = useList({ endpoint: draftLists.clientList, field: 'campaign_drafts', call, columns: shown })
  return (
    <ResourceList
      {...useListLayout('drafts')}
      list={list}
      name="campaign-drafts"
      label={t`Drafts`}
      columns={shown}
      defaultSort={newestFirst}
      rowId={({ campaign_draft_uuid }) => campaign_draft_uuid}
      rowName={(row) => draftName(row, i18n)}
      search={t`Search by name`}
      noSelection
      noExport
      empty={{
        heading: <Trans>No drafts yet</Trans>,
        text: <Trans>Unfinished campaigns appear here until you submit them.</Trans>,
        action: <NewCampaign />,
      }}
      below={
        removed && (
          <Suspense fallback={null}>
            <RemoveDraft
              draft={removed}
              onDeleted={(campaign_draft_uuid) => emit('ad-campaign-draft-deleted', { campaign_draft_uuid })}
              onEnd={() => setRemoved(undefined)}
            />
          </Suspense>
        )
      }
    />
  )
}
