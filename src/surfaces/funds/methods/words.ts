import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BillingAddress } from '../../../contract/advertisers/advertisers.ts'
import { brandName } from '../../../contract/payments/payment-methods.rules.ts'
import type { DeclineReason, PaymentMethod } from '../../../contract/payments/payments.ts'
import { intlLocale } from '../../../contract/locales.ts'

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

/** The name of a country in the user's language. */
export const countryName = (code: string, { locale }: I18n) =>
  new Intl.DisplayNames([intlLocale(locale)], { type: 'region' }).of(code) ?? code

/** The lines of an address, in the order of a letter. */
export const addressLines = ({ name, line_1, line_2, city, region, postal_code, country_code }: BillingAddress, i18n: I18n) =>
  [name, line_1, line_2, `${postal_code} ${city}`.trim(), region, countryName(country_code, i18n)].filter((part) => part !== '')

/** An address in one line. */
export const addressLine = (address: BillingAddress, i18n: I18n) => addressLines(address, i18n).join(', ')
