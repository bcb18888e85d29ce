import { singleChannelContexts } from '../../../contract/reports/dimensions.ts'
import { type LedgerFilter, ledgerFilterOfRow, idFieldOf, unfilterableField } from './ledger-links.rules.ts'
import { type Filter, maxPageSize } from '../../../contract/list.ts'
import { microsOf } from '../../../contract/money/money.ts'
import { orderValues } from '../../../contract/reports/purchases.rules.ts'
import { isMetricFilter } from '../../../contract/reports/fields.rules.ts'
import type { TotalRequest } from '../../../contract/reports/trends.ts'
import type { ReportRequest } from '../../../contract/reports/reports.ts'
import type { ReportQuery } from '../query/query.ts'
import type { DrillStep } from '../query/drill.ts'
import { type ReportScope, rowsRequest, totalsRequest } from '../query/request.ts'

/** Query for one row: the report's filters plus the row's values. */
export const queryOfRow = (reportQuery: ReportQuery, row: DrillStep): ReportQuery => ({
  ...reportQuery,
  // Metric filters selected the row, but its parts have smaller values.
  filters: reportQuery.filters.filter((filter) => !isMetricFilter(filter)),
  drill: [...reportQuery.drill, row],
  metrics: ['cost'],
  sort: [],
  compare: 'none',
  currency: undefined,
  history: 'all',
  orderValues,
})

const fieldsOf = ({ filters, drill }: ReportQuery) => [...filters, ...drill.flat()].map(({ field }) => field)

/** The first field of a row by which the ledger cannot be filtered; undefined if there is none. */
export const unfilterableFieldOfRow = (reportQuery: ReportQuery, row: DrillStep) =>
  unfilterableField(fieldsOf(queryOfRow(reportQuery, row)))

/** Dimensions that split a row into parts with the ids that ledger entries have. */
function partsOf(rowQuery: ReportQuery): readonly string[] {
  const numbers = fieldsOf(rowQuery).map(idFieldOf)
  const isOfCampaigns = numbers.includes('campaign_id') || singleChannelContexts.includes(rowQuery.context)
  return [
    ...['advertiser_id', 'advertiser_name'],
    ...(isOfCampaigns ? ['campaign_id'] : []),
    ...(numbers.includes('ad_group_id') ? ['ad_group_id'] : []),
  ]
}

/** Requests the advertisers, campaigns and ad groups of a row. */
export function rowPartsRequest(reportQuery: ReportQuery, row: DrillStep, scope: ReportScope): ReportRequest {
  const rowQuery = queryOfRow(reportQuery, row)
  return { ...rowsRequest({ ...rowQuery, dimensions: partsOf(rowQuery) }, scope), pagination: { start: 0, count: maxPageSize } }
}

/** Requests a row's total in the displayed currency. */
export function displayedSpendRequest(
  reportQuery: ReportQuery,
  row: DrillStep,
  scope: ReportScope,
  currency: string,
): TotalRequest | undefined {
  return totalsRequest({ ...queryOfRow(reportQuery, row), currency }, scope, ['cost'])
}

/** An advertiser's share of a row, with the filter of its ledger entries. */
export interface AdvertiserLedger {
  readonly advertiserId: number
  readonly name: string
  readonly filter: LedgerFilter
  /** Request for the spend in a currency. */
  readonly cost: (currency: string) => TotalRequest
}

type Parts = readonly { readonly dimensions: Readonly<Record<string, string | number | null>> }[]

/** Ledgers of a row, grouped from the parts in the response. */
export function advertiserLedgersOf(request: ReportRequest, parts: Parts): readonly AdvertiserLedger[] {
  const { dimensions, sort: _, pagination: __, compare: ___, ...totalRequest } = request
  const ids = [...new Set(parts.flatMap(({ dimensions: { advertiser_id: id } }) => (typeof id === 'number' ? [id] : [])))]
  return ids.map((advertiserId) => {
    const ownParts = parts.filter((part) => part.dimensions.advertiser_id === advertiserId)
    const filters = ['campaign_id', 'ad_group_id']
      .filter((field) => dimensions.includes(field))
      .map((field): Filter => {
        const values = ownParts.flatMap(({ dimensions: values }) => (typeof values[field] === 'number' ? [values[field]] : []))
        return { field, operation: 'IN', value: [...new Set(values)] }
      })
    const filter = ledgerFilterOfRow({ ...totalRequest, context: undefined, filters }, { advertiser_id: advertiserId })
    if ('code' in filter) throw new Error(`No ledger filter for an advertiser: ${filter.code}`)
    return {
      advertiserId,
      name: String(ownParts[0]?.dimensions.advertiser_name ?? advertiserId),
      filter,
      cost: (currency) => ({ ...totalRequest, advertiser_ids: [advertiserId], currency_code: currency, metrics: ['cost'] }),
    }
  })
}

/** True if the spend equals the sum of the entries, which are negative. */
export const isSameAmount = (cost: string, entries: string) => microsOf(cost) === -microsOf(entries)
