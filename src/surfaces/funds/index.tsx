import { useCallback, useMemo, useRef, useState } from 'react'
import { Screens } from '../../parts/navigation/screens.tsx'
import { ScopeProvider } from '../../parts/scope/scope.tsx'
import { FollowedPayment } from './add/followed-payment.tsx'
import { FundsProvider, type FundsProps, type OpenPayment, type SentPayment } from './context.tsx'
import { routes } from './routes.ts'

/** The payments of the element that are not settled, each once. */
function useFollowedPayments() {
  const [followed, setFollowed] = useState<readonly OpenPayment[]>([])
  const known = useRef(new Set<number>())
  const follow = useCallback((payment: OpenPayment) => {
    const { payment_id: id } = payment.first
    if (known.current.has(id)) return
    known.current.add(id)
    setFollowed((others) => [...others, payment])
  }, [])
  const unfollow = useCallback((id: number) => setFollowed((all) => all.filter(({ first }) => first.payment_id !== id)), [])
  return { followed, follow, unfollow }
}

/** Funds of an advertiser. */
export default function Funds(props: FundsProps) {
  const { emit } = props
  const lostPayment = useRef<SentPayment>(undefined)
  const shownPayment = useRef<number>(undefined)
  const { followed, follow, unfollow } = useFollowedPayments()
  const context = useMemo(() => ({ emit, lostPayment, follow, shownPayment }), [emit, follow])
  return (
    <ScopeProvider attributes={props}>
      <FundsProvider value={context}>
        <Screens routes={routes} />
        {followed.map((payment) => (
          <FollowedPayment key={payment.first.payment_id} {...payment} onSettled={unfollow} />
        ))}
      </FundsProvider>
    </ScopeProvider>
  )
}
