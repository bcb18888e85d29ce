import { sql } from 'kysely'
import type { SpendLimit } from '../../../src/contract/spend-limits/spend-limits.ts'
import { fundingEvents } from '../../../src/contract/money/funding-events.ts'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { roundHalfUp } from '../../../src/contract/money/funds.rules.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import { timeZoneOf } from '../advertisers/read.ts'
import { recordChange } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { notFound, staleVersion } from '../context/refusal.ts'
import { refuseAdvertiser } from '../advertisers/refusals.ts'
import { payableStatuses } from '../invoices/overdue.ts'
import { lockBalance } from '../money/ledger.ts'
import { lendLots, returnLots } from '../money/lots.ts'
import { refuseFunds, refuseFundsField } from '../money/refusals.ts'
import { dayIn } from '../sql/days.ts'
import { bigint } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'
import { updateVersioned } from '../sql/versioned.ts'
import { bookCreditLine, bookingOf, takeBackCredit } from './credit-line.ts'
import { endOrdersOf } from './endings.ts'
import { limitOf, requireLimit } from './read.ts'

/** An amount in micros, with no more digits than the currency of the advertiser. */
async function limitAmount(context: Context, advertiserId: number, amount: string): Promise<bigint> {
  const { digits } = await context.database.kysely
    .selectFrom('advertisers as a')
    .innerJoin('currencies as cu', 'cu.currency_code', 'a.currency_code')
    .select('cu.digits')
    .where('a.member_group_id', '=', tenant(context))
    .where('a.advertiser_id', '=', advertiserId)
    .executeTakeFirstOrThrow()
  const micros = microsOf(amount)
  if (micros % 10n ** BigInt(6 - digits) !== 0n) throw refuseFundsField('amount', 'too_many_digits', { digits })
  return micros
}

/** Refuses a limit, or a higher one, at a client whose advertisers may not be given credit. */
export async function requireCredit({ database: { kysely }, scope }: Pick<Context, 'database' | 'scope'>) {
  const type = await kysely
    .selectFrom('member_group_funding_types')
    .select('status')
    .where('member_group_id', '=', tenant({ scope }))
    .where('funding_type_id', '=', fundingTypes.creditLine)
    .executeTakeFirst()
  if (type?.status !== 'Active') throw refuseFunds('Spend limit', 'credit_closed')
}

const record = (
  context: Context,
  advertiserId: number,
  kind: 'created' | 'changed' | 'removed',
  before: string | null,
  after: string | null,
) => recordChange(context, { entity: 'spend_limit', entityId: advertiserId, kind, before: { amount: before }, after: { amount: after } })

/** The spend before today was prepaid, so it counts as invoiced. The balance is locked, so that no click is charged in between. */
async function countPrepaid({ database: { kysely } }: Context, account: AdvertiserKey, today: string) {
  await kysely
    .updateTable('advertiser_balances as b')
    .set(({ selectFrom }) => {
      const spentSince = selectFrom('spend_days as s')
        .select(({ fn }) => fn.sum('s.micros').as('micros'))
        .whereRef('s.member_group_id', '=', 'b.member_group_id')
        .whereRef('s.advertiser_id', '=', 'b.advertiser_id')
        .where('s.day', '>=', today)
      // Credits of insertion orders from today reduce the invoices of the limit.
      const givenBack = selectFrom('insertion_order_adjustments as j')
        .innerJoin('insertion_orders as o', (join) =>
          join.onRef('o.member_group_id', '=', 'j.member_group_id').onRef('o.insertion_order_id', '=', 'j.insertion_order_id'),
        )
        .select(({ fn }) => fn.sum('j.micros').as('micros'))
        .whereRef('o.member_group_id', '=', 'b.member_group_id')
        .whereRef('o.advertiser_id', '=', 'b.advertiser_id')
        .where('j.day', '>=', today)
      return { invoiced: sql<number>`b.spent - coalesce(${spentSince}, 0) + coalesce(${givenBack}, 0)` }
    })
    .where('member_group_id', '=', account.member_group_id)
    .where('advertiser_id', '=', account.advertiser_id)
    .execute()
}

/**
 * Charges today's spend to the new limit: what it has taken from lots is lent. Today's credits and make-goods of insertion orders reduce the
 * invoices of the limit, so they are part of its credit line.
 */
async function chargeToday({ database: { kysely } }: Context, account: AdvertiserKey, today: string) {
  await kysely
    .updateTable('funding_lots as f')
    .from('balance_events as e')
    .set({ funding_type_id: fundingTypes.creditLine })
    .whereRef('e.member_group_id', '=', 'f.member_group_id')
    .whereRef('e.balance_event_id', '=', 'f.balance_event_id')
    .where('f.member_group_id', '=', account.member_group_id)
    .where('f.advertiser_id', '=', account.advertiser_id)
    .where('f.is_open', '=', true)
    .where('e.event_type_id', '=', fundingEvents.BalanceRefill)
    // As a literal, so that the planner recognizes the index of orders.
    .where('e.reference', 'like', sql.lit('insertion-order %'))
    .where('e.day', '>=', today)
    .execute()
  await lendLots(kysely, account, today)
}

