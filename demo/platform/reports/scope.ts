import {
  addDays,
  comparisonDaysOf,
  daysIn,
  daysOfRange,
  defaultDateRanges,
  detailDays,
  maxReportDays,
  settledThrough,
  type Days,
} from '../../../src/contract/dates/date-ranges.ts'
import { contextChannels } from '../../../src/contract/reports/dimensions.ts'
import { orderValues, type OrderValue, type PurchaseFilter, hasPurchaseFilter } from '../../../src/contract/reports/purchases.rules.ts'
import { isDayFilter, isEntity } from '../../../src/contract/reports/fields.rules.ts'
import type { TotalRequest } from '../../../src/contract/reports/trends.ts'
import type { Context, Scope } from '../context/context.ts'
import { notFound, refuseField } from '../context/refusal.ts'
import { dayIn } from '../sql/days.ts'
import { requireStoredPurchases, requireSupportedFilter } from './request-checks.ts'
import { knownRates, missingRateError, type Rates } from '../money/rates.ts'
import type { Filter } from '../../../src/contract/list.ts'

/** Scope of a report: advertisers, days, currency, exchange rates and time zones. */
export interface ReportScope {
  readonly memberGroupId: number
  /** Undefined for all advertisers of the client. */
  readonly advertisers: readonly number[] | undefined
  readonly campaigns: readonly number[] | undefined
  readonly channel: string | undefined
  /** True for campaigns that wait for a review or were rejected only. */
  readonly isReview: boolean
  readonly days: Days
  readonly before: Days | undefined
  readonly currency: { currency_code: string; symbol: string; digits: number }
  readonly rates: Rates
  /** Day of the exchange rates; null if the client has only one currency. */
  readonly ratesOf: string | null
  /** True if an advertiser's current currency differs from the report's. */
  readonly isForeign: boolean
  /** Currencies without a rate. Reports with amounts in them are refused. */
  readonly lacks: readonly string[]
  readonly timeZones: readonly string[]
  readonly settledThrough: string
  readonly now: Date
  /** Today in the time zone that is furthest ahead. */
  readonly today: string
  /** First day with stored entity ids. Null if the report has no entity fields or starts later. */
  readonly entitiesSince: string | null
  /** Sales filter; undefined if all sales count. */
  readonly purchases: Purchases | undefined
}

type ScopeRequest = Pick<
  TotalRequest,
  'member_group_id' | 'advertiser_ids' | 'campaign_ids' | 'context' | 'compare' | 'compare_back' | 'currency_code'
> &
  PurchaseFilter &
  DaysRequest & { readonly dimensions?: readonly string[] }
/** Filter by new customers and by order size. */
interface Purchases {
  readonly areNew: boolean
  readonly orderValues: readonly OrderValue[]
}
type ReadDatabase = Pick<Context['database'], 'kysely'>
type ScopeContext = Pick<Context, 'database' | 'now' | 'scope'>

/** The compared days. `compare_back` is for previous periods only; other comparisons have a fixed offset. */
function beforeOf({ compare, compare_back }: ScopeRequest, days: Days): Days | undefined {
  if (compare_back !== undefined && compare !== 'previous_period')
    throw refuseField('compare_back', 'Use compare_back only with a previous period')
  return comparisonDaysOf(days, compare, compare_back)
}

/** The requested advertisers within the caller's scope. */
function advertisersOf(requestedIds: readonly number[] | undefined, { advertisers: accessibleIds }: Scope) {
  if (accessibleIds === 'all') return requestedIds
  return requestedIds?.filter((id) => accessibleIds.includes(id)) ?? accessibleIds
}

/** Time zones and currencies of the advertisers. */
function accountsOf(
  { kysely }: ReadDatabase,
  memberGroupId: number,
  advertisers: readonly number[] | undefined,
  campaigns?: readonly number[],
) {
  let accounts = kysely
    .selectFrom('advertisers')
    .select(['time_zone', 'currency_code'])
    .distinct()
    .where('member_group_id', '=', memberGroupId)
  if (advertisers) accounts = accounts.where((where) => where('advertiser_id', '=', where.fn.any(where.val([...advertisers]))))
  if (campaigns)
    accounts = accounts.where('advertiser_id', 'in', (inner) =>
      inner
        .selectFrom('campaigns')
        .select('advertiser_id')
        .where('member_group_id', '=', memberGroupId)
        .where((where) => where('campaign_id', '=', where.fn.any(where.val([...campaigns])))),
    )
  return accounts.execute()
}

