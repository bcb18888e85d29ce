import { InnerElement } from '../../../parts/navigation/inner-element.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useAdmin } from '../context.tsx'

/** The settings of a client’s insertion orders: those of the element of insertion orders, which also has their history. */
export default function OrderSettingsTab() {
  const { clientId } = useScope()
  const { isReadonly } = useAdmin()
  return (
    <InnerElement
      tag="ad-insertion-orders"
      attributes={{ 'client-id': String(clientId), path: 'settings', readonly: isReadonly ? '' : undefined }}
    />
  )
}
