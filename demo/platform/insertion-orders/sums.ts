import { expressionBuilder, sql } from 'kysely'
import { minAmount } from '../../../src/contract/money/money.ts'
import { committedOf } from '../../../src/contract/insertion-orders/insertion-orders.rules.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import type { Context } from '../context/context.ts'
import { budgetUntil, periodStart } from '../serving/plans.ts'
import { dayIn } from '../sql/days.ts'
import { grouped } from '../collections/grouped.ts'
import { anyOf, recordset } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'
import type { Tables } from '../tables/index.ts'
import { isLineOfCampaignSql } from './read.ts'

/** Money of an order, in micros. */
export interface OrderSums {
  readonly spent: bigint
  /** What its active campaigns may still spend until its end. */
  readonly committed: bigint
}

const order = expressionBuilder<Tables & { o: Tables['insertion_orders'] }, 'o'>()
const charged = order
  .selectFrom('insertion_order_line_spend as p')
  .select(({ fn }) => fn.sum<string>('p.micros').as('micros'))
  .whereRef('p.member_group_id', '=', 'o.member_group_id')
  .whereRef('p.insertion_order_id', '=', 'o.insertion_order_id')

/** SQL: the micros that were charged to the order of the row `o`. */
export const orderSpent = sql<string>`coalesce(${charged}, 0)`

const isLiveSql = order('o.status_id', '=', anyOf([orderStatusIds.open, orderStatusIds.pending, orderStatusIds.approved]))

type SumContext = Pick<Context, 'database' | 'scope' | 'now'>

/** Active campaigns of the orders, with the days of their order and their line, and the rest of a line with a hard cap. */
const activeCampaigns = ({ database: { kysely }, scope }: SumContext, orderIds: readonly number[]) =>
  kysely
    .selectFrom('insertion_orders as o')
    .innerJoin('campaigns as c', (join) =>
      join.onRef('c.member_group_id', '=', 'o.member_group_id').onRef('c.insertion_order_id', '=', 'o.insertion_order_id'),
    )
    .innerJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'c.member_group_id').onRef('a.advertiser_id', '=', 'c.advertiser_id'),
    )
    .leftJoin('insertion_order_lines as ol', (join) => join.on(isLineOfCampaignSql))
    .leftJoin('insertion_order_line_spend as p', (join) =>
      join
        .onRef('p.member_group_id', '=', 'ol.member_group_id')
        .onRef('p.insertion_order_id', '=', 'ol.insertion_order_id')
        .onRef('p.line_id', '=', 'ol.line_id'),
    )
    .select(['o.insertion_order_id', 'ol.line_id', 'a.time_zone'])
    .select(sql<string>`coalesce(ol.start_date, o.start_date)`.as('from'))
    .select(sql<string>`coalesce(ol.end_date, o.end_date)`.as('until'))
    .select(sql<string | null>`case when ol.is_hard_cap then ol.amount - coalesce(p.micros, 0) end::text`.as('line_left'))
    .select(['c.campaign_id', 'c.budget_period', 'c.start_date', 'c.end_date'])
    .select(({ cast }) => cast<string>('c.budget', 'text').as('budget'))
    .where('o.member_group_id', '=', tenant({ scope }))
    .where('o.insertion_order_id', '=', anyOf(orderIds))
    .where(isLiveSql)
    .where('c.status', '=', 'active')
    .where('c.deleted_at', 'is', null)
    .execute()

/** Spend of campaigns since the start of their budget's period. */
async function spentInPeriods(
  { database: { kysely }, scope }: SumContext,
  rows: readonly { readonly campaign_id: number; readonly since: string }[],
): Promise<ReadonlyMap<number, bigint>> {
  const spends = await kysely
    .selectFrom(recordset('r', { campaign_id: 'int', since: 'date' }, rows))
    .innerJoin('spend_days as s', (join) =>
      join.on('s.member_group_id', '=', tenant({ scope })).onRef('s.campaign_id', '=', 'r.campaign_id').onRef('s.day', '>=', 'r.since'),
    )
    .select(({ fn }) => ['r.campaign_id', fn.sum<string>('s.micros').as('micros')])
    .groupBy('r.campaign_id')
    .execute()
  return new Map(spends.map(({ campaign_id, micros }) => [campaign_id, BigInt(micros)]))
}

/** The budgets of the campaigns of an order, where those of a line with a hard cap are at most what it has left. */
function cappedByLine(
  budgets: readonly { readonly line_id: number | null; readonly line_left: string | null; readonly micros: bigint }[],
): bigint[] {
  return [...grouped(budgets, ({ line_id }) => line_id).values()].map((ofLine) => {
    const sum = ofLine.reduce((all, { micros }) => all + micros, 0n)
    const left = ofLine[0]?.line_left ?? null
    return left === null ? sum : minAmount(sum, BigInt(left))
  })
}

/** What the active campaigns' budgets may still cost until the end of their order, by order. */
async function openBudgets(context: SumContext, orderIds: readonly number[]): Promise<ReadonlyMap<number, readonly bigint[]>> {
  const campaigns = (await activeCampaigns(context, orderIds)).map((campaign) => ({
    ...campaign,
    // Before the first day of the order its campaigns commit nothing of it.
    today: [dayIn(context.now(), campaign.time_zone), campaign.from].toSorted().at(-1) ?? campaign.from,
  }))
  if (campaigns.length === 0) return new Map()
  const spent = await spentInPeriods(
    context,
    campaigns.map((campaign) => ({ campaign_id: campaign.campaign_id, since: periodStart(campaign, campaign.today) })),
  )
  const budgets = campaigns.map((campaign) => ({
    ...campaign,
    micros: budgetUntil(campaign, spent.get(campaign.campaign_id) ?? 0n, campaign),
  }))
  return new Map([...grouped(budgets, ({ insertion_order_id }) => insertion_order_id)].map(([id, ofOrder]) => [id, cappedByLine(ofOrder)]))
}

/** Spent and committed amounts of orders of the client. */
export async function orderSums(context: SumContext, orderIds: readonly number[]): Promise<ReadonlyMap<number, OrderSums>> {
  if (orderIds.length === 0) return new Map()
  const rows = await context.database.kysely
    .selectFrom('insertion_orders as o')
    .select(['o.insertion_order_id', orderSpent.as('spent')])
    .select(({ cast }) => cast<string>('o.total', 'text').as('total'))
    .where('o.member_group_id', '=', tenant(context))
    .where('o.insertion_order_id', '=', anyOf(orderIds))
    .execute()
  const budgets = await openBudgets(context, orderIds)
  return new Map(
    rows.map(({ insertion_order_id, spent, total }) => {
      const committed = committedOf(budgets.get(insertion_order_id) ?? [], BigInt(total) - BigInt(spent))
      return [insertion_order_id, { spent: BigInt(spent), committed }]
    }),
  )
}
