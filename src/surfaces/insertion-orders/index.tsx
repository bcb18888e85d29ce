import { useMemo } from 'react'
import { Screens } from '../../parts/navigation/screens.tsx'
import { ScopeProvider } from '../../parts/scope/scope.tsx'
import { OrdersProvider, type OrdersProps } from './context.tsx'
import { routes } from './routes.ts'

/** Insertion orders of a client. */
export default function InsertionOrders(props: OrdersProps) {
  const { emit, noAdvertiserChoice, noLedger } = props
  const context = useMemo(() => ({ emit, noAdvertiserChoice, noLedger }), [emit, noAdvertiserChoice, noLedger])
  return (
    <ScopeProvider attributes={props}>
      <OrdersProvider value={context}>
        <Screens routes={routes} />
      </OrdersProvider>
    </ScopeProvider>
  )
}
