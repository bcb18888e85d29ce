import type { ConsolePage, TabChannel, TabLocks } from '../../../src/kit/session/console-page.ts'
import { type ConsoleOptions, createConsoleSession } from '../../../src/kit/session/console-session.ts'
import { type SafeStorage, safeStorageOf } from '../../../src/kit/safe-storage.ts'
import { clientId, issuer } from './simulated-provider.ts'
import type { ConsoleState } from '../../../src/kit/session/console-state.ts'

export const origin = 'https://console.example'

/** A Storage like the browser's. */
export function mapStore(): Storage {
  const map = new Map<string, string>()
  return {
    get length() {
      return map.size
    },
    clear: () => map.clear(),
    getItem: (key) => map.get(key) ?? null,
    key: (at) => [...map.keys()][at] ?? null,
    removeItem: (key) => void map.delete(key),
    setItem: (key, value) => void map.set(key, value),
  }
}

type Hearer = (message: unknown) => void

/** The locks of one browser; callers run one after another. */
function sharedLocks(): TabLocks {
  let last: Promise<unknown> = Promise.resolve()
  return (_, act) => {
    const mine = last.then(act)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** One browser on the fake clock: its tabs share a store, locks and a channel whose messages arrive with a delay. */
export function simulatedBrowser() {
  const localStore = mapStore()
  const local = safeStorageOf(() => localStore)
  const locks = sharedLocks()
  const channels = new Set<{ hear: Hearer; isFrozen: () => boolean; waiting: unknown[] }>()

  function open(change: Partial<ConsoleOptions> & { path?: string; session?: SafeStorage; hear?: ConsolePage['hear'] } = {}) {
    const { path = '/clients/1/campaigns', session: given, hear: hears, ...rest } = change
    const sessionStore = mapStore()
    const own = given ?? safeStorageOf(() => sessionStore)
    const hearers = new Map<string, Set<(event: Event) => void>>()
    const gone: string[] = []
    const tab = { isOnline: true, isFrozen: false, path }
    const end = { hear: (() => undefined) as Hearer, isFrozen: () => tab.isFrozen, waiting: [] as unknown[] } // both are set later
    const channel: TabChannel = {
      hear: (act) => {
        end.hear = act
        channels.add(end)
      },
      post: (message) => {
        for (const other of channels) {
          if (other === end) continue
          setTimeout(() => (other.isFrozen() ? other.waiting.push(structuredClone(message)) : other.hear(structuredClone(message))), 20)
        }
      },
      close: () => void channels.delete(end),
    }
    const page: ConsolePage = {
      origin,
      here: () => tab.path,
      go: (url) => void gone.push(url),
      isOnline: () => tab.isOnline,
      hear:
        hears ??
        ((type, act) => {
          const acts = hearers.get(type) ?? new Set()
          hearers.set(type, acts.add(act))
          return () => void acts.delete(act)
        }),
    }
    const storage = { local, session: own }
    const thawed = new Set<() => void>()
    /** A frozen tab requests no lock until it is thawed. */
    const ownLocks: TabLocks = async (name, act) => {
      if (tab.isFrozen) await new Promise<void>((resolve) => thawed.add(resolve))
      return locks(name, act)
    }
    const console = createConsoleSession({
      issuer,
      clientId,
      redirectUri: `${origin}/signed-in`,
      isEmbedded: false,
      storage,
      locks: ownLocks,
      channel,
      page,
      ...rest,
    })
    const states: ConsoleState[] = [console.state]
    console.onState((state) => states.push(state))
    const emit = (type: string) => {
      for (const act of hearers.get(type) ?? []) act(new Event(type))
    }
    return {
      console,
      states,
      gone,
      tab,
      emit,
      session: own,
      kinds: () => states.map(({ kind }) => kind),
      line: (isOnline: boolean) => {
        tab.isOnline = isOnline
        emit(isOnline ? 'online' : 'offline')
      },
      thaw: () => {
        tab.isFrozen = false
        for (const message of end.waiting.splice(0)) end.hear(message)
        for (const go of thawed) go()
        emit('visibilitychange')
      },
      hearerCount: () => [...hearers.values()].reduce((sum, { size }) => sum + size, 0),
    }
  }
  return { open, local, localStore, channelCount: () => channels.size }
}
export type SimulatedBrowser = ReturnType<typeof simulatedBrowser>
export type SimulatedTab = ReturnType<SimulatedBrowser['open']>
