import { hasPermission, type Permission, roleGroups } from '../../../src/contract/access/permissions.ts'
import {
  actionRule,
  approvalRule,
  completeRule,
  endRule,
  missingApprovals,
  type OrderReason,
  type OrderRuleResult,
  totalRule,
} from '../../../src/contract/insertion-orders/insertion-orders.rules.ts'
import type { InsertionOrderConfig, OrderAction, OrderSide } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import type { HeldRole } from '../../../src/contract/session/sso.ts'
import type { TenantRef } from '../../../src/contract/access/access.rules.ts'
import type { Caller, Context } from '../context/context.ts'
import { anyOf } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'
import { orderConfig } from './config.ts'
import { endingDay, type OrderRecord, seesClient } from './read.ts'
import { refuseAction } from './refusals.ts'
import { orderSums, type OrderSums } from './sums.ts'
import { type FullVersion, versionsOf } from './versions.ts'

/** Advertisers, and null for the client itself with its orders for all advertisers. */
export type Places = 'all' | readonly (number | null)[]

/** The caller with what they may do to the client's orders. */
export interface OrderCaller {
  readonly userId: number | undefined
  /** Where the caller has a permission. */
  readonly placesFor: (permission: Permission) => Places
  /** Where the caller approves for a side. */
  readonly approvesFor: (side: OrderSide) => Places
  /** Whether the caller has a permission for an order of an advertiser, or for one for all. */
  readonly isPermitted: (permission: Permission, advertiserId: number | null) => boolean
  /** The side for which the caller approves an order. */
  readonly sideAt: (advertiserId: number | null) => OrderSide
}

const approving = 'insertion_orders.approve'
const isClientLevel = ({ role_id, base_role_id = role_id }: HeldRole) => roleGroups.clientLevel.some((id) => id === base_role_id)
const grantsApproval = ({ activities }: HeldRole) =>
  activities.some(({ name, permissions }) => name === 'insertion_orders' && permissions.approve === true)

/** Internal notes are for the client's own roles, and for internal staff. */
export const seesInternalNotes = (context: Pick<Context, 'caller' | 'scope'>) =>
  seesClient(context) && context.caller.rolesAt({ member_group_id: tenant(context) }).some(isClientLevel)

/**
 * Approvals with the role of a client or of internal staff are for the client, others for the advertiser. A caller with a permission of
 * their own, which no role grants, is on the client's side if all their roles are.
 */
function sideOf(roles: readonly HeldRole[]): OrderSide {
  const granting = roles.filter(grantsApproval)
  const isOfClient = granting.length > 0 ? granting.some(isClientLevel) : roles.length > 0 && roles.every(isClientLevel)
  return isOfClient ? 'client' : 'advertiser'
}

/** A caller with the same permissions at all advertisers. */
function callerEverywhere(caller: Caller, client: TenantRef): OrderCaller {
  const permissions = caller.permissionsAt(client)
  const side = sideOf(caller.rolesAt(client))
  const placesFor = (permission: Permission): Places => (hasPermission(permissions, permission) ? 'all' : [])
  return {
    userId: caller.person?.user_id,
    placesFor,
    approvesFor: (of) => (of === side ? placesFor(approving) : []),
    isPermitted: (permission) => hasPermission(permissions, permission),
    sideAt: () => side,
  }
}

/** A caller with permissions at some places. */
function callerAt(caller: Caller, tenants: ReadonlyMap<number | null, TenantRef>): OrderCaller {
  const sideAt = (place: number | null) => {
    const ref = tenants.get(place)
    return sideOf(ref ? caller.rolesAt(ref) : [])
  }
  const placesFor = (permission: Permission) =>
    [...tenants].filter(([, ref]) => hasPermission(caller.permissionsAt(ref), permission)).map(([place]) => place)
  return {
    userId: caller.person?.user_id,
    placesFor,
    approvesFor: (side) => placesFor(approving).filter((place) => sideAt(place) === side),
    isPermitted: (permission, advertiserId) => {
      const places = placesFor(permission)
      // Campaigns of any of the caller's advertisers may spend from an order for all.
      const mayLink = advertiserId === null && permission === 'insertion_orders.link' && places.length > 0
      return mayLink || places.includes(advertiserId)
    },
    sideAt,
  }
}

export async function orderCaller(context: Pick<Context, 'database' | 'caller' | 'scope'>): Promise<OrderCaller> {
  const { database, caller, scope } = context
  const client = { member_group_id: tenant(context) }
  if (scope.advertisers === 'all') return callerEverywhere(caller, client)
  const advertisers = await database.kysely
    .selectFrom('advertisers')
    .select(['member_group_id', 'advertiser_group_id', 'advertiser_id'])
    .where('member_group_id', '=', client.member_group_id)
    .where('advertiser_id', '=', anyOf(scope.advertisers))
    .execute()
  const tenants = advertisers.map((ref) => [ref.advertiser_id, ref] as const)
  return callerAt(caller, new Map<number | null, TenantRef>(seesClient(context) ? [...tenants, [null, client]] : tenants))
}

