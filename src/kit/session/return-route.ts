import { storageKeys } from './times.ts'
import { type SafeStorage, safeStorageOf } from '../safe-storage.ts'

/** The current URL without its origin. */
export const currentUrl = () => location.pathname + location.search + location.hash

/** A return route, if it leads to this origin; otherwise the start page. */
export function sameOriginRoute(route: string | null | undefined, origin: string): string {
  if (!route || !/^\/(?![/\\])/.test(route)) return '/'
  try {
    const url = new URL(route, origin)
    // A path that begins with two slashes would name another host.
    return url.origin === origin ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}

/** In a fragment, the route to return to follows this marker. */
export const returnMarker = `${storageKeys.returnRoute}=`

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The return route of a URL: after the marker in its fragment, otherwise from its query. Undefined if there is none. */
export function returnRouteOf(url: string, origin: string): string | undefined {
  const { hash, searchParams } = new URL(url, origin)
  const at = hash.indexOf(returnMarker)
  const encoded = at < 0 ? searchParams.get('returnRoute') : decoded(hash.slice(at + returnMarker.length))
  const route = sameOriginRoute(encoded, origin)
  return route === '/' ? undefined : route
}

/** The route that the user wanted, stored in this tab during the sign-in. */
export function createReturnRoute(origin: string, memory: SafeStorage = safeStorageOf(() => sessionStorage)) {
  return {
    remember(route: string) {
      const { pathname, search, hash } = new URL(sameOriginRoute(route, origin), origin)
      memory.set(storageKeys.returnRoute, pathname + hash)
      memory.set(storageKeys.returnParams, search)
    },
    /** Returns the route once; the start page if there is none. */
    take(): string {
      const route = memory.get(storageKeys.returnRoute)
      const params = memory.get(storageKeys.returnParams)
      memory.remove(storageKeys.returnRoute)
      memory.remove(storageKeys.returnParams)
      const ownRoute = sameOriginRoute(route, origin)
      const [path = '/', ...fragment] = ownRoute.split('#')
      return sameOriginRoute([`${path}${/^\?/.test(params ?? '') ? params : ''}`, ...fragment].join('#'), origin)
    },
  }
}

const doorKey = 'placard-login-key'

/** Stores which client's sign-in page was last used in this browser. */
export const rememberLoginClient = (clientName: string | undefined, memory: SafeStorage = safeStorageOf(() => localStorage)) =>
  clientName ? memory.set(doorKey, clientName) : memory.remove(doorKey)

/** Path of a client's sign-in page, or of the general one, without a leading slash and with the return route. */
export const loginPath = (clientName: string | null | undefined, route: string) =>
  `${clientName ? `${encodeURIComponent(clientName)}/` : ''}login${route === '/' ? '' : `?returnRoute=${encodeURIComponent(route)}`}`

/** The sign-in page that was last used in this browser. */
export const lastLoginPath = (route: string, memory: SafeStorage = safeStorageOf(() => localStorage)) =>
  loginPath(memory.get(doorKey), route)

/** The console route of a URL. An embedded page has it in its fragment. A return route after the marker takes precedence. */
export function consoleRouteOf(url: string, isEmbedded: boolean, origin: string): string {
  const [, fragment = ''] = /#(.*)$/s.exec(url) ?? []
  const ownRoute = isEmbedded ? `/${fragment.replace(/^[/\\]+/, '')}` : url
  return sameOriginRoute(fragment.includes(returnMarker) ? returnRouteOf(`#${fragment}`, origin) : ownRoute, origin)
}

/** Puts a console route into a URL: into the fragment of an embedded page, otherwise as the whole URL. */
export const withConsoleRoute = (url: string, isEmbedded: boolean, route: string) =>
  isEmbedded ? `${url.replace(/#.*$/s, '')}#${route}` : route

const isFrames = (route: string) => /^\/embedded\/?([?#]|$)/.test(route)

/** The sign-in page for a user who could not open a route. An embedded page stays in its frame. */
export function loginUrlFor(route: string, origin: string, memory?: SafeStorage): string {
  const isEmbedded = isFrames(route)
  return withConsoleRoute(route, isEmbedded, `/${lastLoginPath(consoleRouteOf(route, isEmbedded, origin), memory)}`)
}
