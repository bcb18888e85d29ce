import { useMemo } from 'react'
import { Screens } from '../../parts/navigation/screens.tsx'
import { ScopeProvider } from '../../parts/scope/scope.tsx'
import { FundsProvider, type FundsProps } from './context.tsx'
import { routes } from './routes.ts'

/** Funds of an advertiser. */
export default function Funds(props: FundsProps) {
  const { emit } = props
  const context = useMemo(() => ({ emit }), [emit])
  return (
    <ScopeProvider attributes={props}>
      <FundsProvider value={context}>
        <Screens routes={routes} />
      </FundsProvider>
    </ScopeProvider>
  )
}
