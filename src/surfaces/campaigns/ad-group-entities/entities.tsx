import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo, useRef } from 'react'
import { adGroupEntities, type AdGroupEntityRow } from '../../../contract/ad-groups/entities.ts'
import { type Staleness, useStaleness } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { strengthText } from '../../../parts/money/strength-bar.tsx'
import { cellOutcome } from '../../../parts/resource/cell-outcome.ts'
import { refusalSentences } from '../../../parts/campaigns/change-texts.ts'
import { useLabel, withBidDigits } from '../../../parts/scope/client.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { DataTable } from '../../../parts/resource/data-table.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { parseTableQuery } from '../../../parts/resource/table-query.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { money } from '../../../ui/format/format.ts'
import type { CellEdit, GridColumn } from '../../../ui/table/column.ts'
import type { Selection } from '../../../ui/table/selection.ts'
import { checkAmount } from '../cells/cell-checks.ts'
import { formatCellAmount, parseCellAmount } from '../cells/row-edits.ts'
import { useStableCallback } from '../../../ui/use-stable-callback.ts'
import { ListSearch } from '../../../parts/resource/list.tsx'
import { listFilters, useList } from '../../../parts/resource/list-source.ts'
import { metricColumn } from '../cells/cells.tsx'
import { useCampaign } from '../campaign/gate.tsx'
import { parseRowId, rowIdOf, selectedPairs, type EntitySelection } from './pairs.ts'
import { EntityBulkActions, useEntityMutations } from './actions.tsx'
import { Dates, useDates } from '../campaign/overview.tsx'

/** Besides the spend, which comes first. */
const metricIds = ['impressions', 'clicks', 'click_through_rate', 'revenue', 'return_on_ad_spend']

interface BidEditOptions extends Pick<Staleness, 'exceptHere'> {
  readonly onSaved: (row: AdGroupEntityRow) => void
}

/** Edits an entity's own bid; an empty cell returns it to the ad group's base bid. */
function useBidEdit({ onSaved, exceptHere }: BidEditOptions): CellEdit<AdGroupEntityRow> | undefined {
  const { t, i18n } = useLingui()
  const { isReadonly } = useScope()
  const { currency } = useCampaign()
  const mayNot = useDisabledReason()({ permissions: ['ad_groups.change'] })
  const writes = useEntityMutations(exceptHere)
  const save = useStableCallback((row: AdGroupEntityRow, text: string) => {
    const bid = text.trim() === '' ? null : (parseCellAmount(text, i18n) ?? row.bid)
    const saved = bid === null ? writes.toBase(selectedPairs([row])) : writes.bid(selectedPairs([row]), bid)
    return cellOutcome(
      saved.then(() => {
        const now = { ...row, bid, effective_bid: bid ?? row.effective_bid }
        onSaved(now)
        return now
      }),
      i18n,
      undefined,
      (problem) => refusalSentences(problem, { currency }, i18n),
    )
  })
  const isOff = isReadonly || mayNot !== undefined
  return useMemo(
    () =>
      isOff
        ? undefined
        : {
            kind: 'number',
            hint: t`Leave empty to use the base bid`,
            text: ({ bid }) => formatCellAmount(bid, withBidDigits(currency), i18n),
            check: (text) => text.trim() === '' || checkAmount(text, withBidDigits(currency), i18n),
            save,
          },
    [isOff, currency, i18n, save, t],
  )
}

