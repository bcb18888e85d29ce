import type { Access } from '../../src/contract/access.rules.ts'
import type { Person } from '../../src/contract/sso.ts'
import type { Database } from './database/open.ts'
import type { Log } from './log.ts'

/** What a token says before anything is looked up. */
export type Identity =
  | { readonly kind: 'person'; readonly userId: number }
  | {
      readonly kind: 'partner'
      readonly partnerClientId: string
      readonly memberGroupId: number
      /** The partner's own name for whoever looks; never an account of the platform. */
      readonly user: string
      readonly advertisers: readonly number[] | 'all'
      readonly permissions: readonly string[]
    }

/** Who asks, with everything that decides what they may. */
export interface Caller {
  readonly name: string
  readonly access: Access
  readonly permissions: Readonly<Record<string, boolean>>
  readonly person?: Person
  readonly partnerClientId?: string
}

/** What a handler is given beside the call. */
export interface Context {
  readonly database: Database
  readonly now: () => Date
  readonly log: Log
  readonly requestId: string
  /** Absent on open endpoints only. */
  readonly caller: Caller
  readonly scope: Scope
}

/** What of one client the caller may see. */
export interface Scope {
  readonly memberGroupId: number | undefined
  readonly advertisers: 'all' | readonly number[]
}
