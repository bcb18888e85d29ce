import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, useState } from 'react'
import { insertionOrders, type OrderRow, type OrderStatus, orderStatuses } from '../../../contract/insertion-orders/insertion-orders.ts'
import { actionRule } from '../../../contract/insertion-orders/insertion-orders.rules.ts'
import type { Result } from '../../../contract/endpoint.ts'
import type { Filter } from '../../../contract/list.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { ResourceList } from '../../../parts/resource/list.tsx'
import { useList } from '../../../parts/resource/list-source.ts'
import { AdvertisersProvider, useAdvertiserIds } from '../../../parts/scope/advertisers.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import type { MenuItem } from '../../../ui/dialog/menu.tsx'
import { describedTooltip } from '../../../ui/dialog/tooltip-text.ts'
import { money } from '../../../ui/format/format.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { TabBar } from '../../../ui/navigation/tab-bar.tsx'
import type { GridSource } from '../../../ui/table/query.ts'
import type { Selection } from '../../../ui/table/selection.ts'
import { addStyles } from '../../../ui/theme/styles.ts'
import type { CloseDialogProps } from '../close/close-dialog.tsx'
import { useOrders } from '../context.tsx'
import css from '../insertion-orders.css'
import { orderStatusWords, useOrdersOffText, useReasonText } from '../words.ts'
import { useOrderColumns } from './columns.tsx'

addStyles(css)

const AdvertiserChoice = lazyIdle(async () => ({ default: (await import('../../../parts/scope/advertiser-choice.tsx')).AdvertiserChoice }))
const CopyDialog = lazyIdle(() => import('./copy-dialog.tsx'))
const CloseDialog = lazyIdle(() => import('../close/close-dialog.tsx'))

type CurrencyTotals = Result<typeof insertionOrders.report>['totals'][number]

/** Filters that are on or off, by their address parameter. */
const toggles = {
  needs_me: { field: 'needs_me', operation: '=', value: true },
  po_missing: { field: 'po_number', operation: 'IS NULL' },
} as const satisfies Readonly<Record<string, Filter>>

const editedFirst = [{ key: 'edited_at', order: 'desc' }] as const

/** The settings of the client's orders; undefined while they load. */
function useConfig() {
  const { clientId } = useScope()
  return useRead(insertionOrders.config, { path: { memberGroupId: clientId } }).data
}

/** Why the user cannot create an order, not even as a copy; undefined if they can. */
function useNoCreate() {
  const mayNot = useDisabledReason()({ permissions: ['insertion_orders.create'] })
  const isOff = useConfig()?.is_insertion_order_enabled === false
  const offText = useOrdersOffText()
  return mayNot ?? (isOff ? offText : undefined)
}

function NewOrderButton() {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const { go } = usePath()
  const noCreate = useNoCreate()
  if (isReadonly) return null
  return (
    <Button kind="primary" disabledBecause={noCreate} onPress={() => go('create', t`New order`)}>
      <Trans>New order</Trans>
    </Button>
  )
}

/** The way to the settings, for users who may change them. */
function SettingsButton() {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const { go } = usePath()
  const mayNot = useDisabledReason()({ permissions: ['insertion_orders.configure'] })
  if (isReadonly || mayNot !== undefined) return null
  return (
    <Button onPress={() => go('settings', t`Settings of insertion orders`)}>
      <Trans>Settings</Trans>
    </Button>
  )
}

/** Sums of all matching orders, one line a currency. */
const Totals = ({ totals }: { readonly totals: readonly CurrencyTotals[] }) => {
  const { t, i18n } = useLingui()
  return (
    <section className="order-totals" aria-label={t`Totals by currency`}>
      {totals.map((sum) => {
        const text = (amount: string) => money(amount, sum, i18n.locale)
        return (
          <dl key={sum.currency_code}>
            <dt className="order-totals-code">{sum.currency_code}</dt>
            <dd>{t`${plural(sum.orders, { one: '# order', other: '# orders' })}`}</dd>
            {[
              { label: t`Total`, amount: sum.total },
              { label: t`Spent`, amount: sum.spent },
              { label: t`Remaining`, amount: sum.remaining },
            ].map(({ label, amount }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text(amount)}</dd>
              </div>
            ))}
          </dl>
        )
      })}
    </section>
  )
}

