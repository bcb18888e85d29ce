import { expressionBuilder, sql } from 'kysely'
import { overLimit } from '../../../src/contract/money/funds.rules.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import type { Context } from '../context/context.ts'
import { servingStates } from '../serving/read.ts'
import { grouped } from '../collections/grouped.ts'
import { anyOf, bigint } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'
import type { Tables } from '../tables/index.ts'

const campaign = expressionBuilder<{ c: Tables['campaigns'] }, 'c'>()

/** A campaign that has become active. */
export interface ActivatedCampaign {
  readonly advertiser_id: number
  readonly campaign_id: number
}

/** Locks the limits of advertisers, so that two activations at the same time see each other. */
const lockLimits = (context: Context, advertiserIds: readonly number[]) =>
  context.database.kysely
    .selectFrom('spend_limits')
    .select(['advertiser_id', ({ cast }) => cast<string>('amount', 'text').as('amount')])
    .where('member_group_id', '=', tenant(context))
    .where('advertiser_id', '=', anyOf(advertiserIds))
    .orderBy('advertiser_id')
    .forUpdate()
    .execute()

/** The orders of an advertiser that have not ended, by campaign. */
async function ordersInForce(context: Context, advertiserId: number) {
  const rows = await context.database.kysely
    .selectFrom('pending_spend_orders')
    .select(['campaign_id', 'status_id', ({ cast }) => cast<string>('over', 'text').as('over')])
    .where('member_group_id', '=', tenant(context))
    .where('advertiser_id', '=', advertiserId)
    .where('status_id', '<=', orderStatusIds.approved)
    .execute()
  return rows.map(({ over, ...row }) => ({ ...row, over: BigInt(over) }))
}

/** Writes the order of a campaign. One that waits already takes the new amount. */
async function writeOrder(context: Context, { advertiser_id, campaign_id }: ActivatedCampaign, over: bigint) {
  await context.database.kysely
    .insertInto('pending_spend_orders')
    .values({
      member_group_id: tenant(context),
      advertiser_id,
      campaign_id,
      over: bigint(over),
      created_at: context.now(),
      created_by: context.caller.person?.user_id ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['member_group_id', 'advertiser_id', 'campaign_id'])
        // As a literal, so that the planner recognizes the index of orders in force.
        .where('status_id', '<=', sql.lit(orderStatusIds.approved))
        .doUpdateSet(({ eb }) => ({ over: bigint(over), version: eb('pending_spend_orders.version', '+', 1) })),
    )
    .execute()
}

/** Orders of one advertiser for what its activated campaigns exceed the limit by. */
async function orderExcess(context: Context, advertiserId: number, limit: bigint, activatedIds: readonly number[]) {
  const served = await servingStates(
    context,
    tenant(context),
    campaign('c.advertiser_id', '=', advertiserId).and('c.status', '=', 'active'),
  )
  const uninvoiced = BigInt(served[0]?.row.uninvoiced ?? 0)
  const orders = await ordersInForce(context, advertiserId)
  const ordered = new Map(orders.map((order) => [order.campaign_id, order]))
  const isActivated = ({ row }: (typeof served)[number]) => activatedIds.includes(row.campaign_id)
  let committed = served.reduce((sum, one) => (isActivated(one) ? sum : sum + one.state.remaining.period), 0n)
  for (const { row, state } of served.filter(isActivated)) {
    const own = ordered.get(row.campaign_id)
    const others = [...ordered.values()].reduce((sum, order) => (order === own ? sum : sum + order.over), 0n)
    const over = overLimit(limit + others, uninvoiced, committed, state.remaining.period)
    committed += state.remaining.period
    // An approved order stays as it was approved.
    if (over <= 0n || own?.status_id === orderStatusIds.approved) continue
    await writeOrder(context, { advertiser_id: advertiserId, campaign_id: row.campaign_id }, over)
    ordered.set(row.campaign_id, { campaign_id: row.campaign_id, status_id: orderStatusIds.open, over })
  }
}

/**
 * Makes spend orders for campaigns that have become active, as far as they exceed the limits of their advertisers. They serve up to the
 * limit all the same.
 */
export async function orderExcessOf(context: Context, activated: readonly ActivatedCampaign[]): Promise<void> {
  if (activated.length === 0) return
  const byAdvertiser = grouped(activated, ({ advertiser_id }) => advertiser_id)
  for (const { advertiser_id, amount } of await lockLimits(context, [...byAdvertiser.keys()]))
    await orderExcess(
      context,
      advertiser_id,
      BigInt(amount),
      (byAdvertiser.get(advertiser_id) ?? []).map(({ campaign_id }) => campaign_id),
    )
}
