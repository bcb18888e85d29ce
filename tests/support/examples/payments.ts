import type { fees } from '../../../src/contract/payments/fees.ts'
import type { payments } from '../../../src/contract/payments/payments.ts'
import type { taxIds } from '../../../src/contract/payments/tax-ids.ts'
import type { Target } from '../world/small-ids.ts'
import { paymentsOf } from '../world/small-payments.ts'
import { allowedOrigin } from '../world/small-seed.ts'
import type { Examples } from './example-calls.ts'

const address = { name: 'Payer', line_1: 'Street 1', line_2: '', city: 'Berlin', region: '', postal_code: '10115', country_code: 'DE' }
const notFound = { 404: 'a method or payment of an advertiser that is not theirs is not there' }
const ofMethod = ({ client, advertiser }: Target) => ({
  path: { memberGroupId: client, advertiserId: advertiser, paymentMethodId: paymentsOf(advertiser).method },
  otherStatuses: notFound,
})

export const paymentExamples: Examples<typeof payments> = {
  clientSecret: () => ({
    body: { parent_origin: allowedOrigin, billing_address: address, is_default: true },
    otherStatuses: { 403: 'a session is for a user', 409: 'a client may take no cards', 422: 'other clients allow other origins' },
  }),
  pay: ({ advertiser }) => ({
    body: { amount: '20', payment_method_id: paymentsOf(advertiser).method, charged: '20', parent_origin: allowedOrigin },
    otherStatuses: { 422: 'other clients allow other origins' },
  }),
  price: () => ({ body: { amount: '20' } }),
  one: ({ client, advertiser }) => ({
    path: { memberGroupId: client, advertiserId: advertiser, paymentId: paymentsOf(advertiser).payment },
    otherStatuses: notFound,
  }),
  report: () => ({
    body: {
      pagination: { start: 0, count: 10 },
      sort: [{ field: 'created_at', order: 'desc' }],
      filters: [{ field: 'origin', operation: '=', value: 'person' }],
    },
  }),
  changeMethod: (target) => ({ ...ofMethod(target), body: { name: 'Card', billing_address: address, exp_month: 11, exp_year: 2031 } }),
  removeMethod: ofMethod,
  setDefault: ofMethod,
  webhook: () => ({ body: { id: 'evt_1', type: 'charge.succeeded' }, otherStatuses: { 401: 'the message is not signed' } }),
}

export const feeExamples: Examples<typeof fees> = {
  change: () => ({
    body: { fee_percent: '3', surcharge: '0.3', minimum_amount: '20', day_maximum: '5000' },
    otherStatuses: { 403: 'it is for callers of the whole client' },
  }),
}

export const taxIdExamples: Examples<typeof taxIds> = {
  change: () => ({ body: { tax_id: { tax_type_id: 3, value: 'DE 136 695 976' } } }),
}