/** Filters that are on or off, in the address. */
function Toggles({ hasPurchaseOrders }: { readonly hasPurchaseOrders: boolean }) {
  const { t } = useLingui()
  const { query, setQuery } = usePath()
  const labels = { needs_me: t`Needs me`, po_missing: t`PO number missing` }
  const shown = hasPurchaseOrders ? (['needs_me', 'po_missing'] as const) : (['needs_me'] as const)
  return shown.map((name) => (
    <button
      key={name}
      type="button"
      className="chip order-toggle"
      aria-pressed={query.has(name)}
      onClick={() => setQuery({ [name]: query.has(name) ? undefined : '1', row: undefined })}
    >
      {labels[name]}
    </button>
  ))
}

/** The tab of the address; a tab is a status, or all orders. */
function useStatusTabs() {
  const { t, i18n } = useLingui()
  const { query, setQuery } = usePath()
  const status = orderStatuses.find((item) => item === query.get('tab'))
  const tabs = [...orderStatuses.map((id) => ({ id, label: i18n._(orderStatusWords[id]) })), { id: 'all', label: t`All` }]
  const choose = (id: string) => setQuery({ tab: id === 'all' ? undefined : id, row: undefined })
  return { status, tabs: <TabBar label={t`Status`} tabs={tabs} chosen={status ?? 'all'} onChoose={choose} /> }
}

/** The menu of a row. An action that the order's status or the user's permissions exclude is disabled and says why. */
function useRowActions(onCopy: (row: OrderRow) => void) {
  const { t } = useLingui()
  const { go } = usePath()
  const { isReadonly } = useScope()
  const mayNot = useDisabledReason()
  const reasonOf = useReasonText()
  const noChange = mayNot({ permissions: ['insertion_orders.change'] })
  const noCopy = useNoCreate()
  const acts = (row: OrderRow): readonly MenuItem[] => {
    const rule = actionRule('change', row.status, row.proposed_version_id !== null)
    const noEdit = noChange ?? (rule === true ? undefined : reasonOf(rule, row))
    return [
      { id: 'open', label: t`Open` },
      ...(isReadonly
        ? []
        : [
            { id: 'edit', label: t`Edit`, disabledBecause: noEdit },
            { id: 'copy', label: t`Copy`, disabledBecause: noCopy },
          ]),
    ]
  }
  const onAct = (row: OrderRow, id: string) => {
    if (id === 'copy') return onCopy(row)
    go(`${row.insertion_order_id}${id === 'edit' ? '/edit' : ''}`, row.name)
  }
  return { acts, onAct }
}

interface CloseButtonProps {
  readonly selection: Selection<OrderRow>
  readonly onPress: () => void
}

function CloseButton({ selection, onPress }: CloseButtonProps) {
  const { t } = useLingui()
  const forbidden = useDisabledReason()({ permissions: ['insertion_orders.close'] })
  const mayNot = forbidden ?? (selection.isAll ? t`Clear the selection and select the orders to close one by one.` : undefined)
  return (
    <button
      type="button"
      className="bare-act"
      aria-disabled={mayNot !== undefined}
      {...describedTooltip(mayNot)}
      onClick={mayNot === undefined ? onPress : undefined}
    >
      <Trans>Close orders</Trans>
    </button>
  )
}

const statusFilter = (status: OrderStatus | undefined): Filter[] => (status ? [{ field: 'status', operation: '=', value: status }] : [])

