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

/** What a row is of: the report's own conditions, and those of the row. */
export const rowAsked = (asked: Asked, step: DrillStep): Asked => ({
  ...asked,
  // A condition on a figure chose the row; its parts are smaller.
  filters: asked.filters.filter((filter) => !isOnRows(filter)),
  drill: [...asked.drill, step],
  ...{ metrics: ['cost'], sort: [], compare: 'none', currency: undefined, history: 'all', orders: orderValues },
})

const fieldsOf = ({ filters, drill }: Asked) => [...filters, ...drill.flat()].map(({ field }) => field)

/** What of a row entries say nothing of; nothing where they tell all of it. */
export const untoldOf = (asked: Asked, step: DrillStep) => untoldByLedger(fieldsOf(rowAsked(asked, step)))

/** How finely a row has to be taken apart, so that its parts have the numbers that entries name. */
function partsOf(row: Asked): readonly string[] {
  const numbers = fieldsOf(row).map(numberedBy)
  const isOfCampaigns = numbers.includes('campaign_id') || oneChannel.includes(row.context)
  return [
    ...['advertiser_id', 'advertiser_name'],
    ...(isOfCampaigns ? ['campaign_id'] : []),
    ...(numbers.includes('ad_group_id') ? ['ad_group_id'] : []),
  ]
}

/** Asks for the advertisers, campaigns and ad groups that a row is of. */
export function partsQuestion(asked: Asked, step: DrillStep, by: AskedBy): ReportQuestion {
  const row = rowAsked(asked, step)
  return { ...rowsQuestion({ ...row, dimensions: partsOf(row) }, by), pagination: { start: 0, count: pageMost } }
}

/** Asks what a row comes to, in the currency that it is shown in. */
export function shownQuestion(asked: Asked, step: DrillStep, by: AskedBy, currency: string): TotalQuestion | undefined {
  return wholeQuestion({ ...rowAsked(asked, step), currency }, by, ['cost'])
}

/** One advertiser of a row, with what entries of its ledger belong to it. */
export interface LedgerAccount {
  readonly advertiserId: number
  readonly name: string
  readonly ask: LedgerAsk
  /** What the report comes to, in a currency. */
  readonly cost: (currency: string) => TotalQuestion
}

type Parts = readonly { readonly dimensions: Readonly<Record<string, string | number | null>> }[]

/** The ledgers that a row is of, by the parts that the platform told. */
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
    if ('code' in ask) throw new Error(`An advertiser has a ledger: ${ask.code}`)
    return {
      ...{ advertiserId, name: String(own[0]?.dimensions.advertiser_name ?? advertiserId), ask },
      cost: (currency) => ({ ...whole, advertiser_ids: [advertiserId], currency_code: currency, metrics: ['cost'] }),
    }
  })
}

/** Whether what was spent is what entries took; these are below nothing. */
export const areEqual = (cost: string, entries: string) => microsOf(cost) === -microsOf(entries)
