import type { TokenBuckets } from './token-buckets.ts'
import { type Caller, type Context, type FileReply, type Identity, anonymousCaller, type Scope } from '../context/context.ts'
import type { Database } from '../database/database.ts'
import type { DownloadSlots } from './download-slots.ts'
import type { Route } from './implement.ts'
import type { JsonLimits } from './json-body.ts'
import type { Log } from '../context/log.ts'
import { tooMany } from '../context/refusal.ts'
import type { RequestScope } from '../access/scope.ts'
import { type MachineTime, machineTime } from '../context/clock.ts'

export interface Limits extends JsonLimits {
  readonly bodyBytes: number
  readonly urlLength: number
  /** Time limit for reading the whole body. */
  readonly bodyMs: number
  /** Time limit for the response. */
  readonly requestMs: number
  /** Time limit until the first chunk of a file. */
  readonly fileMs: number
  /** Longest wait for the client to read the next chunk, and longest time for the whole file. */
  readonly fileStallMs: number
  readonly fileWholeMs: number
  readonly files: DownloadSlots
  readonly perCaller: TokenBuckets
  /** For all visitors of a partner together. */
  readonly perPartner: TokenBuckets
  /** When `perPartner` is used up: for all visitors together, and the share of each. */
  readonly partnerReserve: TokenBuckets
  readonly visitorShare: TokenBuckets
  readonly perAddress: TokenBuckets
  /** For answers that show whether something exists which the caller cannot see. */
  readonly perProbe: TokenBuckets
}

/** Dependencies of the request path. */
export interface RequestDeps {
  readonly database: Database
  readonly routes: readonly Route[]
  readonly authenticate: (token: string) => Promise<Identity | undefined>
  /** The platform's own public origins, which frames and the console call from. */
  readonly origins?: readonly string[] | undefined
  /** Verifies id tokens, which identify a user but grant no access. Default: `authenticate`. */
  readonly identify?: (token: string) => Promise<Identity | undefined>
  readonly limits: Limits
  readonly now: () => Date
  /** The machine's clock, when the platform's clock may be ahead of it. */
  readonly machineNow?: (() => Date) | undefined
  readonly log: Log
}

/** The state of one request; each guard adds its results. */
export interface RequestState {
  readonly request: Request
  readonly url: URL
  readonly address: string
  readonly requestId: string
  readonly deps: RequestDeps
  /** The transaction, inside a write. */
  database: Database
  route?: Route
  path: Record<string, string | number>
  query: unknown
  text: string
  body: unknown
  identity?: Identity
  caller?: Caller
  scope: Scope
  requestScope?: RequestScope
  version?: number
  result: unknown
  reply?: string
  /** Sent instead of the reply. */
  file?: FileReply
  /** Closes the connection, for example when a file cannot be completed. */
  readonly disconnect: () => void
  /** Releases the download slot. */
  leave?: () => void
  isReplayed?: boolean
  /** The request has timed out and was answered; its transaction must not commit. */
  isOver?: boolean
}

/** Guards have names so that a test can leave one out and see which tests fail. */
export type Guard = { readonly name: string } & (
  | { /** Refuses by throwing. */ readonly check: (state: RequestState) => Promise<void> | void }
  | {
      /** Runs code before and after the following guards. */ readonly around: (
        state: RequestState,
        next: () => Promise<void>,
      ) => Promise<void>
    }
)

/** The matched route; throws before the guard `find` has run. */
export function routeOf({ route }: RequestState): Route {
  if (!route) throw new Error('The request has no matched endpoint')
  return route
}

export const machineNowOf = ({ machineNow, now }: Pick<RequestDeps, 'machineNow' | 'now'>): MachineTime =>
  machineTime((machineNow ?? now)())

export const isWrite = (state: RequestState) => {
  const { method, reads } = routeOf(state).endpoint
  return method !== 'GET' && !reads
}

/** Reads of `long` endpoints are canceled when the client disconnects. */
const databaseFor = ({ database, request, route }: RequestState): Database =>
  route?.endpoint.long ? { ...database, ...database.reportsUntil(request.signal) } : database

/** Ends a file that is not sent and releases its download slot. Errors are logged, because the caller gets another answer. */
export async function releaseFile({ file, leave, deps, requestId }: RequestState) {
  await file?.end().catch((error: Error) => deps.log('error', 'file', { request_id: requestId, message: error.message }))
  leave?.()
}

export const contextOf = (state: RequestState): Context => ({
  database: databaseFor(state),
  now: state.deps.now,
  machineNow: () => machineNowOf(state.deps),
  log: state.deps.log,
  requestId: state.requestId,
  address: state.address,
  identify: { access_token: state.deps.authenticate, id_token: state.deps.identify ?? state.deps.authenticate },
  caller: state.caller ?? anonymousCaller,
  ...(state.identity?.kind === 'person' && state.identity.signedInAt && { signedInAt: state.identity.signedInAt }),
  scope: state.scope,
  takeProbe: () => {
    const { perProbe } = state.deps.limits
    const name = state.caller?.name ?? ''
    const seconds = perProbe.take(name, machineNowOf(state.deps).getTime())
    if (seconds > 0) throw tooMany(seconds)
    return () => perProbe.giveBack(name, machineNowOf(state.deps).getTime())
  },
  received: { text: state.text, headers: state.request.headers },
  sendFile: (file) => {
    state.file = file
    if (state.isOver) void releaseFile(state)
  },
  ...(state.version !== undefined && { version: state.version }),
})