/** What the list of a tab says when it has no rows. */
function useEmpty(isFiltered: boolean) {
  if (isFiltered)
    return {
      heading: <Trans>No orders match</Trans>,
      text: <Trans>Choose another tab or other advertisers, or remove a filter, to see more orders.</Trans>,
    }
  return {
    heading: <Trans>No insertion orders yet</Trans>,
    text: (
      <Trans>
        An insertion order agrees with an advertiser how much is spent on which lines, between which dates, and under which terms.
      </Trans>
    ),
    action: <NewOrderButton />,
  }
}

function OrdersOfScope() {
  const { t } = useLingui()
  const { query } = usePath()
  const { clientId, advertiserIds: ownIds, isReadonly } = useScope()
  const { noAdvertiserChoice } = useOrders()
  const chosenIds = useAdvertiserIds()
  const advertiserIds = ownIds ?? chosenIds
  const [copied, setCopied] = useState<OrderRow>()
  const [closing, setClosing] = useState<Pick<CloseDialogProps, 'rows' | 'onSelect'>>()
  const path = { memberGroupId: clientId }
  const hasPurchaseOrders = useConfig()?.is_purchase_order_enabled ?? false
  const columns = useOrderColumns({ ...useRowActions(setCopied), hasPurchaseOrders })
  const { status, tabs } = useStatusTabs()
  const switchedOn = [
    ...(query.has('needs_me') ? [toggles.needs_me] : []),
    ...(hasPurchaseOrders && query.has('po_missing') ? [toggles.po_missing] : []),
  ]
  const filters = [...statusFilter(status), ...switchedOn]
  const body = { filters, ...(advertiserIds && { advertiser_ids: [...advertiserIds] }) }
  const list = useList({ endpoint: insertionOrders.report, field: 'insertion_orders', call: { path, body }, columns })
  // The totals are by currency, so they are above the table instead of in its row of totals.
  const source: GridSource<OrderRow> = useMemo(
    () => async (request) => {
      const { rows, total } = await list.source(request)
      return { rows, total }
    },
    [list.source],
  )
  return (
    <div className="order-list">
      <ResourceList
        list={{ source, staleness: list.staleness }}
        name="insertion-orders"
        heading={t`Insertion orders`}
        label={t`Insertion orders`}
        columns={columns}
        rowId={({ insertion_order_id: id }) => String(id)}
        rowName={({ name }) => name}
        defaultSort={editedFirst}
        search={t`Search by name`}
        noSelection={isReadonly}
        exportsSelection
        actions={
          <>
            <SettingsButton />
            <NewOrderButton />
          </>
        }
        tabs={tabs}
        scope={
          ownIds === undefined &&
          !noAdvertiserChoice && (
            <div className="order-advertisers">
              <AdvertiserChoice isLabelHidden />
            </div>
          )
        }
        tools={<Toggles hasPurchaseOrders={hasPurchaseOrders} />}
        above={list.reply && list.reply.totals.length > 0 && <Totals totals={list.reply.totals} />}
        selectionTools={(selection, _, replace) => (
          <CloseButton selection={selection} onPress={() => setClosing({ rows: [...selection.rows.values()], onSelect: replace })} />
        )}
        empty={useEmpty(filters.length > 0 || advertiserIds !== undefined)}
        below={
          <Suspense>
            {copied && <CopyDialog row={copied} onClose={() => setCopied(undefined)} />}
            {closing && <CloseDialog {...closing} onDone={() => setClosing(undefined)} onClose={() => setClosing(undefined)} />}
          </Suspense>
        }
      />
    </div>
  )
}

/** The orders of a client: search, filter, open, copy and close them. */
export default function OrderList() {
  const { clientId, advertiserIds } = useScope()
  const { noAdvertiserChoice } = useOrders()
  if (advertiserIds !== undefined || noAdvertiserChoice) return <OrdersOfScope />
  return (
    <AdvertisersProvider memberGroupId={clientId} pathname={`/clients/${clientId}/insertion-orders`}>
      <OrdersOfScope />
    </AdvertisersProvider>
  )
}
