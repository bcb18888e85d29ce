import { expressionBuilder, sql } from 'kysely'
import type { Rehearsal, RehearsalQuery } from '../../../src/contract/auto-rebills/auto-rebills.ts'
import { rehearse } from '../../../src/contract/auto-rebills/rehearsal.rules.ts'
import { addDays, eachDay } from '../../../src/contract/dates/date-ranges.ts'
import { decimalOf, maxAmount, microsOf } from '../../../src/contract/money/money.ts'
import type { AdvertiserPath } from '../advertisers/key.ts'
import type { Context } from '../context/context.ts'
import { paymentTerms } from '../payments/terms.ts'
import { dayIn } from '../sql/days.ts'
import { servingStates } from '../serving/read.ts'
import type { Tables } from '../tables/index.ts'
import { currencyOf } from './read.ts'

const rehearsedDays = 30

/** The balance at the start of a day. */
async function balanceBefore({ database }: Pick<Context, 'database'>, { memberGroupId, advertiserId }: AdvertiserPath, day: string) {
  const { micros } = await database.kysely
    .selectFrom('balance_events')
    .select(({ cast, fn }) => cast<string>(fn.coalesce(fn.sum('micros'), sql.lit(0)), 'text').as('micros'))
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', '=', advertiserId)
    .where('day', '<', day)
    .executeTakeFirstOrThrow()
  return BigInt(micros)
}

/** Applies terms to the funds and the spend of the 30 days before today. Funds that were added in these days are left out. */
export async function rehearsalOf(context: Context, path: AdvertiserPath, query: RehearsalQuery): Promise<Rehearsal> {
  const { currency_code, currency_digits, time_zone } = await currencyOf(context, path.memberGroupId, path.advertiserId)
  const today = dayIn(context.now(), time_zone)
  const days = { start_date: addDays(today, -rehearsedDays), end_date: addDays(today, -1) }
  const rows = await context.database.kysely
    .selectFrom('spend_days')
    .select(({ cast, fn }) => ['day', cast<string>(fn.sum('micros'), 'text').as('micros')])
    .where('member_group_id', '=', path.memberGroupId)
    .where('advertiser_id', '=', path.advertiserId)
    .where('day', '>=', days.start_date)
    .where('day', '<=', days.end_date)
    .groupBy('day')
    .execute()
  const spent = new Map(rows.map(({ day, micros }) => [day, BigInt(micros)]))
  const { threshold, mode, amount, month_maximum = null, is_declined = false } = query
  const rule = {
    threshold: microsOf(threshold),
    mode,
    amount: microsOf(amount),
    monthMaximum: month_maximum === null ? null : microsOf(month_maximum),
  }
  const available = await balanceBefore(context, path, days.start_date)
  const { minimums, dayMaximum } = await paymentTerms(
    context.database.kysely,
    { member_group_id: path.memberGroupId, advertiser_id: path.advertiserId },
    context.now(),
  )
  const start = { available, minimum: maxAmount(0n, ...minimums), dayMaximum, digits: currency_digits, isDeclined: is_declined }
  const rehearsed = rehearse(
    rule,
    start,
    eachDay(days).map((day) => ({ day, spent: spent.get(day) ?? 0n })),
  )
  return {
    currency_code,
    currency_digits,
    total: decimalOf(rehearsed.total),
    days: rehearsed.days.map((day) => ({
      day: day.day,
      spent: decimalOf(day.spent),
      charged: decimalOf(day.charged),
      available: decimalOf(day.available),
      attempts: day.attempts,
    })),
    is_switched_off: rehearsed.isSwitchedOff,
  }
}

const campaign = expressionBuilder<{ c: Tables['campaigns'] }, 'c'>()

/** What the current periods of active campaigns need beyond the funds. */
export async function budgetDifference(context: Context, { memberGroupId, advertiserId }: AdvertiserPath) {
  const { currency_code, currency_digits } = await currencyOf(context, memberGroupId, advertiserId)
  const { balance } = (await context.database.kysely
    .selectFrom('advertiser_balances')
    .select(({ cast }) => cast<string>('balance', 'text').as('balance'))
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', '=', advertiserId)
    .executeTakeFirst()) ?? { balance: '0' }
  const available = BigInt(balance)
  const active = campaign('c.advertiser_id', '=', advertiserId).and('c.status', '=', 'active')
  const needs = (await servingStates(context, memberGroupId, active)).map(({ row, state }) => ({ row, needed: state.remaining.period }))
  const beyond = (needed: bigint) => maxAmount(0n, needed - available)
  const campaigns = needs
    .map(({ row: { campaign_id, name }, needed }) => ({ campaign_id, name, micros: beyond(needed) }))
    .filter(({ micros }) => micros > 0n)
    .toSorted((one, other) => (one.micros === other.micros ? one.campaign_id - other.campaign_id : one.micros < other.micros ? 1 : -1))
  return {
    difference: decimalOf(beyond(needs.reduce((sum, { needed }) => sum + needed, 0n))),
    currency_code,
    currency_digits,
    campaigns: campaigns.map(({ micros, ...named }) => ({ ...named, difference: decimalOf(micros) })),
  }
}
