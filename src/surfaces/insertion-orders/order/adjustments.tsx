import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { OrderAdjustment } from '../../../contract/insertion-orders/adjustments.ts'
import type { OrderRefusal } from '../../../contract/insertion-orders/insertion-orders.ts'
import type { ReconciledLine } from '../../../contract/insertion-orders/reconciliation.ts'
import { adjustmentStatuses } from '../../../contract/insertion-orders/insertion-orders.rules.ts'
import { microsOf } from '../../../contract/money/money.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateText } from '../../../ui/format/date-text.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { Table } from '../../../ui/table/table.tsx'
import { useOrder } from '../context.tsx'
import { useReasonText } from '../words.ts'

const AdjustDialog = lazyIdle(() => import('./adjust-dialog.tsx'))

/** The name of a row of the reconciliation. */
export function useLineName() {
  const { t } = useLingui()
  return ({ name, uncounted }: Pick<ReconciledLine, 'name' | 'uncounted'>) =>
    name ?? (uncounted ? t`Campaigns that left the order` : t`Without a line`)
}

interface LinesProps {
  readonly lines: readonly ReconciledLine[]
}

/** Opens the dialog that records a credit or a make-good; disabled while nothing can be given back. */
export function AdjustButton({ lines }: LinesProps) {
  const { t } = useLingui()
  const order = useOrder()
  const { isReadonly } = useScope()
  const [isOpen, setOpen] = useState(false)
  const nameOf = useLineName()
  const reasonText = useReasonText()
  const noPermission = useDisabledReason()({ permissions: ['funds.correct'] })
  const charged = lines.filter((line) => line.uncounted === null && microsOf(line.charged) > 0n)
  const refusal = (): OrderRefusal | undefined => {
    if (!adjustmentStatuses.credit.includes(order.status)) return { code: 'wrong_status', values: { status: order.status } }
    return order.advertiser_id === null ? { code: 'many_accounts', values: {} } : undefined
  }
  if (isReadonly) return null
  const refused = refusal()
  const state = refused ? reasonText(refused, order) : charged.length === 0 ? t`Nothing is charged to the order` : undefined
  return (
    <>
      <Button disabledBecause={noPermission ?? state} onPress={() => setOpen(true)}>
        <Trans>Credit or make-good</Trans>
      </Button>
      {isOpen && (
        <Suspense>
          <AdjustDialog lines={charged} nameOf={nameOf} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What was given back: when, for which line, why and by whom. */
export function Adjustments({ lines, adjustments }: LinesProps & { readonly adjustments: readonly OrderAdjustment[] }) {
  const { t } = useLingui()
  const order = useOrder()
  const nameOf = useLineName()
  const kinds = { credit: t`Credit given`, make_good: t`Make-good` }
  if (adjustments.length === 0) return null
  const columns = [
    { id: 'day', label: t`Date`, isNumber: false },
    { id: 'kind', label: t`Kind`, isNumber: false },
    { id: 'line', label: t`Line`, isNumber: false },
    { id: 'amount', label: t`Amount`, isNumber: true },
    { id: 'reason', label: t`Reason`, isNumber: false },
    { id: 'user', label: t`Recorded by`, isNumber: false },
  ]
  const text = (id: string, content: string | null) => (
    <span key={id} className="order-name" dir="auto">
      {content}
    </span>
  )
  const rows = adjustments.map(({ adjustment_id, kind, line_id, amount, reason, day, user }) => ({
    id: String(adjustment_id),
    cells: [
      <DateText key="day" day={day} />,
      kinds[kind],
      text('line', nameOf({ name: lines.find((line) => line.line_id === line_id)?.name ?? null, uncounted: null })),
      <Money key="amount" amount={amount} currency={order} />,
      text('reason', reason),
      text('user', user),
    ],
  }))
  return (
    <div className="detail-part">
      <h3>{t`Credits and make-goods`}</h3>
      <Table caption={t`Credits and make-goods`} columns={columns} rows={rows} />
    </div>
  )
}
