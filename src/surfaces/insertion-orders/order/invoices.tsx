import { Trans, useLingui } from '@lingui/react/macro'
import type { OrderInvoice } from '../../../contract/insertion-orders/reconciliation.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { DateText } from '../../../ui/format/date-text.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { useOrder, useOrders } from '../context.tsx'

/** The invoices with charges of the order, which the page opens for users who may read them. */
export function OrderInvoices({ invoices }: { readonly invoices: readonly OrderInvoice[] }) {
  const { t } = useLingui()
  const order = useOrder()
  const { emit, noLedger } = useOrders()
  const { notify } = useElementContext()
  const mayNotRead = useDisabledReason()({ permissions: ['invoices.read'] })
  if (invoices.length === 0) return null
  const open = ({ advertiser_id, invoice_id }: OrderInvoice) => {
    const isHandled = !emit('ad-funds-asked', { advertiser_id, path: `invoices/${invoice_id}` })
    if (!isHandled) notify({ kind: 'info', title: t`This page can’t open invoices` })
  }
  const columns = [
    { id: 'number', label: t`Invoice`, isNumber: false },
    { id: 'issued', label: t`Issued`, isNumber: false },
    { id: 'amount', label: t`This order`, isNumber: true },
  ]
  const rows = invoices.map((invoice) => ({
    id: String(invoice.invoice_id),
    cells: [
      noLedger || mayNotRead !== undefined ? (
        invoice.number
      ) : (
        <Link key="number" target={{ onNavigate: () => open(invoice) }}>
          {invoice.number}
        </Link>
      ),
      <DateText key="issued" day={invoice.issued_on} />,
      <Money key="amount" amount={invoice.amount} currency={order} />,
    ],
  }))
  return (
    <div className="detail-part">
      <h3>
        <Trans>Invoices</Trans>
      </h3>
      <Table caption={t`Invoices`} columns={columns} rows={rows} />
    </div>
  )
}
