import type { ScopedActivities } from '../../../src/contract/access/activities.ts'
import type { Access, TenantRef } from '../../../src/contract/access/access.rules.ts'
import type { CurrentUser, HeldRole } from '../../../src/contract/session/sso.ts'
import type { Database } from '../database/database.ts'
import type { Log } from './log.ts'
import type { MachineTime } from './clock.ts'

/** The content of a valid token, before any database lookup. */
export type Identity =
  | {
      readonly kind: 'person'
      readonly userId: number
      /** The user's session round when the token was issued; missing in tokens of an external issuer. */
      readonly sessionRound?: number
      /** The id of the sign-in grant; missing in tokens of an external issuer. */
      readonly grant?: string
      /** When the user entered their password or the like; missing if the token does not say it. */
      readonly signedInAt?: Date
    }
  | {
      readonly kind: 'partner'
      readonly partnerClientId: string
      readonly memberGroupId: number
      /** The partner's own id of its visitor; never a user of the platform. */
      readonly user: string
      readonly advertisers: readonly number[] | 'all'
      readonly permissions: readonly string[]
    }

/** The caller, with everything that decides their permissions. */
export interface Caller {
  readonly name: string
  readonly access: Access
  /** Permissions for requests that name no client: those at the caller's home, or at any tenant if roles apply at different tenants. */
  readonly permissions: Readonly<Record<string, boolean>>
  /** Permissions at one tenant; its own grants and denials override the base. */
  permissionsAt(tenant: TenantRef): Readonly<Record<string, boolean>>
  /** The roles that apply at one tenant. */
  rolesAt(tenant: TenantRef): readonly HeldRole[]
  /** True if some permissions differ between advertisers of one client. */
  readonly variesByAdvertiser: boolean
  readonly person?: CurrentUser
  /** The client of a request that names none. */
  readonly defaultClientId?: number | undefined
  /** Grants and denials at each client where the user has any permission, home client candidates first. */
  readonly clientActivities?: readonly ScopedActivities[]
  readonly partnerClientId?: string
}

/** A file as the response, generated while it is sent. */
export interface FileReply {
  readonly name: string
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  readonly pieces: AsyncGenerator<Uint8Array>
  /** Releases the resources behind `pieces`. */
  end(): Promise<void>
}

/** What a handler receives in addition to the call. */
export interface Context {
  /** In a write, the transaction. */
  readonly database: Database
  /** The platform's time, for dates that people see; the demonstration's time may be ahead of the machine's. */
  readonly now: () => Date
  /** The machine's time, for sign-in and rate limits, whatever the demonstration's date is. */
  readonly machineNow: () => MachineTime
  readonly log: Log
  readonly requestId: string
  /** The caller's IPv4 address or IPv6 network. */
  readonly address: string
  /** Verifies tokens in a request body, by kind; undefined if the token is invalid. */
  readonly identify: Readonly<Record<'access_token' | 'id_token', (token: string) => Promise<Identity | undefined>>>
  /** `nobody` on open endpoints without a token. */
  readonly caller: Caller
  /** When the user of the token signed in; undefined if the token does not say it. */
  readonly signedInAt?: Date
  readonly scope: Scope
  /**
   * Call before looking up something that the caller cannot see; throws if too many of their lookups have found something. Call the
   * result if nothing was found: such a lookup does not count.
   */
  readonly takeProbe: () => () => void
  /** Responds with a file; the handler's result is then ignored. */
  readonly sendFile: (file: FileReply) => void
  /** The request as it was received, for signatures. */
  readonly received?: { readonly text: string; readonly headers: Headers }
  /** The version from If-Match; always present on endpoints that need it. */
  readonly version?: number
}

/** The part of one client that the caller may see. */
export interface Scope {
  readonly memberGroupId: number | undefined
  readonly advertisers: 'all' | readonly number[]
  /** Whether the caller has the endpoint's permission at the client itself, not only at some of its advertisers. */
  readonly isPermittedAtClient?: boolean
}

/** The caller of a request without a token. */
export const anonymousCaller: Caller = {
  name: 'nobody',
  access: { all: false, clients: [], advertiser_groups: [], advertisers: [] },
  permissions: {},
  permissionsAt: () => ({}),
  rolesAt: () => [],
  variesByAdvertiser: false,
}
