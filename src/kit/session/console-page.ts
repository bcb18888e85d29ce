import { currentUrl } from './return-route.ts'

/** What the session needs from its page. */
export interface ConsolePage {
  readonly origin: string
  /** Path, query and fragment. */
  here(): string
  go(url: string): void
  isOnline(): boolean
  hear(type: string, act: (event: Event) => void): () => void
}

/** A channel between the tabs of one origin. */
export interface TabChannel {
  post(message: unknown): void
  hear(act: (message: unknown) => void): void
  close(): void
}

/** The part of the Web Locks API that the session needs: one tab at a time. */
export type TabLocks = <T>(name: string, act: () => Promise<T>) => Promise<T>

/** Adapts a window. */
export const pageOf = (window: Window): ConsolePage => ({
  origin: window.location.origin,
  here: currentUrl,
  go: (url) => window.location.assign(url),
  isOnline: () => window.navigator.onLine,
  hear: (type, listener) => {
    const target = type === 'visibilitychange' ? window.document : window
    target.addEventListener(type, listener, { capture: true, passive: true })
    return () => target.removeEventListener(type, listener, { capture: true })
  },
})

/** The Web Locks API; where it is missing, each tab proceeds without a lock. */
export const browserLocks: TabLocks = async (name, listener) =>
  'locks' in navigator ? navigator.locks.request(name, listener) : listener()

/** A BroadcastChannel; where it is missing, each tab works alone. */
export function browserChannel(name: string): TabChannel {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined
  return {
    post: (message) => channel?.postMessage(message),
    hear: (listener) => channel?.addEventListener('message', ({ data }) => listener(data)),
    close: () => channel?.close(),
  }
}
