import type { FundsRefusal } from '../../../src/contract/money/refusals.ts'
import { conflict, Refused, ruleProblem } from '../context/refusal.ts'

type Values = Readonly<Record<string, string | number>>

const sentences: Readonly<Record<FundsRefusal, (values: Values) => string>> = {
  invoice_open: () => 'The invoice is open already',
  invoice_partly_paid: () => 'A part of the invoice is paid',
  invoice_paid: () => 'The invoice is paid already',
  invoice_void: () => 'The invoice is void',
  invoice_uncollectible: () => 'The invoice is uncollectible',
  above_unpaid: ({ limit }) => `Expected at most what is not paid yet, ${limit}`,
  above_own: ({ limit }) => `Expected at most the own funds, ${limit}`,
  too_many_digits: ({ digits }) => `Expected at most ${digits} digits after the decimal point`,
  limit_exists: () => 'The advertiser already has a spend limit; change that instead',
  credit_closed: () => 'The client gives no credit; switch on its credit line first',
  spend_unpaid: ({ limit }) => `Invoices must be paid before the limit is removed; ${limit} is not paid`,
  spend_order_decided: ({ status }) => `The order is ${status} already`,
  used_by_rebill: () => 'Auto-rebill uses this method; choose another one there first, or remove the auto-rebill',
  last_of_rebill: () => 'Auto-rebill uses this method, and it is the only one; switch off the auto-rebill first',
  method_missing: () => 'Choose a payment method of the advertiser',
  no_expiry: () => 'This method does not expire',
  month_invalid: () => 'Enter a month from 1 to 12',
  year_invalid: () => 'Enter a year from 2000 to 2099',
  target_not_above: () => 'Expected a target above the threshold',
  rebill_exists: () => 'The advertiser already has an auto-rebill that is on; change that instead',
  charge_under_way: () => 'A charge is under way; try again when it is finished',
  wires_closed: () => 'The client does not accept bank transfers',
  wire_ended: ({ status }) => `Not possible, because the transfer is ${status}`,
  receipt_assigned: ({ advertiser }) => `Already assigned to ${advertiser}`,
  advertiser_missing: () => 'Choose an advertiser of the client',
  other_currency: ({ currency, expected }) => `The receipt is in ${currency}, the advertiser’s currency is ${expected}`,
  tax_type_missing: () => 'Choose a tax type from the list',
  no_provider: () => 'No payment provider is set up on this platform',
  no_bank: () => 'No account for bank transfers is set up on this platform',
  cards_closed: () => 'The client does not accept payments by card',
  card_expired: () => 'An expired card cannot be the default. Change its expiration date, or choose another method',
  too_many_attempts: () => 'Too many cards were refused in the last hour. Try again in an hour',
  tax_id_invalid: ({ country, example }) => `Expected a valid tax ID of ${country}, such as ${example}`,
}

const problemOf = (path: string, code: FundsRefusal, values: Values) => ruleProblem(path, sentences[code](values), { ...values, code })

/** The current state forbids the action. */
export const refuseFunds = (subject: string, code: FundsRefusal, values: Values = {}) =>
  conflict(subject, sentences[code](values), [problemOf('status', code, values)])

/** A field breaks a rule. */
export const refuseFundsField = (path: string, code: FundsRefusal, values: Values = {}) =>
  new Refused('invalid', { subject: path, rule: sentences[code](values) }, [problemOf(path, code, values)])

/** Too many attempts; `seconds` becomes Retry-After. */
export const refuseAttempts = (subject: string, seconds: number) =>
  new Refused('too_many', { subject, rule: sentences.too_many_attempts({}) }, [problemOf('status', 'too_many_attempts', {})], {
    'Retry-After': String(seconds),
  })
