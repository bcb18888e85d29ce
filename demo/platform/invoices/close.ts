import { type Kysely, sql } from 'kysely'
import { addDays, settledThrough } from '../../../src/contract/dates/date-ranges.ts'
import { invoiceTotal, shareOf } from '../../../src/contract/funds/funds.rules.ts'
import { dayIn } from '../sql/days.ts'
import { bigint } from '../sql/pieces.ts'
import type { JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'

/** The days until an invoice is due, without terms of the client. */
const defaultDueDays = 30

/** A month of an advertiser with a spend limit that is over and has no invoice. */
export interface OpenMonth {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly time_zone: string
  readonly digits: number
  readonly due_days: number
  readonly tax_percent: string
  readonly billing_address: string | null
  /** The first day of the month whose spend is invoiced. */
  readonly start_date: string
  readonly end_date: string
}

/** Months with spend and without an invoice, oldest first. The UTC comparison is a prefilter: days differ by at most one. */
export async function openMonths(kysely: Kysely<Tables>, now: Date): Promise<OpenMonth[]> {
  const { rows } = await sql<OpenMonth>`
    select m.member_group_id, m.advertiser_id, a.time_zone, cu.digits, coalesce(t.due_days, ${defaultDueDays}) as due_days,
      coalesce(t.tax_percent, 0)::text as tax_percent, a.billing_address::text as billing_address,
      greatest(m.month, m.start_date)::text as start_date, (m.month + interval '1 month - 1 day')::date::text as end_date
    from (select distinct l.member_group_id, l.advertiser_id, l.start_date, date_trunc('month', s.day)::date as month
      from spend_limits l join spend_days s using (member_group_id, advertiser_id)
      where s.day >= coalesce(l.start_date, s.day)
        and s.day > coalesce((select max(i.end_date) from invoices i
          where i.member_group_id = l.member_group_id and i.advertiser_id = l.advertiser_id), s.day - 1)) m
    join advertisers a using (member_group_id, advertiser_id) join currencies cu using (currency_code)
    left join invoice_terms t on t.member_group_id = m.member_group_id
    where m.month + interval '1 month' <= ${now}::timestamptz at time zone 'UTC' + interval '1 day'
    order by m.month, m.member_group_id, m.advertiser_id`.execute(kysely)
  return rows.filter(({ end_date, time_zone }) => end_date <= settledThrough(dayIn(now, time_zone)))
}

/** What campaigns spent by day up to the end of the month and was not invoiced before; also charges that came after their month was closed. */
const linesOf = ({ member_group_id, advertiser_id, end_date }: OpenMonth, limitStart: string | null) => sql`
  select s.campaign_id, s.day, sum(s.micros) - coalesce((select sum(l.micros) from invoice_lines l
    where l.member_group_id = ${member_group_id} and l.campaign_id = s.campaign_id and l.day = s.day), 0) as micros
  from spend_days s
  where s.member_group_id = ${member_group_id} and s.advertiser_id = ${advertiser_id} and s.day <= ${end_date}::date
    and s.day >= coalesce(${limitStart}::date, s.day)
  group by s.campaign_id, s.day`

export const invoiceNumber = (end_date: string, advertiserId: number) => `${end_date.slice(0, 7)}-${String(advertiserId).padStart(4, '0')}`

/** Closes one month of an advertiser in one transaction: its invoice with the lines. */
export async function closeMonth(kysely: Kysely<Tables>, month: OpenMonth, now: Date): Promise<void> {
  const { member_group_id, advertiser_id, start_date, end_date, digits, due_days } = month
  // The limit stays locked, so that servers which close the month at the same time make one invoice.
  const limit = await kysely
    .selectFrom('spend_limits')
    .select('start_date')
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .forUpdate()
    .executeTakeFirst()
  if (!limit) return
  const lines = linesOf(month, limit.start_date)
  const { rows } = await sql<{ exact: string | null }>`select sum(micros)::text as exact from (${lines}) t where micros > 0`.execute(kysely)
  const exact = BigInt(rows[0]?.exact ?? 0)
  if (exact === 0n) return
  const { total } = invoiceTotal(exact, digits)
  const issued_on = dayIn(now, month.time_zone)
  const invoice = await kysely
    .insertInto('invoices')
    .values({
      member_group_id,
      advertiser_id,
      number: invoiceNumber(end_date, advertiser_id),
      start_date,
      end_date,
      issued_on,
      due_on: addDays(issued_on, due_days),
      exact: bigint(exact),
      amount: bigint(total),
      tax: bigint(shareOf(total, BigInt(month.tax_percent), digits)),
      billing_address: month.billing_address,
    })
    .onConflict((conflict) => conflict.columns(['member_group_id', 'advertiser_id', 'end_date']).doNothing())
    .returning('invoice_id')
    .executeTakeFirst()
  if (!invoice) return
  await sql`insert into invoice_lines (member_group_id, invoice_id, campaign_id, day, micros)
    select ${member_group_id}, ${invoice.invoice_id}, campaign_id, day, micros from (${lines}) t where micros > 0`.execute(kysely)
}

/** Closes the months that are over. The failure of one advertiser is thrown after the others. */
export async function closeMonths(database: Kysely<Tables>, now: Date): Promise<void> {
  const failures: unknown[] = []
  for (const month of await openMonths(database, now))
    await database
      .transaction()
      .execute((kysely) => closeMonth(kysely, month, now))
      .catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} months could not be invoiced`)
}

/** Closes each month in the time zone of its advertiser, once its spend is final. */
export const invoicesJob: JobKind = {
  everyMs: 3_600_000,
  run: (_, { database, now }) => closeMonths(database.kysely, now()),
}
