import { expressionBuilder } from 'kysely'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import type { balances } from '../../../src/contract/money/balances.ts'
import type { campaignFunds } from '../../../src/contract/money/campaign-funds.ts'
import { projectCover, spendableFunds, totalFunding } from '../../../src/contract/money/funds.rules.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { keyOf } from '../advertisers/key.ts'
import { fullAdvertiser } from '../advertisers/read.ts'
import { eventsOf } from './balance-events.ts'
import { correct } from './corrections.ts'
import { otherFunding } from './funding.ts'
import { balanceDays, balancesByType } from './balances.ts'
import { openLots } from './lots.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { notFound } from '../context/refusal.ts'
import { dayIn } from '../sql/days.ts'
import { knownRates } from './rates.ts'
import { servingStates } from '../serving/read.ts'
import type { Tables } from '../tables/index.ts'

const campaign = expressionBuilder<{ c: Tables['campaigns'] }, 'c'>()

/** An advertiser's balance, and its spend of the seven days before today, in micros. */
async function accountOf({ database: { kysely } }: Context, memberGroupId: number, advertiserId: number, today: string) {
  const spent = expressionBuilder<Tables>()
    .selectFrom('spend_days')
    .select(({ fn }) => fn.sum<string>('micros').as('micros'))
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', '=', advertiserId)
    .where('day', '>=', addDays(today, -7))
    .where('day', '<=', addDays(today, -1))
  const account = expressionBuilder<Tables>()
    .selectFrom('advertiser_balances')
    .select('balance')
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', '=', advertiserId)
  const { balance, lately } = await kysely
    .selectNoFrom(({ cast }) => [
      cast<string | null>(account.$asScalar(), 'text').as('balance'),
      cast<string | null>(spent.$asScalar(), 'text').as('lately'),
    ])
    .executeTakeFirstOrThrow()
  return { balance: BigInt(balance ?? 0), lately: BigInt(lately ?? 0) }
}

/** The minimum bid of the client's default currency, in micros of the advertiser's; 0 without an exchange rate. */
async function minBidIn({ database }: Context, memberGroupId: number, currencyCode: string, today: string): Promise<bigint> {
  const client = await database.kysely
    .selectFrom('member_groups')
    .select(['min_bid', 'default_currency_code'])
    .where('member_group_id', '=', memberGroupId)
    .executeTakeFirstOrThrow()
  const { rates, lacks } = await knownRates(database, [client.default_currency_code], currencyCode, today)
  const weight = rates.weights.get(client.default_currency_code)
  return lacks.length > 0 || weight === undefined ? 0n : (BigInt(client.min_bid) * weight) / rates.parts
}

/** An advertiser's today and the digits of its currency. */
async function calendarOf({ database, now }: Context, advertiserId: number) {
  const { currency_code, time_zone } = await fullAdvertiser(database, advertiserId)
  const { digits } = await database.kysely
    .selectFrom('currencies')
    .select('digits')
    .where('currency_code', '=', currency_code)
    .executeTakeFirstOrThrow()
  return { currency_code, currency_digits: digits, today: dayIn(now(), time_zone) }
}

export const balanceHandlers: Handlers<typeof balances> = {
  events: async ({ path: { memberGroupId, advertiserId }, body }, context) => {
    await fullAdvertiser(context.database, advertiserId)
    return eventsOf(context, { memberGroupId, advertiserId }, body)
  },
  correct: ({ path, body }, context) => correct(context, path, body),
  byFundingType: async ({ path }, context) => {
    const calendar = await calendarOf(context, path.advertiserId)
    const { kysely } = context.database
    const { creditLeft } = await otherFunding(kysely, { ...path, ...calendar })
    return balancesByType(await openLots(kysely, keyOf(path)), creditLeft, calendar)
  },
  totalPrePay: async ({ path }, context) => {
    const calendar = await calendarOf(context, path.advertiserId)
    const { balance } = await accountOf(context, path.memberGroupId, path.advertiserId, calendar.today)
    const { creditLeft } = await otherFunding(context.database.kysely, { ...path, ...calendar })
    return { total_pre_pay_balance: decimalOf(balance - creditLeft), currency_code: calendar.currency_code }
  },
  days: async ({ path }, context) => {
    const calendar = await calendarOf(context, path.advertiserId)
    const { lately } = await accountOf(context, path.memberGroupId, path.advertiserId, calendar.today)
    return balanceDays(context, path, { ...calendar, dailySpend: lately / 7n })
  },
  one: async ({ path }, context) => {
    const { memberGroupId, advertiserId } = path
    const { currency_code, currency_digits, today } = await calendarOf(context, advertiserId)
    const { balance, lately } = await accountOf(context, memberGroupId, advertiserId, today)
    const funding = { available: balance, ...(await otherFunding(context.database.kysely, { ...path, currency_code, today })) }
    const total = totalFunding(funding)
    const active = await servingStates(
      context,
      memberGroupId,
      campaign('c.advertiser_id', '=', advertiserId).and('c.status', '=', 'active'),
    )
    const committed = active.reduce((sum, { state }) => sum + state.remaining.period, 0n)
    const dailySpend = lately / 7n
    const { limitLeft } = funding
    const cover =
      dailySpend > 0n
        ? projectCover({ lots: await openLots(context.database.kysely, keyOf(path)), dailySpend, today, limitLeft })
        : undefined
    return {
      advertiser_id: advertiserId,
      currency_code,
      currency_digits,
      available: decimalOf(balance),
      spendable: decimalOf(spendableFunds(balance, limitLeft)),
      credit_left: decimalOf(funding.creditLeft),
      pending_wire: decimalOf(funding.pendingWire),
      orders_left: decimalOf(funding.ordersLeft),
      limit_left: limitLeft === null ? null : decimalOf(limitLeft),
      total_funding: decimalOf(total),
      has_funds: total > (await minBidIn(context, memberGroupId, currency_code, today)),
      owed: decimalOf(funding.owed),
      committed: decimalOf(committed),
      days_of_cover: cover?.days ?? null,
      lasts_until: cover?.until ?? null,
      active_campaigns: active.length,
    }
  },
}

export const campaignFundHandlers: Handlers<typeof campaignFunds> = {
  difference: async ({ path: { memberGroupId, advertiserId, campaignId } }, context) => {
    const [served] = await servingStates(
      context,
      memberGroupId,
      campaign('c.advertiser_id', '=', advertiserId).and('c.campaign_id', '=', campaignId),
    )
    if (!served) throw notFound('Campaign')
    return {
      budget_balance_difference: decimalOf(served.state.funds - served.state.remaining.period),
      currency_code: served.row.currency_code,
    }
  },
}
