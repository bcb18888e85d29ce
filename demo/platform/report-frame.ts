import { comparedDays, type Days, daysIn, settledThrough } from '../../src/contract/date-ranges.ts'
import { contextChannels } from '../../src/contract/dimensions.ts'
import type { TotalQuestion } from '../../src/contract/reports.ts'
import type { Context } from './context.ts'
import { notFound, refuseField } from './refusal.ts'

const longestDays = 1100

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
  /** For each currency met, what one of it is worth in the asked one. */
  readonly rates: ReadonlyMap<string, Rate>
  readonly ratesOf: string | null
  readonly timeZones: readonly string[]
  readonly settledThrough: string
}
/** A rate as a fraction of two decimals, so that nothing is lost before the one rounding. */
export interface Rate {
  readonly to: string
  readonly from: string
}

type Question = Pick<
  TotalQuestion,
  'member_group_id' | 'advertiser_ids' | 'campaign_ids' | 'context' | 'start_date' | 'end_date' | 'compare' | 'currency_code'
>

/** The day it is in a zone. */
export const dayIn = (now: Date, zone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)

function checkDays(question: Question, latest: string) {
  const days = { start_date: question.start_date, end_date: question.end_date }
  if (days.end_date < days.start_date) throw refuseField('end_date', 'The last day comes before the first')
  if (daysIn(days) > longestDays) throw refuseField('start_date', `A report covers at most ${longestDays} days`)
  if (days.start_date > latest) throw refuseField('start_date', 'This day has not begun')
  return days
}

/** Gathers the frame of a question; a few small reads, the facts come after. */
export async function frameOf(question: Question, { database, now, scope }: Context): Promise<Frame> {
  const { kysely } = database
  const memberGroupId = question.member_group_id
  const wanted = question.advertiser_ids ?? (scope.advertisers === 'all' ? undefined : scope.advertisers)
  let accounts = kysely
    .selectFrom('advertisers')
    .select(['time_zone', 'currency_code'])
    .distinct()
    .where('member_group_id', '=', memberGroupId)
  if (wanted) accounts = accounts.where('advertiser_id', 'in', [0, ...wanted])
  if (question.campaign_ids)
    accounts = accounts.where('advertiser_id', 'in', (inner) =>
      inner
        .selectFrom('campaigns')
        .select('advertiser_id')
        .where('campaign_id', 'in', question.campaign_ids ?? []),
    )
  const [places, group] = await Promise.all([
    accounts.execute(),
    kysely.selectFrom('member_groups').select('default_currency_code').where('member_group_id', '=', memberGroupId).executeTakeFirst(),
  ])
  if (!group) throw notFound('Client')
  const zones = [...new Set(places.map(({ time_zone }) => time_zone))].sort()
  const todays = zones.map((zone) => dayIn(now(), zone))
  const latest = todays.toSorted().at(-1) ?? dayIn(now(), 'UTC')
  const days = checkDays(question, latest)
  const currency = await currencyOf(question, group.default_currency_code, { kysely })
  const met = [...new Set(places.map(({ currency_code }) => currency_code))]
  return {
    memberGroupId,
    advertisers: wanted,
    campaigns: question.campaign_ids,
    channel: question.context && contextChannels[question.context],
    days,
    before: comparedDays(days, question.compare ?? 'none'),
    currency,
    ...(await ratesOf(met, currency.currency_code, days.end_date, { kysely })),
    timeZones: zones,
    settledThrough: settledThrough(todays.toSorted()[0] ?? latest),
  }
}

type Reads = Pick<Context['database'], 'kysely'>

async function currencyOf(question: Question, usual: string, { kysely }: Reads) {
  const code = question.currency_code ?? usual
  const found = await kysely
    .selectFrom('currencies')
    .select(['currency_code', 'symbol', 'digits'])
    .where('currency_code', '=', code)
    .executeTakeFirst()
  if (!found) throw refuseField('currency_code', 'This currency is not known')
  return found
}

/** The latest rates up to a day; none are needed where there is one currency. */
async function ratesOf(met: readonly string[], target: string, day: string, { kysely }: Reads) {
  const foreign = met.filter((code) => code !== target)
  if (foreign.length === 0) return { rates: new Map<string, Rate>(), ratesOf: null }
  const rows = await kysely
    .selectFrom('exchange_rates')
    .selectAll()
    .where('currency_code', 'in', [target, ...foreign])
    .where('day', '=', (inner) =>
      inner
        .selectFrom('exchange_rates')
        .select((where) => where.fn.max('day').as('day'))
        .where('day', '<=', day),
    )
    .execute()
  const perUsd = (code: string) => rows.find(({ currency_code }) => currency_code === code)?.per_usd
  const to = perUsd(target)
  const rates = foreign.map((code) => {
    const from = perUsd(code)
    if (!to || !from) throw refuseField('currency_code', `There is no rate between ${code} and ${target} on that day`)
    return [code, { to, from }] as const
  })
  return { rates: new Map(rates), ratesOf: rows[0]?.day ?? null }
}

/** What every answer says of itself. */
export const meaningOf = (frame: Frame) => ({
  currency_code: frame.currency.currency_code,
  currency_symbol: frame.currency.symbol,
  currency_digits: frame.currency.digits,
  rates_of: frame.ratesOf,
  settled_through: frame.settledThrough,
  time_zones: [...frame.timeZones],
  start_date: frame.days.start_date,
  end_date: frame.days.end_date,
  before: frame.before ?? null,
})
