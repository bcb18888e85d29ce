import { createContext, useContext } from 'react'
import type { Flags } from '../../kit/flags.ts'
import type { ConsoleSession } from '../../kit/session/console-session.ts'
import type { SignInRequest } from '../../kit/session/sign-in-request.ts'
import type { Settings } from './settings.ts'
import type { GetToken } from '../../kit/session/token.ts'

/** Shared by all parts of a console. */
export interface ConsoleContext {
  /** Undefined if the host page owns the session. */
  readonly session: ConsoleSession | undefined
  readonly getToken: GetToken | undefined
  /** The attribute `routed`: the console owns the page with its URL, title, theme and language. */
  readonly isRouted: boolean
  readonly goInstead: (path: string, title?: string) => void
  readonly emit: {
    (type: 'ad-before-sign-in', detail: SignInRequest): boolean
    (type: 'ad-signed-in', detail: { user_id: number }): boolean
    (type: 'ad-signed-out', detail: object): boolean
  }
  readonly settings: Settings
  readonly flags: Flags
}

const Current = createContext<ConsoleContext | undefined>(undefined)

export const ConsoleProvider = Current.Provider

export function useConsole(): ConsoleContext {
  const context = useContext(Current)
  if (!context) throw new Error('useConsole needs a ConsoleProvider')
  return context
}
