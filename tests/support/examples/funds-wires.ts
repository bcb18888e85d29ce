import type { autoRebills } from '../../../src/contract/auto-rebills/auto-rebills.ts'
import type { wires } from '../../../src/contract/wires/wires.ts'
import type { Target } from '../world/small-ids.ts'
import { paymentsOf } from '../world/small-payments.ts'
import { wireIdOf } from '../world/small-wires.ts'
import type { Examples } from './example-calls.ts'

const list = {
  pagination: { start: 0, count: 10 },
  sort: [{ field: 'amount', order: 'desc' as const }],
  filters: [{ field: 'amount', operation: '>' as const, value: 5 }],
}
const wholeClient = { 403: 'receipts are for callers of the whole client' }
const terms = { threshold: '50', mode: 'fixed' as const, amount: '200', month_maximum: '1000' }
const ofRule = ({ client, advertiser }: Target) => ({
  path: { memberGroupId: client, advertiserId: advertiser, autoRebillId: wireIdOf(advertiser) },
  otherStatuses: {
    404: 'a rule of an advertiser that is not theirs is not there',
    412: 'the rule of another advertiser has another version',
  },
})

export const wireExamples: Examples<typeof wires> = {
  announce: () => ({ body: { amount: '500' } }),
  report: () => ({ body: list }),
  cancel: ({ client, advertiser }) => ({
    path: { memberGroupId: client, advertiserId: advertiser, wireTransferId: wireIdOf(advertiser) },
    otherStatuses: { 404: 'a transfer of an advertiser that is not theirs is not there' },
  }),
  receipts: () => ({ body: list, otherStatuses: wholeClient }),
  assignReceipt: ({ client, advertiser }) => ({
    path: { memberGroupId: client, receiptId: wireIdOf(advertiser) },
    body: { advertiser_id: advertiser },
    otherStatuses: wholeClient,
  }),
}

export const autoRebillExamples: Examples<typeof autoRebills> = {
  create: ({ advertiser }) => ({
    body: { ...terms, payment_method_id: paymentsOf(advertiser).method },
    otherStatuses: { 422: 'the payment method belongs to another advertiser' },
  }),
  change: (target) => ({ ...ofRule(target), body: { ...terms, payment_method_id: paymentsOf(target.advertiser).method, is_on: true } }),
  remove: ofRule,
  rehearse: () => ({ body: { ...terms, is_declined: false } }),
}
