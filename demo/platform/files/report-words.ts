import { dimensions } from '../../../src/contract/reports/dimensions.ts'
import type { Operation } from '../../../src/contract/list.ts'
import { closestLocale } from '../../../src/contract/locales.ts'
import { metricLabels } from '../../../src/contract/reports/metric-labels.ts'
import { metricOf } from '../../../src/contract/reports/metrics.ts'
import type { ReportWords } from './report-language.ts'
import { german } from './report-words-de.ts'
import { japanese } from './report-words-ja.ts'

const english: ReportWords = {
  heads: {
    report: 'Report',
    about: 'Report on',
    advertisers: 'Advertisers',
    campaigns: 'Campaigns',
    dates: 'Dates',
    compared: 'Compared with',
    settled: 'Final through',
    entitiesSince: 'Entities available from',
    zone: 'Time zone',
    currency: 'Currency',
    ratesOf: 'Rates of',
    customers: 'Customers',
    orders: 'Orders',
    condition: 'Filter',
  },
  contexts: {
    general: 'Everything',
    campaign: 'Campaigns',
    ad_group: 'Ad groups',
    entity: 'Entities',
    ad_group_entity: 'Ad groups and their entities',
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
    '>': 'is greater than',
    BETWEEN: 'is between',
    'IS NULL': 'is not known',
  },
  noValue: 'has no value',
  fields: Object.fromEntries([...dimensions.map(({ id, name }) => [id, name]), ...Object.entries(metricLabels)]),
  before: (name) => `${name}, previous`,
  change: (name) => `${name}, change`,
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
