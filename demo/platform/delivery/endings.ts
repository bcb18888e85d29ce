import { expressionBuilder, type Kysely, sql } from 'kysely'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import { recordChanges, type Writer } from '../changes/record.ts'
import { applyEnd } from '../insertion-orders/decide.ts'
import { lastZone } from '../insertion-orders/read.ts'
import { orderSpent } from '../insertion-orders/sums.ts'
import { grouped } from '../collections/grouped.ts'
import { anyOf } from '../sql/pieces.ts'
import type { JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'

/**
 * Ends the campaigns of all clients whose end date has passed in their advertiser's time zone. The UTC comparison is a prefilter: no
 * zone is more than one date ahead of UTC.
 */
const endDue = (kysely: Kysely<Tables>, now: Date) =>
  kysely
    .with('due', (db) =>
      db
        .selectFrom('campaigns as c')
        .innerJoin('advertisers as a', (join) =>
          join.onRef('a.member_group_id', '=', 'c.member_group_id').onRef('a.advertiser_id', '=', 'c.advertiser_id'),
        )
        .select(['c.member_group_id', 'c.campaign_id', 'c.status'])
        // As literals, so that the planner recognizes the index of campaigns to end.
        .where('c.status', 'in', [sql.lit('active'), sql.lit('paused')])
        .where('c.deleted_at', 'is', null)
        .where('c.end_date', '<=', sql<string>`(${now}::timestamptz at time zone 'UTC')::date`)
        .where('c.end_date', '<', sql<string>`(${now}::timestamptz at time zone a.time_zone)::date`)
        .forUpdate('c'),
    )
    .updateTable('campaigns as c')
    .from('due')
    .set(({ eb }) => ({ status: 'ended', version: eb('c.version', '+', 1) }))
    .whereRef('c.member_group_id', '=', 'due.member_group_id')
    .whereRef('c.campaign_id', '=', 'due.campaign_id')
    .returning(['c.member_group_id', 'c.campaign_id', 'due.status'])
    .execute()

/** A platform job as the writer of changes. */
const jobWriter = (kysely: Kysely<Tables>, memberGroupId: number, now: Date): Writer => ({
  now: () => now,
  database: { kysely },
  scope: { memberGroupId, advertisers: 'all' },
})

/** Ends campaigns whose end date has passed and records the changes, in one transaction. */
const endCampaigns = (database: Kysely<Tables>, now: Date): Promise<void> =>
  database.transaction().execute(async (kysely) => {
    const ended = await endDue(kysely, now)
    for (const [memberGroupId, campaigns] of grouped(ended, ({ member_group_id }) => member_group_id)) {
      await recordChanges(
        jobWriter(kysely, memberGroupId, now),
        campaigns.map(({ campaign_id, status }) => ({
          entity: 'campaign' as const,
          entityId: campaign_id,
          kind: 'ended' as const,
          before: { status },
          after: { status: 'ended' },
        })),
      )
    }
  })

/** SQL: the last day of the order `o` has passed in the time zone of its advertiser `a`. */
const isPast = (now: Date) => sql<boolean>`o.end_date < (${now}::timestamptz at time zone coalesce(a.time_zone, ${lastZone}))::date`

const order = expressionBuilder<Tables & { o: Tables['insertion_orders'] }, 'o'>()

/** A version of the order `o` waits whose total is above what is spent. */
const isRaising = order.exists(
  order
    .selectFrom('insertion_order_versions as v')
    .select('v.version_id')
    .whereRef('v.member_group_id', '=', 'o.member_group_id')
    .whereRef('v.insertion_order_id', '=', 'o.insertion_order_id')
    .whereRef('v.version_id', '=', 'o.proposed_version_id')
    .where('v.total', '>', sql<number>`${orderSpent}`),
)

/**
 * Approved orders whose end date has passed in their advertiser's time zone, or of which nothing remains. One of which nothing remains is
 * left while a version with a higher total waits for approval.
 */
const ordersDue = (kysely: Kysely<Tables>, now: Date) =>
  kysely
    .selectFrom('insertion_orders as o')
    .leftJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'o.member_group_id').onRef('a.advertiser_id', '=', 'o.advertiser_id'),
    )
    .leftJoin('insertion_order_configs as g', 'g.member_group_id', 'o.member_group_id')
    .select(['o.member_group_id', 'o.insertion_order_id', 'g.at_end', isPast(now).as('is_past')])
    // As a literal, so that the planner recognizes the index of orders to end.
    .where('o.status_id', '=', sql.lit(orderStatusIds.approved))
    .where(({ and, or, not }) => or([isPast(now), and([sql<boolean>`${orderSpent} >= o.total`, not(isRaising)])]))
    .orderBy('o.member_group_id')
    .orderBy('o.insertion_order_id')

/** Ends orders of a client that are over and records the changes, in one transaction. */
const endOrdersOf = (database: Kysely<Tables>, memberGroupId: number, now: Date): Promise<void> =>
  database.transaction().execute(async (kysely) => {
    const ofClient = ordersDue(kysely, now).where('o.member_group_id', '=', memberGroupId)
    const locked = (await ofClient.forUpdate('o').execute()).map(({ insertion_order_id }) => insertion_order_id)
    // A version may have been proposed before the lock, which the first query did not see.
    const due = await ofClient.where('o.insertion_order_id', '=', anyOf(locked)).execute()
    for (const { at_end, is_past, ...order } of due) {
      const end = { cause: is_past ? 'days' : 'total', continuesOnFunds: at_end === 'funds' } as const
      await applyEnd(jobWriter(kysely, memberGroupId, now), { ...order, ...end, status: 'approved' })
    }
  })

/** Ends the orders of all clients that are over. The failure of one client is thrown after the others. */
async function endOrders(database: Kysely<Tables>, now: Date): Promise<void> {
  const due = await ordersDue(database, now).execute()
  const failures: unknown[] = []
  for (const memberGroupId of new Set(due.map(({ member_group_id }) => member_group_id)))
    await endOrdersOf(database, memberGroupId, now).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `Insertion orders of ${failures.length} clients could not be ended`)
}

/** Ends the campaigns and insertion orders of all clients that are over. */
export async function endOverdue(database: Kysely<Tables>, now: Date): Promise<void> {
  await endCampaigns(database, now)
  await endOrders(database, now)
}

/** Ends campaigns and insertion orders in production too, where another system delivers. */
export const endingsJob: JobKind = {
  everyMs: 60_000,
  run: (_, { database, now }) => endOverdue(database.kysely, now()),
}
