import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { type Invoice, invoices } from '../../../contract/invoices/invoices.ts'
import { invoiceStatusRule, storedStatusOf } from '../../../contract/invoices/invoices.rules.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import frameCss from '../../../parts/resource/detail.css'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { DateRangeText, DateText } from '../../../ui/format/date-text.tsx'
import { money } from '../../../ui/format/format.ts'
import { Money } from '../../../ui/format/money.tsx'
import { chevronStart } from '../../../ui/icon/control-icons.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { Link } from '../../../ui/navigation/link.tsx'
import { EmptyState, NoPermission } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { fundsData } from '../context.tsx'
import { useFundsLinks } from '../links.ts'
import { useRefusalText, useRefusalTexts } from '../refusals.ts'
import { InvoiceOrders } from './orders.tsx'
import { InvoiceStatusTag } from './status.tsx'

addStyles(frameCss)

const PaymentDialog = lazyIdle(() => import('./payment-dialog.tsx'))

const unpaidOf = ({ amount, tax, paid }: Invoice) => decimalOf(microsOf(amount) + microsOf(tax) - microsOf(paid))

/** Makes the invoice void, or marks it as uncollectible, after a question. */
function StatusActions({ invoice, disabledBecause }: { readonly invoice: Invoice; readonly disabledBecause: string | undefined }) {
  const { t } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { mutate, showError } = useMutate()
  const { confirm, question } = useConfirm()
  const refusals = useRefusalTexts(invoice)
  const textOf = useRefusalText()
  const { number } = invoice
  const status = storedStatusOf(invoice)
  const call = { path: { memberGroupId, advertiserId: invoice.advertiser_id, invoiceId: invoice.invoice_id } }
  const effects = { version: invoice.version, stale: fundsData, text: number }
  const voidRule = invoiceStatusRule(status, 'void')
  const makeVoid = async () => {
    const isSure = await confirm({
      heading: <Trans>Make invoice {number} void?</Trans>,
      text: <Trans>It can’t be paid any more. Its spend is invoiced again within an hour, with the current address and tax ID.</Trans>,
      label: <Trans>Make void</Trans>,
    })
    if (!isSure) return
    await mutate(invoices.makeVoid, call, { ...effects, title: t`Invoice made void` }).catch(
      showError(t`The invoice was not made void`, refusals.all),
    )
  }
  const makeUncollectible = async () => {
    const isSure = await confirm({
      heading: <Trans>Mark invoice {number} as uncollectible?</Trans>,
      text: <Trans>Its spend still counts toward the spend limit. A payment that arrives after all can be recorded.</Trans>,
      label: <Trans>Mark as uncollectible</Trans>,
    })
    if (!isSure) return
    await mutate(invoices.makeUncollectible, call, { ...effects, title: t`Invoice marked as uncollectible` }).catch(
      showError(t`The invoice was not marked as uncollectible`, refusals.all),
    )
  }
  if (invoiceStatusRule(status, 'uncollectible') !== true) return null
  return (
    <>
      <Button disabledBecause={disabledBecause ?? (voidRule === true ? undefined : textOf(voidRule.code))} onPress={() => void makeVoid()}>
        <Trans>Make void</Trans>
      </Button>
      <Button disabledBecause={disabledBecause} onPress={() => void makeUncollectible()}>
        <Trans>Mark as uncollectible</Trans>
      </Button>
      {question}
    </>
  )
}

