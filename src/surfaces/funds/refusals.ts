import { msg } from '@lingui/core/macro'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import type { FundsRefusal } from '../../contract/money/refusals.ts'
import type { FieldProblem } from '../../contract/reply.ts'
import { type Problem, problemText } from '../../kit/problem.ts'
import type { RejectionTexts } from '../../parts/resource/form-rejection.ts'
import { statusLabel } from '../../ui/badge/status-labels.ts'
import { type CurrencyFormat, money } from '../../ui/format/format.ts'
import { countryName } from '../../parts/billing/address.ts'

type Values = Readonly<Record<string, string>>

const amountText = (decimal: string, currency: CurrencyFormat | undefined, i18n: I18n) =>
  currency ? money(decimal, currency, i18n.locale) : decimal

const texts: Readonly<Record<FundsRefusal, (values: Values, currency: CurrencyFormat | undefined, i18n: I18n) => string>> = {
  invoice_open: (_, __, i18n) => i18n._(msg`The invoice is open already.`),
  invoice_partly_paid: (_, __, i18n) => i18n._(msg`A part of the invoice is paid. Mark the rest as uncollectible instead.`),
  invoice_paid: (_, __, i18n) => i18n._(msg`The invoice is paid already.`),
  invoice_void: (_, __, i18n) => i18n._(msg`The invoice is void.`),
  invoice_uncollectible: (_, __, i18n) => i18n._(msg`The invoice is uncollectible. Record a payment if one arrives after all.`),
  above_unpaid: ({ limit = '' }, currency, i18n) =>
    i18n._(msg`Enter at most ${{ limit: amountText(limit, currency, i18n) }}, which is not paid yet.`),
  above_own: ({ limit = '' }, currency, i18n) =>
    i18n._(msg`Enter at most ${{ limit: amountText(limit, currency, i18n) }}. That is all of the own funds.`),
  too_many_digits: ({ digits = '' }, __, i18n) => i18n._(msg`Enter at most ${{ digits }} decimal places.`),
  limit_exists: (_, __, i18n) => i18n._(msg`The advertiser already has a spend limit. Reload the page and change it.`),
  credit_closed: (_, __, i18n) => i18n._(msg`The client gives no credit. Switch on its credit line on the tab Billing first.`),
  spend_unpaid: ({ limit = '' }, currency, i18n) =>
    i18n._(msg`${{ limit: amountText(limit, currency, i18n) }} of the spend is not paid. Record the payment of its invoices first.`),
  spend_order_decided: ({ status = '' }, __, i18n) =>
    i18n._(msg`The status of the spend order is ${{ status: statusLabel(status, i18n) }} already.`),
  used_by_rebill: (_, __, i18n) => i18n._(msg`Auto-rebill uses it. Choose another method for auto-rebill first.`),
  last_of_rebill: (_, __, i18n) => i18n._(msg`Auto-rebill uses it, and it is the only one. Switch off auto-rebill first.`),
  method_missing: (_, __, i18n) => i18n._(msg`The payment method was removed. Choose another one.`),
  no_expiry: (_, __, i18n) => i18n._(msg`This payment method does not expire.`),
  month_invalid: (_, __, i18n) => i18n._(msg`Enter a month from 1 to 12.`),
  year_invalid: (_, __, i18n) => i18n._(msg`Enter a year from 2000 to 2099.`),
  target_not_above: (_, __, i18n) => i18n._(msg`Enter a target above the threshold.`),
  rebill_exists: (_, __, i18n) => i18n._(msg`The advertiser already has an auto-rebill. Reload the page and change it.`),
  charge_under_way: (_, __, i18n) => i18n._(msg`A charge is under way. Try again when it has finished.`),
  wires_closed: (_, __, i18n) => i18n._(msg`The client does not accept bank transfers. Choose another payment method.`),
  wire_ended: (_, __, i18n) => i18n._(msg`The transfer has arrived or was canceled. Reload the page to see its state.`),
  receipt_assigned: ({ advertiser = '' }, __, i18n) => i18n._(msg`The receipt is assigned to ${{ advertiser }} already.`),
  advertiser_missing: (_, __, i18n) => i18n._(msg`The advertiser was removed. Choose another one.`),
  other_currency: ({ currency = '', expected = '' }, __, i18n) =>
    i18n._(msg`The receipt is in ${{ currency }}. Choose an advertiser with this currency instead of ${{ expected }}.`),
  no_provider: (_, __, i18n) => i18n._(msg`No payment provider is set up on this platform. Ask its operator.`),
  no_bank: (_, __, i18n) => i18n._(msg`No account for bank transfers is set up on this platform. Choose another payment method.`),
  cards_closed: (_, __, i18n) => i18n._(msg`The client does not accept payments by card. Choose another payment method.`),
  card_expired: (_, __, i18n) => i18n._(msg`The card has expired. Change its expiry date, or choose another method.`),
  too_many_attempts: (_, __, i18n) => i18n._(msg`Too many cards were refused or payments declined. Try again in an hour.`),
  tax_type_missing: (_, __, i18n) => i18n._(msg`Choose a country from the list.`),
  tax_id_invalid: ({ country = '', example = '' }, __, i18n) =>
    i18n._(msg`Check each digit: this is not a tax ID of ${{ country: countryName(country, i18n) }}. A valid one is ${{ example }}.`),
}

const isRefusal = (code: string): code is FundsRefusal => Object.hasOwn(texts, code)

/** Why a rule forbids an action, for a button's `disabledBecause`. */
export function useRefusalText() {
  const { i18n } = useLingui()
  return (code: FundsRefusal) => texts[code]({}, undefined, i18n)
}

/** Texts of refused requests, for forms (`field`, `all`) and notices (`all`). Amounts are in the currency. */
export function useRefusalTexts(currency?: CurrencyFormat): RejectionTexts {
  const { i18n } = useLingui()
  const textOf = ({ code, values = {} }: Pick<FieldProblem, 'code' | 'values'>) =>
    code !== undefined && isRefusal(code) ? texts[code](values, currency, i18n) : undefined
  return {
    field: textOf,
    all: (problem: Problem) => problem.fields.map(textOf).find((text) => text !== undefined) ?? problemText(problem, i18n),
  }
}
