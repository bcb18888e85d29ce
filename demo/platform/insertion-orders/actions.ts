import { hasPermission, type Permission } from '../../../src/contract/access/permissions.ts'
import { builtInRoleIds, hasAnyRole, roleGroups } from '../../../src/contract/access/roles.ts'
import {
  actionRule,
  approvalRule,
  completeRule,
  missingApprovals,
  type OrderReason,
  type OrderRuleResult,
  totalRule,
} from '../../../src/contract/insertion-orders/insertion-orders.rules.ts'
import type { InsertionOrderConfig, OrderAction, OrderSide, OrderVersion } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import type { Context } from '../context/context.ts'
import { anyOf } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'
import { orderConfig } from './config.ts'
import type { OrderRecord } from './read.ts'
import { refuseAction } from './refusals.ts'
import { orderSums, type OrderSums } from './sums.ts'
import { versionsOf } from './versions.ts'

/** The caller with what they may do to the client's orders. */
export interface OrderCaller {
  readonly userId: number | undefined
  readonly side: OrderSide
  /** The advertisers at which the caller has a permission. */
  readonly advertisersFor: (permission: Permission) => 'all' | readonly number[]
  /** Whether the caller has a permission at the advertiser of an order, or at the client for an order for all. */
  readonly isPermitted: (permission: Permission, advertiserId: number | null) => boolean
}

/** Internal notes are for the client's own roles, and for internal staff. */
export const seesInternalNotes = (context: Pick<Context, 'caller' | 'scope'>) =>
  context.scope.advertisers === 'all' && sideOf(context, tenant(context)) === 'client'

/** Roles of the client and of internal staff approve for the client, others for their advertisers. */
function sideOf({ caller }: Pick<Context, 'caller'>, member_group_id: number): OrderSide {
  return hasAnyRole(builtInRoleIds(caller.rolesAt({ member_group_id })), roleGroups.clientLevel) ? 'client' : 'advertiser'
}

export async function orderCaller(context: Pick<Context, 'database' | 'caller' | 'scope'>): Promise<OrderCaller> {
  const { database, caller, scope } = context
  const member_group_id = tenant(context)
  const userId = caller.person?.user_id
  const side = sideOf(context, member_group_id)
  if (scope.advertisers === 'all') {
    const permissions = caller.permissionsAt({ member_group_id })
    return {
      userId,
      side,
      advertisersFor: (permission) => (hasPermission(permissions, permission) ? 'all' : []),
      isPermitted: (permission) => hasPermission(permissions, permission),
    }
  }
  const tenants = await database.kysely
    .selectFrom('advertisers')
    .select(['member_group_id', 'advertiser_group_id', 'advertiser_id'])
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', anyOf(scope.advertisers))
    .execute()
  const advertisersFor = (permission: Permission) =>
    tenants.filter((ref) => hasPermission(caller.permissionsAt(ref), permission)).map(({ advertiser_id }) => advertiser_id)
  return {
    userId,
    side,
    advertisersFor,
    isPermitted: (permission, advertiserId) => {
      const ids = advertisersFor(permission)
      // Campaigns of any of the caller's advertisers may spend from an order for all.
      return advertiserId === null ? permission === 'insertion_orders.link' && ids.length > 0 : ids.includes(advertiserId)
    },
  }
}

/** What decides which actions on an order are possible. */
export interface OrderState {
  readonly order: OrderRecord
  readonly caller: OrderCaller
  readonly config: InsertionOrderConfig
  /** The version in force, or the first one. */
  readonly current: OrderVersion
  readonly proposed: OrderVersion | null
  readonly sums: OrderSums
}

export async function orderState(context: Context, order: OrderRecord): Promise<OrderState> {
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
  }
}

/** The version that waits, or would wait, for approval. */
export const waitingVersion = ({ current, proposed }: Pick<OrderState, 'current' | 'proposed'>) => proposed ?? current

/** The sides whose approval is missing. Only the client approves an order for all advertisers. */
export function missingSides(
  advertiserId: number | null,
  approvals: readonly { readonly side: OrderSide }[],
  config: InsertionOrderConfig,
): OrderSide[] {
  const missing = missingApprovals(approvals, config)
  return advertiserId === null ? missing.filter((side) => side === 'client') : missing
}

const permissionFor: Readonly<Record<OrderAction, Permission>> = {
  change: 'insertion_orders.change',
  submit: 'insertion_orders.change',
  withdraw: 'insertion_orders.change',
  approve: 'insertion_orders.approve',
  close: 'insertion_orders.close',
  link: 'insertion_orders.link',
  copy: 'insertion_orders.create',
}

function approveRule(state: OrderState): OrderRuleResult {
  const { order, caller, config, sums } = state
  const { side, userId } = caller
  if (userId === undefined) return { code: 'no_permission', values: {} }
  if (order.advertiser_id === null && side === 'advertiser') return { code: 'not_your_side', values: {} }
  const { author, approvals, terms } = waitingVersion(state)
  const result = approvalRule({ author_id: author?.user_id ?? null, approvals }, { user_id: userId, side }, config)
  if (result !== true) return result
  const isLast = missingSides(order.advertiser_id, [...approvals, { side }], config).length === 0
  return !isLast || totalRule(microsOf(terms.total), { spent: sums.spent, committed: 0n })
}

function enabledRule({ config }: OrderState): OrderRuleResult {
  return config.is_insertion_order_enabled || { code: 'orders_disabled', values: {} }
}

function submitRule(state: OrderState): OrderRuleResult {
  const { config, current, order } = state
  const result = enabledRule(state)
  return result === true ? completeRule(current.terms, config, order.currency_digits) : result
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
    const isOtherSide = action === 'approve' && order.advertiser_id === null && caller.advertisersFor('insertion_orders.approve').length > 0
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
