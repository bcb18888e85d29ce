import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { addDays } from '../../../contract/dates/date-ranges.ts'
import { type InsertionOrder, insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import type { ReconciledLine } from '../../../contract/insertion-orders/reconciliation.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { csvOf, downloadText } from '../../../parts/resource/csv.ts'
import { ResourceError } from '../../../parts/resource/resource.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { Tag } from '../../../ui/badge/tag.tsx'
import type { Tone } from '../../../ui/badge/status-labels.ts'
import { Button } from '../../../ui/button.tsx'
import { count, money } from '../../../ui/format/format.ts'
import { Money } from '../../../ui/format/money.tsx'
import { dayText } from '../../../ui/format/moment.ts'
import { download } from '../../../ui/icon/icons.ts'
import { Link } from '../../../ui/navigation/link.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { useOrder } from '../context.tsx'
import { pathOf } from '../order-path.ts'
import { OrderInvoices } from './invoices.tsx'
import { LedgerLinks } from './ledger-links.tsx'
import { AdjustButton, Adjustments, useLineName } from './adjustments.tsx'

const amountFields = [
  'booked',
  'delivered',
  'charged',
  'difference',
  'unsettled',
  'credits',
  'made_good',
  'true_ups',
  'unexplained',
  'invoiced',
  'prepaid',
  'not_invoiced',
] as const

/** Amounts in micros: those of the platform, and how the delivered amount differs from the booked one. */
type Amounts = Readonly<Record<(typeof amountFields)[number] | 'expected' | 'undelivered' | 'excess', bigint>>

const noAmounts: Amounts = {
  booked: 0n,
  delivered: 0n,
  charged: 0n,
  difference: 0n,
  unsettled: 0n,
  credits: 0n,
  made_good: 0n,
  true_ups: 0n,
  unexplained: 0n,
  invoiced: 0n,
  prepaid: 0n,
  not_invoiced: 0n,
  expected: 0n,
  undelivered: 0n,
  excess: 0n,
}

/**
 * The amounts of a line. It delivers its booked amount and its make-goods. Until its end, the missing amount counts as expected. A removed
 * line has no booked amount to exceed.
 */
function amountsOf(line: ReconciledLine, { lines, end_date }: InsertionOrder, today: string): Amounts {
  const own = lines.find(({ line_id }) => line_id === line.line_id)
  const isRemoved = line.line_id !== null && !own
  const isOver = (own?.end_date ?? end_date) < today
  const [booked, delivered, made_good] = [microsOf(line.booked), microsOf(line.delivered), microsOf(line.made_good)]
  const due = booked + made_good
  const missing = due > delivered ? due - delivered : 0n
  return {
    booked,
    delivered,
    charged: microsOf(line.charged),
    difference: microsOf(line.difference),
    unsettled: microsOf(line.unsettled),
    credits: microsOf(line.credits),
    made_good,
    true_ups: microsOf(line.true_ups),
    unexplained: microsOf(line.unexplained),
    invoiced: microsOf(line.invoiced),
    prepaid: microsOf(line.prepaid),
    not_invoiced: microsOf(line.not_invoiced),
    expected: isOver ? 0n : missing,
    undelivered: isOver ? missing : 0n,
    excess: delivered > due && !isRemoved && line.uncounted === null ? delivered - due : 0n,
  }
}

const sumOf = (rows: readonly Amounts[]) =>
  rows.reduce((sum, row) => {
    const names = Object.keys(sum) as (keyof Amounts)[] // noAmounts has exactly these
    return Object.fromEntries(names.map((name) => [name, sum[name] + row[name]])) as Amounts // the same names
  }, noAmounts)

interface ReasonsProps {
  readonly amounts: Amounts
  readonly isRemoved: boolean
  /** Delivered on days without a charge by campaigns that have left. */
  readonly uncounted: ReconciledLine['uncounted']
}

/** What the difference between booked, delivered and charged consists of. */
function Reasons({ amounts, isRemoved, uncounted }: ReasonsProps) {
  const { t, i18n } = useLingui()
  const order = useOrder()
  const text = (micros: bigint) => money(decimalOf(micros), order, i18n.locale)
  const [clicks, impressions] = [uncounted?.clicks ?? null, uncounted?.impressions ?? null].map((number) => count(number, i18n.locale))
  const { expected, undelivered, excess, unsettled, credits, true_ups, unexplained, prepaid, not_invoiced } = amounts
  const reasons: readonly { readonly id: string; readonly isShown: boolean; readonly label: string; readonly tone?: Tone }[] = [
    { id: 'removed', isShown: isRemoved, label: t`Line removed` },
    { id: 'uncounted', isShown: uncounted !== null, label: t`Not counted on a line. Clicks: ${clicks}, impressions: ${impressions}` },
    { id: 'expected', isShown: expected !== 0n, label: t`Not yet delivered: ${text(expected)}` },
    { id: 'undelivered', isShown: undelivered !== 0n, label: t`Not delivered: ${text(undelivered)}`, tone: 'warn' },
    { id: 'excess', isShown: excess !== 0n, label: t`Over-delivered: ${text(excess)}`, tone: 'warn' },
    { id: 'unsettled', isShown: unsettled !== 0n, label: t`Not final: ${text(unsettled)}`, tone: 'warn' },
    { id: 'credits', isShown: credits !== 0n, label: t`Credit: ${text(credits)}`, tone: 'info' },
    { id: 'true_ups', isShown: true_ups !== 0n, label: t`Correction: ${text(true_ups)}`, tone: 'info' },
    { id: 'prepaid', isShown: prepaid !== 0n, label: t`Prepaid: ${text(prepaid)}` },
    { id: 'not_invoiced', isShown: not_invoiced > 0n, label: t`Not invoiced yet: ${text(not_invoiced)}` },
    { id: 'next_invoice', isShown: not_invoiced < 0n, label: t`Credit on the next invoice: ${text(-not_invoiced)}`, tone: 'info' },
    { id: 'unexplained', isShown: unexplained !== 0n, label: t`Unexplained: ${text(unexplained)}`, tone: 'bad' },
  ]
  return (
    <span className="order-chips">
      {reasons.map(({ id, isShown, label, tone }) => isShown && <Tag key={id} text={label} {...(tone && { tone })} />)}
    </span>
  )
}

/** The day until which a line is extended. The days that it needs begin after its end, and not before today. */
const extendedTo = (endDate: string, days: number, today: string) => {
  const yesterday = addDays(today, -1)
  return addDays(endDate > yesterday ? endDate : yesterday, days)
}

/** The offers for lines that ended short, without what is already credited. Only an order that may change can be extended. */
function MakeGoods({ lines }: { readonly lines: readonly ReconciledLine[] }) {
  const { t, i18n } = useLingui()
  const order = useOrder()
  const linkTo = usePathLink()
  const today = useToday(order.time_zone)
  const extensionOf = (lineId: number | null, days: number | null) => {
    const line = order.lines.find(({ line_id }) => line_id === lineId)
    if (!line || days === null || order.actions.change !== null) return undefined
    const query = new URLSearchParams({ line: String(line.line_id), end_date: extendedTo(line.end_date, days, today) })
    return { days, target: linkTo(`${order.insertion_order_id}/edit?${query}`, order.name) }
  }
  const offers = lines.flatMap(({ line_id, name, make_good, credits, made_good }) => {
    if (!make_good) return []
    const { shortfall, days, credit } = make_good
    const open = microsOf(credit) - microsOf(credits) - microsOf(made_good)
    if (open <= 0n) return []
    const [short, amount] = [count(shortfall, i18n.locale), money(decimalOf(open), order, i18n.locale)]
    const extension = extensionOf(line_id, days)
    const offer = extension
      ? t`${name} ended ${short} short of its quantity. Offer a credit of ${amount}, or extend the line.`
      : t`${name} ended ${short} short of its quantity. Offer a credit of ${amount}.`
    return [{ id: line_id, offer, extension }]
  })
  if (offers.length === 0) return null
  return (
    <section className="detail-part" aria-label={t`Make-goods`}>
      <h3>{t`Make-goods`}</h3>
      <ul className="order-plain">
        {offers.map(({ id, offer, extension }) => (
          <li key={id}>
            {offer}{' '}
            {extension && (
              <Link target={extension.target}>
                <Plural value={extension.days} one="Extend by # day" other="Extend by # days" />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ReconciliationTableProps {
  readonly lines: readonly ReconciledLine[]
  /** Amounts until this day are final. */
  readonly settledThrough: string
}

function ReconciliationTable({ lines, settledThrough }: ReconciliationTableProps) {
  const { t, i18n } = useLingui()
  const order = useOrder()
  const today = useToday(order.time_zone)
  const columns = [
    { id: 'line', label: t`Line`, isNumber: false },
    { id: 'booked', label: t`Booked`, isNumber: true },
    { id: 'delivered', label: t`Delivered`, isNumber: true },
    { id: 'charged', label: t`Charged`, isNumber: true },
    { id: 'credits', label: t`Credited`, isNumber: true },
    { id: 'made_good', label: t`Made good`, isNumber: true },
    { id: 'invoiced', label: t`Invoiced`, isNumber: true },
    { id: 'difference', label: t`Difference`, isNumber: true },
    { id: 'reasons', label: t`Reasons`, isNumber: false },
  ]
  const booked = lines.map((line) => ({ line, amounts: amountsOf(line, order, today) }))
  const total = sumOf(booked.map(({ amounts }) => amounts))
  const nameOf = useLineName()
  const isRemoved = ({ line_id }: ReconciledLine) => line_id !== null && !order.lines.some((line) => line.line_id === line_id)
  const quantity = ({ booked_quantity, delivered_quantity }: ReconciledLine) => {
    if (booked_quantity === null || delivered_quantity === null) return null
    const [done, all] = [delivered_quantity, booked_quantity].map((number) => count(number, i18n.locale))
    return <small>{t`${done} of ${all}`}</small>
  }
  const cells = (amounts: Amounts, line?: ReconciledLine) => [
    <span key="line" className="order-name" dir="auto">
      {line ? nameOf(line) : t`Total`}
      {line && quantity(line)}
    </span>,
    ...(['booked', 'delivered', 'charged', 'credits', 'made_good', 'invoiced', 'difference'] as const).map((field) => (
      <Money key={field} amount={decimalOf(amounts[field])} currency={order} />
    )),
    <Reasons key="reasons" amounts={amounts} isRemoved={line !== undefined && isRemoved(line)} uncounted={line?.uncounted ?? null} />,
  ]
  const rows = [
    ...booked.map(({ line, amounts }) => ({ id: line.uncounted ? 'left' : String(line.line_id), cells: cells(amounts, line) })),
    { id: 'total', isTotal: true, cells: cells(total) },
  ]
  const save = () => {
    const labels = [
      t`Line`,
      t`Booked`,
      t`Delivered`,
      t`Charged`,
      t`Difference`,
      t`Not final`,
      t`Credits`,
      t`Make-goods`,
      t`Corrections`,
      t`Unexplained`,
      t`Invoiced`,
      t`Prepaid`,
      t`Not invoiced yet`,
    ]
    const quantityLabels = [t`Booked quantity`, t`Delivered quantity`]
    const uncountedLabels = [t`Clicks not counted on a line`, t`Impressions not counted on a line`]
    const quantities = (...numbers: readonly (number | null)[]) => numbers.map((number) => (number === null ? '' : String(number)))
    const rowOf = (label: string, amounts: Amounts, line?: ReconciledLine) => [
      label,
      ...amountFields.map((field) => decimalOf(amounts[field])),
      ...quantities(line?.booked_quantity ?? null, line?.delivered_quantity ?? null),
      order.currency_code,
      settledThrough,
      ...quantities(line?.uncounted?.clicks ?? null, line?.uncounted?.impressions ?? null),
    ]
    const content = [
      [...labels, ...quantityLabels, t`Currency`, t`Final through`, ...uncountedLabels],
      ...booked.map(({ line, amounts }) => rowOf(nameOf(line), amounts, line)),
      rowOf(t`Total`, total),
    ]
    downloadText(`${order.number}.csv`, csvOf(content))
  }
  return (
    <>
      <div className="row order-tools">
        <h3>{t`Booked, delivered and charged`}</h3>
        <div className="row">
          <AdjustButton lines={lines} />
          <Button icon={download} onPress={save}>
            <Trans>Download CSV</Trans>
          </Button>
        </div>
      </div>
      <Table caption={t`Booked, delivered and charged`} columns={columns} rows={rows} />
    </>
  )
}

/** Money tab: what each line booked, delivered and charged, and why these differ. */
export function Reconciliation() {
  const { i18n } = useLingui()
  const order = useOrder()
  const { isReadonly } = useScope()
  const mayNotOffer = useDisabledReason()({ permissions: ['insertion_orders.change'] })
  const { data, error, mutate } = useRead(insertionOrders.reconciliation, { path: pathOf(order) })
  if (error && !data)
    return <ResourceError problem={error} brokenHeading={<Trans>Couldn’t load the amounts</Trans>} onRetry={() => void mutate()} />
  if (!data) return <LoadingSkeleton height={240} />
  const day = dayText(data.settled_through, i18n.locale, 'full')
  return (
    <div className="detail-tab">
      <section className="detail-part">
        <ReconciliationTable lines={data.lines} settledThrough={data.settled_through} />
        <p className="quiet">
          <Trans>Final through {day}.</Trans>
        </p>
      </section>
      <Adjustments lines={data.lines} adjustments={data.adjustments} />
      <OrderInvoices invoices={data.invoices} />
      <LedgerLinks />
      {mayNotOffer === undefined && !isReadonly && <MakeGoods lines={data.lines} />}
    </div>
  )
}
