import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { InsertionOrder, OrderLine, OrderVersion } from '../../../contract/insertion-orders/insertion-orders.ts'
import { channelLabel } from '../../../parts/campaigns/labels.ts'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { count, dayRange, money } from '../../../ui/format/format.ts'
import { momentText } from '../../../ui/format/moment.ts'
import { waitingVersion } from '../order-path.ts'
import { lineTypeWords } from '../words.ts'
import { rateText } from './terms.ts'

/** Forty lines fit on two pages. */
const css = `
@page { size: A4; margin: 14mm }
body { margin: 0; font: 9pt/1.35 Arial, sans-serif }
h1 { margin: 0 0 2mm; font-size: 15pt }
h2 { margin: 5mm 0 1mm; font-size: 10pt; break-after: avoid }
dl { display: grid; grid-template-columns: 38mm 1fr; margin: 0 }
dd { margin: 0; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse; font-size: 8pt }
th, td { padding: .7mm 1mm; border-bottom: .2mm solid; text-align: start; vertical-align: top }
tr { break-inside: avoid }
.end { text-align: end; white-space: nowrap }
.text { margin: 0; font-size: 8pt; white-space: pre-wrap; overflow-wrap: anywhere }
`

type Rows = (readonly [label: string, value: string])[]

interface Sheet {
  readonly page: Document
  readonly order: InsertionOrder
  /** The version in force, or the one that waits. */
  readonly version: OrderVersion
  /** Undefined if the user may not read the client. */
  readonly clientName: string | undefined
  readonly i18n: I18n
}

function createNode(page: Document, tag: string, text: string, className = '') {
  const node = page.createElement(tag)
  node.textContent = text
  if (className) node.className = className
  return node
}

function definitions(page: Document, rows: Rows) {
  const list = page.createElement('dl')
  for (const [label, value] of rows) list.append(createNode(page, 'dt', label), createNode(page, 'dd', value))
  return list
}

function lineTable({ page, order, i18n }: Sheet, lines: readonly OrderLine[]) {
  const { locale } = i18n
  const nameOf = ({ name, channel: id }: OrderLine) => {
    if (!id) return name
    const channel = channelLabel(id, i18n)
    return i18n._(msg`${{ name }} (${{ channel }})`)
  }
  const columns: readonly { readonly label: string; readonly isNumber?: boolean; readonly text: (line: OrderLine) => string }[] = [
    { label: i18n._(msg`Line`), text: nameOf },
    { label: i18n._(msg`Dates`), text: ({ start_date, end_date }) => dayRange(start_date, end_date, locale, '') },
    { label: i18n._(msg`Pricing`), text: ({ type }) => i18n._(lineTypeWords[type]) },
    { label: i18n._(msg`Rate`), isNumber: true, text: ({ rate }) => rateText(rate, order, i18n) },
    { label: i18n._(msg`Quantity`), isNumber: true, text: ({ quantity }) => count(quantity, locale) },
    { label: i18n._(msg`Amount`), isNumber: true, text: ({ amount }) => money(amount, order, locale) },
  ]
  const rowOf = (tag: string, text: (column: (typeof columns)[number]) => string) => {
    const row = page.createElement('tr')
    row.append(...columns.map((column) => createNode(page, tag, text(column), column.isNumber ? 'end' : '')))
    return row
  }
  const [table, head, body] = [page.createElement('table'), page.createElement('thead'), page.createElement('tbody')]
  head.append(rowOf('th', ({ label }) => label))
  body.append(...lines.map((line) => rowOf('td', ({ text }) => text(line))))
  table.append(head, body)
  return table
}

/** Given and missing approvals. A missing one belongs to the version that waits. */
function approvalNodes({ page, order, version, clientName, i18n }: Sheet): HTMLElement[] {
  const { missing_approvals, needs_two_approvals, time_zone } = order
  const sides = { client: clientName ?? i18n._(msg`Client`), advertiser: order.advertiser_name ?? i18n._(msg`Advertiser`) }
  const given: Rows = version.approvals.map(({ side, name: typedName, user, at }) => {
    const [name, time] = [typedName ?? user, momentText(at, i18n.locale, time_zone)]
    return [sides[side], i18n._(msg`${{ name }}, ${{ time }}`)]
  })
  const missing = version === waitingVersion(order) ? missing_approvals : []
  if (given.length + missing.length === 0) return [createNode(page, 'p', i18n._(msg`Not approved yet`))]
  if (!needs_two_approvals && missing.length > 1) return [createNode(page, 'p', i18n._(msg`One approval is needed.`))]
  const absent: Rows = missing.map((side) => [sides[side], i18n._(msg`Approval is missing`)])
  return [definitions(page, [...given, ...absent])]
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
  const optionalRow = (label: string, value: string | null | undefined): Rows => (value ? [[label, value]] : [])
  const parties: Rows = [...optionalRow(i18n._(msg`Client`), clientName), [i18n._(msg`Advertiser`), advertiser]]
  const agreed: Rows = [
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
  const text = createNode(page, 'p', version.legal_text, 'text')
  text.lang = version.locale
  text.dir = 'auto'
  return [
    createNode(page, 'h1', terms.name),
    definitions(page, parties),
    heading(i18n._(msg`Terms`)),
    definitions(page, agreed),
    heading(i18n._(msg`Lines`)),
    lineTable(sheet, terms.lines),
    heading(i18n._(msg`Legal text`)),
    text,
    heading(i18n._(msg`Approvals`)),
    ...approvalNodes(sheet),
    definitions(page, [['SHA-256', hash]]),
  ]
}

const frameName = 'placard-print'

/** Prints a version of an order from a hidden frame, so that neither the page of the host nor its styles take part. */
export function printOrder(root: ShadowRoot, { order, version, clientName }: Omit<Sheet, 'page' | 'i18n'>, i18n: I18n) {
  root.querySelector(`iframe[name="${frameName}"]`)?.remove()
  const frame = document.createElement('iframe')
  frame.name = frameName
  frame.ariaHidden = 'true'
  frame.tabIndex = -1
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0', visibility: 'hidden' })
  root.append(frame)
  const page = frame.contentDocument
  const view = frame.contentWindow
  if (!page || !view) throw new Error('The print frame has no document')
  page.title = i18n._(msg`${{ number: order.number }} · ${{ name: order.name }}`)
  page.documentElement.lang = i18n.locale
  page.documentElement.dir = getComputedStyle(root.host).direction
  // A constructed sheet works under a policy that forbids inline styles, and belongs to its document.
  const sheet = new (view as Window & typeof globalThis).CSSStyleSheet() // a window has its own constructors
  sheet.replaceSync(css)
  page.adoptedStyleSheets = [sheet]
  page.body.append(...orderContent({ page, order, version, clientName, i18n }))
  view.addEventListener('afterprint', () => frame.remove())
  view.focus()
  view.print()
}
