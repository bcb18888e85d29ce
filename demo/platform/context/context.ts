import type { ActivitiesAt } from '../../../src/contract/access/activities.ts'
import type { Access, Place } from '../../../src/contract/access/access.rules.ts'
import type { Person } from '../../../src/contract/session/sso.ts'
import type { Database } from '../database/open.ts'
import type { Log } from './log.ts'
import type { MachineTime } from './clock.ts'

/** What a token says before anything is looked up. */
export type Identity =
  | {
      readonly kind: 'person'
      readonly userId: number
      /** In which round of their sessions the token was made; not said by tokens of an issuer elsewhere. */
      readonly sessionRound?: number
      /** The sign-in that it was made by; likewise. */
      readonly grant?: string
    }
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
  /** What they may where a call names no client: as in their own. */
  readonly permissions: Readonly<Record<string, boolean>>
  /** What they may at one place; the levels of that place outrank the base. */
  permissionsAt(place: Place): Readonly<Record<string, boolean>>
  /** Some of their permissions differ between advertisers of one client. */
  readonly variesByAdvertiser: boolean
  readonly person?: Person
  /** What was said of the person at each client at which they may do anything, in the order in which they begin there. */
  readonly clientActivities?: readonly ActivitiesAt[]
  readonly partnerClientId?: string
}

/** A file as an answer: made while it goes out. */
export interface FileAnswer {
  readonly name: string
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  readonly pieces: AsyncGenerator<Uint8Array>
  /** Lets go of what the pieces are made from. */
  end(): Promise<void>
}

/** What a handler is given beside the call. */
export interface Context {
  /** Of a write, the transaction that holds it. */
  readonly database: Database
  /** The platform's time, which a person reads as a date: that of a demonstration may be ahead of the machine's. */
  readonly now: () => Date
  /** What opens a door or limits somebody goes by the machine's clock, whatever day a demonstration has. */
  readonly machineNow: () => MachineTime
  readonly log: Log
  readonly requestId: string
  /** The network address of whoever asks. */
  readonly address: string
  /** Whose a token is that a call carries, by its kind; nobody's where it is not accepted. */
  readonly identify: Readonly<Record<'access_token' | 'id_token', (token: string) => Promise<Identity | undefined>>>
  /** Nobody on open endpoints. */
  readonly caller: Caller
  readonly scope: Scope
  /** Answers with a file; what the handler gives besides is not looked at. */
  readonly sendFile: (file: FileAnswer) => void
  /** The version that a change was made from; always there where the endpoint is versioned. */
  readonly version?: number
}

/** What of one client the caller may see. */
export interface Scope {
  readonly memberGroupId: number | undefined
  readonly advertisers: 'all' | readonly number[]
}

/** Whoever has not signed in. */
export const nobody: Caller = {
  name: 'nobody',
  access: { all: false, clients: [], advertiser_groups: [], advertisers: [] },
  permissions: {},
  permissionsAt: () => ({}),
  variesByAdvertiser: false,
}
