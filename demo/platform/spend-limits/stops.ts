import { expressionBuilder, type Kysely, sql } from 'kysely'
import { stoppingOverdueDays } from '../../../src/contract/invoices/invoices.rules.ts'
import { daysOverdueSql, payableStatuses } from '../invoices/overdue.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import type { Tables } from '../tables/index.ts'

/** SQL: invoices of the limit `l` that are overdue so long that they can set it to 0. One that is uncollectible still does, because it is not paid. */
const longOverdue = (now: Date) =>
  expressionBuilder<Tables & { l: Tables['spend_limits'] }, 'l'>()
    .selectFrom('invoices as i')
    .innerJoin('advertisers as a', sameAdvertiser('a', 'i'))
    .select('i.invoice_id')
    .whereRef('i.member_group_id', '=', 'l.member_group_id')
    .whereRef('i.advertiser_id', '=', 'l.advertiser_id')
    .where('i.status', 'in', [...payableStatuses, 'uncollectible'])
    .where(daysOverdueSql(now), '>=', stoppingOverdueDays)

/** SQL: the oldest invoice that sets the limit `l` to 0. */
const stoppingInvoice = (now: Date) =>
  longOverdue(now)
    .innerJoin('invoice_terms as t', 't.member_group_id', 'i.member_group_id')
    .where('t.stops_when_overdue', '=', true)
    .orderBy('i.due_on')
    .orderBy('i.invoice_id')
    .limit(1)

/** How many advertisers of a client have an invoice that is overdue so long. */
export async function advertisersToStop(kysely: Kysely<Tables>, memberGroupId: number, now: Date): Promise<number> {
  const { count } = await kysely
    .selectFrom('spend_limits as l')
    .innerJoin('advertisers as o', sameAdvertiser('o', 'l'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('l.member_group_id', '=', memberGroupId)
    .where('o.deleted_at', 'is', null)
    .where(({ exists }) => exists(longOverdue(now)))
    .executeTakeFirstOrThrow()
  return count
}

/** The limits to look at; without an id those of all clients, or of all advertisers. */
interface Limits {
  readonly member_group_id?: number
  readonly advertiser_id?: number
}

/** Sets limits to 0 because of invoices that are long overdue, and brings the others back. */
export async function updateStops(
  kysely: Kysely<Tables>,
  now: Date,
  { member_group_id: client, advertiser_id: advertiser }: Limits = {},
): Promise<void> {
  await kysely
    .updateTable('spend_limits as l')
    .set({ overdue_invoice_id: stoppingInvoice(now) })
    .where(sql<boolean>`l.overdue_invoice_id is distinct from ${stoppingInvoice(now)}`)
    .$if(client !== undefined, (limits) => limits.where('l.member_group_id', '=', client ?? 0))
    .$if(advertiser !== undefined, (limits) => limits.where('l.advertiser_id', '=', advertiser ?? 0))
    .execute()
}
