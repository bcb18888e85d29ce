import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo } from 'react'
import { type CampaignRow, campaigns } from '../../../contract/campaigns/campaigns.ts'
import { useRead, useStaleness } from '../../../kit/cache.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { DataTable } from '../../../parts/resource/data-table.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import type { GridColumn } from '../../../ui/table/column.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { useCampaignBulk } from '../bulk/toolbar.tsx'
import { useCurrency } from '../currency.ts'
import { useCampaignLinks } from '../host-links.ts'
import { type CampaignRowActions, useCampaignRowActions } from './row-actions.tsx'
import { useCampaignEdits } from './edits.ts'
import { useListDates } from './dates.ts'
import { ListTotals } from './totals.tsx'
import { useExportContext } from './use-export-context.ts'
import { ListLayout } from './layout.tsx'
import { ListNote } from './note.tsx'
import { ListSearch } from '../../../parts/resource/list-search.tsx'
import { NameCell } from './name-cell.tsx'
import { NewCampaign } from './new-campaign.tsx'
import { useComparisonCall } from './use-comparison-call.ts'
import { useCampaignListQuery } from './use-list-query.ts'
import { useCampaignColumns } from './use-columns.tsx'
import { useSource } from './use-source.ts'

const SheetButton = lazyIdle(async () => ({ default: (await import('../spreadsheet/button.tsx')).SpreadsheetButton }))
const ViewsMenu = lazyIdle(async () => ({ default: (await import('../views/menu.tsx')).ViewsMenu }))

const usualSort = [{ key: 'cost', order: 'desc' }] as const
const rowId = (row: CampaignRow) => String(row.campaign_id)
const rowName = (row: CampaignRow) => row.name

/** The first column: a link to the campaign, its advertiser and its action menu. */
function useNameColumn({ acts, act }: CampaignRowActions): GridColumn<CampaignRow> {
  const { t } = useLingui()
  const elsewhere = useCampaignLinks()
  const isOne = useScope().advertiserId !== undefined
  return useMemo(
    () => ({
      key: 'name',
      header: t`Campaign`,
      kind: 'text',
      width: 300,
      isSortable: true,
      isPressed: true,
      filter: { kind: 'contains' },
      isFilteredElsewhere: true,
      value: rowName,
      render: (row) => (
        <NameCell
          name={row.name}
          target={elsewhere.campaign(row.campaign_id, row.name)}
          note={isOne ? `#${row.campaign_id}` : `${row.advertiser_name} · #${row.campaign_id}`}
          acts={acts}
          onAct={(id) => act(row, id)}
        />
      ),
    }),
    [t, elsewhere, isOne, acts, act],
  )
}

/** The campaigns of a client or of one advertiser: totals, a table with inline editing, and bulk actions. */
export default function CampaignList() {
  const { t } = useLingui()
  const dates = useListDates()
  const { memberGroup, advertiser } = useClient()
  const currencyOf = useCurrency()
  const { count: staleness, exceptHere } = useStaleness(campaigns.report)
  const { question, ...acts } = useCampaignRowActions()
  const columns = useCampaignColumns(useNameColumn(acts), useCampaignEdits(exceptHere))
  const { ask, whole } = useCampaignListQuery(dates)
  const { source, meaning, isUnread } = useSource(columns, ask)
  const figures = useExportContext(dates, meaning)
  const bulk = useCampaignBulk({ columns, whole })
  const before = useRead(campaigns.report, useComparisonCall(dates, columns, whole.advertiser_ids), { keepPreviousData: true })
  const views = (
    <Suspense fallback={<span className="chip bare views" />}>
      <ViewsMenu name="campaigns" today={dates.today} />
    </Suspense>
  )
  return (
    <ListLayout currentTab="campaigns" dates={dates} tabTools={views}>
      {!isUnread && (
        <ListTotals totals={meaning?.totals} before={dates.value.compared && before.data?.totals} currencyCode={meaning?.currency_code} />
      )}
      <DataTable
        name="campaigns"
        label={t`Campaigns`}
        columns={columns}
        source={source}
        staleness={staleness}
        rowId={rowId}
        rowName={rowName}
        usualSort={usualSort}
        density="comfortable"
        zone={advertiser?.time_zone}
        figures={figures}
        currency={meaning && currencyOf(meaning.currency_code)}
        lead={<ListSearch label={t`Search by name`} />}
        tools={
          <Suspense fallback={<span className="mini" />}>
            <SheetButton columns={columns} ask={ask} label={memberGroup?.name ?? ''} />
          </Suspense>
        }
        selectionTools={bulk.tools}
        empty={{
          heading: <Trans>No campaigns yet</Trans>,
          text: <Trans>Campaigns show your ads to people who are searching.</Trans>,
          act: <NewCampaign />,
        }}
      />
      <ListNote meaning={meaning} days={dates.days} hasSpark />
      {question}
      {bulk.dialog}
    </ListLayout>
  )
}
