import { thisUrl } from './own-route.ts'

/** What the session needs of the page that it is in. */
export interface ConsolePage {
  readonly origin: string
  /** Path, query and fragment. */
  here(): string
  go(url: string): void
  isOnline(): boolean
  hear(type: string, act: (event: Event) => void): () => void
}

/** What the tabs of one origin say to each other; nobody else hears it. */
export interface TabChannel {
  post(message: unknown): void
  hear(act: (message: unknown) => void): void
  close(): void
}

/** Of the browser's locks, as much as is needed: one tab at a time. */
export type TabLocks = <T>(name: string, act: () => Promise<T>) => Promise<T>

/** The window as such a page. */
export const pageOf = (window: Window): ConsolePage => ({
  origin: window.location.origin,
  here: thisUrl,
  go: (url) => window.location.assign(url),
  isOnline: () => window.navigator.onLine,
  hear: (type, act) => {
    const target = type === 'visibilitychange' ? window.document : window
    target.addEventListener(type, act, { capture: true, passive: true })
    return () => target.removeEventListener(type, act, { capture: true })
  },
})

/** The browser's own locks; where it has none, each tab goes ahead. */
export const browserLocks: TabLocks = async (name, act) => ('locks' in navigator ? navigator.locks.request(name, act) : act())

/** The browser's own channel; where it has none, each tab is alone. */
export function browserChannel(name: string): TabChannel {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined
  return {
    post: (message) => channel?.postMessage(message),
    hear: (act) => channel?.addEventListener('message', ({ data }) => act(data)),
    close: () => channel?.close(),
  }
}
