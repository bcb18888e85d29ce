import type { BidRankCounts } from '../../../src/contract/bids/bids.rules.ts'
import { minAmount } from '../../../src/contract/money/money.ts'
import type { LockedBalance } from '../money/ledger.ts'
import { SeededRandom, splitByWeight } from './chance.ts'
import type { ServedCampaign, ServedGroup } from '../serving/served.ts'
import type { ShownEntity } from '../serving/rows.ts'
import { remainingBudget, paceUntil, type Plan } from '../serving/plans.ts'
import { type SpendAllowance, runAuction, type EntityDelivery } from './auction.ts'
import type { DueMinutes } from './cursors.ts'

const kinds = ['', 'exposed_', 'halo_'] as const
type Kind = (typeof kinds)[number]
type Sales = Record<`${Kind}${'revenue' | 'transactions' | 'units'}`, number>
/** The facts to add for one entity. */
export interface FactRow extends Sales {
  readonly entity_id: number
  readonly impressions: number
  readonly clicks: number
  readonly cost: number
}
/** The result of one ad group's delivery. */
export interface Delivery {
  readonly served: ServedCampaign
  readonly group: ServedGroup
  readonly dueMinutes: DueMinutes
  readonly facts: readonly FactRow[]
  readonly cost: bigint
}
/** A plan to store; campaign plans have ad group 0. */
export interface StoredPlan extends Plan {
  readonly campaign_id: number
  readonly ad_group_id: number
}
/** An ad group to deliver: its minutes, entities and competing bids. */
export interface Due {
  readonly served: ServedCampaign
  readonly group: ServedGroup
  readonly dueMinutes: DueMinutes
  readonly entities: readonly ShownEntity[]
  readonly bidRank: BidRankCounts
}

/** What remains of a locked insertion order, and by line id of its lines with a hard cap, in micros; 0 outside the days of a line. */
export interface LockedOrder {
  readonly remaining: bigint
  readonly lines: ReadonlyMap<number, bigint>
  /** The order has ended or is spent, and its campaigns spend only the advertiser's funds. */
  readonly continuesOnFunds: boolean
}

/** Sales by kind, relative to sales after a click: after a view only, and of other products (halo). */
const saleRatios: readonly (readonly [Kind, number])[] = [
  ['', 1],
  ['exposed_', 0.35],
  ['halo_', 0.22],
]

function salesOf(entityDeliveries: readonly EntityDelivery[], { dueMinutes, served }: Due, chance: SeededRandom): Sales[] {
  const { saleRate, basket } = dueMinutes.cursor.profile
  const step = 10 ** (6 - served.row.digits)
  const sales = entityDeliveries.map((): Partial<Sales> => ({}))
  const clicks = entityDeliveries.reduce((sum, delivery) => sum + delivery.clicks, 0)
  for (const [kind, ratio] of saleRatios) {
    const transactionCount = chance.near(clicks * saleRate * ratio * chance.between(0.85, 1.15))
    const weights = entityDeliveries.map((delivery) => (kind === 'exposed_' ? delivery.impressions : delivery.clicks))
    splitByWeight(transactionCount, weights, chance).forEach((transactions, index) => {
      const revenue = Math.round((transactions * basket * chance.between(0.9, 1.12)) / step) * step
      const units = transactions + chance.near(transactions * chance.between(0.1, 0.5))
      Object.assign(sales[index] ?? {}, { [`${kind}transactions`]: transactions, [`${kind}revenue`]: revenue, [`${kind}units`]: units })
    })
  }
  return sales as Sales[] // the loop has set all nine fields
}

/** A new plan starts at the first due minute. */
const startAt = (plan: Plan, { fromMinute, fromGone }: DueMinutes): Plan =>
  plan.isNew ? { ...plan, from_minute: fromMinute, from_gone: fromGone } : plan

/** The remaining budgets of one advertiser, reduced while its ad groups are delivered. */
class RemainingBudgets {
  readonly #spent = new Map<string, bigint>()

  constructor(
    readonly balance: LockedBalance,
    readonly orders: ReadonlyMap<number, LockedOrder>,
  ) {}

  #of = (key: string) => this.#spent.get(key) ?? 0n

