import { sql } from 'kysely'
import { daysIn } from '../../../src/contract/dates/date-ranges.ts'
import type { Call, Result } from '../../../src/contract/endpoint.ts'
import type { invoices } from '../../../src/contract/invoices/invoices.ts'
import { fundingEvents } from '../../../src/contract/money/funding-events.ts'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import type { Context } from '../context/context.ts'
import { refuseField } from '../context/refusal.ts'
import { creditLineReference } from '../spend-limits/credit-line.ts'
import { anyOf } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'

const longestDays = 732

type Money = Record<'funded' | 'spent' | 'invoiced' | 'outstanding', string>

/** Events of money that came in, less what went back or was kept as a fee. What an invoice pays is not added again. */
const moneyEvents = [
  fundingEvents.FundingAuto,
  fundingEvents.FundingUIForm,
  fundingEvents.FundingAPI,
  fundingEvents.SystemDebitUIForm,
  fundingEvents.SystemDebitAPI,
  fundingEvents.ServiceFee,
  fundingEvents.Surcharge,
]
/** Credits of these types bring no money in. */
const creditTypes = [fundingTypes.creditLine, fundingTypes.promotional]

const nothing: Money = { funded: '0', spent: '0', invoiced: '0', outstanding: '0' }

const totals = (money: Money) => ({
  funded: decimalOf(BigInt(money.funded)),
  spent: decimalOf(BigInt(money.spent)),
  invoiced: decimalOf(BigInt(money.invoiced)),
  outstanding: decimalOf(BigInt(money.outstanding)),
})

/**
 * What the advertisers of a client with one currency have funded and spent by day, and what was invoiced on the day of issue. Funded is
 * the money that was added to balances: without fees, credits and what was paid back.
 * Outstanding is the part of these invoices that is not paid.
 */
export async function aggregatesOf(
  context: Context,
  { start_date, end_date, currency_code }: Call<typeof invoices.aggregates>['body'],
): Promise<Result<typeof invoices.aggregates>> {
  const { kysely } = context.database
  const member_group_id = tenant(context)
  requireWholeClient(context, member_group_id)
  if (end_date < start_date) throw refuseField('end_date', 'The end date can’t be before the start date')
  if (daysIn({ start_date, end_date }) > longestDays) throw refuseField('start_date', `Choose at most ${longestDays} days`)
  const currency = await kysely.selectFrom('currencies').select('digits').where('currency_code', '=', currency_code).executeTakeFirst()
  if (!currency) throw refuseField('currency_code', 'Expected a known currency')
  const ofClient = kysely.selectFrom('advertisers as a').where('a.member_group_id', '=', member_group_id)
  const ofCurrency = ofClient.select('a.advertiser_id').where('a.currency_code', '=', currency_code)
  const ledger = await kysely
    .selectFrom('balance_events as e')
    .leftJoin('funding_lots as l', (join) =>
      join.onRef('l.member_group_id', '=', 'e.member_group_id').onRef('l.balance_event_id', '=', 'e.balance_event_id'),
    )
    .select(({ fn, eb, lit, not }) => {
      const sumOf = (events: readonly number[]) => fn.sum('e.micros').filterWhere('e.event_type_id', '=', anyOf(events))
      const isCredit = eb(fn.coalesce('l.funding_type_id', lit(fundingTypes.card)), '=', anyOf(creditTypes))
      return [
        'e.day',
        sql<string>`coalesce(${sumOf(moneyEvents).filterWhere(not(isCredit))}, 0)::text`.as('funded'),
        sql<string>`coalesce(-${sumOf([fundingEvents.Click])}, 0)::text`.as('spent'),
      ]
    })
    .where('e.member_group_id', '=', member_group_id)
    .where('e.advertiser_id', 'in', ofCurrency)
    .where('e.day', '>=', start_date)
    .where('e.day', '<=', end_date)
    // Credits of insertion orders and of spend limits add no money from outside.
    .where(sql<boolean>`coalesce(e.reference, '') not like all (array['insertion-order %', ${`${creditLineReference}%`}])`)
    .groupBy('e.day')
    .execute()
  const issued = await kysely
    .selectFrom('invoices')
    .select(['issued_on as day', sql<string>`sum(amount + tax)::text`.as('invoiced')])
    .select(sql<string>`sum(amount + tax - paid)::text`.as('outstanding'))
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', 'in', ofCurrency)
    .where('issued_on', '>=', start_date)
    .where('issued_on', '<=', end_date)
    .where('status', 'not in', ['void', 'uncollectible'])
    .groupBy('issued_on')
    .execute()
  const others = await ofClient
    .select('a.currency_code')
    .distinct()
    .where('a.currency_code', '!=', currency_code)
    .where(({ or, exists, selectFrom }) => {
      const entries = selectFrom('balance_events as e')
        .select('e.balance_event_id')
        .whereRef('e.member_group_id', '=', 'a.member_group_id')
        .whereRef('e.advertiser_id', '=', 'a.advertiser_id')
        .where('e.day', '>=', start_date)
        .where('e.day', '<=', end_date)
      const invoiced = selectFrom('invoices as i')
        .select('i.invoice_id')
        .whereRef('i.member_group_id', '=', 'a.member_group_id')
        .whereRef('i.advertiser_id', '=', 'a.advertiser_id')
        .where('i.issued_on', '>=', start_date)
        .where('i.issued_on', '<=', end_date)
      return or([exists(entries), exists(invoiced)])
    })
    .orderBy('a.currency_code')
    .execute()
  const days = new Map<string, Money>()
  for (const { day, ...money } of [...ledger, ...issued]) days.set(day, { ...(days.get(day) ?? nothing), ...money })
  const rows = [...days].map(([day, money]) => ({ day, ...money })).toSorted((one, other) => (one.day < other.day ? -1 : 1))
  const total = (name: keyof Money) => String(rows.reduce((sum, row) => sum + BigInt(row[name]), 0n))
  const all = { funded: total('funded'), spent: total('spent'), invoiced: total('invoiced'), outstanding: total('outstanding') }
  return {
    ...totals(all),
    currency_code,
    currency_digits: currency.digits,
    other_currencies: others.map((other) => other.currency_code),
    days: rows.map((row) => ({ day: row.day, ...totals(row) })),
  }
}
