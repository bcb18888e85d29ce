import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo } from 'react'
import { campaigns, type CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import { useStaleness } from '../../../kit/cache.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import type { GridColumn } from '../../../ui/table/column.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { useCampaignBulk } from '../bulk/toolbar.tsx'
import { useCampaignLinks } from '../host-links.ts'
import { type CampaignRowActions, useCampaignRowActions } from './row-actions.tsx'
import { useCampaignEdits } from './edits.ts'
import { defaultSort, MetricList, useMetricList } from './metric-list.tsx'
import { NewCampaign } from './new-campaign.tsx'
import { useCampaignColumns } from './columns.tsx'
import { addDays } from '../../../contract/dates/date-ranges.ts'
import type { ServingGate } from '../../../contract/serving/serving.ts'
import type { BuiltInView } from '../../../parts/resource/views/menu.tsx'
import { viewQuery } from '../../../parts/resource/views/view-query.ts'

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
  // A change from the menu loads the list again: only its cells show a change by themselves.
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
