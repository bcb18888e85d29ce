import type { autoRebills } from '../../../src/contract/funds/auto-rebills.ts'
import type { wires } from '../../../src/contract/funds/wires.ts'
import type { Target } from '../world/small-ids.ts'
import type { Examples } from './example-calls.ts'

const list = {
  pagination: { start: 0, count: 10 },
  sort: [{ field: 'amount', order: 'desc' as const }],
  filters: [{ field: 'amount', operation: '>' as const, value: 5 }],
}
const wholeClient = { 403: 'receipts are for callers of the whole client' }
const terms = { threshold: '50', mode: 'fixed' as const, amount: '200', month_maximum: '1000' }
const withoutRule = ({ client, advertiser }: Target) => ({
  path: { memberGroupId: client, advertiserId: advertiser, autoRebillId: 1 },
  otherStatuses: { 404: 'the small platform has no auto-rebill' },
})

export const wireExamples: Examples<typeof wires> = {
  announce: () => ({ body: { amount: '500' }, otherStatuses: { 409: 'the client does not accept bank transfers' } }),
  report: () => ({ body: list }),
  cancel: ({ client, advertiser }) => ({
    path: { memberGroupId: client, advertiserId: advertiser, wireTransferId: 1 },
    otherStatuses: { 404: 'the small platform has no transfer' },
  }),
  receipts: () => ({ body: list, otherStatuses: wholeClient }),
  assignReceipt: ({ client, advertiser }) => ({
    path: { memberGroupId: client, receiptId: 1 },
    body: { advertiser_id: advertiser },
    otherStatuses: { ...wholeClient, 404: 'the small platform has no receipt' },
  }),
}

export const autoRebillExamples: Examples<typeof autoRebills> = {
  create: () => ({ body: { ...terms, payment_method_id: 1 } }),
  change: (target) => ({ ...withoutRule(target), body: { ...terms, payment_method_id: 1, is_on: true } }),
  remove: withoutRule,
  rehearse: () => ({ body: { ...terms, is_declined: false } }),
}
