import { Trans, useLingui } from '@lingui/react/macro'
import { invoices, type InvoiceRow, invoiceStatuses } from '../../../contract/invoices/invoices.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { useList } from '../../../parts/resource/list-source.ts'
import { ResourceList } from '../../../parts/resource/list.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Gate } from '../../../parts/scope/viewer.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { DateRangeText } from '../../../ui/format/date-text.tsx'
import { FundsScreen } from '../screen.tsx'
import { PendingTransfers } from '../wires/pending.tsx'
import { UnassignedReceipts } from '../wires/receipts.tsx'
import { InvoiceStatusTag, invoiceStatusWords } from './status.tsx'

const currencyOf = (row: InvoiceRow) => row
const money = { currencyOf, isSortable: true, isFiltered: true }

/** The invoices of the advertiser, newest first, below the bank transfers that are expected or not assigned. */
export default function InvoiceList() {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId, advertiserId = 0 } = useScope()
  const linkTo = usePathLink()
  const today = useToday()
  const yes = t`Yes`
  const no = t`No`
  const shown = [
    columns.link<InvoiceRow>('number', t`Invoice`, {
      width: 160,
      isSortable: true,
      isSearched: true,
      target: ({ invoice_id: id, number }) => linkTo(`invoices/${id}`, number),
    }),
    columns.text<InvoiceRow>('status', t`Status`, {
      width: 190,
      card: 'line',
      options: invoiceStatuses.map((status) => ({ value: status, label: i18n._(invoiceStatusWords[status]) })),
      value: ({ status }) => i18n._(invoiceStatusWords[status]),
      render: (row) => <InvoiceStatusTag invoice={row} />,
    }),
    columns.date<InvoiceRow>('start_date', t`Period`, {
      width: 190,
      isSortable: true,
      isFiltered: true,
      render: ({ start_date, end_date }) => <DateRangeText start={start_date} end={end_date} today={today} />,
    }),
    columns.date<InvoiceRow>('issued_on', t`Issued`, { isSortable: true, isFiltered: true }),
    columns.date<InvoiceRow>('due_on', t`Due`, { isSortable: true, isFiltered: true }),
    columns.money<InvoiceRow>('amount', t`Amount`, { ...money, hint: t`Without tax`, card: 'figure-1' }),
    columns.money<InvoiceRow>('tax', t`Tax`, money),
    columns.money<InvoiceRow>('paid', t`Paid`, money),
    columns.text<InvoiceRow>('is_wire_transfer', t`Wire transfer`, {
      width: 130,
      value: ({ is_wire_transfer }) => (is_wire_transfer ? yes : no),
    }),
  ]
  const list = useList({
    endpoint: invoices.report,
    field: 'invoices',
    call: { path: { memberGroupId, advertiserId } },
    columns: shown,
  })
  return (
    <FundsScreen>
      <PendingTransfers />
      <Gate permissions={['funds.correct']} fallback={null}>
        <UnassignedReceipts />
      </Gate>
      <ResourceList
        list={list}
        name="invoices"
        heading={<Trans>Invoices</Trans>}
        label={t`Invoices`}
        columns={shown}
        rowId={({ invoice_id: id }) => String(id)}
        rowName={({ number }) => number}
        search={t`Search by number`}
        noSelection
        empty={{
          heading: t`No invoices yet`,
          text: t`An advertiser with a spend limit gets an invoice for each month, four days after it has ended.`,
        }}
      />
    </FundsScreen>
  )
}
