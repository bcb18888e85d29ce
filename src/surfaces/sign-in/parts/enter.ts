import { ownRoute } from '../../../kit/own-route.ts'
import type { Door } from './door.tsx'

/** The sign-in page of the platform, for a page that is not the platform's own. */
const platformDoor = (apiBase: string, clientName: string | undefined, route: string) =>
  `${apiBase}/${clientName ? `${encodeURIComponent(clientName)}/` : ''}login${route === '/' ? '' : `?returnRoute=${encodeURIComponent(route)}`}`

/** Takes the person to the identity provider, unless the page does that itself. */
export async function enter({ clientName, emit, client, keeper }: Door, apiBase: string, wanted: string | undefined): Promise<void> {
  const route = ownRoute(wanted, location.origin)
  const [organization, connection] = [client?.sso_organization_id ?? undefined, client?.sso_connection_id ?? undefined]
  const said = {
    client_name: clientName ?? '',
    return_route: route,
    ...(organization && { organization }),
    ...(connection && { connection }),
  }
  if (!emit('ad-before-sign-in', said)) return
  // Who signs in on another page than the platform's comes back to the platform's, where the way began.
  if (new URL(apiBase).origin !== location.origin) return location.assign(platformDoor(apiBase, clientName, route))
  const { createConsoleSession } = await import('../../../kit/console-session.ts')
  const session = createConsoleSession({
    ...{ issuer: keeper?.issuer ?? '', clientId: keeper?.clientId ?? '' },
    ...{ redirectUri: `${location.origin}/signed-in`, isEmbedded: false, hasPrompt: false },
  })
  await session.signIn({ route, loginKey: clientName, organization, connection }).catch((error: unknown) => {
    session.dispose()
    throw error
  })
}