/** Columns of entities with bids and metrics; the ad group column appears only when there are several. */
function useColumns(isOneGroup: boolean, bidEdit: BidEditOptions): readonly GridColumn<AdGroupEntityRow>[] {
  const { t, i18n } = useLingui()
  const { singular } = useLabel()
  const { currency } = useCampaign()
  const edit = useBidEdit(bidEdit)
  return useMemo(() => {
    const bids = { unit: currency.currency_code, currencyOf: () => withBidDigits(currency) }
    const bidText = ({ bid }: AdGroupEntityRow) =>
      bid === null ? <span className="quiet">{t`base bid`}</span> : money(bid, withBidDigits(currency), i18n.locale)
    const strength = (row: AdGroupEntityRow) => strengthText(row.bid_strength, row.bid_lacks_rate_of, i18n)
    const group = columns.text<AdGroupEntityRow>('ad_group_name', t`Ad group`, { width: 180, isSortable: true })
    return [
      columns.text('name', singular, { width: 260, isSortable: true, isSearched: true }),
      metricColumn('cost', { i18n, currencyOf: () => currency }),
      columns.text('internal_id', t`Your ID`, { width: 128, isSortable: true, isFiltered: true }),
      ...(isOneGroup ? [] : [group]),
      columns.money('bid', t`Custom bid`, { ...bids, width: 132, isSortable: true, render: bidText, ...(edit && { edit }) }),
      columns.money('effective_bid', t`Bid in effect`, { ...bids, width: 148 }),
      columns.text('bid_strength', t`Bid strength`, { width: 148, value: strength }),
      ...metricIds.map((metric) => metricColumn<AdGroupEntityRow>(metric, { i18n, currencyOf: () => currency })),
      columns.text('category', t`Category`, { isOptional: true, isSortable: true, isFiltered: true }),
    ]
  }, [t, i18n, singular, currency, edit, isOneGroup])
}

interface EntitiesProps {
  /** Limits the list to one ad group; otherwise it shows all of the campaign. */
  readonly adGroupId?: number
  /** The button that adds entities. */
  readonly toolsEnd?: ReactNode
}

/** Entities with bids and metrics; bids can be edited in cells or for many entities at once. */
export function Entities({ adGroupId, toolsEnd }: EntitiesProps) {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const { plural } = useLabel()
  const { campaign, currency, today, at } = useCampaign()
  const dates = useDates(today)
  /** Latest known rows. The selection may hold older copies, whose bids are outdated. */
  const latestRows = useRef(new Map<string, AdGroupEntityRow>())
  const endpoint = adGroupId === undefined ? adGroupEntities.campaignReport : adGroupEntities.report
  const staleness = useStaleness(endpoint)
  const { exceptHere } = staleness
  const shownColumns = useColumns(adGroupId !== undefined, { exceptHere, onSaved: (row) => latestRows.current.set(rowIdOf(row), row) })
  const { memberGroupId, advertiserId } = at
  const { start_date, end_date } = dates.value.days
  const {
    source,
    reply,
    staleness: count,
  } = useList({
    endpoint,
    field: 'entities',
    call: { path: adGroupId === undefined ? at : { memberGroupId, advertiserId, adGroupId }, body: { start_date, end_date } },
    columns: shownColumns,
    staleness,
    onRows: (rows) => {
      for (const row of rows) latestRows.current.set(rowIdOf(row), row)
    },
  })
  const { query } = usePath()
  const meantBy = ({ isAll, rows, except }: Selection<AdGroupEntityRow>): EntitySelection => {
    if (!isAll) return selectedPairs([...rows].map(([id, row]) => latestRows.current.get(id) ?? row))
    const where = adGroupId === undefined ? { campaign_id: at.campaignId } : { ad_group_id: adGroupId }
    const filters = listFilters(parseTableQuery(query, shownColumns), shownColumns)
    return { whole: { ...where, filters, except: [...except].map(parseRowId) }, count: (reply?.total ?? 0) - except.size }
  }
  return (
    <div className="detail-tab">
      <DataTable<AdGroupEntityRow>
        name={adGroupId === undefined ? 'campaign-entities' : 'ad-group-entities'}
        label={t`${plural} of ${campaign.name}`}
        columns={shownColumns}
        source={source}
        staleness={count}
        rowId={rowIdOf}
        rowName={({ name }) => name}
        defaultSort={[{ key: 'cost', order: 'desc' }]}
        currency={currency}
        zone={campaign.time_zone}
        figures={{ days: dates.value.days, settledThrough: reply?.settled_through }}
        noSelection={isReadonly}
        fitsPage
        toolbarStart={<ListSearch label={t`Search by name`} />}
        tools={<Dates today={today} dates={dates} />}
        toolsEnd={toolsEnd}
        selectionTools={(selection, clear) => <EntityBulkActions meant={() => meantBy(selection)} onDone={clear} />}
        empty={{ heading: t`No ${plural} yet`, text: t`Add the first one to start advertising.` }}
      />
    </div>
  )
}
