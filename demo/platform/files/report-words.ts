import { dimensions } from '../../../src/contract/reports/dimensions.ts'
import type { Operation } from '../../../src/contract/list.ts'
import { closestLocale } from '../../../src/contract/locales.ts'
import { metricLabels } from '../../../src/contract/reports/metric-labels.ts'
import { metricOf } from '../../../src/contract/reports/metrics.ts'
import type { OrderValue } from '../../../src/contract/reports/purchases.ts'
import type { ReportContext } from '../../../src/contract/reports/contexts.ts'
import { german } from './report-words-de.ts'
import { japanese } from './report-words-ja.ts'

/** Labels of the lines above the rows of a report file. */
export const reportHeads = [
  ...([
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
  ] as const),
  ...(['customers', 'orders', 'condition'] as const),
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

const english: ReportWords = {
  heads: {
    report: 'Report',
    about: 'About',
    advertisers: 'Advertisers',
    campaigns: 'Campaigns',
    dates: 'Dates',
    compared: 'Compared with',
    settled: 'Settled through',
    entitiesSince: 'What is advertised is known since',
    zone: 'Time zone',
    currency: 'Currency',
    ratesOf: 'Rates of',
    customers: 'Customers',
    orders: 'Orders',
    condition: 'Condition',
  },
  contexts: {
    general: 'Everything',
    campaign: 'Campaigns',
    ad_group: 'Ad groups',
    entity: 'What is advertised',
    ad_group_entity: 'Ad groups and what is in them',
    media_plan: 'Media plans',
    offsite: 'Offsite',
    reservations: 'Reservations',
    saved: 'Saved',
    review: 'Review',
    simple: 'Simple',
  },
  operations: {
    ILIKE: 'contains',
    IN: 'is one of',
    '=': 'is',
    '!=': 'is not',
    '>': 'is more than',
    BETWEEN: 'is between',
    'IS NULL': 'is not known',
  },
  noValue: 'has no value',
  fields: Object.fromEntries([...dimensions.map(({ id, name }) => [id, name]), ...Object.entries(metricLabels)]),
  before: (name) => `${name}, before`,
  all: 'All',
  total: 'Total',
  unsettled: { head: 'May still change', yes: 'yes' },
  more: (count) => `and ${count} more`,
  newCustomers: 'New customers',
  orderValues: { large: 'Large', medium: 'Medium', small: 'Small' },
}

const languages: Readonly<Record<string, ReportWords>> = { de: german, ja: japanese, 'ja-JP': japanese }

/** Texts for a locale; English is the fallback. */
export const reportWordsIn = (locale: string): ReportWords => languages[closestLocale(locale)] ?? english

/** The label of a field; entities use the client's own word. */
export const fieldText = (id: string, { fields }: ReportWords, entityWord?: string) =>
  id === 'entity_name' && entityWord ? entityWord : (fields[id] ?? id)

/** The text of a filter operation. */
export const operationText = (operation: Operation, field: string, { operations, noValue }: ReportWords) =>
  operation === 'IS NULL' && metricOf(field) ? noValue : operations[operation]
