import { oneChannel } from '../../../contract/reports/dimensions.ts'
import { type LedgerAsk, ledgerOfRow, numberedBy, untoldByLedger } from './ledger-links.rules.ts'
import { type Filter, pageMost } from '../../../contract/list.ts'
import { microsOf } from '../../../contract/money/money.ts'
import { orderValues } from '../../../contract/reports/purchases.ts'
import { isOnRows } from '../../../contract/reports/fields.rules.ts'
import type { TotalQuestion } from '../../../contract/reports/trends.ts'
import type { ReportQuestion } from '../../../contract/reports/reports.ts'
import type { Asked } from '../query/query.ts'
import type { DrillStep } from '../query/drill.ts'
import { type AskedBy, rowsQuestion, wholeQuestion } from '../query/request.ts'

/** Query for one row: the report's filters plus the row's values. */
export const rowAsked = (asked: Asked, step: DrillStep): Asked => ({
  ...asked,
  // Metric filters selected the row, but its parts have smaller values.
  filters: asked.filters.filter((filter) => !isOnRows(filter)),
  drill: [...asked.drill, step],
  ...{ metrics: ['cost'], sort: [], compare: 'none', currency: undefined, history: 'all', orders: orderValues },
})

const fieldsOf = ({ filters, drill }: Asked) => [...filters, ...drill.flat()].map(({ field }) => field)

/** The first field of a row by which the ledger cannot be filtered; undefined if there is none. */
export const untoldOf = (asked: Asked, step: DrillStep) => untoldByLedger(fieldsOf(rowAsked(asked, step)))

/** Dimensions that split a row into parts with the ids that ledger entries have. */
function partsOf(row: Asked): readonly string[] {
  const numbers = fieldsOf(row).map(numberedBy)
  const isOfCampaigns = numbers.includes('campaign_id') || oneChannel.includes(row.context)
  return [
    ...['advertiser_id', 'advertiser_name'],
    ...(isOfCampaigns ? ['campaign_id'] : []),
    ...(numbers.includes('ad_group_id') ? ['ad_group_id'] : []),
  ]
}

/** Requests the advertisers, campaigns and ad groups of a row. */
export function partsQuestion(asked: Asked, step: DrillStep, by: AskedBy): ReportQuestion {
  const row = rowAsked(asked, step)
  return { ...rowsQuestion({ ...row, dimensions: partsOf(row) }, by), pagination: { start: 0, count: pageMost } }
}

/** Requests a row's total in the displayed currency. */
export function shownQuestion(asked: Asked, step: DrillStep, by: AskedBy, currency: string): TotalQuestion | undefined {
  return wholeQuestion({ ...rowAsked(asked, step), currency }, by, ['cost'])
}

/** One advertiser of a row, with the filter of its ledger entries. */
export interface LedgerAccount {
  readonly advertiserId: number
  readonly name: string
  readonly ask: LedgerAsk
  /** Request for the spend in a currency. */
  readonly cost: (currency: string) => TotalQuestion
}

type Parts = readonly { readonly dimensions: Readonly<Record<string, string | number | null>> }[]

/** Ledgers of a row, grouped from the parts in the response. */
export function accountsOf(question: ReportQuestion, parts: Parts): readonly LedgerAccount[] {
  const { dimensions, sort: _, pagination: __, compare: ___, ...whole } = question
  const ids = [...new Set(parts.flatMap(({ dimensions: { advertiser_id: id } }) => (typeof id === 'number' ? [id] : [])))]
  return ids.map((advertiserId) => {
    const own = parts.filter((part) => part.dimensions.advertiser_id === advertiserId)
    const filters = ['campaign_id', 'ad_group_id']
      .filter((field) => dimensions.includes(field))
      .map((field): Filter => {
        const values = own.flatMap(({ dimensions: said }) => (typeof said[field] === 'number' ? [said[field]] : []))
        return { field, operation: 'IN', value: [...new Set(values)] }
      })
    const ask = ledgerOfRow({ ...whole, context: undefined, filters }, { advertiser_id: advertiserId })
    if ('code' in ask) throw new Error(`No ledger filter for an advertiser: ${ask.code}`)
    return {
      ...{ advertiserId, name: String(own[0]?.dimensions.advertiser_name ?? advertiserId), ask },
      cost: (currency) => ({ ...whole, advertiser_ids: [advertiserId], currency_code: currency, metrics: ['cost'] }),
    }
  })
}

/** True if the spend equals the sum of the entries, which are negative. */
export const areEqual = (cost: string, entries: string) => microsOf(cost) === -microsOf(entries)
