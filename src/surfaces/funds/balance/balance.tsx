import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { balances } from '../../../contract/money/balances.ts'
import { useRead } from '../../../kit/cache.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { useAccount } from '../context.tsx'
import { FundsScreen } from '../screen.tsx'
import { Ledger } from './ledger.tsx'
import { TypesBar } from './types-bar.tsx'

const DaysChart = lazyIdle(() => import('./days-chart.tsx'))

/** The ledger once the balance is known, whose currency decides the digits of its amounts, or has failed to load. */
function LoadedLedger() {
  const { t } = useLingui()
  const { data, error } = useRead(balances.one, { path: useAccount() })
  if (data || error) return <Ledger />
  return (
    <section className="detail-part" aria-label={t`Ledger`}>
      <h3>{t`Ledger`}</h3>
      <LoadingSkeleton height={240} />
    </section>
  )
}

/** The available funds by type and by day, and the ledger behind them. */
export default function BalanceScreen() {
  const { t } = useLingui()
  return (
    <FundsScreen>
      <div className="detail-tab">
        <section className="detail-part" aria-label={t`Funds by type`}>
          <h3>{t`Funds by type`}</h3>
          <TypesBar />
        </section>
        <section className="detail-part" aria-label={t`Balance by date`}>
          <h3>{t`Balance of the last 90 days`}</h3>
          <Suspense fallback={<LoadingSkeleton height={240} />}>
            <DaysChart />
          </Suspense>
        </section>
        <LoadedLedger />
      </div>
    </FundsScreen>
  )
}
