import type { OrderReason } from '../../../src/contract/insertion-orders/insertion-orders.rules.ts'
import { conflict, noPermission, Refused, ruleProblem } from '../context/refusal.ts'

type Values = OrderReason['values']

const sentences: Readonly<Record<OrderReason['code'], (values: Values) => string>> = {
  wrong_status: ({ status }) => `Not possible while the order is ${status}`,
  nothing_to_approve: () => 'No version of the order is waiting for approval',
  terms_changed: () => 'The terms have changed since you read them; read the current version before you approve it',
  no_lines: () => 'Add at least one line',
  lines_exceed_total: ({ by }) => `The lines exceed the total by ${by}`,
  lines_below_total: ({ by }) => `The lines must add up to the total; ${by} is not allocated`,
  total_below_spent: ({ least }) => `Expected at least what is spent and committed, ${least}`,
  days_backwards: () => 'The end date can’t be before the start date',
  line_outside_order: () => 'Expected a day within the days of the order',
  line_without_amount: () => 'Enter an amount, or a rate and a quantity',
  amount_mismatch: ({ expected }) => `Expected the rate times the quantity, ${expected}`,
  line_in_use: ({ line }) => `Campaigns are linked to the line ${line}; unlink or move them first`,
  po_missing: () => 'Enter a purchase order number',
  po_mismatch: ({ pattern }) => `Expected a purchase order number like ${pattern}`,
  author_may_not_approve: () => 'The author of a version can’t approve it',
  approved_already: () => 'You have already approved this version',
  side_approved_already: ({ side }) => `The ${side} has already approved this version`,
  not_your_side: () => 'Only the client approves an order for all advertisers',
  over: ({ end_date }) => `The end date ${end_date} has passed; choose a later end date`,
  other_advertiser: () => 'The campaign belongs to another advertiser',
  other_currency: ({ currency }) => `The order is in ${currency}`,
  outside_days: ({ start_date, end_date }) => `The campaign is outside the days of the order, ${start_date} to ${end_date}`,
  campaign_over: ({ status }) => `The campaign is ${status}`,
  no_remaining: () => 'Nothing remains of the order',
  moved_meanwhile: ({ order }) => `The campaign has moved to the order ${order} since the dry run`,
  many_accounts: () => 'Several advertisers spend from the order, so the account of the amount is unknown',
  above_charged: ({ charged }) => `Expected at most what is charged, ${charged}`,
  funding_inactive: () => 'The client does not use this funding type',
  no_spend_limit: () => 'The advertiser has no spend limit, so it has no credit line',
  has_spend_limit: () => 'The advertiser has a spend limit, so it spends from its credit line',
  sign_in_again: ({ minutes }) => `Sign in again; orders of this amount are approved within ${minutes} minutes of a sign-in`,
  too_many_attachments: ({ most }) => `An order has at most ${most} documents`,
  attachment_approved: () => 'A version was approved after the document was added, so it stays',
  no_permission: () => 'You don’t have permission for this action',
  orders_disabled: () => 'Insertion orders are disabled for this client',
}

export const sentenceOf = ({ code, values }: OrderReason) => sentences[code](values)

const problemOf = (path: string, reason: OrderReason) => ruleProblem(path, sentenceOf(reason), { ...reason.values, code: reason.code })

/** The state of the order forbids the action. */
export const refuseAction = (reason: OrderReason) =>
  reason.code === 'no_permission' ? noPermission() : conflict('Insertion order', sentenceOf(reason), [problemOf('status', reason)])

/** A field breaks a rule. */
export function refuseTerm(path: string, reason: OrderReason) {
  return new Refused('invalid', { subject: path, rule: sentenceOf(reason) }, [problemOf(path, reason)])
}
