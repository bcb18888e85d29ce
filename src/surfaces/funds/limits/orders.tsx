import { Trans, useLingui } from '@lingui/react/macro'
import { type PendingSpendOrder, spendLimits } from '../../../contract/spend-limits/spend-limits.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Gate, useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { Since } from '../../../parts/time/since.tsx'
import { StatusBadge } from '../../../ui/badge/status-badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { missingValue, money } from '../../../ui/format/format.ts'
import { Money } from '../../../ui/format/money.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { NoPermission } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { fundsData } from '../context.tsx'
import { useFundsLinks } from '../links.ts'
import { useRefusalTexts } from '../refusals.ts'

/** Asks the client to approve an open order. */
function AskButton({ order }: { readonly order: PendingSpendOrder }) {
  const { t } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { mutate, showError } = useMutate()
  const refusals = useRefusalTexts(order)
  const disabledBecause = useDisabledReason()({ permissions: ['campaigns.change'] })
  if (order.status !== 'open') return null
  const ask = () =>
    mutate(
      spendLimits.askOrder,
      { path: { memberGroupId, pendingSpendOrderId: order.pending_spend_order_id } },
      { version: order.version, stale: fundsData, title: t`The client was asked for approval` },
    ).catch(showError(t`The client was not asked`, refusals.all))
  return (
    <Button disabledBecause={disabledBecause} onPress={() => void ask()}>
      <Trans>Ask for approval</Trans>
    </Button>
  )
}

/** Approves or closes an order that waits. */
function OrderActions({ order }: { readonly order: PendingSpendOrder }) {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId, isReadonly } = useScope()
  const { mutate, showError } = useMutate()
  const { confirm, question } = useConfirm()
  const refusals = useRefusalTexts(order)
  const disabledBecause = useDisabledReason()({ permissions: ['spend_limits.approve'] })
  const isWaiting = order.status === 'open' || order.status === 'pending'
  if (!isWaiting || isReadonly) return null
  const call = { path: { memberGroupId, pendingSpendOrderId: order.pending_spend_order_id } }
  const effects = { version: order.version, stale: fundsData }
  const subject = order.campaign?.name ?? money(order.over, order, i18n.locale)
  const approve = () =>
    mutate(spendLimits.approveOrder, call, { ...effects, title: t`Spend order approved` }).catch(
      showError(t`The spend order was not approved`, refusals.all),
    )
  const close = async () => {
    const amount = money(order.over, order, i18n.locale)
    const isSure = await confirm({
      heading: <Trans>Close this spend order?</Trans>,
      text: <Trans>The limit is not raised by {amount}. The campaign serves up to the limit.</Trans>,
      does: 'continue',
      label: <Trans>Close order</Trans>,
    })
    if (!isSure) return
    await mutate(spendLimits.closeOrder, call, { ...effects, title: t`Spend order closed` }).catch(
      showError(t`The spend order was not closed`, refusals.all),
    )
  }
  return (
    <span className="row">
      <Button kind="primary" label={t`Approve spend order: ${subject}`} disabledBecause={disabledBecause} onPress={() => void approve()}>
        <Trans>Approve</Trans>
      </Button>
      <Button label={t`Close spend order: ${subject}`} disabledBecause={disabledBecause} onPress={() => void close()}>
        <Trans>Close</Trans>
      </Button>
      {question}
    </span>
  )
}

/** Activations beyond the limit. */
export function SpendOrders() {
  const { t } = useLingui()
  const { clientId: memberGroupId, advertiserId, isReadonly } = useScope()
  const links = useFundsLinks()
  const read = useRead(spendLimits.orders, { path: { memberGroupId }, query: { ...(advertiserId && { advertiser_id: advertiserId }) } })
  const columns = [
    { id: 'campaign', label: t`Campaign`, isNumber: false },
    { id: 'over', label: t`Over the limit`, isNumber: true },
    { id: 'status', label: t`Status`, isNumber: false },
    { id: 'created', label: t`Created`, isNumber: false },
    { id: 'actions', label: t`Actions`, isNumber: false },
  ]
  const rowOf = (order: PendingSpendOrder) => ({
    id: String(order.pending_spend_order_id),
    cells: [
      <span key="campaign" dir="auto">
        {order.campaign ? <Link target={links.campaign(order.campaign.campaign_id)}>{order.campaign.name}</Link> : missingValue}
      </span>,
      <Money key="over" amount={order.over} currency={order} />,
      <StatusBadge key="status" status={order.status} note={order.closed?.by ?? order.asked?.by} />,
      <Since key="created" moment={order.created_at} />,
      <Gate key="actions" permissions={['spend_limits.approve']} fallback={isReadonly ? null : <AskButton order={order} />}>
        <OrderActions order={order} />
      </Gate>,
    ],
  })
  return (
    <div className="detail-part">
      <h3>
        <Trans>Spend orders</Trans>
      </h3>
      <ResourceGate
        read={read}
        brokenHeading={<Trans>The spend orders could not be read</Trans>}
        refused={<NoPermission />}
        missing={<NoPermission />}
        height={120}
      >
        {({ pending_spend_orders: orders }) =>
          orders.length === 0 ? (
            <p className="quiet">
              <Trans>
                A campaign that is activated beyond the limit appears here. An approved order raises the limit until it is spent.
              </Trans>
            </p>
          ) : (
            <Table caption={t`Spend orders`} columns={columns} rows={orders.map(rowOf)} />
          )
        }
      </ResourceGate>
    </div>
  )
}
