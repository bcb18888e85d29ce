import { createContext, useContext } from 'react'
import type { ConsoleSession } from '../../kit/session/console-session.ts'
import type { SignInAsked } from '../../kit/session/sign-in-request.ts'
import type { Settings } from './settings.ts'
import type { GetToken } from '../../kit/session/token.ts'

/** What all parts of one console share. */
export interface ConsoleGround {
  /** Nothing where the host keeps the session. */
  readonly session: ConsoleSession | undefined
  readonly getToken: GetToken | undefined
  readonly isRouted: boolean
  readonly goInstead: (path: string, title?: string) => void
  readonly emit: {
    (type: 'ad-before-sign-in', detail: SignInAsked): boolean
    (type: 'ad-signed-in', detail: { user_id: number }): boolean
    (type: 'ad-signed-out', detail: object): boolean
  }
  readonly settings: Settings
}

const Current = createContext<ConsoleGround | undefined>(undefined)

/** Puts it above everything of the console. */
export const ConsoleProvider = Current.Provider

/** The console that this is in. */
export function useConsole(): ConsoleGround {
  const ground = useContext(Current)
  if (!ground) throw new Error('There is no console above this')
  return ground
}
