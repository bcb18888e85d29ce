import { createContext, useContext } from 'react'
import type { Notice } from '../../contract/session/notices.ts'
import type { Leaving } from './leave.ts'

/** What one element gives the surface inside it: where it stands, and how it speaks to its page. */
export interface Guest {
  readonly tag: string
  readonly locale: string
  readonly linkBase: string
  /** Whether it lends itself the page's font and colour, and so wears no theme of its client. */
  readonly isInheriting: boolean
  readonly root: ShadowRoot
  readonly path: string
  /** Grows when the host asks for fresh data. */
  readonly revision: number
  /** Who is asked before the path changes. */
  readonly leaving: Leaving
  emit(type: string, detail: unknown): boolean
  /** Tells, and waits for whoever wants to think about it; false when somebody prevented what follows. */
  ask(type: string, detail: unknown): Promise<boolean>
  /** Leaves the notice to the host; the element shows what the host does not, and what has an act of its own. */
  notify(notice: Notice): void
  navigate(path: string, title?: string): void
}

const Current = createContext<Guest | undefined>(undefined)

/** Puts the element's own things under its surface. */
export const GuestProvider = Current.Provider

/** The element that this is in. */
export function useGuest(): Guest {
  const guest = useContext(Current)
  if (!guest) throw new Error('There is no element above this')
  return guest
}
