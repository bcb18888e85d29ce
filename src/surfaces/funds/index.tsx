import { useMemo, useRef } from 'react'
import { Screens } from '../../parts/navigation/screens.tsx'
import { ScopeProvider } from '../../parts/scope/scope.tsx'
import { FundsProvider, type FundsProps, type SentPayment } from './context.tsx'
import { routes } from './routes.ts'

/** Funds of an advertiser. */
export default function Funds(props: FundsProps) {
  const { emit } = props
  const lostPayment = useRef<SentPayment>(undefined)
  const context = useMemo(() => ({ emit, lostPayment }), [emit])
  return (
    <ScopeProvider attributes={props}>
      <FundsProvider value={context}>
        <Screens routes={routes} />
      </FundsProvider>
    </ScopeProvider>
  )
}
