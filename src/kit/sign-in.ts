import type { UserManager } from 'oidc-client-ts'
import { storageKeys } from '../contract/session.ts'
import { memoryOf } from './memory.ts'
import type { GetToken } from './session.ts'

export interface SignInOptions {
  readonly issuer: string
  readonly clientId: string
  readonly redirectUri: string
}

/** A way back, if it leads to this origin and nowhere else. */
export function ownRoute(route: string | null, origin: string): string {
  if (!route || !/^\/(?![/\\])/.test(route)) return '/'
  try {
    const url = new URL(route, origin)
    // A path that begins with two slashes would name another host.
    return url.origin === origin ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}

/** Signing in through the identity provider, for a page that has no host to ask. */
export function signIn({ issuer, clientId, redirectUri }: SignInOptions) {
  const memory = memoryOf(() => sessionStorage)
  let manager: Promise<UserManager> | undefined
  const managed = () => {
    manager ??= import('oidc-client-ts').then(
      ({ UserManager: Manager, WebStorageStateStore }) =>
        new Manager({
          authority: issuer,
          client_id: clientId,
          redirect_uri: redirectUri,
          scope: 'openid profile console',
          automaticSilentRenew: false,
          userStore: new WebStorageStateStore({ store: sessionStorage }),
        }),
    )
    return manager
  }
  const start = async (route = location.pathname + location.search + location.hash) => {
    memory.set(storageKeys.returnRoute, route)
    await (await managed()).signinRedirect()
  }
  const getToken: GetToken = async ({ reason }) => {
    const users = await managed()
    const user = await users.getUser()
    const isUsable = user && !user.expired && reason === 'start'
    const fresh = isUsable ? user : user?.refresh_token ? await users.signinSilent().catch(() => null) : null
    if (!fresh?.expires_at) {
      await start()
      throw new Error('Signing in')
    }
    return { access_token: fresh.access_token, expires_at: fresh.expires_at }
  }
  return {
    getToken,
    start,
    /** Ends the way through the provider; says where one wanted to go. */
    finish: async () => {
      await (await managed()).signinRedirectCallback()
      const route = ownRoute(memory.get(storageKeys.returnRoute), location.origin)
      memory.remove(storageKeys.returnRoute)
      return route
    },
    end: async () => (await managed()).signoutRedirect(),
  }
}
