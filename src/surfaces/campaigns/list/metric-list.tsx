import { Suspense, useMemo } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { adGroupEntities } from '../../../contract/ad-groups/entities.ts'
import type { adGroups } from '../../../contract/ad-groups/ad-groups.ts'
import type { campaigns } from '../../../contract/campaigns/campaigns.ts'
import type { Call } from '../../../contract/endpoint.ts'
import { type Staleness, useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { ResourceList, type ResourceListProps } from '../../../parts/resource/list.tsx'
import { type ListDates, useListDates } from '../../../parts/resource/date-query.ts'
import { listFilters, type BaseCall, type RowsField, useList } from '../../../parts/resource/list-source.ts'
import type { FigureScope } from '../../../parts/resource/table-file.ts'
import { parseTableQuery } from '../../../parts/resource/table-query.ts'
import { useClient, useCurrency } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import type { ColumnInfo } from '../../../ui/table/column.ts'
import { type ListTab, useListAdvertisers, useListLayout } from './layout.tsx'
import { metricOf } from '../../../contract/reports/metrics.ts'
import type { MetricValues } from '../../../contract/reports/trends.ts'
import { formulaText, metricText, metricTitles } from '../../../parts/metrics/format.ts'
import { KeyFigures } from '../../../ui/chart/figures.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import type { ListSummary } from './note.tsx'

const ListNote = lazyIdle(() => import('./note.tsx'))

type MetricEndpoint = typeof campaigns.report | typeof adGroups.report | typeof adGroupEntities.clientReport

interface MetricListOptions<E, F> {
  readonly endpoint: E
  readonly field: F
  readonly columns: readonly ColumnInfo[]
  readonly staleness?: Staleness
}

/** The request for the changes of the totals; null when there is no comparison. */
function useComparisonCall({ value, days, today }: ListDates, columns: readonly ColumnInfo[], ids: readonly number[] | undefined) {
  const { clientId } = useScope()
  const { query } = usePath()
  const { start_date, end_date } = value.compared ?? {}
  const isTodayOnly = value.days.start_date === today
  return useMemo(() => {
    // Today alone has no comparison: a part of a day would be compared with a whole one.
    if (!start_date || !end_date || isTodayOnly) return null
    const filters = listFilters(parseTableQuery(query, columns), columns)
    // A filter on a metric finds other rows on other days.
    if (filters.some(({ field }) => metricOf(field))) return null
    const body = {
      ...days,
      compared_to: { start_date, end_date },
      pagination: { start: 0, count: 1 },
      ...(filters.length > 0 && { filters }),
      ...(ids && { advertiser_ids: [...ids] }),
    }
    return { path: { memberGroupId: clientId }, body }
  }, [start_date, end_date, days, isTodayOnly, query, columns, ids, clientId])
}

/** The rows of a list with metrics, for the listed advertisers and dates, and the changes of the totals. */
export function useMetricList<E extends MetricEndpoint, F extends RowsField<E>>({ endpoint, ...options }: MetricListOptions<E, F>) {
  const { clientId } = useScope()
  const dates = useListDates()
  const ids = useListAdvertisers()
  const baseBody = useMemo(() => ({ ...dates.days, ...(ids && { advertiser_ids: [...ids] }) }), [dates.days, ids])
  const call = { path: { memberGroupId: clientId }, body: baseBody }
  const list = useList({ ...options, endpoint, call: call as unknown as BaseCall<E> }) // the three endpoints take the same request
  const comparison = useComparisonCall(dates, options.columns, ids) as Call<E> | null // the three endpoints take the same request
  const comparisonReply = useRead(endpoint, comparison).data as ListSummary | undefined // their replies have a summary
  return {
    ...list,
    dates,
    baseBody,
    summary: list.reply as ListSummary | undefined, // their replies have a summary
    changes: comparisonReply?.changes,
  }
}

/** Describes the numbers of the list for an exported file: their dates, advertisers and the day of the exchange rates. */
function useFigureScope({ days }: ListDates, summary: ListSummary | undefined): FigureScope {
  const { advertiser } = useClient()
  const ids = useListAdvertisers()
  const { settled_through: settledThrough, rates_of: ratesDay } = summary ?? {}
  return useMemo(() => {
    const advertisers = advertiser ? [advertiser.name] : ids?.map((id) => `#${id}`)
    return { days, advertisers, settledThrough, ratesOf: ratesDay }
  }, [days, advertiser, ids, settledThrough, ratesDay])
}

/** The rows with the highest spend come first. */
export const defaultSort = [{ key: 'cost', order: 'desc' }] as const

interface MetricListProps<Row> extends Omit<ResourceListProps<Row>, 'list' | 'heading' | 'rowName'> {
  readonly list: ResourceListProps<Row>['list'] & Omit<ReturnType<typeof useMetricList>, 'source' | 'read' | 'reply'>
  readonly currentTab: ListTab
  /** Rows contain a sparkline of the spend by day. */
  readonly hasSpark?: boolean
}

/** A list of records with metrics: totals, table, and a note about the numbers. */
export function MetricList<Row extends { readonly name: string }>({ list, currentTab, hasSpark = false, ...props }: MetricListProps<Row>) {
  const { t } = useLingui()
  const { advertiser } = useClient()
  const currencyOf = useCurrency()
  const layout = useListLayout(currentTab)
  const { dates, summary, changes, hasFailed } = list
  const figures = useFigureScope(dates, summary)
  return (
    <ResourceList
      search={t`Search by name`}
      defaultSort={defaultSort}
      {...layout}
      {...props}
      list={list}
      rowName={({ name }) => name}
      dates={dates}
      zone={advertiser?.time_zone}
      figures={figures}
      currency={summary && currencyOf(summary.currency_code)}
      above={
        !hasFailed && (
          <ListTotals totals={summary?.totals} changes={dates.value.compared && changes} currencyCode={summary?.currency_code} />
        )
      }
      below={
        <>
          {summary && (
            <Suspense>
              <ListNote summary={summary} days={dates.days} hasSpark={hasSpark} />
            </Suspense>
          )}
          {props.below}
        </>
      }
    />
  )
}

interface ListFiguresProps {
  readonly totals: MetricValues | undefined
  readonly changes: ListSummary['changes']
  readonly currencyCode: string | undefined
}

const metricIds = ['cost', 'impressions', 'clicks', 'click_through_rate', 'revenue', 'return_on_ad_spend']

/** Totals of all matching rows, compared with the earlier date range. */
function ListTotals({ totals, changes, currencyCode = 'USD' }: ListFiguresProps) {
  const { i18n } = useLingui()
  const currencyOf = useCurrency()
  if (!totals)
    return (
      <div className="list-skeleton" aria-hidden="true">
        {metricIds.map((id) => (
          <div key={id} className="skeleton-block" />
        ))}
      </div>
    )
  const items = metricIds.flatMap((id) => {
    const metric = metricOf(id)
    const title = metricTitles[id]
    if (!metric || !title) return []
    return {
      id,
      label: i18n._(title),
      value: metricText(metric, totals[id], currencyOf(currencyCode), i18n.locale),
      change: changes && (changes[id] ?? null),
      explanation: formulaText(metric, i18n, i18n.locale),
    }
  })
  return <KeyFigures items={items} locale={i18n.locale} />
}
