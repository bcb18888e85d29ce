import { Trans, useLingui } from '@lingui/react/macro'
import { insertionOrders, type OrderLine } from '../../../contract/insertion-orders/insertion-orders.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { Tag } from '../../../ui/badge/tag.tsx'
import { DateRangeText } from '../../../ui/format/date-text.tsx'
import { count, missingValue, money, percent } from '../../../ui/format/format.ts'
import { Money } from '../../../ui/format/money.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { useOrder } from '../context.tsx'
import { lineTypeWords, placeText, quantityText } from '../words.ts'
import { LoadFailure } from '../load-failure.tsx'
import { pathOf } from '../order-path.ts'
import { rateText } from './terms.ts'

/** Lines tab: what each line books and how much of it is spent. */
export function Lines() {
  const { t, i18n } = useLingui()
  const order = useOrder()
  const today = useToday(order.time_zone)
  const at = { path: pathOf(order) }
  const { isReadonly } = useScope()
  const campaigns = useRead(insertionOrders.campaigns, at)
  const reconciliation = useRead(insertionOrders.reconciliation, order.money ? at : null)
  const linked = campaigns.data?.campaigns
  if (order.lines.length === 0) {
    const mayEdit = order.actions.change === null && !isReadonly
    return (
      <EmptyState
        heading={<Trans>No lines yet</Trans>}
        text={mayEdit ? <Trans>Edit the order to add lines. An order needs one.</Trans> : <Trans>An order needs at least one line.</Trans>}
      />
    )
  }
  const spentOf = ({ line_id, amount }: OrderLine) => {
    const charged = reconciliation.data?.lines.find((line) => line.line_id === line_id)?.charged
    if (charged === undefined) return missingValue
    const [spent, share] = [money(charged, order, i18n.locale), percent(Number(charged) / Number(amount), i18n.locale, 0)]
    const excess = microsOf(charged) - microsOf(amount)
    // Only a hard cap stops the campaigns of a line at its amount.
    return (
      <span key="spent" className="order-name">
        {t`${spent} (${share})`}
        {excess > 0n && <Tag text={t`Over-delivered: ${money(decimalOf(excess), order, i18n.locale)}`} tone="warn" />}
      </span>
    )
  }
  const failed = [campaigns, reconciliation].filter(({ data, error }) => error && !data)
  const columns = [
    { id: 'name', label: t`Line`, isNumber: false },
    { id: 'type', label: t`Pricing`, isNumber: false },
    { id: 'rate', label: t`Rate`, isNumber: true },
    { id: 'quantity', label: t`Quantity`, isNumber: true },
    { id: 'booked', label: t`Booked`, isNumber: true },
    { id: 'spent', label: t`Spent`, isNumber: true },
    { id: 'cap', label: t`Hard cap`, isNumber: false },
    { id: 'days', label: t`Dates`, isNumber: false },
    { id: 'campaigns', label: t`Campaigns`, isNumber: true },
  ]
  const rows = order.lines.map((line) => ({
    id: String(line.line_id),
    cells: [
      <span key="name" className="order-name" dir="auto">
        {line.name}
        {placeText(line, i18n) && <small>{placeText(line, i18n)}</small>}
      </span>,
      i18n._(lineTypeWords[line.type]),
      rateText(line.rate, order, i18n, line),
      quantityText(line.quantity, line, i18n),
      <Money key="booked" amount={line.amount} currency={order} />,
      spentOf(line),
      line.is_hard_cap ? t`Yes` : t`No`,
      <DateRangeText key="days" start={line.start_date} end={line.end_date} today={today} />,
      linked ? count(linked.filter(({ line_id }) => line_id === line.line_id).length, i18n.locale) : missingValue,
    ],
  }))
  return (
    <div className="detail-tab">
      {failed.length > 0 && (
        <LoadFailure
          heading={t`Couldn’t load the spend and the campaigns of the lines`}
          onRetry={() => void Promise.allSettled(failed.map(({ mutate }) => mutate()))}
        />
      )}
      <Table caption={t`Lines`} columns={columns} rows={rows} />
    </div>
  )
}
