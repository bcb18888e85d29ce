import { type Kysely, sql } from 'kysely'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { seedInvoices } from './invoices.ts'
import { currencyId, perUsd } from './lookups.ts'
import { bookCreditLine } from '../spend-limits/credit-line.ts'
import { createLotsFromLedger } from '../tables/052-funding-lots.ts'
import { returnOwnFunds } from '../tables/072-lent-lots.ts'
import type { Tables } from '../tables/index.ts'

/** The advertiser with a balance of zero. */
export const advertiserWithoutFunds = 12
/** Advertisers with invoicing, and their spend limit in percent of the uninvoiced spend. The second has exceeded its limit. */
const invoiced = [
  { advertiser_id: 5, percent: 300 },
  { advertiser_id: 27, percent: 40 },
] as const
/** The invoiced advertiser that has not paid the invoice of three months ago. */
const overdueAdvertiser = 27
const million = 1_000_000
const codes = ['USD', 'EUR', 'CAD', 'JPY', 'GBP', 'KWD'] as const

const invoicedIds = invoiced.map(({ advertiser_id }) => advertiser_id)

/** Click entries per ad group and day, from the facts, and their sums. */
async function seedClicks(kysely: Kysely<Tables>, now: Date) {
  await sql`insert into spend_days (member_group_id, advertiser_id, campaign_id, ad_group_id, day, micros)
    select member_group_id, advertiser_id, campaign_id, ad_group_id, day, sum(cost) from facts_daily
    group by member_group_id, advertiser_id, campaign_id, ad_group_id, day having sum(cost) > 0 order by day, ad_group_id`.execute(kysely)
  await sql`
    insert into balance_events (member_group_id, advertiser_id, event_type_id, micros, currency_code, day, at,
      campaign_id, ad_group_id, reason)
    select member_group_id, advertiser_id, 7, -micros, a.currency_code, day,
      least((day + 1)::timestamp at time zone a.time_zone, ${now}::timestamptz), campaign_id, ad_group_id, 'Delivery'
    from spend_days join advertisers a using (member_group_id, advertiser_id) order by day, ad_group_id`.execute(kysely)
}

/**
 * Funding at the start of each month, which covers its spend. Invoiced advertisers start with a credit and pay each month
 * afterwards.
 */
async function seedFunding(kysely: Kysely<Tables>, today: string) {
  const steps = JSON.stringify(codes.map((code) => ({ currency_id: currencyId(code), step: Math.round(perUsd(code) * 50) * million })))
  const monthly = sql`
    with steps as (
      select currency_code, step
      from json_to_recordset(${steps}::json) as t (currency_id int, step bigint) join currencies using (currency_id)),
    months as (select member_group_id, advertiser_id, date_trunc('month', day)::date as month, min(day) as first, sum(micros) as spent
      from spend_days group by 1, 2, 3)
    select m.*, a.currency_code, a.time_zone, s.step, advertiser_id = any(${invoicedIds}::int[]) as is_invoiced
    from months m join advertisers a using (member_group_id, advertiser_id) join steps s using (currency_code)`
  const columns = sql`(member_group_id, advertiser_id, currency_code, event_type_id, micros, day, at, user_id, reason, reference)`
  const rounded = sql`(ceil(spent * 1.04 / step) * step)::bigint`
  const at = (day: string) => sql.raw(`(${day})::timestamp at time zone time_zone + interval '7 hours'`)
  await sql`insert into balance_events ${columns}
    select member_group_id, advertiser_id, currency_code, case when advertiser_id % 3 = 0 then 1 else 2 end, ${rounded},
      first, ${at('first')}, case when advertiser_id % 3 = 0 then null else 1 end,
      case when advertiser_id % 3 = 0 then 'Automatic top-up' else 'Funds for the month' end,
      'payment ' || advertiser_id || ' ' || month from (${monthly}) m where not is_invoiced`.execute(kysely)
  // The first credit covers spend that is not invoiced yet.
  await sql`insert into balance_events ${columns}
    select member_group_id, advertiser_id, currency_code, 9, (ceil(max(spent) * 5 / min(step)) * min(step))::bigint,
      min(first), ${at('min(first)')}, 1, 'Credit line', null
    from (${monthly}) m where is_invoiced group by member_group_id, advertiser_id, currency_code, time_zone`.execute(kysely)
  await sql`insert into balance_events ${columns}
    with paid as (
      select m.*, round(spent / power(10, 6 - digits)::numeric) * power(10, 6 - digits)::bigint as total,
        (month + interval '1 month 4 days')::date as paid_on,
        'invoice ' || to_char(month, 'YYYY-MM-') || lpad(advertiser_id::text, greatest(4, length(advertiser_id::text)), '0') as number
      from (${monthly}) m join currencies using (currency_code)
      where is_invoiced and month + interval '1 month 4 days' < ${today}::date
        and (advertiser_id <> ${overdueAdvertiser} or month <> date_trunc('month', ${today}::date) - interval '3 months'))
    select member_group_id, advertiser_id, currency_code, 8, total, paid_on, ${at('paid_on')}, 1, 'Invoice paid', number from paid
    union all
    select member_group_id, advertiser_id, currency_code, 12, spent - total, paid_on, ${at('paid_on')}, 1, 'Rounding of the invoice', number
    from paid where spent <> total`.execute(kysely)
}

