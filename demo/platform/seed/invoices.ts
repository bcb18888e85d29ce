import { type Kysely, sql } from 'kysely'
import { addDays, settlingDays } from '../../../src/contract/dates/date-ranges.ts'
import { closeMonth, openMonths } from '../invoices/close.ts'
import type { Tables } from '../tables/index.ts'

/** The first moment at which a month is closed in every time zone. */
const closedAt = (end_date: string) => new Date(`${addDays(end_date, settlingDays + 1)}T12:00:00Z`)

/**
 * Invoices of all months with spend limits. Those whose payment is in the ledger are paid. Two spend orders wait: one that the client has
 * not seen, and one that it was asked for.
 */
export async function seedInvoices(kysely: Kysely<Tables>, now: Date): Promise<void> {
  for (const month of await openMonths(kysely, now)) await closeMonth(kysely, month, closedAt(month.end_date))
  await sql`
    update invoices i set status = 'paid', paid = i.amount, paid_at = e.at, is_wire_transfer = i.advertiser_id = 5, version = 2
    from balance_events e
    where e.member_group_id = i.member_group_id and e.advertiser_id = i.advertiser_id and e.event_type_id = 8
      and e.reference = 'invoice ' || i.number and e.micros = i.amount`.execute(kysely)
  await sql`insert into member_group_billing_methods (member_group_id, billing_method_id)
    select member_group_id, billing_method_id from member_groups cross join billing_methods where billing_method_id <= 2
    on conflict do nothing`.execute(kysely)
  await sql`
    insert into pending_spend_orders (member_group_id, advertiser_id, campaign_id, "over", status_id, created_at)
    select c.member_group_id, c.advertiser_id, min(c.campaign_id), (l.amount / 5000000 + 1) * 1000000, case c.advertiser_id when 5 then 2 else 1 end,
      ${now}::timestamptz - interval '5 hours' * c.advertiser_id
    from campaigns c join spend_limits l using (member_group_id, advertiser_id)
    where c.status = 'active' and c.deleted_at is null group by 1, 2, l.amount order by 2`.execute(kysely)
}
