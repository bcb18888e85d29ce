import { cacheTimes } from '../../src/kit/session/times.ts'
import { acquirePlatformAccess, releasePlatformAccess } from '../../src/kit/access.ts'
import type { PrefetchQuery } from '../../src/kit/prefetch.ts'
import { languageOf } from './language.ts'
import { type PageOptions, runtimeOptions } from './page.ts'

/** Returns a surface's first requests, given the element's attributes, its language and the platform's time. */
export type FirstRequests = (properties: Readonly<Record<string, string>>, language: string, now: Date) => readonly PrefetchQuery[]

/** Functions that cancel the prefetch of an element. */
const cancelByElement = new WeakMap<Element, () => void>()

const camel = (attribute: string) => attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Attributes by property name, plus the string properties set before the element was upgraded. */
const propertiesSetOn = (element: Element): Record<string, string> => ({
  ...Object.fromEntries([...element.attributes].map(({ name, value }) => [camel(name), value])),
  ...Object.fromEntries(Object.entries(element).filter(([, value]) => typeof value === 'string')),
})

/** Cancels prefetched requests that the element's surface did not use. */
export function cancelPrefetch(element: Element) {
  cancelByElement.get(element)?.()
  cancelByElement.delete(element)
}

/** Sends a surface's first requests while its code loads; removing the element cancels them. */
export function begin(element: Element & PageOptions, requestsOf: FirstRequests) {
  const options = runtimeOptions(element)
  if (!options.getToken || cancelByElement.has(element) || customElements.get(element.localName)) return
  const access = acquirePlatformAccess(options)
  const attributes = propertiesSetOn(element)
  for (const request of requestsOf(attributes, languageOf(element, attributes.locale), access.now()))
    access.prefetcher.ask(element, request)
  const check = () => element.isConnected || cancelPrefetch(element)
  const observer = new MutationObserver(check)
  observer.observe(document, { subtree: true, childList: true })
  // If the code never loads, prefetched responses expire as cached ones do.
  const timer = setTimeout(cancelPrefetch, cacheTimes.default, element)
  cancelByElement.set(element, () => {
    observer.disconnect()
    clearTimeout(timer)
    access.prefetcher.leave(element)
    releasePlatformAccess(access)
  })
  check()
}
