import { singleChannelContexts } from '../../../contract/reports/dimensions.ts'
import { type LedgerFilter, ledgerFilterOfRow, idFieldOf, unfilterableField } from './ledger-links.rules.ts'
import { type Filter, maxPageSize } from '../../../contract/list.ts'
import { microsOf } from '../../../contract/money/money.ts'
import { orderValues } from '../../../contract/reports/purchases.ts'
import { isMetricFilter } from '../../../contract/reports/fields.rules.ts'
import type { TotalRequest } from '../../../contract/reports/trends.ts'
import type { ReportRequest } from '../../../contract/reports/reports.ts'
import type { ReportQuery } from '../query/query.ts'
import type { DrillStep } from '../query/drill.ts'
import { type ReportScope, rowsRequest, totalsRequest } from '../query/request.ts'

/** Query for one row: the report's filters plus the row's values. */
export const queryOfRow = (reportQuery: ReportQuery, step: DrillStep): ReportQuery => ({
  ...reportQuery,
  // Metric filters selected the row, but its parts have smaller values.
  filters: reportQuery.filters.filter((filter) => !isMetricFilter(filter)),
  drill: [...reportQuery.drill, step],
  metrics: ['cost'],
  sort: [],
  compare: 'none',
  currency: undefined,
  history: 'all',
  orders: orderValues,
})

const fieldsOf = ({ filters, drill }: ReportQuery) => [...filters, ...drill.flat()].map(({ field }) => field)

/** The first field of a row by which the ledger cannot be filtered; undefined if there is none. */
export const unfilterableFieldOfRow = (reportQuery: ReportQuery, step: DrillStep) =>
  unfilterableField(fieldsOf(queryOfRow(reportQuery, step)))

/** Dimensions that split a row into parts with the ids that ledger entries have. */
function partsOf(row: ReportQuery): readonly string[] {
  const numbers = fieldsOf(row).map(idFieldOf)
  const isOfCampaigns = numbers.includes('campaign_id') || singleChannelContexts.includes(row.context)
  return [
    ...['advertiser_id', 'advertiser_name'],
    ...(isOfCampaigns ? ['campaign_id'] : []),
    ...(numbers.includes('ad_group_id') ? ['ad_group_id'] : []),
  ]
}

/** Requests the advertisers, campaigns and ad groups of a row. */
export function partsRequest(reportQuery: ReportQuery, step: DrillStep, scope: ReportScope): ReportRequest {
  const row = queryOfRow(reportQuery, step)
  return { ...rowsRequest({ ...row, dimensions: partsOf(row) }, scope), pagination: { start: 0, count: maxPageSize } }
}

/** Requests a row's total in the displayed currency. */
export function displayedSpendRequest(
  reportQuery: ReportQuery,
  step: DrillStep,
  scope: ReportScope,
  currency: string,
): TotalRequest | undefined {
  return totalsRequest({ ...queryOfRow(reportQuery, step), currency }, scope, ['cost'])
}

/** One advertiser of a row, with the filter of its ledger entries. */
export interface LedgerAccount {
  readonly advertiserId: number
  readonly name: string
  readonly ask: LedgerFilter
  /** Request for the spend in a currency. */
  readonly cost: (currency: string) => TotalRequest
}

type Parts = readonly { readonly dimensions: Readonly<Record<string, string | number | null>> }[]

/** Ledgers of a row, grouped from the parts in the response. */
export function ledgerAccountsOf(question: ReportRequest, parts: Parts): readonly LedgerAccount[] {
  const { dimensions, sort: _, pagination: __, compare: ___, ...request } = question
  const ids = [...new Set(parts.flatMap(({ dimensions: { advertiser_id: id } }) => (typeof id === 'number' ? [id] : [])))]
  return ids.map((advertiserId) => {
    const ownParts = parts.filter((part) => part.dimensions.advertiser_id === advertiserId)
    const filters = ['campaign_id', 'ad_group_id']
      .filter((field) => dimensions.includes(field))
      .map((field): Filter => {
        const values = ownParts.flatMap(({ dimensions: values }) => (typeof values[field] === 'number' ? [values[field]] : []))
        return { field, operation: 'IN', value: [...new Set(values)] }
      })
    const ask = ledgerFilterOfRow({ ...request, context: undefined, filters }, { advertiser_id: advertiserId })
    if ('code' in ask) throw new Error(`No ledger filter for an advertiser: ${ask.code}`)
    return {
      advertiserId,
      name: String(ownParts[0]?.dimensions.advertiser_name ?? advertiserId),
      ask,
      cost: (currency) => ({ ...request, advertiser_ids: [advertiserId], currency_code: currency, metrics: ['cost'] }),
    }
  })
}

/** True if the spend equals the sum of the entries, which are negative. */
export const isSameAmount = (cost: string, entries: string) => microsOf(cost) === -microsOf(entries)