const zonesOf = (accounts: readonly { readonly time_zone: string }[]) => [...new Set(accounts.map(({ time_zone }) => time_zone))].sort()

/** Time zones of a report whose days are not known yet. */
export const timeZonesOf = async (
  { member_group_id, advertiser_ids, campaign_ids }: Pick<ScopeRequest, 'member_group_id' | 'advertiser_ids' | 'campaign_ids'>,
  { database, scope }: Pick<ScopeContext, 'database' | 'scope'>,
) => zonesOf(await accountsOf(database, member_group_id, advertisersOf(advertiser_ids, scope), campaign_ids))

async function clientOf({ kysely }: ReadDatabase, memberGroupId: number) {
  const rows = await kysely
    .selectFrom('member_groups')
    .leftJoin('member_group_currencies', 'member_group_currencies.member_group_id', 'member_groups.member_group_id')
    .leftJoin('currencies', 'currencies.currency_id', 'member_group_currencies.currency_id')
    .select(['member_groups.default_currency_code', 'currencies.currency_code'])
    .where('member_groups.member_group_id', '=', memberGroupId)
    .execute()
  const [row] = rows
  if (!row) throw notFound('Client')
  return { defaultCurrency: row.default_currency_code, currencies: rows.flatMap(({ currency_code }) => currency_code ?? []) }
}

async function currencyOf({ kysely }: ReadDatabase, code: string) {
  const currency = await kysely
    .selectFrom('currencies')
    .select(['currency_code', 'symbol', 'digits'])
    .where('currency_code', '=', code)
    .executeTakeFirst()
  if (!currency) throw refuseField('currency_code', 'Unknown currency')
  return currency
}

/** The sales filter. Sales detail is stored for a limited time, by day and ad group. */
function purchasesOf(request: ScopeRequest, days: Days, before: Days | undefined, today: string): Purchases | undefined {
  if (!hasPurchaseFilter(request)) return undefined
  const { dimensions = [], filters = [], user_history, order_values = orderValues } = request
  requireStoredPurchases({ dimensions, filtered: filters.map(({ field }) => field), days, before, today })
  return { areNew: user_history === 'new customers', orderValues: order_values }
}

/** First day with stored entity ids, if the report needs them and starts earlier. Older facts have no entity. */
function entitiesSince({ dimensions = [], filters = [] }: ScopeRequest, { start_date }: Days, today: string): string | null {
  const since = addDays(today, -detailDays.byEntity)
  const needsEntities = [...dimensions, ...filters.map(({ field }) => field)].some(isEntity)
  return needsEntities && start_date < since ? since : null
}

/** Like `resolveReportScope`, for reports whose rows all have amounts: each currency needs a rate. */
export async function resolveRatedReportScope(request: ScopeRequest, context: ScopeContext): Promise<ReportScope> {
  const reportScope = await resolveReportScope(request, context)
  const [lacks] = reportScope.isForeign ? reportScope.lacks : []
  if (lacks !== undefined) throw missingRateError({ lacks })
  return reportScope
}

/** Resolves the scope of a report with a few small queries. */
export async function resolveReportScope(request: ScopeRequest, { database, now, scope }: ScopeContext): Promise<ReportScope> {
  const memberGroupId = request.member_group_id
  const advertisers = advertisersOf(request.advertiser_ids, scope)
  const [accounts, client] = await Promise.all([
    accountsOf(database, memberGroupId, advertisers, request.campaign_ids),
    clientOf(database, memberGroupId),
  ])
  const timeZones = zonesOf(accounts)
  const todays = (timeZones.length > 0 ? timeZones : ['UTC']).map((zone) => dayIn(now(), zone)).sort()
  const latest = todays.at(-1) ?? ''
  const days = reportDays(request, latest)
  const before = beforeOf(request, days)
  const purchases = purchasesOf(request, days, before, latest)
  const currency = await currencyOf(database, request.currency_code ?? client.defaultCurrency)
  const isForeign = accounts.some(({ currency_code }) => currency_code !== currency.currency_code)
  // A currency that an advertiser had before may still have facts, so rates of all the client's currencies are loaded.
  const currencies = [...new Set([...client.currencies, ...accounts.map(({ currency_code }) => currency_code)])]
  return {
    memberGroupId,
    advertisers,
    campaigns: request.campaign_ids,
    channel: request.context && contextChannels[request.context],
    isReview: request.context === 'review',
    days,
    before,
    purchases,
    currency,
    ...(await knownRates(database, currencies, currency.currency_code, days.end_date)),
    isForeign,
    timeZones,
    now: now(),
    settledThrough: settledThrough(todays[0] ?? latest),
    today: latest,
    entitiesSince: entitiesSince(request, before && before.start_date < days.start_date ? before : days, latest),
  }
}

