import type { insertionOrders } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import type { Handlers } from '../http/implement.ts'
import { adjustOrder } from './adjustments.ts'
import { attach, detach, sendAttachment } from './attachments.ts'
import { approveOrder, closeOrder, submitOrder, withdrawOrder } from './decide.ts'
import { changeConfig, orderConfig } from './config.ts'
import { configChanges, orderChanges, orderVersion, orderVersions } from './history.ts'
import { availableCampaigns, closeEffect, linkCampaigns, orderCampaigns } from './links.ts'
import { reconciliationOf, spendByDay } from './money.ts'
import { orderById, ordersPage } from './view.ts'
import { changeOrder, copyOrder, createOrder } from './write.ts'

export const insertionOrderHandlers: Handlers<typeof insertionOrders> = {
  report: ({ body }, context) => ordersPage(context, body),
  one: ({ path }, context) => orderById(context, path.insertionOrderId),
  create: ({ body }, context) => createOrder(context, body),
  change: ({ path, body }, context) => changeOrder(context, path.insertionOrderId, body),
  submit: ({ path }, context) => submitOrder(context, path.insertionOrderId),
  withdraw: ({ path }, context) => withdrawOrder(context, path.insertionOrderId),
  approve: ({ path, body }, context) => approveOrder(context, path.insertionOrderId, body),
  close: ({ path, body }, context) => closeOrder(context, path.insertionOrderId, body),
  closeEffect: ({ path }, context) => closeEffect(context, path.insertionOrderId),
  copy: ({ path, body }, context) => copyOrder(context, path.insertionOrderId, body.name),
  versions: ({ path }, context) => orderVersions(context, path.insertionOrderId),
  version: ({ path }, context) => orderVersion(context, path.insertionOrderId, path.versionId),
  attach: ({ path, body }, context) => attach(context, path.insertionOrderId, body),
  attachment: async ({ path }, context) => {
    await sendAttachment(context, path.insertionOrderId, path.attachmentId)
    return undefined
  },
  detach: async ({ path }, context) => {
    await detach(context, path.insertionOrderId, path.attachmentId)
    return 'success'
  },
  changes: ({ path, body }, context) => orderChanges(context, path.insertionOrderId, body),
  campaigns: ({ path }, context) => orderCampaigns(context, path.insertionOrderId),
  availableCampaigns: ({ path, body }, context) => availableCampaigns(context, path.insertionOrderId, body),
  link: ({ path, body }, context) => linkCampaigns(context, path.insertionOrderId, body),
  reconciliation: ({ path }, context) => reconciliationOf(context, path.insertionOrderId),
  adjust: ({ path, body }, context) => adjustOrder(context, path.insertionOrderId, body),
  spend: ({ path }, context) => spendByDay(context, path.insertionOrderId),
  config: (_, context) => orderConfig(context),
  configChanges: ({ body }, context) => configChanges(context, body),
  createConfig: ({ body }, context) => changeConfig(context, body),
  changeConfig: ({ body }, context) => changeConfig(context, body),
}
