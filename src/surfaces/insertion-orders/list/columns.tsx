import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { type OrderRow, orderStatuses } from '../../../contract/insertion-orders/insertion-orders.ts'
import { microsOf } from '../../../contract/money/money.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { columns, TwoLineCell } from '../../../parts/resource/columns.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { Since } from '../../../parts/time/since.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { StatusBadge } from '../../../ui/badge/status-badge.tsx'
import { PacingBar } from '../../../ui/chart/pacing-bar.tsx'
import type { MenuItem } from '../../../ui/dialog/menu.tsx'
import { DateRangeText } from '../../../ui/format/date-text.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { momentText } from '../../../ui/format/moment.ts'
import type { GridColumn } from '../../../ui/table/column.ts'
import { MoneyTrack } from '../money-bar.tsx'
import { awaitedText, waitText } from '../words.ts'

type Column = GridColumn<OrderRow>

interface OrderColumnOptions {
  readonly acts: (row: OrderRow) => readonly MenuItem[]
  readonly onAct: (row: OrderRow, id: string) => void
  /** Whether the client uses purchase order numbers. */
  readonly hasPurchaseOrders: boolean
}

const currencyOf = (row: OrderRow) => row
const share = (part: string, total: string) => Number(part) / Number(total)

const money: Pick<Column, 'currencyOf' | 'isSortable' | 'width'> = { currencyOf, isSortable: true, width: 112 }

/** The remaining amount, above a bar of what is spent and committed. */
const Remaining = ({ row }: { readonly row: OrderRow }) =>
  row.money ? (
    <span className="order-remaining">
      <Money amount={row.money.remaining} currency={row} />
      <MoneyTrack money={{ ...row.money, allocated: undefined }} currency={row} />
    </span>
  ) : (
    <Money amount={null} currency={row} />
  )

/** Spend against the elapsed days of an order that runs. */
function Pacing({ row: { money: sums, status } }: { readonly row: OrderRow }) {
  const isRunning = status === 'approved' && sums !== null && sums.pacing !== null && microsOf(sums.total) > 0n
  if (!isRunning) return null
  return <PacingBar spentShare={share(sums.spent, sums.total)} timeShare={sums.elapsed_share} />
}

/** The columns of the list of orders. */
export function useOrderColumns({ acts, onAct, hasPurchaseOrders }: OrderColumnOptions): readonly Column[] {
  const { t, i18n } = useLingui()
  const linkTo = usePathLink()
  const today = useToday()
  const isOneAdvertiser = useScope().advertiserId !== undefined
  return useMemo(() => {
    const all: readonly (Column | false)[] = [
      columns.link<OrderRow>('name', t`Insertion order`, {
        width: 208,
        isSortable: true,
        isSearched: true,
        target: ({ insertion_order_id: id, name }) => linkTo(String(id), name),
        note: ({ number }) => number,
        acts,
        onAct,
      }),
      columns.status<OrderRow>('status', t`Status`, {
        i18n,
        statuses: orderStatuses,
        width: 172,
        isSortable: true,
        isFilteredElsewhere: true,
        render: (row) => <StatusBadge status={row.status} note={row.waits_for === 'nothing' ? undefined : waitText(i18n, row)} />,
      }),
      // Shown below the name and in the dates, too; these columns are for sorting, filters and exported files.
      columns.text<OrderRow>('number', t`Number`, { width: 104, isOptional: true, isSortable: true, isFiltered: true }),
      columns.date<OrderRow>('start_date', t`Start date`, { isOptional: true, isSortable: true, isFiltered: true }),
      !isOneAdvertiser &&
        columns.text<OrderRow>('advertiser_name', t`Advertiser`, {
          width: 132,
          isSortable: true,
          value: ({ advertiser_name: name }) => name ?? t`All advertisers`,
        }),
      hasPurchaseOrders && columns.text<OrderRow>('po_number', t`PO number`, { width: 104, isSortable: true, isFiltered: true }),
      columns.date<OrderRow>('end_date', t`Dates`, {
        width: 206,
        isSortable: true,
        isFiltered: true,
        hint: t`Sorted and filtered by the end date`,
        render: ({ start_date, end_date }) => <DateRangeText start={start_date} end={end_date} today={today} />,
      }),
      columns.money<OrderRow>('total', t`Total`, {
        ...money,
        card: 'figure-1',
        isFiltered: true,
        value: (row) => row.money?.total ?? null,
      }),
      columns.money<OrderRow>('spent', t`Spent`, { ...money, card: 'figure-2', value: (row) => row.money?.spent ?? null }),
      columns.money<OrderRow>('remaining', t`Remaining`, {
        ...money,
        card: 'figure-3',
        value: (row) => row.money?.remaining ?? null,
        render: (row) => <Remaining row={row} />,
      }),
      columns.number<OrderRow>('remaining_percent', t`Remaining`, {
        unit: '%',
        isOptional: true,
        isSortable: true,
        isFiltered: true,
        value: (row) => row.money && Math.round(share(row.money.remaining, row.money.total) * 1000) / 10,
      }),
      columns.money<OrderRow>('allocated', t`Allocated`, {
        currencyOf,
        isOptional: true,
        hint: t`Sum of the lines`,
        value: (row) => row.money?.allocated ?? null,
      }),
      columns.money<OrderRow>('committed', t`Committed`, {
        currencyOf,
        isOptional: true,
        hint: t`What active campaigns may still spend`,
        value: (row) => row.money?.committed ?? null,
      }),
      columns.ratio<OrderRow>('pacing', t`Pacing`, {
        width: 132,
        align: 'start',
        isSortable: true,
        hint: t`Spend compared with the elapsed days; 1 is on plan`,
        value: (row) => row.money?.pacing ?? null,
        render: (row) => <Pacing row={row} />,
      }),
      // Shown below the status, too; this column is for exported files.
      columns.text<OrderRow>('waits_for', t`Waits for`, { isOptional: true, value: (row) => awaitedText(i18n, row, ownZone()) }),
      columns.text<OrderRow>('edited_at', t`Last edited`, {
        width: 152,
        isSortable: true,
        value: ({ edited_at }) => momentText(edited_at, i18n.locale, ownZone()),
        render: ({ edited_at, edited_by }) => <TwoLineCell value={<Since moment={edited_at} />} note={edited_by?.name} />,
      }),
    ]
    return all.filter((column) => column !== false)
  }, [t, i18n, linkTo, today, isOneAdvertiser, acts, onAct, hasPurchaseOrders])
}
