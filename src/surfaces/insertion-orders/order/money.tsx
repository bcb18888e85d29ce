import { Trans, useLingui } from '@lingui/react/macro'
import { insertionOrders, type ReconciledLine } from '../../../contract/insertion-orders/insertion-orders.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import { useRead } from '../../../kit/cache.tsx'
import { csvOf, downloadText } from '../../../parts/resource/csv.ts'
import { ResourceError } from '../../../parts/resource/resource.tsx'
import { Tag } from '../../../ui/badge/tag.tsx'
import type { Tone } from '../../../ui/badge/status-labels.ts'
import { Button } from '../../../ui/button.tsx'
import { count, money } from '../../../ui/format/format.ts'
import { Money } from '../../../ui/format/money.tsx'
import { dayText } from '../../../ui/format/moment.ts'
import { download } from '../../../ui/icon/icons.ts'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { useOrder } from '../context.tsx'
import { pathOf } from './order-path.ts'

type Amount = 'booked' | 'delivered' | 'charged' | 'difference' | 'unsettled' | 'credits' | 'true_ups' | 'unexplained'
type Amounts = Readonly<Record<Amount, string>>

const hasAmount = (decimal: string) => microsOf(decimal) !== 0n

const sumOf = (lines: readonly ReconciledLine[], field: Amount) => decimalOf(lines.reduce((sum, line) => sum + microsOf(line[field]), 0n))

const totalsOf = (lines: readonly ReconciledLine[]): Amounts => ({
  booked: sumOf(lines, 'booked'),
  delivered: sumOf(lines, 'delivered'),
  charged: sumOf(lines, 'charged'),
  difference: sumOf(lines, 'difference'),
  unsettled: sumOf(lines, 'unsettled'),
  credits: sumOf(lines, 'credits'),
  true_ups: sumOf(lines, 'true_ups'),
  unexplained: sumOf(lines, 'unexplained'),
})

/** What the difference between booked, delivered and charged consists of. */
function Reasons({ amounts }: { readonly amounts: Amounts }) {
  const { t, i18n } = useLingui()
  const order = useOrder()
  const text = (amount: string) => money(amount, order, i18n.locale)
  const { booked, delivered, unsettled, credits, true_ups, unexplained } = amounts
  const undelivered = microsOf(booked) - microsOf(delivered)
  const reasons: { readonly label: string; readonly tone?: Tone }[] = [
    ...(undelivered > 0n ? [{ label: t`Not yet delivered: ${text(decimalOf(undelivered))}` }] : []),
    ...(hasAmount(unsettled) ? [{ label: t`Not final: ${text(unsettled)}`, tone: 'warn' as const }] : []),
    ...(hasAmount(credits) ? [{ label: t`Credit: ${text(credits)}`, tone: 'info' as const }] : []),
    ...(hasAmount(true_ups) ? [{ label: t`Correction: ${text(true_ups)}`, tone: 'info' as const }] : []),
    ...(hasAmount(unexplained) ? [{ label: t`Unexplained: ${text(unexplained)}`, tone: 'bad' as const }] : []),
  ]
  return (
    <span className="order-chips">
      {reasons.map(({ label, tone }) => (
        <Tag key={label} text={label} {...(tone && { tone })} />
      ))}
    </span>
  )
}

/** The offers for lines that ended short. */
function MakeGoods({ lines }: { readonly lines: readonly ReconciledLine[] }) {
  const { t, i18n } = useLingui()
  const order = useOrder()
  const offers = lines.flatMap(({ line_id, name, make_good }) => {
    if (!make_good) return []
    const { shortfall, days, credit } = make_good
    const [short, amount] = [count(shortfall, i18n.locale), money(credit, order, i18n.locale)]
    const offer =
      days === null
        ? t`${name} ended ${short} short of its quantity. Offer a credit of ${amount}.`
        : t`${name} ended ${short} short of its quantity. Extend it by ${days} days, or offer a credit of ${amount}.`
    return [{ id: line_id, offer }]
  })
  if (offers.length === 0) return null
  return (
    <section className="order-section" aria-label={t`Make-goods`}>
      <h3>{t`Make-goods`}</h3>
      <ul className="order-plain">
        {offers.map(({ id, offer }) => (
          <li key={id}>{offer}</li>
        ))}
      </ul>
    </section>
  )
}

interface ReconciliationTableProps {
  readonly lines: readonly ReconciledLine[]
}

function ReconciliationTable({ lines }: ReconciliationTableProps) {
  const { t, i18n } = useLingui()
  const order = useOrder()
  const columns = [
    { id: 'line', label: t`Line`, isNumber: false },
    { id: 'booked', label: t`Booked`, isNumber: true },
    { id: 'delivered', label: t`Delivered`, isNumber: true },
    { id: 'charged', label: t`Charged`, isNumber: true },
    { id: 'difference', label: t`Difference`, isNumber: true },
    { id: 'reasons', label: t`Reasons`, isNumber: false },
  ]
  const quantity = ({ booked_quantity, delivered_quantity }: ReconciledLine) => {
    if (booked_quantity === null || delivered_quantity === null) return null
    const [done, all] = [delivered_quantity, booked_quantity].map((number) => count(number, i18n.locale))
    return <small> {t`${done} of ${all}`}</small>
  }
  const cells = (amounts: Amounts, line?: ReconciledLine) => [
    <span key="line" className="order-name">
      {line ? (line.name ?? t`Without a line`) : t`Total`}
      {line && quantity(line)}
    </span>,
    ...(['booked', 'delivered', 'charged', 'difference'] as const).map((field) => (
      <Money key={field} amount={amounts[field]} currency={order} />
    )),
    <Reasons key="reasons" amounts={amounts} />,
  ]
  const rows = [
    ...lines.map((line) => ({ id: String(line.line_id), cells: cells(line, line) })),
    { id: 'total', isTotal: true, cells: cells(totalsOf(lines)) },
  ]
  const save = () => {
    const fields = ['booked', 'delivered', 'charged', 'difference', 'unsettled', 'credits', 'true_ups', 'unexplained'] as const
    const names = [t`Line`, t`Booked`, t`Delivered`, t`Charged`, t`Difference`, t`Not final`, t`Credits`, t`Corrections`, t`Unexplained`]
    const content = [
      [...names, t`Currency`],
      ...lines.map((line) => [line.name ?? t`Without a line`, ...fields.map((field) => line[field]), order.currency_code]),
    ]
    downloadText(`${order.number}.csv`, csvOf(content))
  }
  return (
    <>
      <div className="row order-tools">
        <h3>{t`Booked, delivered and charged`}</h3>
        <Button icon={download} onPress={save}>
          <Trans>Download CSV</Trans>
        </Button>
      </div>
      <Table caption={t`Booked, delivered and charged`} columns={columns} rows={rows} />
    </>
  )
}

/** Money tab: what each line booked, delivered and charged, and why these differ. */
export function Reconciliation() {
  const { i18n } = useLingui()
  const order = useOrder()
  const { data, error, mutate } = useRead(insertionOrders.reconciliation, { path: pathOf(order) })
  if (error && !data)
    return <ResourceError problem={error} brokenHeading={<Trans>Couldn’t load the amounts</Trans>} onRetry={() => void mutate()} />
  if (!data) return <LoadingSkeleton height={240} />
  const day = dayText(data.settled_through, i18n.locale, 'full')
  return (
    <div className="order-panel">
      <section className="order-section">
        <ReconciliationTable lines={data.lines} />
        <p className="quiet">
          <Trans>Final through {day}.</Trans>
        </p>
      </section>
      <MakeGoods lines={data.lines} />
    </div>
  )
}
