import { sql } from 'kysely'
import type { Infer } from 'superstruct'
import { daysIn } from '../../../src/contract/dates/date-ranges.ts'
import type { Call, Result } from '../../../src/contract/endpoint.ts'
import type { invoices } from '../../../src/contract/funds/invoices.ts'
import type { IsoDay } from '../../../src/contract/ids.ts'
import { fundingEvents } from '../../../src/contract/money/funding-events.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import type { Context } from '../context/context.ts'
import { refuseField } from '../context/refusal.ts'
import { anyOf, type SqlPiece } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'

const longestDays = 732

type Money = Record<'funded' | 'spent' | 'invoiced' | 'outstanding', string>

/** Events that add funds from outside. What an invoice pays is not added again. */
const funding = [fundingEvents.FundingAuto, fundingEvents.FundingUIForm, fundingEvents.FundingAPI, fundingEvents.BalanceRefill]

const totals = (row: Money | undefined) => ({
  funded: decimalOf(BigInt(row?.funded ?? 0)),
  spent: decimalOf(BigInt(row?.spent ?? 0)),
  invoiced: decimalOf(BigInt(row?.invoiced ?? 0)),
  outstanding: decimalOf(BigInt(row?.outstanding ?? 0)),
})

/**
 * What the advertisers of a client with one currency have funded and spent by day, and what was invoiced on the day of issue.
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
  const sums = (column: SqlPiece) => sql`sum(${column})`
  const { rows } = await sql<Money & { day: Infer<typeof IsoDay> }>`
    with accounts as (select advertiser_id from advertisers where member_group_id = ${member_group_id} and currency_code = ${currency_code}),
    ledger as (
      select day, ${sums(sql`micros`)} filter (where event_type_id = ${anyOf(funding)}) as funded,
        -${sums(sql`micros`)} filter (where event_type_id = ${fundingEvents.Click}) as spent
      from balance_events join accounts using (advertiser_id)
      where member_group_id = ${member_group_id} and day between ${start_date}::date and ${end_date}::date group by day),
    issued as (
      select issued_on as day, ${sums(sql`amount + tax`)} as invoiced, ${sums(sql`amount + tax - paid`)} as outstanding
      from invoices join accounts using (advertiser_id)
      where member_group_id = ${member_group_id} and issued_on between ${start_date}::date and ${end_date}::date
        and status not in ('void', 'uncollectible') group by issued_on)
    select day::text as day, coalesce(funded, 0)::text as funded, coalesce(spent, 0)::text as spent,
      coalesce(invoiced, 0)::text as invoiced, coalesce(outstanding, 0)::text as outstanding
    from ledger full join issued using (day) order by day`.execute(kysely)
  const total = (name: keyof Money) => String(rows.reduce((sum, row) => sum + BigInt(row[name]), 0n))
  const all = { funded: total('funded'), spent: total('spent'), invoiced: total('invoiced'), outstanding: total('outstanding') }
  return {
    ...totals(all),
    currency_code,
    currency_digits: currency.digits,
    days: rows.map((row) => ({ day: row.day, ...totals(row) })),
  }
}
