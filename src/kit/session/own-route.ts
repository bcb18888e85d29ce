import { storageKeys } from './times.ts'
import { type Memory, memoryOf } from '../memory.ts'

/** Where the page is, without its origin. */
export const thisUrl = () => location.pathname + location.search + location.hash

/** A way back, if it leads to this origin and nowhere else. */
export function ownRoute(route: string | null | undefined, origin: string): string {
  if (!route || !/^\/(?![/\\])/.test(route)) return '/'
  try {
    const url = new URL(route, origin)
    // A path that begins with two slashes would name another host.
    return url.origin === origin ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}

/** In a fragment, what comes after it is the route to return to. */
export const returnMarker = `${storageKeys.returnRoute}=`

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The way back that an address names: after the marker of its fragment, else in its query; nothing where it names none. */
export function namedRoute(url: string, origin: string): string | undefined {
  const { hash, searchParams } = new URL(url, origin)
  const at = hash.indexOf(returnMarker)
  const said = at < 0 ? searchParams.get('returnRoute') : decoded(hash.slice(at + returnMarker.length))
  const route = ownRoute(said, origin)
  return route === '/' ? undefined : route
}

/** Where somebody wanted to go, kept by this tab while they sign in. */
export function wantedRoute(origin: string, memory: Memory = memoryOf(() => sessionStorage)) {
  return {
    remember(route: string) {
      const { pathname, search, hash } = new URL(ownRoute(route, origin), origin)
      memory.set(storageKeys.returnRoute, pathname + hash)
      memory.set(storageKeys.returnParams, search)
    },
    /** Gives it once; the start page where nothing was wanted. */
    take(): string {
      const [route, params] = [memory.get(storageKeys.returnRoute), memory.get(storageKeys.returnParams)]
      memory.remove(storageKeys.returnRoute)
      memory.remove(storageKeys.returnParams)
      const own = ownRoute(route, origin)
      const [path = '/', ...fragment] = own.split('#')
      return ownRoute([`${path}${/^\?/.test(params ?? '') ? params : ''}`, ...fragment].join('#'), origin)
    },
  }
}

const doorKey = 'placard-login-key'

/** Keeps whose sign-in page somebody used last in this browser. */
export const rememberDoor = (clientName: string | undefined, memory: Memory = memoryOf(() => localStorage)) =>
  clientName ? memory.set(doorKey, clientName) : memory.remove(doorKey)

/** The sign-in page of a client, or of nobody's, without a leading slash, with the way back. */
export const loginPath = (clientName: string | null | undefined, route: string) =>
  `${clientName ? `${encodeURIComponent(clientName)}/` : ''}login${route === '/' ? '' : `?returnRoute=${encodeURIComponent(route)}`}`

/** The one that somebody used last. */
export const doorPath = (route: string, memory: Memory = memoryOf(() => localStorage)) => loginPath(memory.get(doorKey), route)

/** The place of the console that an address names: a page in another's frame has it in its fragment, and a way back behind the marker wins. */
export function placeIn(url: string, isEmbedded: boolean, origin: string): string {
  const [, fragment = ''] = /#(.*)$/s.exec(url) ?? []
  const own = isEmbedded ? `/${fragment.replace(/^[/\\]+/, '')}` : url
  return ownRoute(fragment.includes(returnMarker) ? namedRoute(`#${fragment}`, origin) : own, origin)
}

/** The same place again, in the page that an address is of. */
export const withPlace = (url: string, isEmbedded: boolean, route: string) => (isEmbedded ? `${url.replace(/#.*$/s, '')}#${route}` : route)

const isFrames = (route: string) => /^\/embedded\/?([?#]|$)/.test(route)

/** The sign-in page for somebody who wanted to go somewhere and could not: that of a page for frames stays in its frame. */
export function doorFor(route: string, origin: string, memory?: Memory): string {
  const isEmbedded = isFrames(route)
  return withPlace(route, isEmbedded, `/${doorPath(placeIn(route, isEmbedded, origin), memory)}`)
}
