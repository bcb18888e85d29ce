import { useLingui } from '@lingui/react/macro'
import { memo, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import type declaration from '../../../elements/ad-console.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'
import { type ElementContext, ElementContextProvider, useElementContext } from '../../kit/host/element-context.tsx'
import { hasStoredForm } from '../../kit/session/stored-forms.ts'
import { lastLoginPath, consoleRouteOf, returnMarker, currentUrl } from '../../kit/session/return-route.ts'
import { RuntimeProvider } from '../../kit/runtime.tsx'
import { lazyIdle } from '../../ui/lazy-idle.ts'
import { addStyles } from '../../ui/theme/styles.ts'
import { LoadingSkeleton } from '../../ui/states.tsx'
import css from './console.css'
import { useAddress } from './navigation/address.ts'
import { BrokenPage } from './shell/broken-page.tsx'
import { ConsoleProvider } from './context.tsx'
import { useFlags } from './flags.ts'
import { SignedOut } from './shell/signed-out.tsx'
import { type Identity, useIdentity, useSessionState } from './identity.ts'
import { SignedInConsole } from './shell/signed-in.tsx'
import { isPublicPage, findMatch } from './navigation/entries.ts'
import { usePageLanguage, useSettings } from './settings.ts'
import { splitPath } from '../../kit/split-path.ts'
import type { ConsoleState } from '../../kit/session/console-state.ts'

addStyles(css)

const contextWithPathname = ({ path, ...rest }: ElementContext) => ({ ...rest, pathname: splitPath(path).pathname })

const isAtSamePath = (a: ElementContext, b: ElementContext) => {
  const values = new Map<string, unknown>(Object.entries(contextWithPathname(a)))
  return Object.entries(contextWithPathname(b)).every(([name, value]) => values.get(name) === value)
}

/** Defers path changes for the shell. A change of the query only, such as a filter, then does not wait for the shell to render. */
function useDeferredElementContext(): ElementContext {
  const element = useElementContext()
  const deferred = useDeferredValue(element)
  return isAtSamePath(deferred, element) ? deferred : element
}

export type ConsoleProps = SurfaceProps<typeof declaration>

const Prompt = lazyIdle(() => import('./shell/session-prompt.tsx').then(({ SessionPrompt }) => ({ default: SessionPrompt })))

/** Until the console knows what to show, the page's own placeholder stays, if it has one. */
const Waiting = () => (
  <slot name="waiting">
    <div className="console-waiting">
      <LoadingSkeleton height={320} />
    </div>
  </slot>
)

type ReadyIdentity = Extract<Identity, { state: 'there' }>
interface SessionContentProps extends Pick<ConsoleProps, 'emit'> {
  readonly identity: ReadyIdentity
  readonly isRouted: boolean
  readonly isEmbedded: boolean
  readonly goInstead: (path: string, title?: string) => void
}

/** The user must sign in. An unreachable provider is excluded, because it may recover. */
const needsSignIn = (state: ConsoleState) => state.kind === 'signed-out' || (state.kind === 'failed' && state.code !== 'provider_down')

/** Redirects to the sign-in page and emits the sign-out event. A sign-out in progress already leaves the page. */
function useSignInRedirect({ identity: { session }, isRouted, isEmbedded, goInstead, emit }: SessionContentProps, path: string) {
  const state = useSessionState(session)
  const { kind } = state
  const leftPath = useRef<string>(undefined)
  const previousKind = useRef(kind)
  const isGone = needsSignIn(state)
  useEffect(() => {
    if (kind === 'signing-out') leftPath.current = path
    if (leftPath.current !== path) leftPath.current = undefined
    if (!session && previousKind.current === 'active' && kind === 'signed-out') emit('ad-signed-out', {})
    previousKind.current = kind
    const target = isRouted ? consoleRouteOf(currentUrl(), isEmbedded, location.origin) : `/${path}`
    if (isGone && leftPath.current === undefined && !isPublicPage(findMatch(path))) goInstead(lastLoginPath(target))
    // A signed-in user skips the sign-in page and goes to the route in the fragment.
    else if (kind === 'active' && isRouted && location.hash.includes(returnMarker) && !isPublicPage(findMatch(path)))
      goInstead(target.slice(1))
  }, [kind, isGone, path, session, isRouted, isEmbedded, goInstead, emit])
  return {
    // After a new sign-in, the prompt reports restored form input. The sign-in page needs no prompt.
    hasToSay: kind === 'active' ? hasStoredForm(currentUrl()) : kind !== 'starting' && kind !== 'signed-out',
    isKnown: kind !== 'starting' && (!isGone || leftPath.current !== undefined),
    isActive: kind === 'active',
  }
}

/** By then the first paint is done. */
const stillMs = 4000

/** True once the page has been open for a while, so that the session prompt is loaded before the network may fail. */
function useIsIdlePage() {
  const [isStill, setStill] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStill(true), stillMs)
    return () => clearTimeout(timer)
  }, [])
  return isStill
}

const ConsoleContent = memo(function Within(props: SessionContentProps) {
  const { identity, isRouted, goInstead, emit } = props
  const { path } = useElementContext()
  const { session, runtime } = identity
  const settings = useSettings(isRouted)
  const { hasToSay, isKnown, isActive } = useSignInRedirect(props, path)
  const isStill = useIsIdlePage()
  const match = findMatch(path)
  const isPublic = isPublicPage(match)
  const flags = useFlags(isKnown && !isPublic)
  const getToken = session?.getToken ?? runtime.getToken
  return (
    <ConsoleProvider value={{ session, getToken, isRouted, goInstead, emit, settings, flags }}>
      {match && isPublic ? (
        <SignedOut match={match} isSignedIn={isActive && match.tag === 'ad-sign-in'} />
      ) : isKnown ? (
        <SignedInConsole match={match} />
      ) : (
        <Waiting />
      )}
      {session && (hasToSay || isStill) && (
        <Suspense>
          <Prompt session={session} />
        </Suspense>
      )}
    </ConsoleProvider>
  )
})

/** The whole console. It uses the other elements through their public API, as any page could. */
export default function Console({ routed = false, embedded = false, emit }: ConsoleProps) {
  const { t } = useLingui()
  const { isThere, goInstead } = useAddress(routed, embedded)
  const identity = useIdentity(embedded)
  const element = useDeferredElementContext()
  usePageLanguage(routed)
  if (identity.state === 'broken')
    return <BrokenPage isRouted={routed} heading={t`Couldn’t start the console`} problem={identity.problem} onRetry={identity.retry} />
  if (identity.state === 'waiting' || !isThere) return <Waiting />
  return (
    <RuntimeProvider runtime={identity.runtime}>
      <ElementContextProvider value={element}>
        <ConsoleContent identity={identity} isRouted={routed} isEmbedded={embedded} goInstead={goInstead} emit={emit} />
      </ElementContextProvider>
    </RuntimeProvider>
  )
}
