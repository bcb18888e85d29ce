import type { SeededRandom } from '../../../demo/platform/delivery/chance.ts'
import { addDays, compares, type Days } from '../../../src/contract/dates/date-ranges.ts'
import { dimensions as registry } from '../../../src/contract/reports/dimensions.ts'
import type { Filter } from '../../../src/contract/list.ts'
import { metrics as allMetrics } from '../../../src/contract/reports/metrics.ts'
import { reportContexts } from '../../../src/contract/reports/contexts.ts'
import { orderValues, type PurchaseFilter, purchaseDays, purchaseColumns } from '../../../src/contract/reports/purchases.rules.ts'
import type { TotalRequest } from '../../../src/contract/reports/trends.ts'
import { type Fact, reportToday, type ReportWorld } from './facts.ts'
import { isInContext, expectedComparison, expectedChannel } from './expected-metrics.ts'
import { Oracle, type Value } from './oracle.ts'

export const metricIds = allMetrics.map(({ id }) => id) as [string, ...string[]] // not empty
const between = (rows: readonly Fact[], days: Days) =>
  rows.filter(({ day }) => String(day) >= days.start_date && String(day) <= days.end_date)

/** One or more distinct items. */
export const several = <T>(chance: SeededRandom, things: readonly [T, ...T[]], max: number) => [
  ...new Set(Array.from({ length: chance.integer(1, max) }, () => chance.pick(things))),
]

/** A filter on a dimension with a random operation; some of its values exist. */
function dimensionFilter(chance: SeededRandom, isHourly: boolean): Filter {
  const filterable = registry.filter(({ filterable: can, type, id }) => can && type !== 'Date' && !(isHourly && id.startsWith('entity_')))
  const { id: field, type, acceptedValues } = chance.pick(filterable as [(typeof filterable)[number], ...typeof filterable]) // not empty
  const texts = acceptedValues ?? ['Anchor', 'Brand terms', 'Autumn', '100%_\\ sure', 'Group 1', 'Room 2', 'active', 'nothing']
  const ids = { advertiser_id: [1, 2, 3], campaign_id: [10, 21, 32], ad_group_id: [100, 211, 320], entity_id: [101, 203, 305] }[field] ?? [
    1,
  ]
  const values = (type === 'Integer' ? ids : texts) as [string | number, ...(string | number)[]] // neither is empty
  // The operations that the screen offers for a number, a name and a choice.
  const ofNumbers = ['>', 'BETWEEN', 'IN', '=', '!=', 'IS NULL'] as const
  const ofTexts = ['IN', '=', '!=', 'IS NULL', ...(acceptedValues ? [] : (['ILIKE'] as const))] as const
  const operation = chance.pick(type === 'Integer' ? ofNumbers : (ofTexts as readonly ['IN', ...(typeof ofTexts)[number][]])) // the first one exists
  if (operation === 'ILIKE')
    return { field, operation, value: chance.pick(['an', 'BRAND', '%', '%%%', 'br%', '%OR', '%oo%', '_', '\\', 'room']) }
  if (operation === 'IS NULL') return { field, operation }
  if (operation === 'IN') return { field, operation, value: several(chance, values, 3) }
  if (operation !== 'BETWEEN') return { field, operation, value: chance.pick(values) }
  const from = chance.pick(values)
  const to = chance.pick(values)
  return { field, operation, value: from <= to ? [from, to] : [to, from] }
}

/** A filter on a metric, often with the value of an existing group. */
export function metricFilter(chance: SeededRandom, known: readonly Value[], field: string): Filter {
  const exact = known.filter((value): value is string | number => value !== null && (typeof value === 'string' || Number.isInteger(value)))
  const value = () =>
    exact.length > 0 && chance.next() < 0.6 ? chance.pick(exact as [string, ...string[]]) : chance.pick([0, 0.004, '12.5', 1000, 3]) // not empty
  const operation = chance.pick(['IN', '=', '!=', '>', 'BETWEEN', 'IS NULL'] as const)
  if (operation === 'IS NULL') return { field, operation }
  if (operation === 'IN') return { field, operation, value: [value(), value()] }
  return operation === 'BETWEEN' ? { field, operation, value: [0, value()] } : { field, operation, value: value() }
}

/** Many periods contain a clock change. */
function someDays(chance: SeededRandom, isHourly: boolean): Days {
  const end_date =
    chance.next() < 0.5 && !isHourly
      ? addDays(reportToday, -chance.integer(0, 70))
      : chance.pick(['2026-10-25', '2026-11-01', '2026-11-08', '2026-11-20', '2026-11-22'])
  return { start_date: addDays(end_date, -chance.integer(0, isHourly ? 2 : 40)), end_date }
}

