import type { Operation } from '../../../src/contract/list.ts'
import type { ReportContext } from '../../../src/contract/reports/contexts.ts'
import type { OrderValue } from '../../../src/contract/reports/purchases.rules.ts'

/** Labels of the lines above the rows of a report file. */
export const reportHeads = [
  'report',
  'about',
  'advertisers',
  'campaigns',
  'dates',
  'compared',
  'settled',
  'entitiesSince',
  'zone',
  'currency',
  'ratesOf',
  'customers',
  'orders',
  'condition',
] as const
export type Head = (typeof reportHeads)[number]

/** All texts of a report file, in one language. */
export interface ReportWords {
  readonly heads: Readonly<Record<Head, string>>
  readonly contexts: Readonly<Record<ReportContext, string>>
  /** Texts of filter operations. `noValue` replaces IS NULL for metrics. */
  readonly operations: Readonly<Record<Operation, string>>
  readonly noValue: string
  /** Dimensions and metrics by id. */
  readonly fields: Readonly<Record<string, string>>
  readonly before: (name: string) => string
  /** Column header of the change from the comparison period. */
  readonly change: (name: string) => string
  readonly all: string
  /** Label of the totals row. */
  readonly total: string
  /** The column that marks days whose numbers may still change, and its value for those days. */
  readonly unsettled: { readonly head: string; readonly yes: string }
  /** "And n more", after a shortened list. */
  readonly more: (count: number) => string
  readonly newCustomers: string
  readonly orderValues: Readonly<Record<OrderValue, string>>
}