/** What decides which actions on an order are possible. */
export interface OrderState {
  readonly order: OrderRecord
  readonly caller: OrderCaller
  readonly config: InsertionOrderConfig
  /** The version in force, or the first one. */
  readonly current: FullVersion
  readonly proposed: FullVersion | null
  readonly sums: OrderSums
  /** The day that decides whether the order is over. */
  readonly today: string
}

export async function orderState(context: Pick<Context, 'database' | 'caller' | 'scope' | 'now'>, order: OrderRecord): Promise<OrderState> {
  const versions = await versionsOf(context, order)
  const current = versions.find(({ version_id }) => version_id === order.version_id)
  if (!current) throw new Error(`Insertion order ${order.insertion_order_id} has no version ${order.version_id}`)
  const sums = await orderSums(context, [order.insertion_order_id])
  return {
    order,
    caller: await orderCaller(context),
    config: await orderConfig(context),
    current,
    proposed: versions.find(({ version_id }) => version_id === order.proposed_version_id) ?? null,
    sums: sums.get(order.insertion_order_id) ?? { spent: 0n, committed: 0n },
    today: endingDay(context.now(), order),
  }
}

/** The version that waits, or would wait, for approval. */
export const waitingVersion = ({ current, proposed }: Pick<OrderState, 'current' | 'proposed'>) => proposed ?? current

type Approvable = Pick<OrderRecord, 'advertiser_id' | 'needs_two_approvals'>

/** Whether both sides approve. A version keeps the setting with which it was submitted; only the client approves an order for all. */
export const needsBoth = ({ advertiser_id, needs_two_approvals }: Approvable, config: InsertionOrderConfig) =>
  advertiser_id !== null && (needs_two_approvals ?? config.needs_two_approvals)

/** The sides whose approval is missing. */
export function missingSides(
  order: Approvable,
  approvals: readonly { readonly side: OrderSide }[],
  config: InsertionOrderConfig,
): OrderSide[] {
  const missing = missingApprovals(approvals, { needs_two_approvals: needsBoth(order, config) })
  return order.advertiser_id === null ? missing.filter((side) => side === 'client') : missing
}

const permissionFor: Readonly<Record<OrderAction, Permission>> = {
  change: 'insertion_orders.change',
  number: 'insertion_orders.change',
  submit: 'insertion_orders.change',
  withdraw: 'insertion_orders.change',
  approve: 'insertion_orders.approve',
  close: 'insertion_orders.close',
  link: 'insertion_orders.link',
  copy: 'insertion_orders.create',
}

function approveRule(state: OrderState): OrderRuleResult {
  const { order, caller, config, sums, today } = state
  const { userId } = caller
  const side = caller.sideAt(order.advertiser_id)
  if (userId === undefined) return { code: 'no_permission', values: {} }
  if (order.advertiser_id === null && side === 'advertiser') return { code: 'not_your_side', values: {} }
  const { author, approvals, terms } = waitingVersion(state)
  const result = approvalRule({ author_id: author?.user_id ?? null, approvals }, { user_id: userId, side }, config)
  if (result !== true) return result
  const isOpen = endRule(terms, today)
  if (isOpen !== true) return isOpen
  const isLast = missingSides(order, [...approvals, { side }], config).length === 0
  return !isLast || totalRule(microsOf(terms.total), { spent: sums.spent, committed: 0n })
}

function enabledRule({ config }: OrderState): OrderRuleResult {
  return config.is_insertion_order_enabled || { code: 'orders_disabled', values: {} }
}

function submitRule(state: OrderState): OrderRuleResult {
  const { config, current, order, today } = state
  const isEnabled = enabledRule(state)
  if (isEnabled !== true) return isEnabled
  const isComplete = completeRule(current.terms, config, order.currency_digits)
  return isComplete === true ? endRule(current.terms, today) : isComplete
}

const furtherRules: Partial<Record<OrderAction, (state: OrderState) => OrderRuleResult>> = {
  approve: approveRule,
  submit: submitRule,
  copy: enabledRule,
}

/** Why the caller cannot do an action now; null if they can. */
export function actionRefusal(state: OrderState, action: OrderAction): OrderReason | null {
  const { order, caller, proposed } = state
  if (!caller.isPermitted(permissionFor[action], order.advertiser_id)) {
    const isOtherSide = action === 'approve' && order.advertiser_id === null && caller.placesFor('insertion_orders.approve').length > 0
    return { code: isOtherSide ? 'not_your_side' : 'no_permission', values: {} }
  }
  const result = actionRule(action, order.status, proposed !== null)
  if (result !== true) return result
  const further = furtherRules[action]?.(state) ?? true
  return further === true ? null : further
}

/** Throws if the caller cannot do an action now. */
export function requireAction(state: OrderState, action: OrderAction) {
  const refusal = actionRefusal(state, action)
  if (refusal) throw refuseAction(refusal)
}
