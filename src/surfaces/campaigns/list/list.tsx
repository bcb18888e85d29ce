import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, type ReactNode } from 'react'
import { campaigns, type CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import { useStaleness } from '../../../kit/cache.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import type { GridColumn } from '../../../ui/table/column.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { useCampaignBulk } from '../bulk/toolbar.tsx'
import { useCampaignLinks } from '../host-links.ts'
import { useCampaignEdits, type SaveCampaign, useCampaignColumns } from './columns.tsx'
import { defaultSort, MetricList, useMetricList } from './metric-list.tsx'
import { NewCampaign } from './layout.tsx'
import { addDays } from '../../../contract/dates/date-ranges.ts'
import type { ServingGate } from '../../../contract/serving/serving.ts'
import type { BuiltInView } from '../../../parts/resource/views/menu.tsx'
import { viewQuery } from '../../../parts/resource/table-query.ts'
import { isOver } from '../../../contract/campaigns/campaigns.rules.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import type { MenuItem } from '../../../ui/dialog/menu.tsx'
import { useCampaigns } from '../context.tsx'
import { useRemoval } from '../../../parts/resource/removal.tsx'
import { useStableCallback } from '../../../ui/use-stable-callback.ts'

/** The menu of a campaign row. */
interface CampaignRowActions {
  actsOf(row: CampaignRow): readonly MenuItem[]
  act(row: CampaignRow, id: string): void
}

function useCampaignRemoval() {
  const { mutate } = useMutate()
  const { emit } = useCampaigns()
  return useRemoval<CampaignRow>({
    text: <Trans>The campaign stops serving and is removed from lists. Its spend stays in reports.</Trans>,
    label: <Trans>Delete campaign</Trans>,
    remove: async (row, effects) => {
      const { member_group_id: memberGroupId, advertiser_id: advertiserId, campaign_id: campaignId, version } = row
      // Loaded now, because the first paint needs no endpoints of images and ad groups.
      const { campaignData } = await import('../campaign-data.ts')
      return mutate(
        campaigns.remove,
        { path: { memberGroupId, advertiserId, campaignId }, query: { version } },
        { ...effects, stale: campaignData, event: () => emit('ad-campaign-deleted', { campaign_id: campaignId }) },
      )
    },
  })
}

/** Builds the row menu; items without permission are disabled and say why. */
export function useCampaignRowActions(save: SaveCampaign): CampaignRowActions & { readonly question: ReactNode } {
  const { t } = useLingui()
  const { notify } = useElementContext()
  const { isReadonly } = useScope()
  const { noCreate } = useCampaigns()
  const mayDo = useDisabledReason()
  const elsewhere = useCampaignLinks()
  const { ask: remove, question } = useCampaignRemoval()
  const setStatus = useStableCallback(async (row: CampaignRow, status: 'active' | 'paused') => {
    const result = await save(row, { status })
    if ('refused' in result) notify({ kind: 'error', title: t`Couldn’t change the status`, text: result.refused })
  })
  const noChange = mayDo({ permissions: ['campaigns.change'] })
  const noCopy = mayDo({ permissions: ['campaigns.create'] })
  const noRemove = mayDo({ permissions: ['campaigns.remove'] })
  const acts: CampaignRowActions = useMemo(() => {
    const editing = ({ status, choices }: CampaignRow): readonly MenuItem[] => [
      ...(status !== 'paused' && choices.includes('paused')
        ? [{ id: 'paused', label: t`Pause`, isParted: true, disabledBecause: noChange }]
        : []),
      ...(status !== 'active' && choices.includes('active')
        ? [{ id: 'active', label: t`Activate`, isParted: true, disabledBecause: noChange }]
        : []),
      ...(isOver(status) ? [] : [{ id: 'budget', label: t`Edit budget`, disabledBecause: noChange }]),
    ]
    const writing: readonly MenuItem[] = [
      ...(noCreate ? [] : [{ id: 'copy', label: t`Copy`, disabledBecause: noCopy }]),
      { id: 'delete', label: t`Delete`, isDanger: true, isParted: true, disabledBecause: noRemove },
    ]
    return {
      actsOf: (row) => [
        { id: 'open', label: t`Open` },
        { id: 'ad_groups', label: t`Ad groups` },
        { id: 'history', label: t`History` },
        ...(isReadonly ? [] : [...editing(row), ...writing]),
      ],
      act: (row, id) => {
        const { campaign_id, advertiser_id, name } = row
        const rests: Readonly<Record<string, string>> = {
          open: '',
          ad_groups: '/ad_groups',
          history: '?tab=history',
          budget: '?tab=budget',
        }
        const rest = rests[id]
        if (rest !== undefined) elsewhere.campaign(campaign_id, name, rest).onNavigate()
        else if (id === 'paused' || id === 'active') void setStatus(row, id)
        else if (id === 'copy') elsewhere.create({ campaign_id, advertiser_id })
        else if (id === 'delete') void remove(row)
      },
    }
  }, [t, isReadonly, noCreate, noChange, noCopy, noRemove, elsewhere, remove, setStatus])
  return { ...acts, question }
}

const ViewCount = lazyIdle(() => import('./view-count.tsx'))
const SheetButton = lazyIdle(async () => ({ default: (await import('../spreadsheet/button.tsx')).SpreadsheetButton }))

const rowId = (row: CampaignRow) => String(row.campaign_id)

/** The first column: a link to the campaign, its advertiser and its action menu. */
function useNameColumn({ actsOf, act }: CampaignRowActions): GridColumn<CampaignRow> {
  const { t } = useLingui()
  const hostLinks = useCampaignLinks()
  const isOne = useScope().advertiserId !== undefined
  return useMemo(
    () =>
      columns.link('name', t`Campaign`, {
        width: 256,
        isSortable: true,
        isSearched: true,
        target: (row) => hostLinks.campaign(row.campaign_id, row.name),
        note: (row) => (isOne ? `#${row.campaign_id}` : `${row.advertiser_name} · #${row.campaign_id}`),
        acts: actsOf,
        onAct: act,
      }),
    [t, hostLinks, isOne, actsOf, act],
  )
}

const runAll = (invalidate: () => void) => invalidate()

/** The campaigns of a client or of one advertiser: totals, a table with inline editing, and bulk actions. */
export default function CampaignList() {
  const { t } = useLingui()
  const { memberGroup } = useClient()
  const staleness = useStaleness(campaigns.report)
  // A change from the row menu reloads the list. Only inline edits update the row themselves.
  const { question, ...acts } = useCampaignRowActions(useCampaignEdits(runAll))
  const listColumns = useCampaignColumns(useNameColumn(acts), useCampaignEdits(staleness.exceptHere))
  const list = useMetricList({ endpoint: campaigns.report, field: 'campaigns', columns: listColumns, staleness })
  const bulk = useCampaignBulk({ columns: listColumns, baseBody: list.baseBody })
  const builtIn = useBuiltInViews(list.dates.today)
  return (
    <MetricList
      list={list}
      currentTab="campaigns"
      name="campaigns"
      label={t`Campaigns`}
      views={{
        name: 'campaigns',
        builtIn,
        renderCount: (view) => (
          <Suspense>
            <ViewCount query={view.query} body={list.baseBody} />
          </Suspense>
        ),
      }}
      columns={listColumns}
      rowId={rowId}
      hasSpark
      tools={
        <Suspense fallback={<span className="mini" />}>
          <SheetButton columns={listColumns} defaultSort={defaultSort} read={list.read} label={memberGroup?.name ?? ''} />
        </Suspense>
      }
      selectionTools={bulk.tools}
      empty={{
        heading: <Trans>No campaigns yet</Trans>,
        text: <Trans>Campaigns show your ads to people who are searching.</Trans>,
        action: <NewCampaign />,
      }}
      below={
        <>
          {question}
          {bulk.dialog}
        </>
      }
    />
  )
}

/** Gates that the user can fix. */
const attention: readonly ServingGate[] = [
  'denied',
  'over',
  'ad_group_status',
  'no_entities',
  'bid_below_minimum',
  'no_funds',
  'spend_limit',
  'insertion_order',
]

/** The queries of the built-in views of the campaign list. */
export const builtInViews = (today: string) => ({
  attention: viewQuery(new URLSearchParams({ 'filter.gate': String(attention) })),
  ending: viewQuery(
    new URLSearchParams({ 'filter.status': 'active', 'filter.end_date': `${today}..${addDays(today, 7)}`, sort: 'end_date' }),
  ),
})

export function useBuiltInViews(today: string): readonly BuiltInView[] {
  const { t } = useLingui()
  return useMemo(() => {
    const queries = builtInViews(today)
    return [
      { id: 'attention', label: t`Needs attention`, query: queries.attention },
      { id: 'ending', label: t`Ends within a week`, query: queries.ending },
    ]
  }, [t, today])
}
