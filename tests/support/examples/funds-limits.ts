import type { billing, fundingTypes, spendLimits } from '../../../src/contract/spend-limits/spend-limits.ts'
import type { invoices } from '../../../src/contract/invoices/invoices.ts'
import { advertiserWithoutLimit, fundsIdOf } from '../world/small-funds.ts'
import type { Target } from '../world/small-ids.ts'
import type { Examples } from './example-calls.ts'

const list = {
  pagination: { start: 0, count: 10 },
  sort: [{ field: 'amount', order: 'desc' as const }],
  filters: [{ field: 'advertiser_name', operation: 'ILIKE' as const, value: 'mark' }],
}
const wholeClient = { 403: 'it is for callers of the whole client' }
const order = ({ client, advertiser }: Target) => ({
  path: { memberGroupId: client, pendingSpendOrderId: fundsIdOf(advertiser) },
  otherStatuses: { 404: 'an order of an advertiser that is not theirs is not there' },
})
const invoice = ({ client, advertiser }: Target) => ({
  path: { memberGroupId: client, advertiserId: advertiser, invoiceId: fundsIdOf(advertiser) },
  otherStatuses: { 404: 'an invoice of another advertiser is not there' },
})

export const spendLimitExamples: Examples<typeof spendLimits> = {
  create: ({ client, advertiser }) => ({
    body: { advertiser_id: client === 1 ? advertiserWithoutLimit : advertiser, amount: '5000' },
    otherStatuses: { 409: 'an advertiser has one limit' },
  }),
  change: ({ advertiser }) => ({
    body: { spend_limit_id: fundsIdOf(advertiser), amount: '6000.5' },
    otherStatuses: { 404: 'a limit of an advertiser that is not theirs is not there' },
  }),
  report: () => ({ body: list }),
  put: () => ({ body: { amount: '7000' }, otherStatuses: { 412: 'one advertiser has no limit' } }),
  remove: () => ({ otherStatuses: { 412: 'one advertiser has no limit' } }),
  orders: ({ advertiser }) => ({ query: { advertiser_id: advertiser } }),
  askOrder: order,
  approveOrder: order,
  closeOrder: order,
}
export const invoiceExamples: Examples<typeof invoices> = {
  report: () => ({ body: list }),
  ofClient: () => ({ body: list }),
  one: invoice,
  recordPayment: (target) => ({ ...invoice(target), body: { amount: '5', is_wire_transfer: true } }),
  makeVoid: invoice,
  makeUncollectible: invoice,
  changeTerms: () => ({ body: { due_days: 14, tax_percent: '19', stops_when_overdue: true }, otherStatuses: wholeClient }),
  aggregates: () => ({
    body: { start_date: '2026-11-01', end_date: '2026-11-20', currency_code: 'USD' },
    otherStatuses: wholeClient,
  }),
}
export const fundingTypeExamples: Examples<typeof fundingTypes> = {
  change: () => ({ body: { funding_types: [{ id: 4, status: 'Active' }] }, otherStatuses: wholeClient }),
}
export const billingExamples: Examples<typeof billing> = {
  change: () => ({ body: { billing_method_ids: [1, 2] }, otherStatuses: wholeClient }),
}
