import { sql } from 'kysely'
import { addDays, type Days } from '../../../src/contract/dates/date-ranges.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import type { Context } from '../context/context.ts'

/** An advertiser's spend in a period, in micros of its own currency. */
export interface Spend {
  readonly advertiser_id: number
  readonly currency_code: string
  readonly digits: number
  readonly total: string
  /** The total in micros of a US dollar, to compare currencies; null without an exchange rate. */
  readonly total_usd: number | null
  /** Units of the currency per US dollar; null without an exchange rate. */
  readonly per_usd: number | null
  /** Number of days with spend. */
  readonly days: number
  /** Median spend of the days with spend. */
  readonly median_day_spend: number
}

/** The last `count` whole days before today in UTC: the same days for all advertisers, whatever their time zones. */
export function daysBefore(now: Date, count: number): Days {
  const today = now.toISOString().slice(0, 10)
  return { start_date: addDays(today, -count), end_date: addDays(today, -1) }
}

/** Spend of the client's advertisers, in all channels or in one. */
export async function advertiserSpends(
  { database: { kysely } }: Context,
  memberGroupId: number,
  days: Days,
  channel: string | null = null,
) {
  const { rows } = await sql<Spend>`
    with daily as (
      select f.advertiser_id, f.day, sum(f.cost) as cost from facts_daily f
      where f.member_group_id = ${memberGroupId} and f.day between ${days.start_date}::date and ${days.end_date}::date
        and (${channel}::text is null or f.channel = ${channel}::text)
      group by f.advertiser_id, f.day having sum(f.cost) > 0),
    spent as (
      select advertiser_id, sum(cost) as total, count(*)::int as days,
        percentile_cont(0.5) within group (order by cost::float8) as median_day_spend
      from daily group by advertiser_id),
    rates as (
      select distinct on (currency_code) currency_code, per_usd::float8 as per_usd
      from exchange_rates order by currency_code, day desc)
    select a.advertiser_id, a.currency_code, c.digits, coalesce(s.total, 0)::text as total, coalesce(s.days, 0) as days,
      coalesce(s.median_day_spend, 0) as median_day_spend, coalesce(r.per_usd, case when a.currency_code = 'USD' then 1 end) as per_usd,
      coalesce(s.total, 0)::float8 / coalesce(r.per_usd, case when a.currency_code = 'USD' then 1 end) as total_usd
    from advertisers a join currencies c on c.currency_code = a.currency_code
    left join spent s on s.advertiser_id = a.advertiser_id left join rates r on r.currency_code = a.currency_code
    where a.member_group_id = ${memberGroupId} and a.deleted_at is null order by a.advertiser_id`.execute(kysely)
  return rows
}

/** Converts micros, as text, to a decimal of the API. */
export const decimalOfMicros = (micros: string) => decimalOf(BigInt(micros))
