import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type declaration from '../../../elements/ad-console.ts'
import type { SurfaceProps } from '../../../elements/define.ts'
import { useGuest } from '../../kit/guest.tsx'
import { problemText } from '../../kit/problem.ts'
import { RuntimeProvider } from '../../kit/runtime.tsx'
import { wear } from '../../ui/sheet.ts'
import { Broken, Loading } from '../../ui/states.tsx'
import css from './console.css'
import { useAddress } from './parts/address.ts'
import { ConsoleProvider } from './parts/console.ts'
import { Door } from './parts/door.tsx'
import { type Identity, useIdentity, useSessionState } from './parts/identity.ts'
import { Inside } from './parts/inside.tsx'
import { isOpen, placeOf } from './parts/places.ts'
import { useSettings } from './parts/settings.ts'

wear(css)

export type ConsoleProps = SurfaceProps<typeof declaration>

const Prompt = lazy(() => import('../../parts/session-prompt.tsx').then(({ SessionPrompt }) => ({ default: SessionPrompt })))

type There = Extract<Identity, { state: 'there' }>
interface WithinProps extends Pick<ConsoleProps, 'emit'> {
  readonly identity: There
  readonly isRouted: boolean
  readonly goInstead: (path: string, title?: string) => void
}

/** Leads those to the door whom nobody knows; who has just left is on the way out already. */
function useDoorway({ session }: There, path: string, goInstead: WithinProps['goInstead']) {
  const { kind } = useSessionState(session)
  const hasLeft = useRef(false)
  useEffect(() => {
    if (kind === 'signing-out') hasLeft.current = true
    if (kind === 'signed-out' && !hasLeft.current && !isOpen(placeOf(path)))
      goInstead(path ? `login?returnRoute=${encodeURIComponent(`/${path}`)}` : 'login')
  }, [kind, path, goInstead])
  return kind
}

function Within({ identity, isRouted, goInstead, emit }: WithinProps) {
  const { path } = useGuest()
  const { session, runtime } = identity
  const settings = useSettings(isRouted)
  const kind = useDoorway(identity, path, goInstead)
  const place = placeOf(path)
  const isKnown = kind !== 'starting' && kind !== 'signed-out' && !(kind === 'failed' && session?.state.kind === 'failed' && isOpen(place))
  const getToken = session?.getToken ?? runtime.getToken
  return (
    <ConsoleProvider value={{ session, getToken, isRouted, goInstead, emit, settings }}>
      {place && isOpen(place) ? (
        <Door place={place} isSignedIn={kind === 'active' && place.tag === 'ad-sign-in'} />
      ) : isKnown ? (
        <Inside place={place} />
      ) : (
        <div className="console-waiting">
          <Loading height={320} />
        </div>
      )}
      {session && (
        <Suspense>
          <Prompt session={session} />
        </Suspense>
      )}
    </ConsoleProvider>
  )
}

/** The whole console; it composes the other elements as any page would. */
export default function Console({ routed = false, embedded = false, emit }: ConsoleProps) {
  const { i18n } = useLingui()
  const { isThere, goInstead } = useAddress(routed, embedded)
  const identity = useIdentity(embedded)
  if (identity.state === 'broken')
    return (
      <Broken
        heading={<Trans>The console could not be started</Trans>}
        reason={problemText(identity.problem, i18n)}
        requestId={identity.problem.requestId}
        onRetry={identity.retry}
      />
    )
  if (identity.state === 'waiting' || !isThere)
    return (
      <div className="console-waiting">
        <Loading height={320} />
      </div>
    )
  return (
    <RuntimeProvider runtime={identity.runtime}>
      <Within identity={identity} isRouted={routed} goInstead={goInstead} emit={emit} />
    </RuntimeProvider>
  )
}
