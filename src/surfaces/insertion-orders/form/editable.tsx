import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { OrderRow } from '../../../contract/insertion-orders/insertion-orders.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { useDisabledReason, useViewer } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import css from '../insertion-orders.css'

addStyles(css)

interface EditableProps {
  readonly heading: ReactNode
  readonly permission: 'insertion_orders.create' | 'insertion_orders.change'
  /** Why the platform would refuse the form, as text. */
  readonly refusal: string | undefined
  /** The order that is shown instead of its form. */
  readonly order?: OrderRow
  readonly children: ReactNode
}

/** Shows the form to users who can save it, and otherwise the reason why they cannot. */
export function Editable({ heading, permission, refusal, order, children }: EditableProps) {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const viewer = useViewer()
  const linkTo = usePathLink()
  const mayNot = useDisabledReason()({ permissions: [permission] })
  if (viewer.state === 'waiting') return <LoadingSkeleton height={360} />
  const reason = isReadonly ? t`This page is for reading only.` : (mayNot ?? refusal)
  if (reason === undefined) return children
  const link = order ? linkTo(String(order.insertion_order_id), order.name) : linkTo('', t`Insertion orders`)
  return (
    <div className="order-form">
      <h2>{heading}</h2>
      <Callout
        kind="info"
        heading={order ? <Trans>This order can’t be edited</Trans> : <Trans>You can’t create an order</Trans>}
        act={<Button onPress={link.onNavigate}>{order ? <Trans>View order</Trans> : <Trans>View all orders</Trans>}</Button>}
      >
        {reason}
      </Callout>
    </div>
  )
}
