import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Payment } from '../../../contract/payments/payments.ts'
import { microsOf } from '../../../contract/money/money.ts'
import { money } from '../../../ui/format/format.ts'
import { momentText } from '../../../ui/format/moment.ts'
import { createNode, type PrintedRows, printedValues, printPage } from '../../../ui/print-page.ts'
import { methodName } from '../methods/words.ts'

interface PrintedReceipt {
  readonly payment: Payment
  /** Undefined if the user may not read the client. */
  readonly clientName: string | undefined
}

function contentOf(page: Document, { payment, clientName }: PrintedReceipt, i18n: I18n): HTMLElement[] {
  const { payment_id, payment_method, settled_at, created_at, user, state } = payment
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const optional = (label: string, value: string | null | undefined): PrintedRows => (value ? [[label, value]] : [])
  const amount = (label: string, decimal: string): PrintedRows => [[label, money(decimal, payment, i18n.locale)]]
  const fee = (label: string, decimal: string) => (microsOf(decimal) === 0n ? [] : amount(label, decimal))
  const about: PrintedRows = [
    ...optional(i18n._(msg`Client`), clientName),
    [i18n._(msg`Payment number`), String(payment_id)],
    [i18n._(msg`Paid on`), momentText(settled_at ?? created_at, i18n.locale, zone)],
    ...optional(i18n._(msg`Paid by`), user),
    ...optional(i18n._(msg`Payment method`), payment_method && methodName(payment_method, i18n)),
    ...optional(i18n._(msg`Status`), state === 'refunded' ? i18n._(msg`Refunded`) : undefined),
  ]
  const sums: PrintedRows = [
    ...amount(i18n._(msg`Added to your funds`), payment.amount),
    ...fee(i18n._(msg`Service fee`), payment.fee),
    ...fee(i18n._(msg`Surcharge`), payment.surcharge),
    ...fee(i18n._(msg`Tax on fees`), payment.tax),
    ...amount(i18n._(msg`Charged`), payment.charged),
    ...fee(i18n._(msg`Refunded`), payment.refunded),
  ]
  return [
    createNode(page, 'h1', i18n._(msg`Receipt`)),
    printedValues(page, about),
    createNode(page, 'h2', i18n._(msg`Amounts`)),
    printedValues(page, sums),
  ]
}

/** Prints the receipt of a payment. */
export const printReceipt = (root: ShadowRoot, printed: PrintedReceipt, i18n: I18n) =>
  printPage(root, {
    title: i18n._(msg`Receipt of payment ${{ number: printed.payment.payment_id }}`),
    i18n,
    content: (page) => contentOf(page, printed, i18n),
  })
