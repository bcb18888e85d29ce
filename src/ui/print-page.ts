import type { I18n } from '@lingui/core'

/** The type and the tables of printed pages. Forty lines of a table fit on two pages. */
const css = `
@page { size: A4; margin: 14mm }
body { margin: 0; font: 9pt/1.35 Arial, sans-serif }
h1 { margin: 0 0 2mm; font-size: 15pt }
h2 { margin: 5mm 0 1mm; font-size: 10pt; break-after: avoid }
dl { display: grid; grid-template-columns: 38mm 1fr; margin: 0 }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line }
table { width: 100%; border-collapse: collapse; font-size: 8pt }
th, td { padding: .7mm 1mm; border-bottom: .2mm solid; text-align: start; vertical-align: top }
tr { break-inside: avoid }
.end { text-align: end; white-space: nowrap }
.text { margin: 0; font-size: 8pt; white-space: pre-wrap; overflow-wrap: anywhere }
`

export type PrintedRows = (readonly [label: string, value: string])[]

export function createNode(page: Document, tag: string, text: string, className = '') {
  const node = page.createElement(tag)
  node.textContent = text
  if (className) node.className = className
  return node
}

/** Labelled values. */
export function printedValues(page: Document, rows: PrintedRows) {
  const list = page.createElement('dl')
  for (const [label, value] of rows) list.append(createNode(page, 'dt', label), createNode(page, 'dd', value))
  return list
}

export interface PrintedColumn<Row> {
  readonly label: string
  readonly isNumber?: boolean
  readonly text: (row: Row) => string
}

export function printedTable<Row>(page: Document, columns: readonly PrintedColumn<Row>[], rows: readonly Row[]) {
  const rowOf = (tag: string, text: (column: PrintedColumn<Row>) => string) => {
    const row = page.createElement('tr')
    row.append(...columns.map((column) => createNode(page, tag, text(column), column.isNumber ? 'end' : '')))
    return row
  }
  const [table, head, body] = [page.createElement('table'), page.createElement('thead'), page.createElement('tbody')]
  head.append(rowOf('th', ({ label }) => label))
  body.append(...rows.map((row) => rowOf('td', ({ text }) => text(row))))
  table.append(head, body)
  return table
}

const frameName = 'placard-print'

interface PrintedPage {
  readonly title: string
  readonly i18n: I18n
  readonly content: (page: Document) => readonly HTMLElement[]
}

/** Prints a page from a hidden frame, so that neither the page of the host nor its styles take part. */
export function printPage(root: ShadowRoot, { title, i18n, content }: PrintedPage) {
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
  page.title = title
  page.documentElement.lang = i18n.locale
  page.documentElement.dir = getComputedStyle(root.host).direction
  // A constructed sheet works under a policy that forbids inline styles, and belongs to its document.
  const sheet = new (view as Window & typeof globalThis).CSSStyleSheet() // a window has its own constructors
  sheet.replaceSync(css)
  page.adoptedStyleSheets = [sheet]
  page.body.append(...content(page))
  view.addEventListener('afterprint', () => frame.remove())
  view.focus()
  view.print()
}
