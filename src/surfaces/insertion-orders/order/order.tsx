import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type RefObject, Suspense, useRef } from 'react'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { type InsertionOrder, insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { type Tab, Tabs } from '../../../parts/navigation/tabs.tsx'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Since } from '../../../parts/time/since.tsx'
import { todayIn } from '../../../parts/time/today.ts'
import { StatusBadge } from '../../../ui/badge/status-badge.tsx'
import { dayText } from '../../../ui/format/moment.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { OrderProvider, useOrder } from '../context.tsx'
import { OrderMissing } from '../missing.tsx'
import { MoneyBar } from '../money-bar.tsx'
import { OrderActions } from './actions.tsx'
import css from './order.css'
import { waitingVersion } from '../order-path.ts'
import { Overview } from './overview.tsx'

addStyles(css)

// Tabs other than the overview load lazily.
const Lines = lazyIdle(async () => ({ default: (await import('./lines.tsx')).Lines }))
const Campaigns = lazyIdle(async () => ({ default: (await import('./campaigns.tsx')).OrderCampaigns }))
const Reconciliation = lazyIdle(async () => ({ default: (await import('./money.tsx')).Reconciliation }))
const Versions = lazyIdle(async () => ({ default: (await import('./versions.tsx')).Versions }))
const History = lazyIdle(async () => ({ default: (await import('./history.tsx')).History }))

const lazyPanel = (panel: ReactNode) => () => <Suspense fallback={<LoadingSkeleton height={240} />}>{panel}</Suspense>

/** The sentence of an order that waits for approval, with the time of its submission. */
function ApprovalSentence() {
  const order = useOrder()
  const { waits_for, needs_me, advertiser_name: name, proposed, proposed_version_id, time_zone } = order
  // A caller who sees only a part of the order gets no proposed version.
  if (proposed_version_id !== null && proposed === null) return <Trans>A new version is waiting for approval.</Trans>
  const { submitted_at, version_id: id } = waitingVersion(order)
  const since = <Since moment={submitted_at} zone={time_zone} />
  if (needs_me)
    return (
      <Trans>
        Version {id} is waiting for your approval. It was submitted {since}.
      </Trans>
    )
  if (waits_for === 'client_approval')
    return (
      <Trans>
        Version {id} is waiting for the client. It was submitted {since}.
      </Trans>
    )
  if (waits_for === 'advertiser_approval' && name !== null)
    return (
      <Trans>
        Version {id} is waiting for {name}. It was submitted {since}.
      </Trans>
    )
  return (
    <Trans>
      Version {id} is waiting for approval. It was submitted {since}.
    </Trans>
  )
}

/** How an order ended: on its last day or before, when its total was spent. */
function EndedSentence() {
  const { i18n } = useLingui()
  const { end_date, ended_at, time_zone, continues_on_funds } = useOrder()
  const endedOn = ended_at === null ? end_date : todayIn(new Date(ended_at), time_zone)
  const isUsedUp = endedOn <= end_date && ended_at !== null
  const day = dayText(isUsedUp ? endedOn : end_date, i18n.locale, 'full')
  if (continues_on_funds) return <Trans>Ended on {day}. Its campaigns continue on the advertiser’s funds.</Trans>
  return isUsedUp ? <Trans>Used up on {day}.</Trans> : <Trans>Ended on {day}.</Trans>
}

function ClosedSentence({ closed }: { readonly closed: NonNullable<InsertionOrder['closed']> }) {
  const { i18n } = useLingui()
  const { time_zone } = useOrder()
  const { by, reason } = closed
  const day = dayText(todayIn(new Date(closed.at), time_zone), i18n.locale, 'full')
  if (by === null)
    return reason ? (
      <Trans>
        Closed on {day}: <q dir="auto">{reason}</q>
      </Trans>
    ) : (
      <Trans>Closed on {day}.</Trans>
    )
  return reason ? (
    <Trans>
      Closed by {by} on {day}: <q dir="auto">{reason}</q>
    </Trans>
  ) : (
    <Trans>
      Closed by {by} on {day}.
    </Trans>
  )
}

/** What the order waits for and since when, or how it runs and ended. */
function StatusSentence() {
  const { i18n } = useLingui()
  const { status, waits_for, start_date, end_date, closed } = useOrder()
  const [start, end] = [start_date, end_date].map((day) => dayText(day, i18n.locale, 'full'))
  if (closed) return <ClosedSentence closed={closed} />
  if (status === 'ended') return <EndedSentence />
  if (waits_for.endsWith('_approval')) return <ApprovalSentence />
  if (waits_for === 'submit') return <Trans>This draft is not submitted for approval yet.</Trans>
  if (waits_for === 'campaigns') return <Trans>No campaign is linked yet.</Trans>
  return waits_for === 'start' ? <Trans>Starts on {start}.</Trans> : <Trans>Runs until {end}.</Trans>
}

interface OrderHeaderProps {
  readonly heading: RefObject<HTMLHeadingElement | null>
  readonly focusHeading: () => void
}

function OrderHeader({ heading, focusHeading }: OrderHeaderProps) {
  const linkTo = usePathLink()
  const { t } = useLingui()
  const order = useOrder()
  const { name, number, money, currency_code, currency_digits } = order
  const advertiser = order.advertiser_name ?? t`All advertisers`
  return (
    <DetailHeader
      back={{ target: linkTo('', t`Insertion orders`), label: <Trans>All insertion orders</Trans> }}
      name={
        <h2 ref={heading} tabIndex={-1} dir="auto">
          {name}
        </h2>
      }
      actions={<OrderActions focusHeading={focusHeading} />}
    >
      <p className="quiet">{t`${number} · ${advertiser}`}</p>
      <div className="row detail-standing">
        <StatusBadge status={order.status} />
        <p>
          <StatusSentence />
        </p>
      </div>
      {money && <MoneyBar money={money} currency={currency_code} digits={currency_digits} />}
    </DetailHeader>
  )
}

function OrderPage() {
  const { t } = useLingui()
  const { money, lines } = useOrder()
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHeading = () => heading.current?.focus()
  const tabs: Tab[] = [
    { id: 'overview', label: t`Overview`, panel: () => <Overview /> },
    { id: 'lines', label: t`Lines`, count: lines.length, panel: lazyPanel(<Lines />) },
    { id: 'campaigns', label: t`Campaigns`, panel: lazyPanel(<Campaigns focusHeading={focusHeading} />) },
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
    <DetailPage>
      <OrderHeader heading={heading} focusHeading={focusHeading} />
      <Tabs label={t`Insertion order`} tabs={tabs} />
    </DetailPage>
  )
}

/** The page of an order. The query parameter `tab` selects the tab. */
export default function Order({ params }: { readonly params: ScreenParams }) {
  const { clientId } = useScope()
  const insertionOrderId = parseId(params.insertionOrderId)
  const read = useRead(insertionOrders.one, insertionOrderId === undefined ? null : { path: { memberGroupId: clientId, insertionOrderId } })
  if (insertionOrderId === undefined) return <OrderMissing />
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
          <OrderPage key={order.insertion_order_id} />
        </OrderProvider>
      )}
    </ResourceGate>
  )
}
