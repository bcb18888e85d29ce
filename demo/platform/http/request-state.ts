import type { Buckets } from './token-buckets.ts'
import { type Caller, type Context, type FileAnswer, type Identity, nobody, type Scope } from '../context/context.ts'
import type { Database } from '../database/open.ts'
import type { FilePlaces } from './download-slots.ts'
import type { Route } from './implement.ts'
import type { JsonLimits } from './json-body.ts'
import type { Log } from '../context/log.ts'
import type { Reach } from '../access/scope.ts'
import { type MachineTime, machineTime } from '../context/clock.ts'

/** The limits of one request. */
export interface Limits extends JsonLimits {
  readonly bodyBytes: number
  readonly urlLength: number
  /** Until the whole body is here. */
  readonly bodyMs: number
  /** Until the answer is here. */
  readonly requestMs: number
  /** Until the first piece of a file is here. */
  readonly fileMs: number
  /** As long as nobody takes the next piece of a file, and until its last piece is taken. */
  readonly fileStallMs: number
  readonly fileWholeMs: number
  readonly files: FilePlaces
  readonly perCaller: Buckets
  readonly perAddress: Buckets
}

/** What the request path stands on. */
export interface Ground {
  readonly database: Database
  readonly routes: readonly Route[]
  readonly authenticate: (token: string) => Promise<Identity | undefined>
  /** The platform's own public origins; frames and the console call from there. */
  readonly origins?: readonly string[] | undefined
  /** Reads the tokens that say who somebody is and open nothing; as those that open something where it is not given. */
  readonly identify?: (token: string) => Promise<Identity | undefined>
  readonly limits: Limits
  readonly now: () => Date
  /** The machine's clock where the platform's may be ahead of it. */
  readonly machineNow?: (() => Date) | undefined
  readonly log: Log
}

/** One request on its way; each guard fills in what it found out. */
export interface RequestState {
  readonly request: Request
  readonly url: URL
  readonly address: string
  readonly requestId: string
  readonly ground: Ground
  /** The transaction, while there is one. */
  database: Database
  route?: Route
  path: Record<string, string | number>
  query: unknown
  text: string
  body: unknown
  identity?: Identity
  caller?: Caller
  scope: Scope
  reach?: Reach
  version?: number
  result: unknown
  reply?: string
  /** Goes out instead of the reply. */
  file?: FileAnswer
  /** Gives up the place that its file has. */
  leave?: () => void
  isReplayed?: boolean
  /** The time is up and the caller has been told; nothing may be committed any more. */
  isOver?: boolean
}

/** Guards have names, so that a check can leave one out and see what falls. */
export type Guard = { readonly name: string } & (
  | { /** Refuses by throwing. */ readonly check: (state: RequestState) => Promise<void> | void }
  | {
      /** Does something before and after what follows. */ readonly around: (
        state: RequestState,
        next: () => Promise<void>,
      ) => Promise<void>
    }
)

/** The endpoint of a request that has found one. */
export function routeOf({ route }: RequestState): Route {
  if (!route) throw new Error('The request has no endpoint')
  return route
}

/** The moment by the machine's clock. */
export const machineNowOf = ({ machineNow, now }: Pick<Ground, 'machineNow' | 'now'>): MachineTime => machineTime((machineNow ?? now)())

/** Whether a request changes something. */
export const isWrite = (state: RequestState) => {
  const { method, reads } = routeOf(state).endpoint
  return method !== 'GET' && !reads
}

/** A long read ends when whoever asked for it goes away. */
const wantedBy = ({ database, request, route }: RequestState): Database =>
  route?.endpoint.long ? { ...database, reports: database.reportsUntil(request.signal) } : database

/** A file that does not go out after all is let go of, and its place given up; its own trouble is not the caller's. */
export async function letGo({ file, leave, ground, requestId }: RequestState) {
  await file?.end().catch((error: Error) => ground.log('error', 'file', { request_id: requestId, message: error.message }))
  leave?.()
}

/** What a handler is given, from a state whose guards have passed. */
export const contextOf = (state: RequestState): Context => ({
  database: wantedBy(state),
  now: state.ground.now,
  machineNow: () => machineNowOf(state.ground),
  log: state.ground.log,
  requestId: state.requestId,
  address: state.address,
  identify: { access_token: state.ground.authenticate, id_token: state.ground.identify ?? state.ground.authenticate },
  caller: state.caller ?? nobody,
  scope: state.scope,
  sendFile: (file) => {
    state.file = file
    if (state.isOver) void letGo(state)
  },
  ...(state.version !== undefined && { version: state.version }),
})
