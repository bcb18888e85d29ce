export { storeEarlyToken as lend } from '../../src/kit/session/request-token.ts'
import type { RuntimeOptions } from '../../src/kit/runtime-options.ts'

/** Options that a page sets for all its elements. */
export type PageOptions = Partial<RuntimeOptions>

/** An element that updates when the page's options change. */
interface Follower {
  follow(): void
}

const ownOrigin = new URL(import.meta.url).origin
let defaults: PageOptions = {}
const followers = new Set<Follower>()
const shadowRootListeners = new Set<(root: ParentNode & Node) => void>()

/** Sets default options, such as `apiBase` and `getToken`, for every element of the page. */
export function configure(options: PageOptions) {
  defaults = { ...defaults, ...options }
  for (const follower of [...followers]) follower.follow()
}

/** Options for an element's requests; its own `getToken` overrides the page's. */
export const runtimeOptions = (options: PageOptions): RuntimeOptions => ({
  apiBase: ownOrigin,
  ...defaults,
  ...(options.getToken && { getToken: options.getToken }),
})

export const followPageOptions = (follower: Follower) => {
  followers.add(follower)
  return () => void followers.delete(follower)
}

const havePageScriptsRun = () => {
  const [opening] = performance.getEntriesByType('navigation')
  const isPast = opening instanceof PerformanceNavigationTiming && opening.domContentLoadedEventStart > 0
  return isPast || document.readyState === 'complete'
}
/** Resolves when all module scripts of the page have run, because one of them may set `getToken`. */
export const whenPageScriptsHaveRun = () =>
  new Promise<void>((resolve) => {
    if (havePageScriptsRun()) return resolve()
    addEventListener('DOMContentLoaded', () => resolve(), { once: true })
    addEventListener('load', () => resolve(), { once: true })
  })

/** Calls `listener` for each shadow root that our elements create, so that the loader finds tags inside. */
export const onRoot = (listener: (root: ParentNode & Node) => void) => {
  shadowRootListeners.add(listener)
  return () => void shadowRootListeners.delete(listener)
}
export const reportShadowRoot = (root: ParentNode & Node) => {
  for (const listener of shadowRootListeners) listener(root)
}