/** Prints the invoice, records its payment, and changes its status. */
function InvoiceActions({ invoice }: { readonly invoice: Invoice }) {
  const { t, i18n } = useLingui()
  const { root } = useElementContext()
  const { memberGroup } = useClient()
  const links = useFundsLinks()
  const { showError } = useMutate()
  const { isReadonly } = useScope()
  const [isPaying, setPaying] = useState(false)
  const disabledBecause = useDisabledReason()({ permissions: ['funds.correct'] })
  const unpaid = unpaidOf(invoice)
  const isPayable = invoiceStatusRule(storedStatusOf(invoice), 'paid') === true && !isReadonly
  const print = () =>
    import('./print.ts')
      .then(({ printInvoice }) => printInvoice(root, { invoice, clientName: memberGroup?.name }, i18n))
      .catch(showError(t`Couldn’t print the invoice`))
  return (
    <div className="row">
      <Button onPress={() => void print()}>
        <Trans>Print</Trans>
      </Button>
      {isPayable && (
        <Button kind="primary" disabledBecause={disabledBecause} onPress={() => setPaying(true)}>
          <Trans>Record payment</Trans>
        </Button>
      )}
      {microsOf(invoice.paid) > 0n && (
        <Link target={links.invoiceEntries(invoice.number)}>
          <Trans>Payments in the ledger</Trans>
        </Link>
      )}
      {!isReadonly && <StatusActions invoice={invoice} disabledBecause={disabledBecause} />}
      {isPaying && (
        <Suspense>
          <PaymentDialog invoice={invoice} unpaid={unpaid} onClose={() => setPaying(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Amounts of the invoice, and how its total comes from the exact spend. */
function Amounts({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useLingui()
  const shown = (amount: string) => <Money amount={amount} currency={invoice} />
  const exact = { ...invoice, currency_digits: 6 }
  const rounding = decimalOf(microsOf(invoice.amount) - microsOf(invoice.exact))
  return (
    <KeyValues
      items={[
        { id: 'amount', label: invoice.credits.length > 0 ? t`Spend less credits` : t`Spend`, value: shown(invoice.amount) },
        { id: 'tax', label: t`Tax`, value: shown(invoice.tax) },
        { id: 'total', label: t`Total`, value: shown(decimalOf(microsOf(invoice.amount) + microsOf(invoice.tax))) },
        { id: 'paid', label: t`Paid`, value: shown(invoice.paid) },
        { id: 'unpaid', label: t`Not paid`, value: shown(unpaidOf(invoice)) },
        { id: 'issued', label: t`Issued`, value: <DateText day={invoice.issued_on} /> },
        { id: 'due', label: t`Due`, value: <DateText day={invoice.due_on} /> },
        ...(invoice.tax_id ? [{ id: 'tax-id', label: t`Tax ID`, value: invoice.tax_id.value }] : []),
        { id: 'exact', label: t`Exact spend`, value: <Money amount={invoice.exact} currency={exact} /> },
        { id: 'rounding', label: t`Rounding`, value: <Money amount={rounding} currency={exact} isSigned /> },
      ]}
    />
  )
}

/** The days of a line. Those of late charges are before the period of the invoice. */
const daysOf = ({ days }: Invoice['lines'][number], { start_date, end_date }: Invoice) => ({
  start_date: [start_date, ...days.map(({ day }) => day)].toSorted()[0] ?? start_date,
  end_date,
})

/** Where the report of a campaign shows another spend than the invoice: charges that came late are in a later invoice. */
function ReportDifference({ line, invoice }: { readonly line: Invoice['lines'][number]; readonly invoice: Invoice }) {
  const { i18n } = useLingui()
  const difference = microsOf(line.reported) - microsOf(line.amount)
  if (difference === 0n) return <Trans>Same as here</Trans>
  // Only a difference below the smallest unit of the currency needs more digits.
  const digits = difference % 10n ** BigInt(6 - invoice.currency_digits) === 0n ? invoice.currency_digits : 6
  const gap = money(decimalOf(difference < 0n ? -difference : difference), { ...invoice, currency_digits: digits }, i18n.locale)
  return difference > 0n ? <Trans>{gap} more than here</Trans> : <Trans>{gap} less than here</Trans>
}

/** Spend by campaign, and on request by day. */
function Lines({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useLingui()
  const [hasDays, setDays] = useState(false)
  const exact = { ...invoice, currency_digits: 6 }
  const columns = [
    { id: 'campaign', label: t`Campaign`, isNumber: false },
    { id: 'day', label: t`Day`, isNumber: false },
    { id: 'amount', label: t`Amount`, isNumber: true },
    { id: 'reported', label: t`In the report`, isNumber: false },
    { id: 'links', label: t`Links`, isNumber: false },
  ]
  const links = useFundsLinks()
  const name = (text: string) => (
    <span key="name" dir="auto">
      {text}
    </span>
  )
  const rows = invoice.lines.flatMap((line) => [
    {
      id: String(line.campaign_id),
      cells: [
        <Link key="name" target={links.campaign(line.campaign_id)}>
          {name(line.name)}
        </Link>,
        <Plural key="days" value={line.days.length} one="# day" other="# days" />,
        <Money key="amount" amount={line.amount} currency={exact} />,
        <ReportDifference key="reported" line={line} invoice={invoice} />,
        <span key="links" className="row">
          <Link target={links.report({ advertiserId: invoice.advertiser_id }, line.campaign_id, invoice.currency_code, invoice)}>
            <Trans>Report</Trans>
          </Link>
          <Link target={links.campaignEntries(line.campaign_id, daysOf(line, invoice))}>
            <Trans>Ledger</Trans>
          </Link>
        </span>,
      ],
      isTotal: hasDays,
    },
    ...(hasDays
      ? line.days.map(({ day, amount }) => ({
          id: `${line.campaign_id} ${day}`,
          cells: [name(line.name), <DateText key="day" day={day} />, <Money key="amount" amount={amount} currency={exact} />, null, null],
        }))
      : []),
  ])
  return (
    <div className="detail-part">
      <h3>
        <Trans>Spend by campaign</Trans>
      </h3>
      <Checkbox label={t`Show days`} value={hasDays} onChange={setDays} />
      <Table caption={t`Spend by campaign`} columns={columns} rows={rows} />
    </div>
  )
}

/** Credits and make-goods of insertion orders that reduce the invoice. */
function Credits({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useLingui()
  if (invoice.credits.length === 0) return null
  const columns = [
    { id: 'order', label: t`Insertion order`, isNumber: false },
    { id: 'day', label: t`Day`, isNumber: false },
    { id: 'reason', label: t`Reason`, isNumber: false },
    { id: 'amount', label: t`Amount`, isNumber: true },
  ]
  const text = (key: string, content: string) => (
    <span key={key} dir="auto">
      {content}
    </span>
  )
  const rows = invoice.credits.map(({ adjustment_id, order_number, day, reason, amount }) => ({
    id: String(adjustment_id),
    cells: [
      text('order', order_number),
      <DateText key="day" day={day} />,
      text('reason', reason),
      <Money key="amount" amount={`-${amount}`} currency={{ ...invoice, currency_digits: 6 }} />,
    ],
  }))
  return (
    <div className="detail-part">
      <h3>
        <Trans>Credits and make-goods</Trans>
      </h3>
      <Table caption={t`Credits and make-goods`} columns={columns} rows={rows} />
    </div>
  )
}

function InvoiceContent({ invoice }: { readonly invoice: Invoice }) {
  return (
    <>
      <div className="detail-name">
        <h2>
          <Trans>Invoice {invoice.number}</Trans>
        </h2>
        <InvoiceStatusTag invoice={invoice} />
        <DateRangeText start={invoice.start_date} end={invoice.end_date} today="" />
      </div>
      <InvoiceActions invoice={invoice} />
      <Amounts invoice={invoice} />
      <Lines invoice={invoice} />
      <InvoiceOrders invoice={invoice} />
      <Credits invoice={invoice} />
    </>
  )
}

/** One invoice: its amounts, its lines, and the page to print. */
export default function InvoiceScreen({ params }: { readonly params: ScreenParams }) {
  const { t } = useLingui()
  const linkTo = usePathLink()
  const { clientId: memberGroupId, advertiserId = 0 } = useScope()
  const invoiceId = parseId(params.invoiceId)
  const read = useRead(invoices.one, invoiceId === undefined ? null : { path: { memberGroupId, advertiserId, invoiceId } })
  const missing = (
    <EmptyState heading={<Trans>Invoice not found</Trans>} text={<Trans>It doesn’t exist, or you don’t have access to it.</Trans>} />
  )
  return (
    <div className="detail">
      <Link target={linkTo('invoices', t`Invoices`)} className="detail-back">
        <Icon shape={chevronStart} />
        <Trans>All invoices</Trans>
      </Link>
      {invoiceId === undefined ? (
        missing
      ) : (
        <ResourceGate
          read={read}
          brokenHeading={<Trans>The invoice could not be read</Trans>}
          refused={<NoPermission text={<Trans>Ask an administrator of your account for access to invoices.</Trans>} />}
          missing={missing}
        >
          {(invoice) => (
            <div className="detail-tab">
              <InvoiceContent invoice={invoice} />
            </div>
          )}
        </ResourceGate>
      )}
    </div>
  )
}
