import {
  addDays,
  comparisonDaysOf,
  type Days,
  daysIn,
  detailDays,
  maxReportDays,
  settledThrough,
} from '../../../src/contract/dates/date-ranges.ts'
import { contextChannels } from '../../../src/contract/reports/dimensions.ts'
import { type OrderValue, orderValues, type PurchaseFilter } from '../../../src/contract/reports/purchases.ts'
import { hasPurchaseFilter } from '../../../src/contract/reports/purchases.rules.ts'
import { isEntity } from '../../../src/contract/reports/fields.rules.ts'
import type { TotalRequest } from '../../../src/contract/reports/trends.ts'
import type { Context, Scope } from '../context/context.ts'
import { notFound, refuseField } from '../context/refusal.ts'
import { dayIn } from '../sql/days.ts'
import { refusePurchases } from './details.ts'
import { knownRates, type Rates, missingRateError } from '../money/rates.ts'

const firstDay = '2000-01-01'

/** Scope of a report: advertisers, days, currency, exchange rates and time zones. */
export interface ReportScope {
  readonly memberGroupId: number
  /** Undefined for all advertisers of the client. */
  readonly advertisers: readonly number[] | undefined
  readonly campaigns: readonly number[] | undefined
  readonly channel: string | undefined
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

type Question = Pick<
  TotalRequest,
  | 'member_group_id'
  | 'advertiser_ids'
  | 'campaign_ids'
  | 'context'
  | 'start_date'
  | 'end_date'
  | 'compare'
  | 'compare_back'
  | 'currency_code'
> &
  PurchaseFilter & { readonly dimensions?: readonly string[]; readonly filters?: readonly { readonly field: string }[] | undefined }
/** Filter by new customers and by order size. */
interface Purchases {
  readonly areNew: boolean
  readonly orderValues: readonly OrderValue[]
}
type Reads = Pick<Context['database'], 'kysely'>
type ScopeContext = Pick<Context, 'database' | 'now' | 'scope'>

function checkDays(question: Question, latest: string): Days {
  const days = { start_date: question.start_date, end_date: question.end_date }
  if (days.end_date < days.start_date) throw refuseField('end_date', 'The end date can’t be before the start date')
  if (daysIn(days) > maxReportDays) throw refuseField('start_date', `A report covers at most ${maxReportDays} days`)
  if (days.start_date < firstDay) throw refuseField('start_date', `Nothing is kept from before ${firstDay}`)
  // The user's own day may be one ahead of every advertiser's.
  if (days.end_date > addDays(latest, 1)) throw refuseField('end_date', 'The end date can’t be in the future')
  return days
}

/** The compared days. `compare_back` is for previous periods only; other comparisons have a fixed offset. */
function beforeOf({ compare, compare_back }: Question, days: Days): Days | undefined {
  if (compare_back !== undefined && compare !== 'previous_period')
    throw refuseField('compare_back', 'Use compare_back only with a previous period')
  return comparisonDaysOf(days, compare, compare_back)
}

/** The requested advertisers within the caller's scope. */
function advertisersOf(asked: readonly number[] | undefined, { advertisers: seen }: Scope) {
  if (seen === 'all') return asked
  return asked?.filter((id) => seen.includes(id)) ?? seen
}

/** Time zones and currencies of the advertisers. */
function accountsOf({ kysely }: Reads, memberGroupId: number, advertisers: readonly number[] | undefined, campaigns?: readonly number[]) {
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
  { member_group_id, advertiser_ids, campaign_ids }: Pick<Question, 'member_group_id' | 'advertiser_ids' | 'campaign_ids'>,
  { database, scope }: Pick<ScopeContext, 'database' | 'scope'>,
) => zonesOf(await accountsOf(database, member_group_id, advertisersOf(advertiser_ids, scope), campaign_ids))

async function clientOf({ kysely }: Reads, memberGroupId: number) {
  const rows = await kysely
    .selectFrom('member_groups')
    .leftJoin('member_group_currencies', 'member_group_currencies.member_group_id', 'member_groups.member_group_id')
    .leftJoin('currencies', 'currencies.currency_id', 'member_group_currencies.currency_id')
    .select(['member_groups.default_currency_code', 'currencies.currency_code'])
    .where('member_groups.member_group_id', '=', memberGroupId)
    .execute()
  const [row] = rows
  if (!row) throw notFound('Client')
  return { usual: row.default_currency_code, currencies: rows.flatMap(({ currency_code }) => currency_code ?? []) }
}

async function currencyOf({ kysely }: Reads, code: string) {
  const found = await kysely
    .selectFrom('currencies')
    .select(['currency_code', 'symbol', 'digits'])
    .where('currency_code', '=', code)
    .executeTakeFirst()
  if (!found) throw refuseField('currency_code', 'Unknown currency')
  return found
}

/** The sales filter. Sales detail is stored for a limited time, by day and ad group. */
function purchasesOf(question: Question, days: Days, before: Days | undefined, today: string): Purchases | undefined {
  if (!hasPurchaseFilter(question)) return undefined
  const { dimensions = [], filters = [], user_history, order_values = orderValues } = question
  refusePurchases({ dimensions, filtered: filters.map(({ field }) => field), days, before, today })
  return { areNew: user_history === 'new customers', orderValues: order_values }
}

/** First day with stored entity ids, if the report needs them and starts earlier. Older facts have no entity. */
function entitiesSince({ dimensions = [], filters = [] }: Question, { start_date }: Days, today: string): string | null {
  const since = addDays(today, -detailDays.byEntity)
  const isAsked = [...dimensions, ...filters.map(({ field }) => field)].some(isEntity)
  return isAsked && start_date < since ? since : null
}

/** Like `frameOf`, for reports whose rows all have amounts: each currency needs a rate. */
export async function ratedReportScope(question: Question, asker: ScopeContext): Promise<ReportScope> {
  const frame = await reportScope(question, asker)
  const [lacks] = frame.isForeign ? frame.lacks : []
  if (lacks !== undefined) throw missingRateError({ lacks })
  return frame
}

/** Resolves the scope of a report with a few small queries. */
export async function reportScope(question: Question, { database, now, scope }: ScopeContext): Promise<ReportScope> {
  const memberGroupId = question.member_group_id
  const advertisers = advertisersOf(question.advertiser_ids, scope)
  const [accounts, client] = await Promise.all([
    accountsOf(database, memberGroupId, advertisers, question.campaign_ids),
    clientOf(database, memberGroupId),
  ])
  const timeZones = zonesOf(accounts)
  const todays = (timeZones.length > 0 ? timeZones : ['UTC']).map((zone) => dayIn(now(), zone)).sort()
  const latest = todays.at(-1) ?? ''
  const days = checkDays(question, latest)
  const before = beforeOf(question, days)
  const purchases = purchasesOf(question, days, before, latest)
  const currency = await currencyOf(database, question.currency_code ?? client.usual)
  const isForeign = accounts.some(({ currency_code }) => currency_code !== currency.currency_code)
  // A currency that an advertiser had before may still have facts, so rates of all the client's currencies are loaded.
  const met = [...new Set([...client.currencies, ...accounts.map(({ currency_code }) => currency_code)])]
  return {
    memberGroupId,
    advertisers,
    campaigns: question.campaign_ids,
    channel: question.context && contextChannels[question.context],
    days,
    before,
    purchases,
    currency,
    ...(await knownRates(database, met, currency.currency_code, days.end_date)),
    isForeign,
    timeZones,
    now: now(),
    settledThrough: settledThrough(todays[0] ?? latest),
    today: latest,
    entitiesSince: entitiesSince(question, before && before.start_date < days.start_date ? before : days, latest),
  }
}

/** Day of the rates if anything was converted, including amounts in a former currency. */
export const ratesDayOf = (frame: ReportScope, areConverted: boolean) => (frame.isForeign || areConverted ? frame.ratesOf : null)

/** Fields common to all report responses. */
export const scopeInfo = (frame: ReportScope, areConverted = false) => ({
  currency_code: frame.currency.currency_code,
  currency_symbol: frame.currency.symbol,
  currency_digits: frame.currency.digits,
  rates_of: ratesDayOf(frame, areConverted),
  settled_through: frame.settledThrough,
  entities_since: frame.entitiesSince,
  time_zones: [...frame.timeZones],
  start_date: frame.days.start_date,
  end_date: frame.days.end_date,
  before: frame.before ?? null,
})
