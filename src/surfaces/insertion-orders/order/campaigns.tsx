import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { insertionOrders, type OrderCampaign } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceError } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { todayIn } from '../../../parts/time/today.ts'
import { StatusBadge } from '../../../ui/badge/status-badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { DateRangeText, DateText } from '../../../ui/format/date-text.tsx'
import { missingValue } from '../../../ui/format/format.ts'
import { Money } from '../../../ui/format/money.tsx'
import { cross } from '../../../ui/icon/control-icons.ts'
import { arrowSame } from '../../../ui/icon/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { EmptyState, LoadingSkeleton } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { orderData, useOrder } from '../context.tsx'
import { useReasonText } from '../words.ts'
import { pathOf } from '../order-path.ts'
import { useRefusalTexts } from './refusal-texts.ts'

const LinkDialog = lazyIdle(() => import('./link-dialog.tsx'))
const LineDialog = lazyIdle(() => import('./line-dialog.tsx'))

/** Unlinks a campaign after a confirmation, because it stops serving. */
function useUnlink(focusHeading: () => void) {
  const { t } = useLingui()
  const order = useOrder()
  const { mutate, showError } = useMutate()
  const refusals = useRefusalTexts()
  const { confirm, question } = useConfirm()
  const unlink = async ({ campaign_id, name }: OrderCampaign) => {
    const isYes = await confirm({
      heading: t`Unlink ${name}?`,
      text: t`The campaign no longer spends from this order. Its earlier spend stays in the order.`,
      label: t`Unlink campaign`,
    })
    if (!isYes) return
    const call = { path: pathOf(order), body: { unlink: [campaign_id] } }
    const effects = { version: order.version, stale: orderData, title: t`Campaign unlinked`, text: name }
    // The button of the unlinked campaign disappears with its row.
    await mutate(insertionOrders.link, call, effects).then(focusHeading, showError(t`Couldn’t unlink the campaign`, refusals.all))
  }
  return { unlink, question }
}

/** Campaigns that spent from the order and have left it. */
function LeftCampaigns({ campaigns }: { readonly campaigns: readonly OrderCampaign[] }) {
  const { t } = useLingui()
  const order = useOrder()
  const columns = [
    { id: 'name', label: t`Campaign`, isNumber: false },
    { id: 'advertiser', label: t`Advertiser`, isNumber: false },
    { id: 'charged', label: t`Charged`, isNumber: true },
  ]
  const rows = campaigns.map(({ campaign_id, name, advertiser_name, spent }) => ({
    id: String(campaign_id),
    cells: [
      <span key="name" className="order-name" dir="auto">
        {name}
      </span>,
      advertiser_name,
      <Money key="charged" amount={spent} currency={order} />,
    ],
  }))
  return (
    <div className="detail-part">
      <h3>{t`Campaigns that left`}</h3>
      <p className="quiet">
        <Trans>They no longer spend from this order. What they spent stays in it.</Trans>
      </p>
      <Table caption={t`Campaigns that left`} columns={columns} rows={rows} />
    </div>
  )
}

interface CampaignTableProps {
  readonly campaigns: readonly OrderCampaign[]
  /** Why campaigns cannot be unlinked or moved to another line. */
  readonly disabledBecause: string | undefined
  readonly focusHeading: () => void
}

function CampaignTable({ campaigns, disabledBecause, focusHeading }: CampaignTableProps) {
  const { t } = useLingui()
  const order = useOrder()
  const { isReadonly } = useScope()
  const today = useToday(order.time_zone)
  const { unlink, question } = useUnlink(focusHeading)
  const [moving, setMoving] = useState<OrderCampaign>()
  const lineName = (id: number | null) => order.lines.find(({ line_id }) => line_id === id)?.name ?? missingValue
  const columns = [
    { id: 'name', label: t`Campaign`, isNumber: false },
    { id: 'status', label: t`Status`, isNumber: false },
    { id: 'line', label: t`Line`, isNumber: false },
    { id: 'spent', label: t`Spent`, isNumber: true },
    { id: 'days', label: t`Dates`, isNumber: false },
    { id: 'linked', label: t`Linked`, isNumber: false },
    ...(isReadonly ? [] : [{ id: 'actions', label: t`Actions`, isNumber: false }]),
  ]
  const rows = campaigns.map((campaign) => ({
    id: String(campaign.campaign_id),
    cells: [
      <span key="name" className="order-name" dir="auto">
        {campaign.name}
        {order.advertiser_id === null && <small>{campaign.advertiser_name}</small>}
      </span>,
      <StatusBadge key="status" status={campaign.status} />,
      lineName(campaign.line_id),
      <Money key="spent" amount={campaign.spent} currency={order} />,
      <DateRangeText key="days" start={campaign.start_date} end={campaign.end_date} today={today} />,
      <DateText key="linked" day={campaign.linked_at && todayIn(new Date(campaign.linked_at), order.time_zone)} />,
      <span key="actions" className="row">
        {order.lines.length > 0 && (
          <IconButton
            icon={arrowSame}
            label={t`Change the line of ${campaign.name}`}
            disabledBecause={disabledBecause}
            onPress={() => setMoving(campaign)}
          />
        )}
        <IconButton
          icon={cross}
          label={t`Unlink ${campaign.name}`}
          disabledBecause={disabledBecause}
          onPress={() => void unlink(campaign)}
        />
      </span>,
    ].slice(0, columns.length),
  }))
  return (
    <>
      <Table caption={t`Linked campaigns`} columns={columns} rows={rows} />
      {question}
      {moving && (
        <Suspense>
          <LineDialog campaign={moving} onClose={() => setMoving(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Campaigns tab: the campaigns that spend from the order, and those that have left it. */
export function OrderCampaigns({ focusHeading }: { readonly focusHeading: () => void }) {
  const { t } = useLingui()
  const order = useOrder()
  const { isReadonly } = useScope()
  const reasonText = useReasonText()
  const [isLinking, setLinking] = useState(false)
  const { data, error, mutate } = useRead(insertionOrders.campaigns, { path: pathOf(order) })
  if (error && !data)
    return <ResourceError problem={error} brokenHeading={<Trans>Couldn’t load the campaigns</Trans>} onRetry={() => void mutate()} />
  if (!data) return <LoadingSkeleton height={160} />
  const linked = data.campaigns.filter(({ is_linked }) => is_linked)
  const left = data.campaigns.filter(({ is_linked }) => !is_linked)
  const reason = order.actions.link
  const disabledBecause = reason ? reasonText(reason, order) : undefined
  const linkButton = isReadonly ? null : (
    <Button disabledBecause={disabledBecause} onPress={() => setLinking(true)}>
      <Trans>Link campaigns</Trans>
    </Button>
  )
  return (
    <div className="detail-tab">
      {linked.length === 0 ? (
        <EmptyState heading={t`No linked campaigns`} text={t`Linked campaigns spend from this order.`}>
          {linkButton}
        </EmptyState>
      ) : (
        <>
          <div className="row">{linkButton}</div>
          <CampaignTable campaigns={linked} disabledBecause={disabledBecause} focusHeading={focusHeading} />
        </>
      )}
      {left.length > 0 && <LeftCampaigns campaigns={left} />}
      {isLinking && (
        <Suspense>
          <LinkDialog onClose={() => setLinking(false)} />
        </Suspense>
      )}
    </div>
  )
}
