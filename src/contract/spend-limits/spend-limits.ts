import { array, enums, type Infer, integer, nullable, object, optional, size, string } from 'superstruct'
import { del, get, patch, post, postQuery, put, queryInteger } from '../endpoint.ts'
import { FundingType } from '../money/funding-types.ts'
import { CurrencyCode, Decimal, Id, Moment } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { PositiveAmount } from '../payments/payments.ts'

/** How much an advertiser may spend before it is invoiced. */
export const SpendLimit = object({
  spend_limit_id: Id,
  advertiser_id: Id,
  advertiser_name: string(),
  amount: Decimal,
  /** Approved spend orders raise the limit by this until they end. */
  raised: Decimal,
  /** Spend that is not paid by an invoice yet. */
  uninvoiced: Decimal,
  /** Below 0 if the limit is exceeded. */
  left: Decimal,
  /** The overdue invoice because of which the limit is 0 until it is paid; null otherwise. */
  stopped_by: nullable(object({ invoice_id: Id, number: string() })),
  currency_code: CurrencyCode,
  currency_digits: integer(),
  /** Active campaigns that pause at the limit. */
  active_campaigns: integer(),
  version: integer(),
})
export type SpendLimit = Infer<typeof SpendLimit>

/** The statuses of a spend order; the first has the id 1. Pending means that the advertiser has asked for approval. */
export const spendOrderStatuses = ['open', 'pending', 'approved', 'ended', 'closed'] as const
export type SpendOrderStatus = (typeof spendOrderStatuses)[number]

/** An activation beyond the limit that waits for the client. */
export const PendingSpendOrder = object({
  pending_spend_order_id: Id,
  advertiser_id: Id,
  advertiser_name: string(),
  campaign: nullable(object({ campaign_id: Id, name: string() })),
  /** How much the commitment exceeds the limit by. */
  over: Decimal,
  currency_code: CurrencyCode,
  currency_digits: integer(),
  status_id: enums([1, 2, 3, 4, 5]),
  status: enums(spendOrderStatuses),
  created_at: Moment,
  asked: nullable(object({ at: Moment, by: nullable(string()) })),
  closed: nullable(object({ at: Moment, by: nullable(string()) })),
  version: integer(),
})
export type PendingSpendOrder = Infer<typeof PendingSpendOrder>

const client = 'v1/member_groups/:memberGroupId'
const limits = `${client}/spend_limits` as const
const ofAdvertiser = `${client}/advertisers/:advertiserId/funds/spend_limits` as const
const order = `${client}/pending_spend_orders/:pendingSpendOrderId` as const
const Amount = object({ amount: PositiveAmount })

export const spendLimits = {
  list: get(limits, { may: 'spend_limits.read', result: array(SpendLimit) }),
  create: post(limits, {
    may: 'spend_limits.change',
    idempotent: true,
    body: object({ advertiser_id: Id, amount: PositiveAmount }),
    result: SpendLimit,
  }),
  change: patch(limits, {
    may: 'spend_limits.change',
    versioned: true,
    body: object({ spend_limit_id: Id, amount: PositiveAmount }),
    result: SpendLimit,
  }),
  report: postQuery(`${client}/advertisers/funds/spend_limits_report`, {
    may: 'spend_limits.read',
    body: object(listQueryFields),
    result: object({ spend_limits: array(SpendLimit), total: integer() }),
  }),
  put: put(ofAdvertiser, { may: 'spend_limits.change', versioned: 'optional', body: Amount, result: SpendLimit }),
  remove: del(ofAdvertiser, { may: 'spend_limits.change', versioned: 'optional', result: object({ advertiser_id: Id }) }),
  /** The orders of a client or of one of its advertisers, newest first; at most 1,000. */
  orders: get(`${client}/pending_spend_orders`, {
    may: 'spend_limits.read',
    query: object({ advertiser_id: optional(queryInteger()) }),
    result: object({ pending_spend_orders: array(PendingSpendOrder) }),
  }),
  /** Asks the client to approve an open order. Users who may approve it get a mail. */
  askOrder: put(`${order}/ask`, { may: 'campaigns.change', versioned: true, result: PendingSpendOrder }),
  /** Raises the limit by the excess until the order has ended. */
  approveOrder: put(`${order}/approve`, { may: 'spend_limits.approve', versioned: true, result: PendingSpendOrder }),
  closeOrder: put(`${order}/close`, { may: 'spend_limits.approve', versioned: true, result: PendingSpendOrder }),
}

const Changed = object({ id: FundingType.schema.id, status: FundingType.schema.status })
/** With the version of the client that a change of them needs. */
const FundingTypes = object({ funding_types: array(FundingType), version: integer() })

/** How a client's advertisers may add funds. */
export const fundingTypes = {
  list: get(`${client}/funding_types`, { may: 'funds.read', result: FundingTypes }),
  change: patch(`${client}/funding_types`, {
    may: 'member_groups.change',
    versioned: 'optional',
    body: object({ funding_types: size(array(Changed), 1, 4) }),
    result: FundingTypes,
  }),
}

const BillingMethods = object({ billing_methods: array(object({ billing_method_id: Id, name: string() })) })

/** How a client is billed. */
export const billing = {
  /** All billing methods. */
  methods: get('v1/billing/methods', { may: 'invoices.read', result: BillingMethods }),
  /** Those of a client, with its version. */
  one: get(`${client}/billing/methods`, {
    may: 'invoices.read',
    result: object({ billing_method_ids: array(Id), version: integer() }),
  }),
  change: patch(`${client}/billing/methods`, {
    may: 'member_groups.change',
    versioned: 'optional',
    body: object({ billing_method_ids: size(array(Id), 1, 10) }),
    result: BillingMethods,
  }),
}
