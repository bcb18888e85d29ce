import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { brandName } from '../../../contract/payments/payment-methods.rules.ts'
import type { DeclineReason, PaymentMethod } from '../../../contract/payments/payments.ts'

/** Why a payment was declined. */
export const declineTexts: Readonly<Record<DeclineReason, MessageDescriptor>> = {
  declined: msg`The bank declined the payment.`,
  insufficient_funds: msg`There is not enough money on this payment method.`,
  expired: msg`The card has expired.`,
  fraud: msg`The payment was stopped to protect against fraud.`,
  authentication_failed: msg`The bank could not confirm that it was you.`,
  other: msg`The payment was declined. The bank gave no reason.`,
}

/** What helps after a declined payment. */
export const declineHelp: Readonly<Record<DeclineReason, MessageDescriptor>> = {
  declined: msg`Use another payment method, or ask your bank why.`,
  insufficient_funds: msg`Add a lower amount, or use another payment method.`,
  expired: msg`Use another payment method, or enter the new expiry date under Payment methods.`,
  fraud: msg`Use another payment method. Further attempts with this one can block it.`,
  authentication_failed: msg`Try again and confirm the payment with your bank, or use another payment method.`,
  other: msg`Try again, or use another payment method.`,
}

/** A method as people recognize it: Visa 4242. A bank debit has the name of its bank. */
export function methodName({ brand, last_four }: { readonly brand: string; readonly last_four: string }, i18n: I18n) {
  const name = brand === 'card' ? i18n._(msg`Card`) : brandName(brand)
  return `${name} ${last_four}`
}

/** Month and year of a card as they are printed on it: 08/27; empty for a bank debit. */
export const expiryText = ({ exp_month, exp_year }: PaymentMethod['data']) =>
  exp_month === null || exp_year === null ? '' : `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`
