import {
  addDays,
  comparedDays,
  type Days,
  daysIn,
  detailDays,
  reportDaysMost,
  settledThrough,
} from '../../../src/contract/dates/date-ranges.ts'
import { contextChannels } from '../../../src/contract/reports/dimensions.ts'
import { type OrderValue, orderValues, type PurchasesAsked } from '../../../src/contract/reports/purchases.ts'
import { areSome } from '../../../src/contract/reports/purchases.rules.ts'
import { isEntity } from '../../../src/contract/reports/fields.rules.ts'
import type { TotalQuestion } from '../../../src/contract/reports/trends.ts'
import type { Context, Scope } from '../context/context.ts'
import { notFound, refuseField } from '../context/refusal.ts'
import { dayIn } from '../sql/days.ts'
import { refusePurchases } from './details.ts'
import { knownRates, type Rates, refuseRate } from '../money/rates.ts'

const firstDay = '2000-01-01'

/** What a question stands in: whose facts, which days, in which currency and by which clock. */
export interface Frame {
  readonly memberGroupId: number
  /** Nobody but these; all of the client's when not given. */
  readonly advertisers: readonly number[] | undefined
  readonly campaigns: readonly number[] | undefined
  readonly channel: string | undefined
  readonly days: Days
  readonly before: Days | undefined
  readonly currency: { currency_code: string; symbol: string; digits: number }
  readonly rates: Rates
  /** The day of its rates; nothing where the client has one currency alone. */
  readonly ratesOf: string | null
  /** Whether an account has another currency now, rather than a former one. */
  readonly isForeign: boolean
  /** Currencies that have no rate: whatever has amounts in them cannot be answered. */
  readonly lacks: readonly string[]
  readonly timeZones: readonly string[]
  readonly settledThrough: string
  readonly now: Date
  /** The day that it is where it is latest. */
  readonly today: string
  /** The first day that is told apart by entity, where entities are asked for and the days begin before it. */
  readonly entitiesSince: string | null
  /** The sales that count, where not all of them do. */
  readonly purchases: Purchases | undefined
}

type Question = Pick<
  TotalQuestion,
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
  PurchasesAsked & { readonly dimensions?: readonly string[]; readonly filters?: readonly { readonly field: string }[] | undefined }
/** New customers alone or everybody, and the sizes of their orders. */
interface Purchases {
  readonly areNew: boolean
  readonly orderValues: readonly OrderValue[]
}
type Reads = Pick<Context['database'], 'kysely'>
type Asker = Pick<Context, 'database' | 'now' | 'scope'>

function checkDays(question: Question, latest: string): Days {
  const days = { start_date: question.start_date, end_date: question.end_date }
  if (days.end_date < days.start_date) throw refuseField('end_date', 'The last day comes before the first')
  if (daysIn(days) > reportDaysMost) throw refuseField('start_date', `A report covers at most ${reportDaysMost} days`)
  if (days.start_date < firstDay) throw refuseField('start_date', `Nothing is kept from before ${firstDay}`)
  // A person's day may be one ahead of every advertiser's.
  if (days.end_date > addDays(latest, 1)) throw refuseField('end_date', 'This day has not begun')
  return days
}

/** The compared days; only a previous period is as far back as is said, because the others say it by their names. */
function beforeOf({ compare, compare_back }: Question, days: Days): Days | undefined {
  if (compare_back !== undefined && compare !== 'previous_period')
    throw refuseField('compare_back', 'Only a previous period is so many days back')
  return comparedDays(days, compare, compare_back)
}

/** The advertisers that were asked for, as far as the caller sees them. */
function advertisersOf(asked: readonly number[] | undefined, { advertisers: seen }: Scope) {
  if (seen === 'all') return asked
  return asked?.filter((id) => seen.includes(id)) ?? seen
}

/** The zones and currencies of the advertisers concerned. */
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

/** The zones that a question is asked over, before it is said over which days. */
export const timeZonesOf = async (
  { member_group_id, advertiser_ids, campaign_ids }: Pick<Question, 'member_group_id' | 'advertiser_ids' | 'campaign_ids'>,
  { database, scope }: Pick<Asker, 'database' | 'scope'>,
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
  if (!found) throw refuseField('currency_code', 'This currency is not known')
  return found
}

/** Who bought what is kept for some days, day by day and ad group by ad group. */
function purchasesOf(question: Question, days: Days, before: Days | undefined, today: string): Purchases | undefined {
  if (!areSome(question)) return undefined
  const { dimensions = [], filters = [], user_history, order_values = orderValues } = question
  refusePurchases({ dimensions, filtered: filters.map(({ field }) => field), days, before, today })
  return { areNew: user_history === 'new customers', orderValues: order_values }
}

/** Older rows name no entity, and of conditions on one only that it is not known finds them; the answer says so. */
function entitiesSince({ dimensions = [], filters = [] }: Question, { start_date }: Days, today: string): string | null {
  const since = addDays(today, -detailDays.byEntity)
  const isAsked = [...dimensions, ...filters.map(({ field }) => field)].some(isEntity)
  return isAsked && start_date < since ? since : null
}

/** The same where every row has amounts: each currency needs its rate. */
export async function fullFrameOf(question: Question, asker: Asker): Promise<Frame> {
  const frame = await frameOf(question, asker)
  const [lacks] = frame.isForeign ? frame.lacks : []
  if (lacks !== undefined) throw refuseRate({ lacks })
  return frame
}

/** Gathers the frame of a question; a few small reads, the facts come after. */
export async function frameOf(question: Question, { database, now, scope }: Asker): Promise<Frame> {
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
  // What an account was charged in long ago may differ from what it has now, so every currency of the client has its rate.
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

/** The day whose rates converted something; a former currency counts where there are amounts in it. */
export const ratesDayOf = (frame: Frame, areConverted: boolean) => (frame.isForeign || areConverted ? frame.ratesOf : null)

/** What every answer says of itself. */
export const meaningOf = (frame: Frame, areConverted = false) => ({
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
