import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Invoice } from '../../../contract/invoices/invoices.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import { signedMoney } from '../../../ui/format/amount.ts'
import { dayRange, missingValue, money } from '../../../ui/format/format.ts'
import { dayText } from '../../../ui/format/moment.ts'
import { createNode, type PrintedColumn, type PrintedRows, printedTable, printedValues, printPage } from '../../../ui/print-page.ts'
import { addressLines } from '../../../parts/billing/address.ts'
import { type InvoicedOrder, invoicedOrders } from './orders.tsx'
import { invoiceStatusWords } from './status.tsx'

interface PrintedInvoice {
  readonly invoice: Invoice
  /** Undefined if the user may not read the client. */
  readonly clientName: string | undefined
}

interface Line {
  readonly name: string
  readonly days: string
  readonly amount: string
}

function contentOf(page: Document, { invoice, clientName }: PrintedInvoice, i18n: I18n): HTMLElement[] {
  const { locale } = i18n
  const amountText = (amount: string) => money(amount, invoice, locale)
  const exactText = (amount: string) => money(amount, { ...invoice, currency_digits: 6 }, locale)
  const day = (text: string) => dayText(text, locale, 'full')
  const optional = (label: string, value: string | undefined): PrintedRows => (value ? [[label, value]] : [])
  const total = decimalOf(microsOf(invoice.amount) + microsOf(invoice.tax))
  const rounding = decimalOf(microsOf(invoice.amount) - microsOf(invoice.exact))
  const address = invoice.billing_address === null ? [] : addressLines(invoice.billing_address, i18n)
  const about: PrintedRows = [
    ...optional(i18n._(msg`From`), clientName),
    [i18n._(msg`To`), [invoice.advertiser_name, ...address].join('\n')],
    ...optional(i18n._(msg`Tax ID`), invoice.tax_id?.value),
    [i18n._(msg`Period`), dayRange(invoice.start_date, invoice.end_date, locale, '')],
    [i18n._(msg`Issued`), day(invoice.issued_on)],
    [i18n._(msg`Due`), day(invoice.due_on)],
    [i18n._(msg`Status`), i18n._(invoiceStatusWords[invoice.status])],
  ]
  const hasCredits = invoice.credits.length > 0
  const sums: PrintedRows = [
    [i18n._(msg`Exact spend`), exactText(invoice.exact)],
    [i18n._(msg`Rounding`), signedMoney(rounding, { ...invoice, currency_digits: 6 }, locale)],
    [hasCredits ? i18n._(msg`Spend less credits`) : i18n._(msg`Spend`), amountText(invoice.amount)],
    [i18n._(msg`Tax`), amountText(invoice.tax)],
    [i18n._(msg`Total`), amountText(total)],
    [i18n._(msg`Paid`), amountText(invoice.paid)],
  ]
  const columns: readonly PrintedColumn<Line>[] = [
    { label: i18n._(msg`Campaign`), text: ({ name }) => name },
    { label: i18n._(msg`Day`), text: ({ days }) => days },
    { label: i18n._(msg`Amount`), isNumber: true, text: ({ amount }) => exactText(amount) },
  ]
  const lines = invoice.lines.flatMap(({ name, days }) => days.map((line) => ({ name, days: day(line.day), amount: line.amount })))
  const orders = invoicedOrders(invoice)
  const orderColumns: readonly PrintedColumn<InvoicedOrder>[] = [
    { label: i18n._(msg`Insertion order`), text: ({ number }) => number ?? i18n._(msg`Without an insertion order`) },
    { label: i18n._(msg`PO number`), text: ({ po_number }) => po_number ?? missingValue },
    { label: i18n._(msg`Amount`), isNumber: true, text: ({ amount }) => exactText(amount) },
  ]
  const byOrder = [createNode(page, 'h2', i18n._(msg`Spend by insertion order`)), printedTable(page, orderColumns, orders)]
  const creditColumns: readonly PrintedColumn<Invoice['credits'][number]>[] = [
    { label: i18n._(msg`Insertion order`), text: ({ order_number }) => order_number },
    { label: i18n._(msg`Day`), text: (credit) => day(credit.day) },
    { label: i18n._(msg`Reason`), text: ({ reason }) => reason },
    { label: i18n._(msg`Amount`), isNumber: true, text: ({ amount }) => amountText(`-${amount}`) },
  ]
  const credits = [createNode(page, 'h2', i18n._(msg`Credits and make-goods`)), printedTable(page, creditColumns, invoice.credits)]
  return [
    createNode(page, 'h1', i18n._(msg`Invoice ${{ number: invoice.number }}`)),
    printedValues(page, about),
    createNode(page, 'h2', i18n._(msg`Amounts`)),
    printedValues(page, sums),
    createNode(page, 'h2', i18n._(msg`Spend by campaign and day`)),
    printedTable(page, columns, lines),
    ...(orders.length > 0 ? byOrder : []),
    ...(hasCredits ? credits : []),
  ]
}

/** Prints an invoice. */
export const printInvoice = (root: ShadowRoot, printed: PrintedInvoice, i18n: I18n) =>
  printPage(root, {
    title: i18n._(msg`Invoice ${{ number: printed.invoice.number }}`),
    i18n,
    content: (page) => contentOf(page, printed, i18n),
  })
