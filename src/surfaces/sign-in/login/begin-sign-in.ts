import { loginPath, sameOriginRoute } from '../../../kit/session/return-route.ts'
import type { SignInContext } from '../context.tsx'

/** `nowhere`: in a frame, which the identity provider forbids. `here`: the host page handles the sign-in. */
type SignInOutcome = 'away' | 'here' | 'nowhere'

/** Redirects to the identity provider, unless the host page cancels the event. */
export async function beginSignIn(
  { clientName, emit, client, identityProvider }: SignInContext,
  apiBase: string,
  requestedRoute: string | undefined,
): Promise<SignInOutcome> {
  const route = sameOriginRoute(requestedRoute, location.origin)
  const organization = client?.sso_organization_id ?? undefined
  const connection = client?.sso_connection_id ?? undefined
  const parameters = {
    client_name: clientName ?? '',
    return_route: route,
    ...(organization && { organization }),
    ...(connection && { connection }),
  }
  if (!emit('ad-before-sign-in', parameters)) return 'here'
  if (window.parent !== window) return 'nowhere'
  // On another origin, the sign-in starts on the platform's page and returns there.
  if (new URL(apiBase).origin !== location.origin) {
    location.assign(`${apiBase}/${loginPath(clientName, route)}`)
    return 'away'
  }
  const { createConsoleSession } = await import('../../../kit/session/console-session.ts')
  const session = createConsoleSession({
    issuer: identityProvider?.issuer ?? '',
    clientId: identityProvider?.clientId ?? '',
    redirectUri: `${location.origin}/signed-in`,
    isEmbedded: false,
    hasPrompt: false,
  })
  try {
    await session.signIn({ route, loginKey: clientName, organization, connection })
    return session.state.kind === 'failed' ? 'here' : 'away'
  } finally {
    session.dispose()
  }
}
