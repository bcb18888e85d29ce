import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { insertionOrders, type OrderRow, orderStatuses } from '../../../contract/insertion-orders/insertion-orders.ts'
import { columns } from '../../../parts/resource/columns.tsx'
import { ResourceList } from '../../../parts/resource/list.tsx'
import { useList } from '../../../parts/resource/list-source.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useHostLinks } from '../frame/host-links.ts'
import { useGroup } from './context.tsx'

const currencyOf = (row: OrderRow) => row

/** The insertion orders of the group's advertisers. */
export default function OrdersTab() {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { id } = useGroup()
  const links = useHostLinks()
  const shown = useMemo(
    () => [
      columns.link<OrderRow>('name', t`Insertion order`, {
        width: 260,
        isSortable: true,
        isSearched: true,
        target: ({ insertion_order_id }) => links.order(insertion_order_id),
        note: ({ number }) => number,
      }),
      columns.text<OrderRow>('advertiser_name', t`Advertiser`, { isSortable: true, isFiltered: true }),
      columns.status<OrderRow>('status', t`Status`, { i18n, statuses: orderStatuses, isSortable: true }),
      columns.money<OrderRow>('total', t`Total`, { value: ({ money }) => money?.total ?? null, isSortable: true, currencyOf }),
      columns.money<OrderRow>('remaining', t`Remaining`, { value: ({ money }) => money?.remaining ?? null, isSortable: true, currencyOf }),
      columns.date<OrderRow>('start_date', t`Start date`, { isSortable: true, isFiltered: true }),
      columns.date<OrderRow>('end_date', t`End date`, { isSortable: true, isFiltered: true }),
    ],
    [t, i18n, links],
  )
  const body = { filters: [{ field: 'advertiser_group_id', operation: '=' as const, value: id }] }
  const list = useList({
    endpoint: insertionOrders.report,
    field: 'insertion_orders',
    call: { path: { memberGroupId }, body },
    columns: shown,
  })
  return (
    <ResourceList<OrderRow>
      list={list}
      name="insertion-orders-of-group"
      heading={t`Insertion orders`}
      label={t`Insertion orders`}
      columns={shown}
      rowId={({ insertion_order_id }) => String(insertion_order_id)}
      rowName={({ name }) => name}
      search={t`Search by name`}
      noSelection
      empty={{ heading: t`No insertion orders yet`, text: t`Insertion orders of the group’s advertisers appear here.` }}
    />
  )
}
