import type { Caller, Context, Identity, Scope } from './context.ts'
import type { Database } from './database/open.ts'
import type { Route } from './implement.ts'
import type { Log } from './log.ts'
import type { Buckets } from './buckets.ts'

/** The limits of one request. */
export interface Limits {
  readonly bodyBytes: number
  readonly urlLength: number
  readonly jsonDepth: number
  readonly requestMs: number
  readonly perCaller: Buckets
  readonly perAddress: Buckets
}

/** What the request path stands on. */
export interface Ground {
  readonly database: Database
  readonly routes: readonly Route[]
  readonly authenticate: (token: string) => Promise<Identity | undefined>
  readonly limits: Limits
  readonly now: () => Date
  readonly log: Log
}

/** One request on its way; each guard fills in what it found out. */
export interface RequestState {
  readonly request: Request
  readonly url: URL
  readonly address: string
  readonly requestId: string
  readonly ground: Ground
  route?: Route
  path: Record<string, string | number>
  query: unknown
  text: string
  body: unknown
  identity?: Identity
  caller?: Caller
  scope: Scope
  version?: number
  reply?: string
  isReplayed?: boolean
}

export type Step = (state: RequestState) => Promise<void> | void
/** Guards have names, so that a check can leave one out and see what falls. */
export interface Guard {
  readonly name: string
  readonly check: Step
}

/** What a handler is given, from a state whose guards have passed. */
export const contextOf = (state: RequestState, database: Database): Context & { version?: number } => ({
  database,
  now: state.ground.now,
  log: state.ground.log,
  requestId: state.requestId,
  caller: state.caller ?? { name: 'nobody', access: { all: false, clients: [], advertiser_groups: [], advertisers: [] }, permissions: {} },
  scope: state.scope,
  ...(state.version !== undefined && { version: state.version }),
})
