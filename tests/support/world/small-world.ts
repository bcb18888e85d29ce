import { TokenBuckets } from '../../../demo/platform/http/token-buckets.ts'
import type { Database } from '../../../demo/platform/database/database.ts'
import { guards } from '../../../demo/platform/http/guards/guards.ts'
import { handlersFor } from '../../../demo/platform/handlers.ts'
import type { Handlers } from '../../../demo/platform/http/implement.ts'
import { lineLog } from '../../../demo/platform/context/log.ts'
import type { Guard, Limits } from '../../../demo/platform/http/request-state.ts'
import { createPlatform } from '../../../demo/platform/server.ts'
import { type Listening, listen } from '../../../demo/platform/http/listen.ts'
import { type Call, type Endpoint, fillPath } from '../../../src/contract/endpoint.ts'
import type { contract as wholeContract } from '../../../src/contract/index.ts'
import { freshDatabase } from '../database/fresh-database.ts'
import { type HttpCall, httpCall } from '../platform/http-call.ts'
import { small } from './small-seed.ts'
import { type CallerName, identityOf, ownToken, tokenOf } from './people.ts'
import { type MachineTime, machineTime } from '../../../demo/platform/context/clock.ts'

export interface SmallWorldOptions<C extends object> {
  readonly contract?: C
  readonly handlers?: Handlers<C>
  readonly limits?: Partial<Limits>
  readonly pages?: (request: Request) => Promise<Response>
  /** A PostgreSQL server to create the database on; by default the one from the environment. */
  readonly server?: string
}

/** A response with its raw text. */
export interface PlatformResponse {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  readonly reply: any // parsed JSON; each test checks the parts it needs
}
export interface SmallWorld {
  readonly origin: string
  readonly database: Database
  /** The lines of the log, as written. */
  readonly lines: string[]
  readonly listening: Listening
  /** The guards that requests pass. */
  readonly guards: readonly Guard[]
  as(name: CallerName): {
    send<E extends Endpoint>(endpoint: E, call: Call<E>, headers?: Record<string, string>): Promise<PlatformResponse>
  }
  raw(path: string, call?: HttpCall): Promise<PlatformResponse>
  /** A second platform with some changes, on its own port. */
  startSecondPlatform(change: Change): Promise<SmallWorld>
  close(): Promise<void>
}

/** The differences between two platforms that run in parallel. */
export interface Change {
  readonly guards?: readonly Guard[]
  readonly limits?: Partial<Limits>
  readonly database?: Database
  readonly contract?: object
  readonly handlers?: object
  /** How far its clock is ahead of the machine's. */
  readonly aheadMs?: number
  readonly now?: () => Date
  readonly machineNow?: () => MachineTime
}

/** The fixed time of all tests. */
export const fixedNow = () => machineTime(new Date('2026-11-21T10:00:00Z'))
const endless = () => new TokenBuckets(1e9, 1e9)
const unlimited = () => ({ perCaller: endless(), perPartner: endless(), perAddress: endless(), perProbe: endless() })
const application = {
  environment: 'development',
  cloud_provider: '',
  issuer: 'x',
  client_id: 'x',
  is_provider_embedded: true,
  flags_url: 'x',
  other_origin: 'x',
} as const

export const authorization = (name: CallerName): Record<string, string> =>
  name === 'nobody' ? {} : { Authorization: `Bearer ${tokenOf(name)}` }

function responseOf(response: Awaited<ReturnType<typeof httpCall>>): PlatformResponse {
  const { text, headers } = response
  const isJson = headers.get('content-type')?.startsWith('application/json')
  return { ...response, reply: isJson && text ? JSON.parse(text) : undefined }
}

/** A body as it is sent over HTTP. */
const wireText = ({ csv }: Endpoint, body: unknown) => (csv ? String((body as { csv: unknown }).csv) : JSON.stringify(body)) // a file is the one field of its body

/** Sends a call of an endpoint as a caller, over HTTP. */
function sender(raw: SmallWorld['raw'], name: CallerName) {
  return <E extends Endpoint>(endpoint: E, call: Call<E>, headers?: Record<string, string>) => {
    const { path, query, body }: { path?: Record<string, string>; query?: Record<string, string>; body?: unknown } = call
    const fields = Object.entries(query ?? {}).map(([key, value]) => [key, String(value)])
    const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': endpoint.csv ? 'text/csv' : 'application/json' }
    return raw(fillPath(endpoint.path, path) + (fields.length > 0 ? `?${new URLSearchParams(fields)}` : ''), {
      method: endpoint.method,
      headers: { ...authorization(name), ...type, ...headers },
      ...(body !== undefined && { body: wireText(endpoint, body).replaceAll(ownToken, name === 'nobody' ? 'none' : tokenOf(name)) }),
    })
  }
}

interface Served<C extends object> extends SmallWorldOptions<C> {
  readonly database: Database
  readonly guards: readonly Guard[]
  readonly end: () => Promise<void>
  readonly aheadMs?: number
  readonly now?: () => Date
  readonly machineNow?: () => MachineTime
}

function platformOf<C extends object>(served: Served<C>, lines: string[]) {
  const { database, guards, limits, pages, contract, handlers, aheadMs = 0, machineNow = fixedNow } = served
  const shared = {
    database,
    now: served.now ?? (() => new Date(fixedNow().getTime() + aheadMs)),
    machineNow,
    log: lineLog('debug', (line) => lines.push(line), fixedNow),
    authenticate: async (token: string) => identityOf(token),
    limits: { ...unlimited(), ...limits },
    guards,
    ...(pages && { pages }),
  }
  return contract && handlers
    ? createPlatform({ ...shared, contract, handlers })
    : createPlatform({ ...shared, handlers: handlersFor(application, { demo: true }) })
}

async function serve<C extends object>(options: Served<C>): Promise<SmallWorld> {
  const lines: string[] = []
  const listening = await listen(platformOf(options, lines).listener, 0)
  const origin = `http://127.0.0.1:${listening.port}`
  const raw = async (path: string, call?: HttpCall) => responseOf(await httpCall(`${origin}/${path}`, call))
  return {
    origin,
    database: options.database,
    guards: options.guards,
    lines,
    listening,
    raw,
    as: (name) => ({ send: sender(raw, name) }),
    startSecondPlatform: (change) =>
      serve<object>({ ...options, ...change, limits: { ...options.limits, ...change.limits }, end: async () => {} }),
    close: async () => {
      await listening.close(1000)
      await options.end()
    },
  }
}

/** The platform with the small seed, on its own database and port; it accepts the tokens of tests/support/people. */
export async function startSmallWorld<C extends object = typeof wholeContract>(options: SmallWorldOptions<C> = {}): Promise<SmallWorld> {
  const { database, close } = await freshDatabase({ filling: small, ...(options.server !== undefined && { server: options.server }) })
  return serve({ ...options, database, guards, end: close })
}

/** A platform on a database that has the small seed already, with a clock of its own. */
export const smallWorldOn = (database: Database, now: () => Date): Promise<SmallWorld> =>
  serve<object>({ database, guards, now, machineNow: () => machineTime(now()), end: async () => undefined })