/** Dimensions that cannot be combined with a purchase filter. */
export const excludesPurchaseFilter = (id: string) => id === 'hour' || id.startsWith('entity_')
const entitiesSince = addDays(reportToday, -60)
const purchasesSince = addDays(reportToday, -purchaseDays)

/** Sometimes a random purchase filter, if the query is within the retention of purchases. */
function somePurchases(
  chance: SeededRandom,
  { start_date, end_date, compare = 'none', filters = [] }: TotalRequest,
): PurchaseFilter | undefined {
  const first = expectedComparison({ start_date, end_date }, compare)?.start_date ?? start_date
  if (chance.next() < 0.5 || first < purchasesSince || filters.some(({ field }) => excludesPurchaseFilter(field))) return undefined
  const user_history = chance.pick(['all', 'new customers'] as const)
  return { user_history, ...(chance.next() < 0.7 && { order_values: several(chance, orderValues, 2) }) }
}
const withoutSales = (row: Fact): Fact => ({ ...row, ...Object.fromEntries(purchaseColumns.map((column) => [column, 0])) })
const matchesPurchases = (row: Fact, { user_history, order_values = orderValues }: PurchaseFilter) =>
  (user_history !== 'new customers' || row.is_new === 1) && order_values.some((one) => one === row.order_value)

/** A query, and the facts from which its response is calculated. */
export interface RandomQuery {
  readonly body: TotalRequest
  readonly oracle: Oracle
  /** The facts of the query, now and in the compared period. */
  facts(useHourly: boolean): { now: Fact[]; before: Fact[] | undefined }
}
/** Makes a random query about the facts of the world. */
export function randomQuery(world: ReportWorld, chance: SeededRandom, isHourly = false): RandomQuery {
  const member_group_id = chance.pick([1, 1, 1, 2])
  const days = someDays(chance, isHourly)
  const context = chance.next() < 0.4 ? chance.pick(reportContexts) : undefined
  const metricsOf = several(chance, metricIds, 6).filter((id) => isInContext(id, context))
  const body: TotalRequest = {
    member_group_id,
    ...days,
    metrics: metricsOf.length > 0 ? metricsOf : ['clicks'],
    compare: chance.pick(compares),
    currency_code: chance.pick(['USD', 'EUR', 'JPY', 'KWD']),
    ...(chance.next() < 0.3 && { advertiser_ids: several(chance, [1, 2, 3, 4, 5], 3) }),
    ...(chance.next() < 0.2 && { campaign_ids: several(chance, [10, 12, 20, 31, 41, 50], 4) }),
    ...(context && { context }),
    filters: Array.from({ length: chance.integer(0, 2) }, () => dimensionFilter(chance, isHourly)).filter(({ field }) =>
      isInContext(field, context),
    ),
  }
  const purchaseFilter = isHourly ? undefined : somePurchases(chance, body)
  if (purchaseFilter) Object.assign(body, purchaseFilter)
  const oracle = new Oracle(world, body.currency_code ?? '', days.end_date)
  const channel = expectedChannel(context)
  const isAbout = (row: Fact) =>
    row.member_group_id === member_group_id &&
    (body.advertiser_ids?.includes(Number(row.advertiser_id)) ?? true) &&
    (body.campaign_ids?.includes(Number(row.campaign_id)) ?? true) &&
    (channel === undefined || row.channel === channel) &&
    (body.filters ?? []).every((filter) => oracle.passes(row, filter)) &&
    // A query with an entity filter covers only the days for which entities are stored.
    (String(row.day) >= entitiesSince ||
      !(body.filters ?? []).some(({ field, operation }) => field.startsWith('entity_') && operation !== 'IS NULL'))
  const before = expectedComparison(days, body.compare ?? 'none')
  const daily = purchaseFilter
    ? [...world.daily.map(withoutSales), ...world.purchases.filter((row) => matchesPurchases(row, purchaseFilter))]
    : world.daily
  return {
    body,
    oracle,
    facts: (useHourly) => {
      const about = (useHourly ? world.hourly : daily).filter(isAbout)
      return { now: between(about, days), before: before && between(about, before) }
    },
  }
}
/** Groups facts by the result of `nameOf`. */
export function groupBy(rows: readonly Fact[], nameOf: (row: Fact) => string): Map<string, Fact[]> {
  const groups = new Map<string, Fact[]>()
  for (const row of rows) groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row])
  return groups
}
/** Moves facts by a number of days. */
export const shift = (rows: readonly Fact[], days: number) => rows.map((row) => ({ ...row, day: addDays(String(row.day), days) }))
/** Days between a bucket and the bucket it is compared with. */
export const daysBack = ({ start_date, end_date, compare = 'none' }: TotalRequest) => {
  const before = expectedComparison({ start_date, end_date }, compare)
  return before ? Math.round((Date.parse(start_date) - Date.parse(before.start_date)) / 86_400_000) : 0
}
