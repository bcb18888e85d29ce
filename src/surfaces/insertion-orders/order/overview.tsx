import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { addressLines } from '../../../parts/billing/address.ts'
import { fundingTypeText } from '../../../parts/billing/funding-type-words.ts'
import { type KeyValue, KeyValues } from '../../../ui/badge/key-values.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateRangeText, DateTimeText } from '../../../ui/format/date-text.tsx'
import { missingValue } from '../../../ui/format/format.ts'
import { Money } from '../../../ui/format/money.tsx'
import { NumberText } from '../../../ui/format/number-text.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { Attachments } from '../attachments/attachments.tsx'
import { useOrder } from '../context.tsx'
import { waitingVersion } from '../order-path.ts'

const SpendChart = lazyIdle(() => import('./spend-chart.tsx'))
const NumberDialog = lazyIdle(() => import('./number-dialog.tsx'))

/** The purchase order number. A draft changes it in its form; later it can also change after the end, because invoices need it. */
function PurchaseOrderNumber() {
  const { t } = useLingui()
  const { status, po_number, actions } = useOrder()
  const { isReadonly } = useScope()
  const [isOpen, setOpen] = useState(false)
  const isDraft = status === 'open' || status === 'pending'
  return (
    <span className="order-number">
      <span dir="auto">{po_number ?? missingValue}</span>
      {!isReadonly && !isDraft && actions.number === null && (
        <Button kind="plain" onPress={() => setOpen(true)}>
          {po_number === null ? t`Add PO number` : t`Change PO number`}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <NumberDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}

function Terms() {
  const { t } = useLingui()
  const order = useOrder()
  const { start_date, end_date, time_zone, money, author, edited_by } = order
  const today = useToday(time_zone)
  const { data: config } = useRead(insertionOrders.config, { path: { memberGroupId: order.member_group_id } })
  const hasPoNumber = config?.is_purchase_order_enabled ?? order.po_number !== null
  const isRunning = order.status === 'approved'
  const items: KeyValue[] = [
    { id: 'number', label: t`Number`, value: order.number },
    { id: 'advertiser', label: t`Advertiser`, value: order.advertiser_name ?? t`All advertisers` },
    { id: 'dates', label: t`Dates`, value: <DateRangeText start={start_date} end={end_date} today={today} /> },
    ...(hasPoNumber ? [{ id: 'po_number', label: t`PO number`, value: <PurchaseOrderNumber /> }] : []),
    ...(money
      ? [
          { id: 'total', label: t`Total`, value: <Money amount={money.total} currency={order} /> },
          { id: 'pacing', label: t`Pacing`, value: money.pacing === null ? undefined : <NumberText value={money.pacing} digits={2} /> },
          {
            id: 'needed',
            label: t`Needed per day`,
            value: isRunning ? <Money amount={money.needed_per_day} currency={order} /> : undefined,
          },
        ]
      : []),
    { id: 'author', label: t`Author`, value: author?.name },
    { id: 'edited_by', label: t`Last edited by`, value: edited_by?.name },
    { id: 'edited_at', label: t`Last edited`, value: <DateTimeText moment={order.edited_at} zone={time_zone} /> },
  ]
  return <KeyValues items={items} />
}

/** How the order is paid, and where its bills go. */
function Billing() {
  const { t, i18n } = useLingui()
  const { billing } = waitingVersion(useOrder()).terms
  if (!billing) return null
  const { funding_type_id: type, contact, email, address } = billing
  const items: KeyValue[] = [
    ...(type === null ? [] : [{ id: 'type', label: t`Funding type`, value: fundingTypeText(type, i18n) }]),
    ...(contact === '' ? [] : [{ id: 'contact', label: t`Billing contact`, value: contact }]),
    ...(email === '' ? [] : [{ id: 'email', label: t`Billing email`, value: email }]),
    ...(address === null
      ? []
      : [
          {
            id: 'address',
            label: t`Billing address`,
            value: (
              <span className="order-lines-of-text" dir="auto">
                {addressLines(address, i18n).join('\n')}
              </span>
            ),
          },
        ]),
  ]
  return (
    <section className="detail-part" aria-label={t`Billing`}>
      <h3>{t`Billing`}</h3>
      <div className="order-narrow">
        <KeyValues items={items} />
      </div>
    </section>
  )
}

/** Approvals given for the version that waits or is in force, and the sides that are missing. */
function Approvals() {
  const { t } = useLingui()
  const order = useOrder()
  const { approvals } = waitingVersion(order)
  const sides = { client: t`Client`, advertiser: order.advertiser_name ?? t`Advertiser` }
  const isWaiting = order.status === 'pending' || order.proposed !== null
  const missing = isWaiting ? order.missing_approvals : []
  const isOneEnough = !order.needs_two_approvals && missing.length > 1
  if (approvals.length + missing.length === 0)
    return (
      <p className="quiet">
        <Trans>No approvals yet.</Trans>
      </p>
    )
  return (
    <ul className="order-plain">
      {approvals.map(({ side, user_id, user, name, at }) => (
        <li key={user_id}>
          <Trans>
            {sides[side]}: {name ?? user}, <DateTimeText moment={at} zone={order.time_zone} />
          </Trans>
        </li>
      ))}
      {isOneEnough ? (
        <li className="quiet">
          <Trans>One approval is needed.</Trans>
        </li>
      ) : (
        missing.map((side) => (
          <li key={side} className="quiet">
            {t`${sides[side]}: approval is missing`}
          </li>
        ))
      )}
    </ul>
  )
}

/** Overview tab: spend against the plan, the terms, notes and approvals. */
export function Overview() {
  const { t } = useLingui()
  const order = useOrder()
  const { money, notes, internal_notes } = order
  const { version_id: versionId } = waitingVersion(order)
  const texts = [
    { label: t`Notes`, text: notes },
    // Null for callers of an advertiser.
    { label: t`Internal notes`, text: internal_notes },
  ]
  return (
    <div className="detail-tab">
      {money && (
        <section className="detail-part" aria-label={t`Spend`}>
          <h3>{t`Spend`}</h3>
          <Suspense fallback={<LoadingSkeleton height={256} />}>
            <SpendChart />
          </Suspense>
        </section>
      )}
      <section className="detail-part" aria-label={t`Terms`}>
        <h3>{t`Terms`}</h3>
        <div className="order-narrow">
          <Terms />
        </div>
      </section>
      <Billing />
      {money && (
        <section className="detail-part" aria-label={t`Approvals`}>
          <h3>{t`Approvals of version ${versionId}`}</h3>
          <Approvals />
        </section>
      )}
      {texts.map(
        ({ label, text }) =>
          text && (
            <section key={label} className="detail-part" aria-label={label}>
              <h3>{label}</h3>
              <p className="order-lines-of-text" dir="auto">
                {text}
              </p>
            </section>
          ),
      )}
      {money && <Attachments />}
    </div>
  )
}
