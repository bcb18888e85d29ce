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
  readonly stretch: DueMinutes
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
  readonly stretch: DueMinutes
  readonly entities: readonly ShownEntity[]
  readonly others: BidRankCounts
}

/** Sales by kind, relative to sales after a click: after a view only, and of other products (halo). */
const parts: readonly (readonly [Kind, number])[] = [
  ['', 1],
  ['exposed_', 0.35],
  ['halo_', 0.22],
]

function salesOf(shown: readonly EntityDelivery[], { stretch, served }: Due, chance: SeededRandom): Sales[] {
  const { saleRate, basket } = stretch.cursor.profile
  const step = 10 ** (6 - served.row.digits)
  const sold = shown.map((): Partial<Sales> => ({}))
  const clicks = shown.reduce((sum, one) => sum + one.clicks, 0)
  for (const [kind, part] of parts) {
    const whole = chance.near(clicks * saleRate * part * chance.between(0.85, 1.15))
    const weights = shown.map((one) => (kind === 'exposed_' ? one.impressions : one.clicks))
    splitByWeight(whole, weights, chance).forEach((transactions, index) => {
      const revenue = Math.round((transactions * basket * chance.between(0.9, 1.12)) / step) * step
      const units = transactions + chance.near(transactions * chance.between(0.1, 0.5))
      Object.assign(sold[index] ?? {}, { [`${kind}transactions`]: transactions, [`${kind}revenue`]: revenue, [`${kind}units`]: units })
    })
  }
  return sold as Sales[] // the loop has set all nine fields
}

/** A new plan starts at the beginning of the stretch. */
const startAt = (plan: Plan, { from, fromGone }: DueMinutes): Plan =>
  plan.isNew ? { ...plan, from_minute: from, from_gone: fromGone } : plan

/** The remaining budgets of one advertiser, reduced while its ad groups are delivered. */
class RemainingBudgets {
  readonly #spent = new Map<string, bigint>()

  constructor(
    readonly held: LockedBalance,
    readonly orders: ReadonlyMap<number, bigint>,
  ) {}

  #of = (key: string) => this.#spent.get(key) ?? 0n

  /** The allowance of one stretch: its pace and its remaining budget. */
  allowance({ served, group, stretch }: Due): SpendAllowance {
    const { row, budgeted, clock } = served
    const plan = startAt(budgeted.plan, stretch)
    const ownPlan = startAt(group.budgeted.plan, stretch)
    const campaign = this.#of(`campaign ${row.campaign_id}`)
    const own = this.#of(`group ${group.row.ad_group_id}`)
    const account = this.#of('account')
    const left = [remainingBudget(row, plan, budgeted.spent, clock).today - campaign, this.held.balance - account]
    if (group.hasOwnBudget) left.push(remainingBudget(group.budgeted.days, ownPlan, group.budgeted.spent, clock).today - own)
    if (row.limit_amount !== null) left.push(BigInt(row.limit_amount) - this.held.uninvoiced - account)
    if (row.insertion_order_id !== null)
      left.push((this.orders.get(row.insertion_order_id) ?? 0n) - this.#of(`order ${row.insertion_order_id}`))
    const most = minAmount(left[0] ?? 0n, ...left)
    const paces = [paceUntil(row, plan, stretch.to, clock) - budgeted.spent.today - campaign]
    if (group.hasOwnBudget) paces.push(paceUntil(group.budgeted.days, ownPlan, stretch.to, clock) - group.budgeted.spent.today - own)
    const pace = minAmount(most, ...paces)
    return { left: most, pace: pace > 0n ? pace : 0n }
  }

  take({ served: { row }, group }: Due, cost: bigint) {
    const keys = [`campaign ${row.campaign_id}`, `group ${group.row.ad_group_id}`, 'account', `order ${row.insertion_order_id}`]
    for (const key of keys) this.#spent.set(key, this.#of(key) + cost)
  }
}

function deliver(due: Due, left: RemainingBudgets): Delivery {
  const { served, group, stretch, entities, others } = due
  const { from, to, cursor } = stretch
  const chance = new SeededRandom(`delivery ${group.row.ad_group_id} ${cursor.day} ${from}`)
  const allowance = left.allowance(due)
  const auction = {
    group,
    entities,
    profile: cursor.profile,
    biddingType: served.row.bidding_type_id,
    others,
    from,
    to,
    whole: served.clock.minutesInDay,
    chance,
  }
  const shown = allowance.left > 0n && to > from ? runAuction(auction, allowance) : []
  const cost = shown.reduce((sum, one) => sum + one.cost, 0n)
  left.take(due, cost)
  const sold = salesOf(shown, due, chance)
  const facts = shown.flatMap((one, index) => {
    const sales = sold[index]
    return sales ? [{ ...one, cost: Number(one.cost), ...sales }] : []
  })
  return { served, group, stretch, facts, cost }
}

/** Delivers one advertiser's ad groups in order; each reduces what is left for the next. */
export function deliveries(dues: readonly Due[], held: LockedBalance, orders: ReadonlyMap<number, bigint>): Delivery[] {
  const left = new RemainingBudgets(held, orders)
  return dues.map((due) => deliver(due, left))
}

/** New budget plans, each with the earliest minute that uses it. */
export function newPlans(dues: readonly Due[]): StoredPlan[] {
  const plans = new Map<string, StoredPlan>()
  for (const { served, group, stretch } of dues) {
    const { campaign_id } = served.row
    const keep = (plan: Plan, ad_group_id: number) => {
      const key = `${campaign_id} ${ad_group_id}`
      const known = plans.get(key)
      if (plan.isNew && (!known || known.from_minute > stretch.from))
        plans.set(key, { ...startAt(plan, stretch), campaign_id, ad_group_id })
    }
    keep(served.budgeted.plan, 0)
    if (group.hasOwnBudget) keep(group.budgeted.plan, group.row.ad_group_id)
  }
  return [...plans.values()]
}
