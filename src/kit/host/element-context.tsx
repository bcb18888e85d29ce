import { createContext, useContext } from 'react'
import type { Notice } from '../../contract/session/notices.ts'
import type { LeaveGuards } from './leave-guards.ts'

/** What an element provides to its surface: its attributes, its path and its connection to the page. */
export interface ElementContext {
  readonly tag: string
  readonly locale: string
  readonly linkBase: string
  /** Whether the element inherits the page's font and colour. If so, it does not use its client's theme. */
  readonly isInheriting: boolean
  readonly root: ShadowRoot
  readonly path: string
  /** Incremented when the host requests fresh data. */
  readonly revision: number
  /** Guards that run before the path changes. */
  readonly leaving: LeaveGuards
  /** Emits an event. Returns true if no listener prevented it, which for an event that asks the host means that it is not handled. */
  emit(type: string, detail: unknown): boolean
  /** Emits an event and waits for asynchronous listeners. Resolves with false if a listener prevented it. */
  ask(type: string, detail: unknown): Promise<boolean>
  /** Passes a notice to the host. The element itself shows notices that the host does not show and notices with an action. */
  notify(notice: Notice): void
  navigate(path: string, title?: string): void
}

const Current = createContext<ElementContext | undefined>(undefined)

export const ElementContextProvider = Current.Provider

/** The context of the surrounding element. */
export function useElementContext(): ElementContext {
  const element = useContext(Current)
  if (!element) throw new Error('useElementContext needs an ElementContextProvider')
  return element
}
