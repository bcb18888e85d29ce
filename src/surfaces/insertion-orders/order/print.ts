import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { InsertionOrder, OrderLine, OrderVersion } from '../../../contract/insertion-orders/insertion-orders.ts'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { dayRange, money } from '../../../ui/format/format.ts'
import { momentText } from '../../../ui/format/moment.ts'
import { createNode, printedTable, type PrintedColumn, type PrintedRows, printedValues, printPage } from '../../../ui/print-page.ts'
import { waitingVersion } from '../order-path.ts'
import { addressLines } from '../../../parts/billing/address.ts'
import { fundingTypeText } from '../../../parts/billing/funding-type-words.ts'
import { lineTypeWords, placeText, quantityText } from '../words.ts'
import { rateText } from './terms.ts'

interface Sheet {
  readonly page: Document
  readonly order: InsertionOrder
  /** The version in force, or the one that waits. */
  readonly version: OrderVersion
  /** Undefined if the user may not read the client. */
  readonly clientName: string | undefined
  readonly i18n: I18n
}

function lineTable({ page, order, i18n }: Sheet, lines: readonly OrderLine[]) {
  const { locale } = i18n
  const nameOf = (line: OrderLine) => {
    const [name, place] = [line.name, placeText(line, i18n)]
    return place === '' ? name : i18n._(msg`${{ name }} (${{ place }})`)
  }
  const columns: readonly PrintedColumn<OrderLine>[] = [
    { label: i18n._(msg`Line`), text: nameOf },
    { label: i18n._(msg`Dates`), text: ({ start_date, end_date }) => dayRange(start_date, end_date, locale, '') },
    { label: i18n._(msg`Pricing`), text: ({ type }) => i18n._(lineTypeWords[type]) },
    { label: i18n._(msg`Rate`), isNumber: true, text: (line) => rateText(line.rate, order, i18n, line) },
    { label: i18n._(msg`Quantity`), isNumber: true, text: (line) => quantityText(line.quantity, line, i18n) },
    { label: i18n._(msg`Amount`), isNumber: true, text: ({ amount }) => money(amount, order, locale) },
  ]
  return printedTable(page, columns, lines)
}

/** Given and missing approvals. A missing one belongs to the version that waits. */
function approvalNodes({ page, order, version, clientName, i18n }: Sheet): HTMLElement[] {
  const { missing_approvals, needs_two_approvals, time_zone } = order
  const sides = { client: clientName ?? i18n._(msg`Client`), advertiser: order.advertiser_name ?? i18n._(msg`Advertiser`) }
  const given: PrintedRows = version.approvals.map(({ side, name: typedName, user, at }) => {
    const [name, time] = [typedName ?? user, momentText(at, i18n.locale, time_zone)]
    return [sides[side], i18n._(msg`${{ name }}, ${{ time }}`)]
  })
  const missing = version === waitingVersion(order) ? missing_approvals : []
  if (given.length + missing.length === 0) return [createNode(page, 'p', i18n._(msg`Not approved yet`))]
  if (!needs_two_approvals && missing.length > 1) return [createNode(page, 'p', i18n._(msg`One approval is needed.`))]
  const absent: PrintedRows = missing.map((side) => [sides[side], i18n._(msg`Approval is missing`)])
  return [printedValues(page, [...given, ...absent])]
}

/** One version: parties, status, terms, lines, legal text, and approvals with their hash. */
function orderContent(sheet: Sheet): HTMLElement[] {
  const { page, order, version, clientName, i18n } = sheet
  const { closed, proposed } = order
  const { terms, hash, version_id } = version
  const status = version === proposed ? 'pending' : order.status
  const amount = money(terms.total, order, i18n.locale)
  const advertiser = order.advertiser_name ?? i18n._(msg`All advertisers`)
  const heading = (text: string) => createNode(page, 'h2', text)
  const optionalRow = (label: string, value: string | null | undefined): PrintedRows => (value ? [[label, value]] : [])
  const parties: PrintedRows = [...optionalRow(i18n._(msg`Client`), clientName), [i18n._(msg`Advertiser`), advertiser]]
  const agreed: PrintedRows = [
    [i18n._(msg`Number`), terms.number],
    [i18n._(msg`Status`), statusLabel(status, i18n)],
    ...optionalRow(i18n._(msg`Reason for closing`), closed?.reason),
    [i18n._(msg`Version`), String(version_id)],
    [i18n._(msg`Dates`), dayRange(terms.start_date, terms.end_date, i18n.locale, '')],
    [i18n._(msg`Total`), i18n._(msg`${{ amount }} (${{ currency: terms.currency_code }})`)],
    ...optionalRow(i18n._(msg`PO number`), terms.po_number),
    // The number may change without a new version.
    ...optionalRow(i18n._(msg`Current PO number`), order.po_number === terms.po_number ? null : order.po_number),
    ...optionalRow(i18n._(msg`Notes`), terms.notes),
  ]
  const { funding_type_id: fundingType = null, contact, email, address } = terms.billing ?? {}
  const billing: PrintedRows = [
    ...optionalRow(i18n._(msg`Funding type`), fundingType && fundingTypeText(fundingType, i18n)),
    ...optionalRow(i18n._(msg`Billing contact`), contact),
    ...optionalRow(i18n._(msg`Billing email`), email),
    ...optionalRow(i18n._(msg`Billing address`), address && addressLines(address, i18n).join('\n')),
  ]
  const text = createNode(page, 'p', version.legal_text, 'text')
  text.lang = version.locale
  text.dir = 'auto'
  return [
    createNode(page, 'h1', terms.name),
    printedValues(page, parties),
    heading(i18n._(msg`Terms`)),
    printedValues(page, agreed),
    ...(billing.length > 0 ? [heading(i18n._(msg`Billing`)), printedValues(page, billing)] : []),
    heading(i18n._(msg`Lines`)),
    lineTable(sheet, terms.lines),
    heading(i18n._(msg`Legal text`)),
    text,
    heading(i18n._(msg`Approvals`)),
    ...approvalNodes(sheet),
    printedValues(page, [['SHA-256', hash]]),
  ]
}

/** Prints a version of an order. */
export const printOrder = (root: ShadowRoot, { order, version, clientName }: Omit<Sheet, 'page' | 'i18n'>, i18n: I18n) =>
  printPage(root, {
    title: i18n._(msg`${{ number: order.number }} · ${{ name: order.name }}`),
    i18n,
    content: (page) => orderContent({ page, order, version, clientName, i18n }),
  })