/** Gives an advertiser a limit, whose amount is credit that it can spend. From today its spend is invoiced. */
export async function createLimit(context: Context, advertiserId: number, amount: string): Promise<SpendLimit> {
  const { kysely } = context.database
  await requireCredit(context)
  const account = { member_group_id: tenant(context), advertiser_id: advertiserId }
  const micros = await limitAmount(context, advertiserId, amount)
  const today = dayIn(context.now(), await timeZoneOf(kysely, account))
  await lockBalance(kysely, account)
  const created = await kysely
    .insertInto('spend_limits')
    .values({ ...account, amount: bigint(micros), start_date: today, created_at: context.now() })
    .onConflict((builder) => builder.columns(['member_group_id', 'advertiser_id']).doNothing())
    .returning('spend_limit_id')
    .executeTakeFirst()
  if (!created) throw refuseFunds('Spend limit', 'limit_exists')
  await countPrepaid(context, account, today)
  await chargeToday(context, account, today)
  await bookCreditLine(kysely, account, bookingOf(context))
  await record(context, advertiserId, 'created', null, decimalOf(micros))
  return requireLimit(context, { advertiserId })
}

/** Changes a limit. It may be below what is spent: then the campaigns stop until an invoice is paid. */
export async function changeLimit(context: Context, { spend_limit_id, advertiser_id, amount: before }: SpendLimit, amount: string) {
  const micros = await limitAmount(context, advertiser_id, amount)
  if (micros > microsOf(before)) await requireCredit(context)
  const { kysely } = context.database
  const account = { member_group_id: tenant(context), advertiser_id }
  const key = { member_group_id: account.member_group_id, spend_limit_id }
  await lockBalance(kysely, account)
  await updateVersioned(context, 'spend_limits', { key, change: { amount: micros }, subject: 'Spend limit' })
  await bookCreditLine(kysely, account, bookingOf(context))
  await record(context, advertiser_id, 'changed', before, decimalOf(micros))
  return requireLimit(context, { spendLimitId: spend_limit_id })
}

/** Sets the limit of an advertiser. A version needs a limit that exists. */
export async function putLimit(context: Context, advertiserId: number, amount: string): Promise<SpendLimit> {
  const existing = await limitOf(context, { advertiserId })
  if (existing) return changeLimit(context, existing, amount)
  if (context.version !== undefined) throw staleVersion('Spend limit')
  return createLimit(context, advertiserId, amount)
}

/** Takes back the credit of a limit and deletes it. Its orders end. */
async function endLimit(context: Context, { spend_limit_id, advertiser_id, amount, version }: SpendLimit) {
  const { kysely } = context.database
  const account = { member_group_id: tenant(context), advertiser_id }
  await takeBackCredit(kysely, account, bookingOf(context))
  const { numDeletedRows } = await kysely
    .deleteFrom('spend_limits')
    .where('member_group_id', '=', account.member_group_id)
    .where('spend_limit_id', '=', spend_limit_id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw context.version === undefined ? notFound('Spend limit') : staleVersion('Spend limit')
  await returnLots(kysely, account)
  await endOrdersOf(kysely, account, context.now())
  await record(context, advertiser_id, 'removed', amount, null)
}

/** Removes the limit of an advertiser with its credit. It then pays in advance. Spend that is not paid needs the limit until then, unless it rounds to 0. */
export async function removeLimit(context: Context, advertiserId: number) {
  const limit = await limitOf(context, { advertiserId })
  if (context.version !== undefined && context.version !== limit?.version) throw staleVersion('Spend limit')
  if (!limit) return { advertiser_id: advertiserId }
  const { uninvoiced } = await lockBalance(context.database.kysely, { member_group_id: tenant(context), advertiser_id: advertiserId })
  if (roundHalfUp(uninvoiced, limit.currency_digits) > 0n)
    throw refuseFunds('Spend limit', 'spend_unpaid', { limit: decimalOf(uninvoiced) })
  await endLimit(context, limit)
  return { advertiser_id: advertiserId }
}

/**
 * Removes the limit of an advertiser that is removed. Refused while spend or an invoice is not paid, because no payment can be recorded
 * later. An uncollectible invoice counts as ended.
 */
export async function removeLimitWithAdvertiser(context: Context, advertiserId: number): Promise<void> {
  const { kysely } = context.database
  const account = { member_group_id: tenant(context), advertiser_id: advertiserId }
  const { uninvoiced } = await lockBalance(kysely, account)
  const { payable, uncollectible } = await kysely
    .selectFrom('invoices')
    .select(({ fn, eb, ref }) => [
      fn.countAll<number>().filterWhere('status', 'in', payableStatuses).as('payable'),
      sql<string>`coalesce(${fn
        .sum(eb('exact', '-', sql<number>`least(${ref('paid')}, ${ref('amount')})`))
        .filterWhere('status', '=', 'uncollectible')}, 0)::text`.as('uncollectible'),
    ])
    .where('member_group_id', '=', account.member_group_id)
    .where('advertiser_id', '=', advertiserId)
    .executeTakeFirstOrThrow()
  const limit = await limitOf(context, { advertiserId })
  const isSpendUnpaid = limit !== undefined && roundHalfUp(uninvoiced - BigInt(uncollectible), limit.currency_digits) > 0n
  if (payable > 0 || isSpendUnpaid) throw refuseAdvertiser('spend_unpaid')
  if (limit) await endLimit(context, limit)
}