/** Today's balance is about four weeks of spend; one advertiser has nothing left. */
async function seedToday(kysely: Kysely<Tables>, today: string, now: Date) {
  await sql`
    insert into balance_events (member_group_id, advertiser_id, currency_code, event_type_id, micros, day, at, user_id,
      reason, reference)
    select e.member_group_id, e.advertiser_id, e.currency_code, 2, ceil(sum(-e.micros) * 0.9 / 1000000)::bigint * 1000000,
      ${today}::date - 2, ${now}::timestamptz - interval '2 days', 1, 'Funds for the season',
      'payment ' || e.advertiser_id || ' season'
    from balance_events e
    where event_type_id = 7 and day > ${today}::date - 30 and advertiser_id <> ${advertiserWithoutFunds}
    group by 1, 2, 3`.execute(kysely)
  await sql`insert into balance_events (member_group_id, advertiser_id, currency_code, event_type_id, micros, day, at, user_id, reason)
    select member_group_id, advertiser_id, currency_code, 4, -sum(micros), ${today}::date, ${now}::timestamptz, 1, 'Paid back'
    from balance_events where advertiser_id = ${advertiserWithoutFunds} group by 1, 2, 3 having sum(micros) > 0`.execute(kysely)
  await sql`insert into advertiser_balances (member_group_id, advertiser_id, balance, spent, invoiced)
    select member_group_id, advertiser_id, sum(micros), -coalesce(sum(micros) filter (where event_type_id = 7), 0),
      coalesce(sum(micros) filter (where event_type_id = 8 or event_type_id = 12 and reference like 'invoice %'), 0)
    from balance_events group by 1, 2`.execute(kysely)
}

/** Spend limits of invoiced advertisers, and two insertion orders: one approved, one waiting for approval. */
async function seedLimits(kysely: Kysely<Tables>, today: string, now: Date) {
  for (const { advertiser_id, percent } of invoiced) {
    const { rows } = await sql<{ member_group_id: number }>`insert into spend_limits (member_group_id, advertiser_id, amount, credit)
      select b.member_group_id, b.advertiser_id, greatest((spent - invoiced) * ${percent} / 100 / 1000000, 1) * 1000000, first.micros
      from advertiser_balances b join balance_events first on first.advertiser_id = b.advertiser_id and first.event_type_id = 9
      where b.advertiser_id = ${advertiser_id} returning member_group_id`.execute(kysely)
    for (const { member_group_id } of rows) await bookCreditLine(kysely, { member_group_id, advertiser_id }, { at: now, user_id: 1 })
  }
  // The approved order begins with the spend of its campaign; the other one has not begun.
  for (const [name, number, status_id, nth, start] of [
    ['Autumn plan', 'IO-1', 3, 1, null],
    ['Winter plan', 'IO-2', 2, 3, addDays(today, 5)],
  ] as const)
    await sql`with chosen as (select c.member_group_id, c.campaign_id, a.advertiser_id, a.currency_code, sum(s.micros) as spent,
          min(s.day) as first
        from campaigns c join advertisers a using (member_group_id, advertiser_id) join spend_days s using (member_group_id, campaign_id)
        where c.member_group_id = 1 and c.status = 'active' group by 1, 2, 3, 4 order by 2 limit 1 offset ${nth}),
      made as (insert into insertion_orders
          (member_group_id, advertiser_id, name, number, start_date, end_date, status_id, total, currency_code)
        select member_group_id, advertiser_id, ${name}, ${number}, coalesce(${start}::date, first),
          ${addDays(today, 90)}::date, ${status_id}::int, ceil(spent * 1.3 / 1000000000)::bigint * 1000000000, currency_code
        from chosen returning member_group_id, insertion_order_id)
      update campaigns c set insertion_order_id = made.insertion_order_id from made, chosen
      where c.member_group_id = made.member_group_id and c.campaign_id = chosen.campaign_id`.execute(kysely)
}

/** Eighteen months of funding and clicks. Charges equal the cost in the facts to the micro. */
export async function seedLedger(kysely: Kysely<Tables>, today: string, now: Date): Promise<void> {
  await seedClicks(kysely, now)
  await seedFunding(kysely, today)
  await seedToday(kysely, today, now)
  await createLotsFromLedger(kysely)
  await seedLimits(kysely, today, now)
  await returnOwnFunds(kysely)
  await seedInvoices(kysely, now)
  await kysely.insertInto('delivery_settings').values({ minutes_per_minute: 1, changed_at: now }).execute()
}
