import { Trans, useLingui } from '@lingui/react/macro'
import type { Invoice } from '../../../contract/invoices/invoices.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import { missingValue } from '../../../ui/format/format.ts'
import { Money } from '../../../ui/format/money.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { useFundsLinks } from '../links.ts'

type LineOrder = Invoice['lines'][number]['orders'][number]

/** What an invoice has of one insertion order, or of none. */
export interface InvoicedOrder extends Pick<LineOrder, 'amount' | 'po_number'> {
  /** Null for spend that was charged to no order. */
  readonly insertion_order_id: number | null
  readonly number: string | null
}

const sumOf = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum + microsOf(amount), 0n)

/** The spend of an invoice by insertion order, and what belongs to none; empty if no spend belongs to an order. */
export function invoicedOrders({ lines }: Invoice): readonly InvoicedOrder[] {
  const parts = lines.flatMap(({ orders }) => orders)
  if (parts.length === 0) return []
  const sums = new Map<number, LineOrder>()
  for (const part of parts) {
    const earlier = sums.get(part.insertion_order_id)?.amount ?? '0'
    sums.set(part.insertion_order_id, { ...part, amount: decimalOf(microsOf(earlier) + microsOf(part.amount)) })
  }
  const orders = [...sums.values()]
  const rest = sumOf(lines.map(({ amount }) => amount)) - sumOf(parts.map(({ amount }) => amount))
  const without = { insertion_order_id: null, number: null, po_number: null, amount: decimalOf(rest) }
  return rest === 0n ? orders : [...orders, without]
}

/** Spend by insertion order, with the purchase order numbers that the advertiser's accounting needs. */
export function InvoiceOrders({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useLingui()
  const links = useFundsLinks()
  const orders = invoicedOrders(invoice)
  if (orders.length === 0) return null
  const columns = [
    { id: 'order', label: t`Insertion order`, isNumber: false },
    { id: 'po', label: t`PO number`, isNumber: false },
    { id: 'amount', label: t`Amount`, isNumber: true },
  ]
  const rows = orders.map(({ insertion_order_id: id, number, po_number, amount }) => ({
    id: String(id),
    cells: [
      id === null ? (
        t`Without an insertion order`
      ) : (
        <Link key="order" target={links.source({ kind: 'insertion_order', id, name: number ?? '' })}>
          <span dir="auto">{number}</span>
        </Link>
      ),
      <span key="po" dir="auto">
        {po_number ?? missingValue}
      </span>,
      <Money key="amount" amount={amount} currency={{ ...invoice, currency_digits: 6 }} />,
    ],
  }))
  return (
    <div className="detail-part">
      <h3>
        <Trans>Spend by insertion order</Trans>
      </h3>
      <Table caption={t`Spend by insertion order`} columns={columns} rows={rows} />
    </div>
  )
}
