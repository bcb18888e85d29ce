import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { type Tab, Tabs } from '../../../parts/navigation/tabs.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Since } from '../../../parts/time/since.tsx'
import { todayIn } from '../../../parts/time/today.ts'
import { StatusBadge } from '../../../ui/badge/status-badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { dayText } from '../../../ui/format/moment.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { chevronStart } from '../../../ui/icon/control-icons.ts'
import { alert } from '../../../ui/icon/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { Link } from '../../../ui/navigation/link.tsx'
import { EmptyState, LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { OrderProvider, useOrder } from '../context.tsx'
import { MoneyBar } from '../money-bar.tsx'
import { waitText } from '../words.ts'
import { OrderActions } from './actions.tsx'
import css from './order.css'
import { waitingVersion } from './order-path.ts'
import { Overview } from './overview.tsx'

addStyles(css)

// Tabs other than the overview load lazily.
const Lines = lazyIdle(async () => ({ default: (await import('./lines.tsx')).Lines }))
const Campaigns = lazyIdle(async () => ({ default: (await import('./campaigns.tsx')).OrderCampaigns }))
const Reconciliation = lazyIdle(async () => ({ default: (await import('./money.tsx')).Reconciliation }))
const Versions = lazyIdle(async () => ({ default: (await import('./versions.tsx')).Versions }))
const History = lazyIdle(async () => ({ default: (await import('./history.tsx')).History }))

const lazyPanel = (panel: ReactNode) => () => <Suspense fallback={<LoadingSkeleton height={240} />}>{panel}</Suspense>

/** What the order waits for and since when, or how it runs and ended. */
function StatusSentence() {
  const { i18n } = useLingui()
  const order = useOrder()
  const { status, waits_for, end_date, time_zone, closed } = order
  const end = dayText(end_date, i18n.locale, 'full')
  if (closed) {
    const day = dayText(todayIn(new Date(closed.at), time_zone), i18n.locale, 'full')
    const { by, reason } = closed
    return (
      <>
        {by === null ? (
          <Trans>Closed on {day}.</Trans>
        ) : (
          <Trans>
            Closed by {by} on {day}.
          </Trans>
        )}{' '}
        {reason && <q>{reason}</q>}
      </>
    )
  }
  if (waits_for === 'nothing') return status === 'ended' ? <Trans>Ended on {end}.</Trans> : <Trans>Runs until {end}.</Trans>
  const { submitted_at, version_id } = waitingVersion(order)
  const step = waitText(i18n, order)
  if (!waits_for.endsWith('_approval') || submitted_at === null) return <>{step}.</>
  return (
    <>
      {order.proposed && <Trans>Version {version_id} is proposed.</Trans>} {step}. <Trans>Submitted</Trans>{' '}
      <Since moment={submitted_at} zone={time_zone} />.
    </>
  )
}

function OrderHeader() {
  const linkTo = usePathLink()
  const { t } = useLingui()
  const order = useOrder()
  const { name, number, advertiser_name, money, currency_code, currency_digits } = order
  return (
    <div className="order-head">
      <Link target={linkTo('', t`Insertion orders`)} className="order-back">
        <Icon shape={chevronStart} />
        <Trans>All insertion orders</Trans>
      </Link>
      <div className="order-title">
        <h2>{name}</h2>
        <OrderActions />
      </div>
      <p className="quiet">
        {number} · {advertiser_name ?? <Trans>All advertisers</Trans>}
      </p>
      <div className="row order-status">
        <StatusBadge status={order.status} />
        <p>
          <StatusSentence />
        </p>
      </div>
      {money && <MoneyBar money={money} currency={currency_code} digits={currency_digits} />}
    </div>
  )
}

function OrderPage() {
  const { t } = useLingui()
  const { money, lines } = useOrder()
  const tabs: Tab[] = [
    { id: 'overview', label: t`Overview`, panel: () => <Overview /> },
    { id: 'lines', label: t`Lines`, count: lines.length, panel: lazyPanel(<Lines />) },
    { id: 'campaigns', label: t`Campaigns`, panel: lazyPanel(<Campaigns />) },
    // A caller who sees only some of the advertisers that spend from the order reads none of these.
    ...(money === null
      ? []
      : [
          { id: 'money', label: t`Money`, panel: lazyPanel(<Reconciliation />) },
          { id: 'versions', label: t`Versions`, panel: lazyPanel(<Versions />) },
          { id: 'history', label: t`History`, panel: lazyPanel(<History />) },
        ]),
  ]
  return (
    <div className="order">
      <OrderHeader />
      <Tabs label={t`Insertion order`} tabs={tabs} />
    </div>
  )
}

function OrderMissing() {
  const { t } = useLingui()
  const linkTo = usePathLink()
  return (
    <EmptyState
      icon={alert}
      heading={<Trans>Insertion order not found</Trans>}
      text={<Trans>It doesn’t exist, or you don’t have access to it.</Trans>}
    >
      <Button onPress={linkTo('', t`Insertion orders`).onNavigate}>
        <Trans>View all insertion orders</Trans>
      </Button>
    </EmptyState>
  )
}

/** The page of an order. The query parameter `tab` selects the tab. */
export default function Order({ params }: { readonly params: ScreenParams }) {
  const { clientId } = useScope()
  const insertionOrderId = parseId(params.insertionOrderId) ?? 0
  const read = useRead(insertionOrders.one, { path: { memberGroupId: clientId, insertionOrderId } })
  return (
    <ResourceGate
      read={read}
      brokenHeading={<Trans>Couldn’t load the insertion order</Trans>}
      refused={<NoPermission text={<Trans>Ask your account administrator for access to insertion orders.</Trans>} />}
      missing={<OrderMissing />}
      isForeign={({ member_group_id }) => member_group_id !== clientId}
    >
      {(order) => (
        <OrderProvider value={order}>
          <OrderPage />
        </OrderProvider>
      )}
    </ResourceGate>
  )
}
