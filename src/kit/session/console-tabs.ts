import { type Infer, integer, is, literal, number, object, optional, size, string, union } from 'superstruct'
import { storageKeys } from './times.ts'
import type { TabChannel, TabLocks } from './console-page.ts'
import type { Memory } from '../memory.ts'

const Word = size(string(), 1, 16_384)
/** The credentials of this tab: the grant, the id of its sign-in, and the number of refreshes since. */
export const Held = object({
  id: Word,
  round: integer(),
  access_token: Word,
  refresh_token: Word,
  id_token: Word,
  sub: Word,
  endsAt: number(),
  refreshAt: number(),
})
export type Held = Readonly<Infer<typeof Held>>

const Message = union([
  object({ kind: literal('ask') }),
  object({ kind: literal('give'), held: Held }),
  object({ kind: literal('out'), id: optional(string()) }),
])

export interface TabsOptions {
  readonly local: Memory
  readonly session: Memory
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
  readonly held: Held | undefined
  /** Whether another tab has refreshed or signed in since this tab's last grant. */
  isBehind(): boolean
  /** Whether a user is signed in, in any tab. */
  isSomebody(): boolean
  /** Whether another tab has ended this tab's sign-in. */
  isOut(): boolean
  keep(held: Held): void
  /** Requests a newer grant from the other tabs; resolves with undefined if they have none. */
  newer(): Promise<Held | undefined>
  /**
   * `here` forgets the sign-in of this tab only. `everywhere` ends it in all tabs. `lost` also clears the shared mark, but the other tabs
   * stay signed in, and the provider may still know the user.
   */
  drop(what: 'here' | 'lost' | 'everywhere'): void
  alone<T>(act: () => Promise<T>): Promise<T>
  lastActivity(): number
  touch(): void
  /** Whether the last session was signed out; the next sign-in then asks for the password. */
  wasSignedOut(): boolean
  dispose(): void
}

const name = 'placard-session'
const grantKey = 'placard-grant'
const answerMs = 500
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
  let held: Held | undefined = is(stored, Held) ? stored : undefined
  let touchedAt = 0
  const asking = new Set<() => void>()

  const mark = () => {
    const [id = '', round = ''] = local.get(name)?.split(' ') ?? []
    return id && /^\d+$/.test(round) ? { id, round: Number(round) } : undefined
  }
  const take = (next: Held) => {
    held = next
    session.set(grantKey, JSON.stringify(next))
  }
  const forget = () => {
    held = undefined
    session.remove(grantKey)
  }
  const isNewer = (next: Held) => !held || (next.id === held.id ? next.round > held.round : next.id === mark()?.id && next.sub === held.sub)
  const given = (next: Held) => {
    if (!isNewer(next)) return
    take(next)
    for (const hear of asking) hear()
    onHeld()
  }
  channel.hear((message) => {
    if (!is(message, Message)) return
    if (message.kind === 'give') given(message.held)
    else if (message.kind === 'ask' && held) channel.post({ kind: 'give', held })
    else if (message.kind === 'out' && held?.id === message.id) onOut()
  })

  return {
    get held() {
      return held
    },
    isBehind: () => {
      const last = mark()
      return Boolean(last && held && (last.id !== held.id || last.round > held.round))
    },
    isSomebody: () => mark() !== undefined,
    isOut: () => held !== undefined && mark() === undefined && local.get(storageKeys.logout) !== null,
    wasSignedOut: () => local.get(storageKeys.logout) !== null,
    keep: (next) => {
      take(next)
      local.remove(storageKeys.logout)
      local.set(name, `${next.id} ${next.round}`)
      channel.post({ kind: 'give', held: next })
    },
    newer: () =>
      new Promise((resolve) => {
        const before = held
        const over = () => {
          clearTimeout(timer)
          asking.delete(over)
          resolve(held === before ? undefined : held)
        }
        const timer = setTimeout(over, answerMs)
        asking.add(over)
        channel.post({ kind: 'ask' })
      }),
    drop: (what) => {
      const [id, last] = [held?.id, mark()]
      forget()
      // A newer sign-in in another tab stays signed in.
      if (what === 'here' || (last && last.id !== id)) return
      local.remove(name)
      if (what === 'lost') return
      local.set(storageKeys.logout, String(now()))
      channel.post({ kind: 'out', ...(id && { id }) })
    },
    alone: (act) => locks(name, act),
    lastActivity: () => {
      const said = Number(local.get(storageKeys.lastActivity))
      return Math.max(touchedAt, said > 0 && said <= now() ? said : 0)
    },
    touch: () => {
      if (now() - touchedAt < touchEveryMs && touchedAt <= now()) return
      touchedAt = now()
      local.set(storageKeys.lastActivity, String(touchedAt))
    },
    dispose: () => channel.close(),
  }
}
