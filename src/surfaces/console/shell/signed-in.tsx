import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { AddressMatch } from '../../../contract/addresses/addresses.ts'
import { contextOf } from '../../../contract/addresses/context.rules.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { splitPath } from '../../../kit/split-path.ts'
import { AdvertisersProvider } from '../../../parts/scope/advertisers.tsx'
import { AppSetup } from '../../../parts/scope/app-setup.tsx'
import { ClientProvider } from '../../../parts/scope/client.tsx'
import { useRouteClient } from '../../../parts/scope/default-client.ts'
import { ViewerProvider, useViewer } from '../../../parts/scope/viewer.tsx'
import { Terms } from '../../../parts/account/terms.tsx'
import { Button } from '../../../ui/button.tsx'
import { lock } from '../../../ui/icon/icons.ts'
import { EmptyState, LoadingSkeleton } from '../../../ui/states.tsx'
import { usePageTitle, useTitle } from '../navigation/scroll-and-focus.ts'
import { BrokenPage } from './broken-page.tsx'
import { useConsole } from '../context.tsx'
import { ConsoleShell } from './shell.tsx'
import { useSessionState } from '../identity.ts'
import { Main } from './main.tsx'
import { useUserLocale } from '../settings.ts'

const noop = () => undefined

/** Emits the sign-in and sign-out events. */
function useSignInEvents() {
  const { emit, session } = useConsole()
  const viewer = useViewer()
  const { kind } = useSessionState(session)
  const userId = viewer.state === 'known' ? viewer.person?.user_id : undefined
  const notifiedUserId = useRef<number>(undefined)
  useEffect(() => {
    if (userId === undefined || notifiedUserId.current === userId) return
    notifiedUserId.current = userId
    emit('ad-signed-in', { user_id: userId })
  }, [userId, emit])
  useEffect(() => {
    if (notifiedUserId.current === undefined || (kind !== 'signed-out' && kind !== 'signing-out')) return
    notifiedUserId.current = undefined
    emit('ad-signed-out', {})
  }, [kind, emit])
}

const ShellSkeleton = () => (
  <div className="console-waiting">
    <LoadingSkeleton height={320} />
  </div>
)

/** Sign-out function; undefined if the host page owns the session. */
function useSignOut() {
  const { session } = useConsole()
  return session && (() => void session.signOut('person'))
}

function KnownUserConsole({ match, clientId }: { readonly match: AddressMatch | undefined; readonly clientId: number }) {
  const { isRouted } = useConsole()
  const { path } = useElementContext()
  const signOut = useSignOut()
  useSignInEvents()
  useUserLocale(isRouted)
  return (
    <AppSetup waiting={<ShellSkeleton />}>
      <Terms memberGroupId={clientId} path={splitPath(path).pathname} waiting={<ShellSkeleton />} {...(signOut && { onDecline: signOut })}>
        <ConsoleShell match={match} />
      </Terms>
    </AppSetup>
  )
}

/** Page for a signed-in user without access to a client. */
function NoClient() {
  const { t } = useLingui()
  const { isRouted } = useConsole()
  const signOut = useSignOut()
  useSignInEvents()
  useUserLocale(isRouted)
  const title = t`No client yet`
  useTitle(title)
  return (
    <Main isRouted={isRouted} className="console-waiting">
      <h1 className="unseen">{title}</h1>
      <EmptyState
        icon={lock}
        heading={<Trans>You don’t have access to a client yet</Trans>}
        text={<Trans>Ask the person who invited you for access to a client.</Trans>}
      >
        {signOut && (
          <Button onPress={signOut}>
            <Trans>Sign out</Trans>
          </Button>
        )}
      </EmptyState>
    </Main>
  )
}

/** The console of a signed-in user. The client comes from the URL, or else from the user. */
export function SignedInConsole({ match }: { readonly match: AddressMatch | undefined }) {
  const { t } = useLingui()
  const { isRouted } = useConsole()
  const { path } = useElementContext()
  usePageTitle(match)
  const url = `/${path}`
  const context = contextOf(url)
  const { isPending, clientId, problem, retry = noop } = useRouteClient(context)
  if (problem) return <BrokenPage isRouted={isRouted} heading={t`Couldn’t load your clients`} problem={problem} onRetry={retry} />
  if (isPending) return <ShellSkeleton />
  if (clientId === undefined)
    return (
      <ViewerProvider memberGroupId={undefined} isWithoutClient>
        <NoClient />
      </ViewerProvider>
    )
  return (
    <ViewerProvider memberGroupId={clientId} advertiserId={context.advertiserId} advertiserGroupId={context.advertiserGroupId}>
      <ClientProvider context={{ ...context, clientId }}>
        <AdvertisersProvider memberGroupId={clientId} pathname={url}>
          <KnownUserConsole match={match} clientId={clientId} />
        </AdvertisersProvider>
      </ClientProvider>
    </ViewerProvider>
  )
}