  /** The allowance of an ad group for its due minutes: the pace, and the remaining budget. */
  allowance({ served, group, dueMinutes }: Due): SpendAllowance {
    const { row, budgeted, clock } = served
    const plan = startAt(budgeted.plan, dueMinutes)
    const ownPlan = startAt(group.budgeted.plan, dueMinutes)
    const spentByCampaign = this.#of(`campaign ${row.campaign_id}`)
    const spentByGroup = this.#of(`group ${group.row.ad_group_id}`)
    const spentByAccount = this.#of('account')
    const limits = [remainingBudget(row, plan, budgeted.spent, clock).today - spentByCampaign, this.balance.balance - spentByAccount]
    if (group.hasOwnBudget) limits.push(remainingBudget(group.budgeted.days, ownPlan, group.budgeted.spent, clock).today - spentByGroup)
    if (row.limit_amount !== null) limits.push(BigInt(row.limit_amount) - this.balance.uninvoiced - spentByAccount)
    limits.push(...this.#orderLimits(row))
    const maxSpend = minAmount(limits[0] ?? 0n, ...limits)
    const paces = [paceUntil(row, plan, dueMinutes.toMinute, clock) - budgeted.spent.today - spentByCampaign]
    if (group.hasOwnBudget)
      paces.push(paceUntil(group.budgeted.days, ownPlan, dueMinutes.toMinute, clock) - group.budgeted.spent.today - spentByGroup)
    const pace = minAmount(maxSpend, ...paces)
    return { remaining: maxSpend, pace: pace > 0n ? pace : 0n }
  }

  /** The rest of the campaign's insertion order and of its line. An order that is not locked allows nothing. */
  #orderLimits({ insertion_order_id, insertion_order_line_id }: ServedCampaign['row']): bigint[] {
    if (insertion_order_id === null) return []
    const order = this.orders.get(insertion_order_id)
    if (order?.continuesOnFunds) return []
    const remaining = (order?.remaining ?? 0n) - this.#of(`order ${insertion_order_id}`)
    const ofLine = insertion_order_line_id === null ? undefined : order?.lines.get(insertion_order_line_id)
    return ofLine === undefined ? [remaining] : [remaining, ofLine - this.#of(`line ${insertion_order_id} ${insertion_order_line_id}`)]
  }

  take({ served: { row }, group }: Due, cost: bigint) {
    const { campaign_id, insertion_order_id, insertion_order_line_id } = row
    const keys = [
      `campaign ${campaign_id}`,
      `group ${group.row.ad_group_id}`,
      'account',
      `order ${insertion_order_id}`,
      `line ${insertion_order_id} ${insertion_order_line_id}`,
    ]
    for (const key of keys) this.#spent.set(key, this.#of(key) + cost)
  }
}

function deliver(due: Due, budgets: RemainingBudgets): Delivery {
  const { served, group, dueMinutes, entities, bidRank } = due
  const { fromMinute, toMinute, cursor } = dueMinutes
  const chance = new SeededRandom(`delivery ${group.row.ad_group_id} ${cursor.day} ${fromMinute}`)
  const allowance = budgets.allowance(due)
  const auction = {
    group,
    entities,
    profile: cursor.profile,
    biddingType: served.row.bidding_type_id,
    bidRank,
    fromMinute,
    toMinute,
    minutesInDay: served.clock.minutesInDay,
    chance,
  }
  const entityDeliveries = allowance.remaining > 0n && toMinute > fromMinute ? runAuction(auction, allowance) : []
  const cost = entityDeliveries.reduce((sum, delivery) => sum + delivery.cost, 0n)
  budgets.take(due, cost)
  const sales = salesOf(entityDeliveries, due, chance)
  const facts = entityDeliveries.flatMap((delivery, index) => {
    const entitySales = sales[index]
    return entitySales ? [{ ...delivery, cost: Number(delivery.cost), ...entitySales }] : []
  })
  return { served, group, dueMinutes, facts, cost }
}

/** Delivers one advertiser's ad groups in order; each reduces the budgets that remain for the next. */
export function deliveries(dues: readonly Due[], balance: LockedBalance, orders: ReadonlyMap<number, LockedOrder>): Delivery[] {
  const budgets = new RemainingBudgets(balance, orders)
  return dues.map((due) => deliver(due, budgets))
}

/** New budget plans, each with the earliest minute that uses it. */
export function newPlans(dues: readonly Due[]): StoredPlan[] {
  const plans = new Map<string, StoredPlan>()
  for (const { served, group, dueMinutes } of dues) {
    const { campaign_id } = served.row
    const keep = (plan: Plan, ad_group_id: number) => {
      const key = `${campaign_id} ${ad_group_id}`
      const storedPlan = plans.get(key)
      if (plan.isNew && (!storedPlan || storedPlan.from_minute > dueMinutes.fromMinute))
        plans.set(key, { ...startAt(plan, dueMinutes), campaign_id, ad_group_id })
    }
    keep(served.budgeted.plan, 0)
    if (group.hasOwnBudget) keep(group.budgeted.plan, group.row.ad_group_id)
  }
  return [...plans.values()]
}
