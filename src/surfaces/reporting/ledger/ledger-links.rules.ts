import type { BalanceEvent } from '../../../contract/money/balances.ts'
import { bucketEnd, wholeDays, type Days } from '../../../contract/dates/date-ranges.ts'
import { singleChannelContexts } from '../../../contract/reports/dimensions.ts'
import { fundingEvents } from '../../../contract/money/funding-events.ts'
import type { Filter } from '../../../contract/list.ts'
import type { RuleResult } from '../../../contract/reply.ts'
import type { ReportRequest } from '../../../contract/reports/reports.ts'

/** Filter of the ledger entries that add up to a cost. */
export interface LedgerFilter {
  readonly advertiser_id: number
  readonly filters: readonly Filter[]
}
type Row = Readonly<Record<string, string | number | null>>
type LedgerQuery = Pick<ReportRequest, 'advertiser_ids' | 'campaign_ids' | 'context' | 'start_date' | 'end_date' | 'filters'>

/** Fields of a ledger entry. */
const ledgerFields = ['campaign_id', 'ad_group_id'] as const
/** Name fields and the id field that identifies the same object. */
const idFields: Readonly<Record<string, string>> = {
  advertiser_name: 'advertiser_id',
  campaign_name: 'campaign_id',
  campaign_status: 'campaign_id',
  ad_group_name: 'ad_group_id',
}
/** The id field of a name field; other fields are returned unchanged. */
export const idFieldOf = (field: string) => idFields[field] ?? field

/** The first field by which ledger entries cannot be filtered. */
export const unfilterableField = (fields: readonly string[]) =>
  fields.find((field) => !['advertiser_id', ...ledgerFields, ...wholeDays].includes(idFieldOf(field)))

/** The dates of a row within the requested dates. */
function daysOfRow(row: Row, { start_date, end_date }: Days): Days {
  const covered = { start_date, end_date }
  for (const id of wholeDays) {
    const start = row[id]
    if (typeof start !== 'string') continue
    if (start > covered.start_date) covered.start_date = start
    const end = bucketEnd(id, start)
    if (end < covered.end_date) covered.end_date = end
  }
  return covered
}

/** Why the ledger cannot be filtered like this row; true if it can. */
function ledgerMismatch(reportQuery: LedgerQuery, row: Row): RuleResult {
  const isKept = (id: string) => id === 'advertiser_id' || (ledgerFields as readonly string[]).includes(id) // the names just listed
  for (const id of Object.keys(row)) {
    const of = idFields[id]
    if (of && !(of in row)) return { code: 'by_name', needs: of }
    if (!of && !isKept(id) && !wholeDays.includes(id)) return { code: 'finer_than_ledger', field: id }
  }
  const otherFilter = (reportQuery.filters ?? []).find(({ field }) => !isKept(field))
  if (otherFilter) return { code: 'finer_than_ledger', field: otherFilter.field }
  // Ledger entries have no channel, but a campaign has exactly one.
  const isOfChannel = singleChannelContexts.includes(reportQuery.context ?? '') && !('campaign_id' in row)
  return isOfChannel ? { code: 'finer_than_ledger', field: 'channel' } : true
}

/** Filter of the ledger entries that add up to a row's cost, or why there is none. */
export function ledgerFilterOfRow(reportQuery: LedgerQuery, row: Row): LedgerFilter | Exclude<RuleResult, true> {
  const mismatch = ledgerMismatch(reportQuery, row)
  if (mismatch !== true) return mismatch
  const [onlyId, ...otherIds] = reportQuery.advertiser_ids ?? []
  const advertiser_id = row.advertiser_id ?? (otherIds.length === 0 ? onlyId : undefined)
  if (typeof advertiser_id !== 'number') return { code: 'by_name', needs: 'advertiser_id' }
  const { start_date, end_date } = daysOfRow(row, reportQuery)
  const ids = ledgerFields.flatMap((id): Filter[] => (typeof row[id] === 'number' ? [{ field: id, operation: '=', value: row[id] }] : []))
  const campaigns: Filter[] = reportQuery.campaign_ids
    ? [{ field: 'campaign_id', operation: 'IN', value: [...reportQuery.campaign_ids] }]
    : []
  const ownFilters = (reportQuery.filters ?? []).filter(({ field }) => field !== 'advertiser_id')
  const clicks: Filter = { field: 'event_type_id', operation: '=', value: fundingEvents.Click }
  const days: Filter = { field: 'day', operation: 'BETWEEN', value: [start_date, end_date] }
  return { advertiser_id, filters: [clicks, days, ...ids, ...campaigns, ...ownFilters] }
}

/** The report that contains an entry's cost; undefined unless the entry is a click. */
export function reportOfEntry(
  { event_type_id, day, campaign, ad_group, currency_code }: BalanceEvent,
  advertiser: { readonly member_group_id: number; readonly advertiser_id: number },
): ReportRequest | undefined {
  if (event_type_id !== fundingEvents.Click) return undefined
  const filters: Filter[] = ad_group ? [{ field: 'ad_group_id', operation: '=', value: ad_group.ad_group_id }] : []
  return {
    member_group_id: advertiser.member_group_id,
    advertiser_ids: [advertiser.advertiser_id],
    currency_code,
    ...(campaign && { campaign_ids: [campaign.campaign_id] }),
    start_date: day,
    end_date: day,
    filters,
    metrics: ['cost', 'clicks'],
    dimensions: ['day', 'campaign_id', 'campaign_name', 'ad_group_id', 'ad_group_name'],
  }
}
