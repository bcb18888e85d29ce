import { type Kysely, sql } from 'kysely'
import { addDays, settlingDays } from '../../../src/contract/dates/date-ranges.ts'
import { fundingEvents } from '../../../src/contract/money/funding-events.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import { closeMonth } from '../invoices/close.ts'
import { openMonths } from '../invoices/months.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import type { Tables } from '../tables/index.ts'

/** The first moment at which a month is closed in every time zone. */
const closedAt = (end_date: string) => new Date(`${addDays(end_date, settlingDays + 1)}T12:00:00Z`)

/**
 * Invoices of all months with spend limits. Those whose payment is in the ledger are paid. Two spend orders wait: a new one,
 * and a pending one.
 */
export async function seedInvoices(kysely: Kysely<Tables>, now: Date): Promise<void> {
  for (const month of await openMonths(kysely, now)) await closeMonth(kysely, month, closedAt(month.end_date))
  await kysely
    .updateTable('invoices as i')
    .from('balance_events as e')
    .set(({ ref }) => ({
      status: 'paid',
      paid: ref('i.amount'),
      paid_at: ref('e.at'),
      is_wire_transfer: sql<boolean>`i.advertiser_id % 2 = 1`,
      version: 2,
    }))
    .whereRef('e.member_group_id', '=', 'i.member_group_id')
    .whereRef('e.advertiser_id', '=', 'i.advertiser_id')
    .whereRef('e.micros', '=', 'i.amount')
    .where('e.event_type_id', '=', fundingEvents.Invoice)
    .where('e.reference', '=', sql<string>`'invoice ' || i.number`)
    .execute()
  const clients = await kysely.selectFrom('member_groups').select('member_group_id').execute()
  const methods = clients.flatMap(({ member_group_id }) => [1, 2].map((billing_method_id) => ({ member_group_id, billing_method_id })))
  if (methods.length > 0)
    await kysely
      .insertInto('member_group_billing_methods')
      .values(methods)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const limits = await kysely
    .selectFrom('spend_limits as l')
    .innerJoin('campaigns as c', sameAdvertiser('c', 'l'))
    .select(({ fn }) => ['l.member_group_id', 'l.advertiser_id', 'l.amount', fn.min('c.campaign_id').as('campaign_id')])
    .where('c.status', '=', 'active')
    .where('c.deleted_at', 'is', null)
    .groupBy(['l.member_group_id', 'l.advertiser_id', 'l.amount'])
    .orderBy('l.advertiser_id')
    .execute()
  const waiting = [orderStatusIds.pending, orderStatusIds.open]
  for (const [index, { amount, ...campaign }] of limits.entries()) {
    const statusId = waiting[index] ?? orderStatusIds.open
    const createdAt = new Date(now.getTime() - (index + 1) * 29 * 3_600_000)
    await kysely
      .insertInto('pending_spend_orders')
      .values({
        ...campaign,
        over: (Math.floor(amount / 5_000_000) + 1) * 1_000_000,
        status_id: statusId,
        created_at: createdAt,
        asked_at: statusId === orderStatusIds.pending ? createdAt : null,
      })
      .execute()
  }
}
