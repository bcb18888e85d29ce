import { sql } from 'kysely'
import type { Database } from '../../../demo/platform/database/database.ts'
import { contract } from '../../../src/contract/index.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import { smallWorldOn } from '../world/small-world.ts'

const columns = [
  'charged',
  'refunded',
  'returned',
  'tax',
  'fees',
  'added',
  'funded',
  'feesOfLedger',
  'takenBack',
  'receivable',
  'received',
  'transferred',
  'granted',
  'expired',
  'clicks',
  'facts',
  'spent',
  'uninvoiced',
  'clicksSinceInvoice',
  'invoiced',
  'paidByInvoice',
  'trueUp',
  'ledger',
  'balance',
  'lots',
] as const
/** The sums of an advertiser's month, in micros, each from one place. */
type Books = Readonly<Record<(typeof columns)[number], bigint>>

/**
 * `returned` is the share of the added amount in what the provider gave back, rounded to the currency. The payments of a charge are found
 * by its key, as the provider knows it.
 */
async function booksOf({ kysely }: Database, advertiser: number): Promise<Books> {
  const ledger = (where: string) =>
    sql.raw(`(select coalesce(sum(micros), 0) from balance_events where advertiser_id = ${advertiser} and ${where})`)
  const { rows } = await sql<Record<(typeof columns)[number], string>>`
    with c as (
      select (o.body->>'charged')::numeric as charged, (o.body->>'refunded')::numeric as refunded, p.amount, p.tax, p.fee + p.surcharge as fees,
        power(10::numeric, 6 - u.digits) as step
      from sandbox_objects o join payments p on o.key = 'payment-1-' || p.payment_id join currencies u using (currency_code)
      where o.kind = 'charge' and o.body->>'state' = 'succeeded' and p.advertiser_id = ${advertiser})
    select
      (select coalesce(sum(charged), 0) from c)::text as charged,
      (select coalesce(sum(refunded), 0) from c)::text as refunded,
      (select coalesce(sum(floor(amount * refunded / charged / step + 0.5) * step), 0) from c)::bigint::text as returned,
      (select coalesce(sum(tax), 0) from c)::text as tax,
      (select coalesce(sum(fees), 0) from c)::text as fees,
      (select coalesce(sum(amount), 0) from c)::text as added,
      ${ledger('event_type_id in (1, 2)')}::text as funded,
      (-${ledger('event_type_id in (10, 11)')})::text as "feesOfLedger",
      (-${ledger(`event_type_id = 5 and reference like 'payment %'`)})::text as "takenBack",
      (select coalesce(sum(micros), 0) from receivables where advertiser_id = ${advertiser})::text as receivable,
      (select coalesce(sum(amount), 0) from receipts where advertiser_id = ${advertiser})::text as received,
      ${ledger(`event_type_id = 3 and reason = 'Bank transfer'`)}::text as transferred,
      ${ledger(`event_type_id = 3 and reason = 'Welcome'`)}::text as granted,
      (-${ledger('event_type_id = 6')})::text as expired,
      (-${ledger('event_type_id = 7')})::text as clicks,
      (select coalesce(sum(cost), 0) from facts_daily where advertiser_id = ${advertiser})::text as facts,
      (select coalesce(sum(micros), 0) from spend_days where advertiser_id = ${advertiser})::text as spent,
      (select spent - invoiced from advertiser_balances where advertiser_id = ${advertiser})::text as uninvoiced,
      (-${ledger(`event_type_id = 7 and day > '2026-12-31'`)})::text as "clicksSinceInvoice",
      (select coalesce(sum(micros), 0) from invoice_lines join invoices using (member_group_id, invoice_id) where advertiser_id = ${advertiser})::text as invoiced,
      ${ledger('event_type_id = 8')}::text as "paidByInvoice",
      ${ledger('event_type_id = 12')}::text as "trueUp",
      ${ledger('true')}::text as ledger,
      (select balance from advertiser_balances where advertiser_id = ${advertiser})::text as balance,
      (select coalesce(sum("left"), 0) from funding_lots where advertiser_id = ${advertiser} and is_open)::text as lots`.execute(kysely)
  const row = rows[0]
  return Object.fromEntries(columns.map((name) => [name, BigInt(row?.[name] ?? 0)])) as Books // every column
}

/** Counts of payments and runs by their outcome, and the spend of each day. */
async function detailsOf({
  kysely,
}: Database): Promise<Record<'payments' | 'charges' | 'runs' | 'days' | 'entries' | 'invoices', object[]>> {
  const read = async (text: string) => (await sql.raw<object>(text).execute(kysely)).rows
  return {
    payments: await read(
      'select advertiser_id, state, origin, amount::text, refunded::text, count(*)::int from payments group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5',
    ),
    charges: await read(`select body->>'state' as state, count(*)::int from sandbox_objects where kind = 'charge' group by 1 order by 1`),
    runs: await read('select outcome, amount::text, at from auto_rebill_runs order by at'),
    days: await read('select campaign_id, day, micros::text from spend_days order by 1, 2'),
    entries: await read('select advertiser_id, event_type_id, micros::text, day, at from balance_events order by 1, 5, 2, 3'),
    invoices: await read('select number, status, amount::text, tax::text, paid::text from invoices order by 1'),
  }
}

/** The cost of an advertiser in its report, by HTTP. */
async function reportedCost(database: Database, advertiser: number, currency_code: string) {
  const world = await smallWorldOn(database, () => new Date('2027-02-01T12:00:00Z'))
  const metrics = ['cost']
  const body = {
    member_group_id: 1,
    advertiser_ids: [advertiser],
    currency_code,
    start_date: '2026-11-30',
    end_date: '2027-01-31',
    metrics,
  }
  const whole = { ...body, dimensions: [], pagination: { start: 0, count: 10 } }
  const { reply, text } = await world.as('superUser').send(contract.reports.rows, { body: whole as never }) // a list that is read only elsewhere
  await world.close()
  if (!reply.result) throw new Error(text)
  return microsOf(reply.result.rows[0].metrics.cost)
}

/** Everything that two months are compared by. */
export async function monthBooks(database: Database) {
  const of = async (advertiser: number, currency: string) => ({
    ...(await booksOf(database, advertiser)),
    reported: await reportedCost(database, advertiser, currency),
  })
  return { paid: await of(1, 'USD'), rebilled: await of(2, 'JPY'), invoiced: await of(3, 'USD'), details: await detailsOf(database) }
}
