import type { spendLimits } from '../../../src/contract/spend-limits/spend-limits.ts'
import type { Handlers } from '../http/implement.ts'
import { askForOrder, decideSpendOrder, spendOrders } from './orders.ts'
import { allLimits, limitsPage, requireLimit } from './read.ts'
import { changeLimit, createLimit, putLimit, removeLimit } from './write.ts'

export const spendLimitHandlers: Handlers<typeof spendLimits> = {
  list: (_, context) => allLimits(context),
  report: ({ body }, context) => limitsPage(context, body),
  create: ({ body }, context) => createLimit(context, body.advertiser_id, body.amount),
  change: async ({ body }, context) =>
    changeLimit(context, await requireLimit(context, { spendLimitId: body.spend_limit_id }), body.amount),
  put: ({ path, body }, context) => putLimit(context, path.advertiserId, body.amount),
  remove: ({ path }, context) => removeLimit(context, path.advertiserId),
  orders: ({ query }, context) => spendOrders(context, query?.advertiser_id),
  askOrder: ({ path }, context) => askForOrder(context, path.pendingSpendOrderId),
  approveOrder: ({ path }, context) => decideSpendOrder(context, path.pendingSpendOrderId, 'approved'),
  closeOrder: ({ path }, context) => decideSpendOrder(context, path.pendingSpendOrderId, 'closed'),
}
