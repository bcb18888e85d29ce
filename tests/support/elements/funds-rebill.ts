import type { AutoRebill } from '../../../src/contract/auto-rebills/auto-rebills.ts'
import type { PaymentMethod } from '../../../src/contract/payments/payments.ts'
import type { Receipt, WireTransfer } from '../../../src/contract/wires/wires.ts'
import { dayAgo } from '../time/days.ts'
import { balance as balanceOf } from './funds-balance.ts'
import type { OrderReply } from './insertion-orders.ts'

export const advertiserPath = 'v1/member_groups/1/advertisers/7'
export const rulePath = `${advertiserPath}/auto_rebills`

const usd = { currency_code: 'USD', currency_digits: 2 }

/** A rule that is on, with a charge and a declined one. */
export const rule = (change: Partial<AutoRebill> = {}): AutoRebill => ({
  auto_rebill_id: 3,
  advertiser_id: 7,
  ...usd,
  threshold: '50',
  mode: 'fixed',
  amount: '200',
  payment_method_id: 2,
  month_maximum: '1000',
  charged_this_month: '600',
  state: 'on',
  failures: 0,
  time_zone: 'UTC',
  next_attempt_at: null,
  notified: [],
  runs: [
    { at: `${dayAgo(2)}T10:00:00.000Z`, outcome: 'succeeded', amount: '600', payment_id: 4, decline: null },
    { at: `${dayAgo(3)}T10:00:00.000Z`, outcome: 'declined', amount: '200', payment_id: 3, decline: 'insufficient_funds' },
  ],
  version: 5,
  ...change,
})

const method = (payment_method_id: number, last_four: string): PaymentMethod => ({
  payment_method_id,
  name: 'Ada Lind',
  type: 'card',
  data: { brand: 'Visa', last_four, exp_month: 12, exp_year: 2030 },
  billing_address: null,
  is_default: payment_method_id === 2,
  is_used_by_rebill: payment_method_id === 2,
  is_rebill_on: payment_method_id === 2,
  validity: payment_method_id === 2 ? 'expiring' : 'valid',
  last_result: null,
  version: 1,
})

const needs = { ...usd, difference: '60.005', campaigns: [{ campaign_id: 10, name: 'Summer shelf', difference: '40' }] }

/** Thirty days of which one has a charge, or the attempts of a declined card. */
export const rehearsal = (isDeclined: boolean) => ({
  ...usd,
  total: isDeclined ? '0' : '600',
  is_switched_off: isDeclined,
  days: Array.from({ length: 30 }, (_, index) => ({
    day: dayAgo(30 - index),
    spent: '10',
    charged: index === 4 && !isDeclined ? '600' : '0',
    available: '610',
    attempts: index === 4 ? (isDeclined ? 3 : 1) : 0,
  })),
})

/** An announced transfer of 500 that waits. */
export const wire = (change: Partial<WireTransfer> = {}): WireTransfer => ({
  wire_transfer_id: 8,
  amount: '500',
  ...usd,
  reference: 'PL-7K3M-9QXT',
  beneficiary: { name: 'Retailer', bank: 'Sandbox Bank', account: 'SB0000000001', code: 'SANDBOX1' },
  state: 'waiting',
  received: null,
  difference: null,
  user: 'Ada Lind',
  created_at: `${dayAgo(2)}T10:00:00.000Z`,
  closed_at: null,
  days_waiting: 2,
  version: 1,
  ...change,
})

export const receipt: Receipt = {
  receipt_id: 9,
  amount: '75',
  ...usd,
  sender: 'Northfield Foods',
  text: 'INV 17',
  received_at: `${dayAgo(1)}T10:00:00.000Z`,
  advertiser: null,
  version: 1,
}

const balance = balanceOf({
  available: '40',
  spendable: '40',
  credit_left: '0',
  pending_wire: '0',
  orders_left: '0',
  limit_left: null,
  total_funding: '40',
  committed: '100',
  days_of_cover: 4,
})

export const rebillPermissions = [
  'funds.read',
  'funds.add',
  'funds.correct',
  'auto_rebills.read',
  'auto_rebills.change',
  'payment_methods.read',
]

/** What a platform with a rule, two cards, a transfer and a receipt replies. */
export const fundsReplies: Readonly<Record<string, OrderReply>> = {
  [`GET ${rulePath}/get_by_advertiser`]: { result: { auto_rebill: rule() } },
  [`GET ${rulePath}/calculate_campaign_budget_difference`]: { result: needs },
  [`GET ${advertiserPath}/payment_provider/payment_methods`]: { result: { payment_methods: [method(2, '4242'), method(6, '1881')] } },
  [`GET ${advertiserPath}/balances`]: { result: balance },
  [`POST ${advertiserPath}/wire_transfers_report`]: { result: { wire_transfers: [wire()], total: 1 } },
  'POST v1/member_groups/1/receipts_report': { result: { receipts: [receipt], total: 1 } },
}
