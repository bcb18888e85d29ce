import { type Infer, integer, is, literal, number, object, optional, size, string, union } from 'superstruct'
import { storageKeys } from './times.ts'
import type { TabChannel, TabLocks } from './console-page.ts'
import type { SafeStorage } from '../safe-storage.ts'

const ShortText = size(string(), 1, 16_384)
/** The credentials of this tab: the grant, the id of its sign-in, and the number of refreshes since. */
export const TabGrant = object({
  id: ShortText,
  round: integer(),
  access_token: ShortText,
  refresh_token: ShortText,
  id_token: ShortText,
  sub: ShortText,
  endsAt: number(),
  refreshAt: number(),
})
export type TabGrant = Readonly<Infer<typeof TabGrant>>

const Message = union([
  object({ kind: literal('ask') }),
  object({ kind: literal('give'), held: TabGrant }),
  object({ kind: literal('out'), id: optional(string()) }),
])

export interface TabsOptions {
  readonly local: SafeStorage
  readonly session: SafeStorage
  readonly channel: TabChannel
  readonly locks: TabLocks
  readonly now: () => number
  /** Called when another tab has refreshed or signed in. */
  readonly onHeld: () => void
  /** Called when another tab has signed out. */
  readonly onOut: () => void
}

/** The tabs of one browser, as seen from one tab. */
export interface Tabs {
  readonly currentGrant: TabGrant | undefined
  /** Whether another tab has refreshed or signed in since this tab's last grant. */
  isGrantOutdated(): boolean
  /** Whether a user is signed in, in any tab. */
  isAnyTabSignedIn(): boolean
  /** Whether another tab has ended this tab's sign-in. */
  isSignedOutElsewhere(): boolean
  keep(grant: TabGrant): void
  /** Requests a newer grant from the other tabs; resolves with undefined if they have none. */
  requestNewerGrant(): Promise<TabGrant | undefined>
  /**
   * `here` forgets the sign-in of this tab only. `everywhere` ends it in all tabs. `lost` also clears the shared mark, but the other tabs
   * stay signed in, and the provider may still know the user.
   */
  drop(what: 'here' | 'lost' | 'everywhere'): void
  withTabLock<T>(act: () => Promise<T>): Promise<T>
  lastActivity(): number
  recordActivity(): void
  /** Whether the last session was signed out; the next sign-in then asks for the password. */
  wasSignedOut(): boolean
  dispose(): void
}

const name = 'placard-session'
const grantKey = 'placard-grant'
const replyMs = 500
const touchEveryMs = 5000

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/**
 * Tokens stay in this tab's session storage and reach other tabs through a channel of this origin. The storage shared by all tabs holds
 * only the id of the sign-in and the number of the last refresh. A refresh token works once, so a tab that is behind requests the newer
 * grant first.
 */
export function createTabs({ local, session, channel, locks, now, onHeld, onOut }: TabsOptions): Tabs {
  const stored = parsed(session.get(grantKey))
  let current: TabGrant | undefined = is(stored, TabGrant) ? stored : undefined
  let touchedAt = 0
  const waiting = new Set<() => void>()

  const mark = () => {
    const [id = '', round = ''] = local.get(name)?.split(' ') ?? []
    return id && /^\d+$/.test(round) ? { id, round: Number(round) } : undefined
  }
  const adopt = (next: TabGrant) => {
    current = next
    session.set(grantKey, JSON.stringify(next))
  }
  const clear = () => {
    current = undefined
    session.remove(grantKey)
  }
  const isNewer = (next: TabGrant) =>
    !current || (next.id === current.id ? next.round > current.round : next.id === mark()?.id && next.sub === current.sub)
  const onGrant = (next: TabGrant) => {
    if (!isNewer(next)) return
    adopt(next)
    for (const notify of waiting) notify()
    onHeld()
  }
  channel.hear((message) => {
    if (!is(message, Message)) return
    if (message.kind === 'give') onGrant(message.held)
    else if (message.kind === 'ask' && current) channel.post({ kind: 'give', held: current })
    else if (message.kind === 'out' && current?.id === message.id) onOut()
  })

  return {
    get currentGrant() {
      return current
    },
    isGrantOutdated: () => {
      const last = mark()
      return Boolean(last && current && (last.id !== current.id || last.round > current.round))
    },
    isAnyTabSignedIn: () => mark() !== undefined,
    isSignedOutElsewhere: () => current !== undefined && mark() === undefined && local.get(storageKeys.logout) !== null,
    wasSignedOut: () => local.get(storageKeys.logout) !== null,
    keep: (next) => {
      adopt(next)
      local.remove(storageKeys.logout)
      local.set(name, `${next.id} ${next.round}`)
      channel.post({ kind: 'give', held: next })
    },
    requestNewerGrant: () =>
      new Promise((resolve) => {
        const before = current
        const stop = () => {
          clearTimeout(timer)
          waiting.delete(stop)
          resolve(current === before ? undefined : current)
        }
        const timer = setTimeout(stop, replyMs)
        waiting.add(stop)
        channel.post({ kind: 'ask' })
      }),
    drop: (what) => {
      const id = current?.id
      const last = mark()
      clear()
      // A newer sign-in in another tab stays signed in.
      if (what === 'here' || (last && last.id !== id)) return
      local.remove(name)
      if (what === 'lost') return
      local.set(storageKeys.logout, String(now()))
      channel.post({ kind: 'out', ...(id && { id }) })
    },
    withTabLock: (act) => locks(name, act),
    lastActivity: () => {
      const storedAt = Number(local.get(storageKeys.lastActivity))
      return Math.max(touchedAt, storedAt > 0 && storedAt <= now() ? storedAt : 0)
    },
    recordActivity: () => {
      if (now() - touchedAt < touchEveryMs && touchedAt <= now()) return
      touchedAt = now()
      local.set(storageKeys.lastActivity, String(touchedAt))
    },
    dispose: () => channel.close(),
  }
}