/** Day of the rates if anything was converted, including amounts in a former currency. */
export const ratesDayOf = (reportScope: ReportScope, areConverted: boolean) =>
  reportScope.isForeign || areConverted ? reportScope.ratesOf : null

/** Fields common to all report responses. */
export const scopeInfo = (reportScope: ReportScope, areConverted = false) => ({
  currency_code: reportScope.currency.currency_code,
  currency_symbol: reportScope.currency.symbol,
  currency_digits: reportScope.currency.digits,
  rates_of: ratesDayOf(reportScope, areConverted),
  settled_through: reportScope.settledThrough,
  entities_since: reportScope.entitiesSince,
  time_zones: [...reportScope.timeZones],
  start_date: reportScope.days.start_date,
  end_date: reportScope.days.end_date,
  before: reportScope.before ?? null,
})

/** The parts of a report request that decide its days. */
interface DaysRequest {
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly filters?: readonly Filter[] | undefined
}

const firstDay = '2000-01-01'

/** A first or last day, with the path of the field that it comes from. */
interface Bound {
  readonly day: string
  readonly path: string
}
interface Bounds {
  readonly starts: readonly Bound[]
  readonly ends: readonly Bound[]
}

const boundOf = (day: string | undefined, path: string): Bound[] => (day === undefined ? [] : [{ day, path }])

/** The bounds of one filter on the day. */
function boundsOfFilter(filter: Filter, path: string): Bounds {
  requireSupportedFilter(filter, path)
  if (filter.operation === 'BETWEEN') {
    const [from, to] = filter.value.map(String)
    return { starts: boundOf(from, `${path}.value.0`), ends: boundOf(to, `${path}.value.1`) }
  }
  const day = filter.operation === '=' || filter.operation === '>' ? String(filter.value) : undefined
  const own = boundOf(day, `${path}.value`)
  if (filter.operation !== '>') return { starts: own, ends: own }
  return { starts: own.map((bound) => ({ ...bound, day: addDays(bound.day, 1) })), ends: [] }
}

const inOrder = (bounds: readonly Bound[]) => bounds.toSorted((left, right) => (left.day < right.day ? -1 : Number(left.day > right.day)))

/** The narrowest bounds of dates and filters; the last 30 days if there are none. */
function narrowest({ start_date, end_date, filters = [] }: DaysRequest, latest: string): { start: Bound; end: Bound } {
  const ofFilters = filters.flatMap((filter, index) => (isDayFilter(filter) ? [boundsOfFilter(filter, `filters.${index}`)] : []))
  const start = inOrder([...boundOf(start_date, 'start_date'), ...ofFilters.flatMap(({ starts }) => starts)]).at(-1)
  const end = inOrder([...boundOf(end_date, 'end_date'), ...ofFilters.flatMap(({ ends }) => ends)])[0]
  const usual = daysOfRange(defaultDateRanges.chart, latest)
  if (!start && !end) return { start: { day: usual.start_date, path: 'start_date' }, end: { day: usual.end_date, path: 'end_date' } }
  const lastDay = end ?? { day: latest, path: 'end_date' }
  return { start: start ?? { day: addDays(lastDay.day, 1 - daysIn(usual)), path: 'start_date' }, end: lastDay }
}

/** The days of a report: its dates, narrowed by filters on the day. `latest` is the latest day of its advertisers. */
function reportDays(request: DaysRequest, latest: string): Days {
  const { start, end } = narrowest(request, latest)
  const days = { start_date: start.day, end_date: end.day }
  const areDates = start.path === 'start_date' && end.path === 'end_date'
  if (days.end_date < days.start_date)
    throw areDates
      ? refuseField('end_date', 'The end date can’t be before the start date')
      : refuseField(start.path === 'start_date' ? end.path : start.path, 'No day of the report matches this filter')
  if (daysIn(days) > maxReportDays) throw refuseField(start.path, `A report covers at most ${maxReportDays} days`)
  if (days.start_date < firstDay) throw refuseField(start.path, `Expected ${firstDay} or later`)
  // The user's own day may be one ahead of every advertiser's.
  if (days.end_date > addDays(latest, 1)) throw refuseField(end.path, 'The end date can’t be in the future')
  return days
}
