import { literal } from 'superstruct'
import type { TestContext } from 'vitest'
import { type Endpoint, endpointsOf } from '../../../src/contract/endpoint.ts'
import { ErrorReply, SuccessReply } from '../../../src/contract/reply.ts'
import { OfrepFailure } from '../../../src/contract/session/config.ts'
import type { HttpCall } from '../platform/http-call.ts'
import { type AnyCall, type AnyExample, type Example, exampleOf, nameOf, pairedExamples } from '../examples/example-calls.ts'
import type { CallerName } from '../world/people.ts'
import { type Rehearsal, rehearse } from './rehearsal.ts'
import { own, type Target } from '../world/small-ids.ts'
import type { PlatformResponse, Change, SmallWorld } from '../world/small-world.ts'

/** The input of a walk: a contract, example calls, and a platform whose changes are rolled back. */
export interface WalkContext {
  readonly contract: object
  readonly examples: object
  readonly world: SmallWorld
  readonly rehearsal: Rehearsal
  /** All cases, instead of a share that varies by endpoint. */
  readonly isWhole?: boolean
}

/** One endpoint of a walk. */
export interface Step {
  readonly endpoint: Endpoint
  readonly world: SmallWorld
  readonly isWhole: boolean
  call(target?: Target): Example
  send(name: CallerName, call?: AnyCall, headers?: Record<string, string>): Promise<PlatformResponse>
  /** Sends a request that is no valid call. */
  raw(path: string, call: HttpCall): Promise<PlatformResponse>
  /** Some of the items, different ones at each endpoint; all of them on a whole walk. */
  some<T>(items: readonly T[], max: number): readonly T[]
  /** Adds to a counter in the output. */
  count(what: string, more?: number): void
  /** Rolls back what was written since the step began. */
  undo(): Promise<void>
}

/** A check that runs against every endpoint; reports what breaks it. */
export interface Walker {
  readonly name: string
  readonly covers: (endpoint: Endpoint) => boolean
  /** How the walked platform differs from the given one. */
  readonly change?: (world: SmallWorld) => Change
  readonly walk: (step: Step) => Promise<readonly string[]>
}

export interface Walked {
  readonly name: string
  readonly endpoints: number
  readonly requests: number
  readonly ms: number
  /** Further counters of the walker. */
  readonly counts: Readonly<Record<string, number>>
  readonly findings: readonly string[]
}

/** How a walk is ended and observed. */
export interface WalkOptions {
  /** Aborted at the time limit: the walk then ends before its next request. */
  readonly signal?: AbortSignal
  /** Called after each endpoint. */
  readonly progress?: (walker: string, done: number, total: number) => void
}

/** Whether an endpoint writes. */
export const writes = ({ method, reads }: Endpoint) => method !== 'GET' && !reads

/** The headers that a valid call needs in addition to its own. */
export function neededHeaders(endpoint: Endpoint, { version = 1 }: Example, key = `key-${++keys}-of-walk`): Record<string, string> {
  return {
    ...(endpoint.versioned && { 'If-Match': `"${version}"` }),
    ...(endpoint.idempotent && { 'Idempotency-Key': key }),
  }
}
let keys = 0

/** Evenly spread items, with another start for each endpoint. */
const shareOf = <T>(items: readonly T[], max: number, offset: number) =>
  Array.from(
    { length: Math.min(max, items.length) },
    (_, index) => (Math.floor((index * items.length) / max) + offset) % items.length,
  ).flatMap((at) => items.slice(at, at + 1))

/** Responses whose shape differs from the contract. */
function misformed({ result, file, ofrep = false }: Endpoint, { status, reply, headers }: PlatformResponse): string[] {
  if (file && status === 200)
    return headers.get('content-disposition')?.startsWith('attachment;') ? [] : ['answers 200 with something that is no file']
  const success = result ?? literal(null)
  const [right, refused] = ofrep ? [success, OfrepFailure] : [SuccessReply(success), ErrorReply]
  const [error] = (status === 200 ? right : refused).validate(reply)
  return error ? [`answers ${status} in a form that is not the contract’s: ${error.message.slice(0, 200)}`] : []
}

interface Observer {
  readonly paired: ReadonlyMap<Endpoint, AnyExample>
  /** The endpoint's number in the contract. */
  readonly number: number
  readonly signal: AbortSignal | undefined
  readonly saw: (response: PlatformResponse) => void
  readonly count: Step['count']
}

function stepOf(
  { rehearsal, isWhole = false }: WalkContext,
  world: SmallWorld,
  endpoint: Endpoint,
  { paired, number, signal, saw, count }: Observer,
): Step {
  const call = (target: Target = own) => exampleOf(paired, endpoint, target)
  const seen = (response: PlatformResponse) => {
    saw(response)
    return response
  }
  return {
    endpoint,
    world,
    isWhole,
    call,
    send: async (name, request = call(), headers = {}) => {
      signal?.throwIfAborted()
      const sent = { ...neededHeaders(endpoint, call()), ...headers }
      return seen(await world.as(name).send(endpoint, request as never, sent)) // valid by construction, which the types lose on a walk
    },
    raw: async (path, sent) => {
      signal?.throwIfAborted()
      return seen(await world.raw(path, sent))
    },
    some: (items, max) => (isWhole ? items : shareOf(items, max, number)),
    count,
    undo: rehearsal.undo,
  }
}

interface EndpointWalk {
  readonly context: WalkContext
  readonly world: SmallWorld
  readonly walker: Walker
  readonly paired: ReadonlyMap<Endpoint, AnyExample>
  readonly count: Step['count']
  readonly signal: AbortSignal | undefined
}

/** The findings of one endpoint, including malformed responses. */
async function found({ context, world, walker, paired, count, signal }: EndpointWalk, endpoint: Endpoint, number: number) {
  const forms = new Set<string>()
  const saw = (response: PlatformResponse) => {
    count('requests')
    for (const form of misformed(endpoint, response)) forms.add(form)
  }
  const step = stepOf(context, world, endpoint, { paired, number, signal, saw, count })
  const findings = await walker.walk(step).catch((error: Error) => [error.message])
  await context.rehearsal.undo()
  return [...findings, ...forms].map((what) => `${walker.name}: ${nameOf(endpoint)}: ${what}`)
}

/** Walks over every endpoint that a walker covers; an endpoint that cannot be walked is a finding too. */
export async function walk(context: WalkContext, walker: Walker, { signal, progress }: WalkOptions = {}): Promise<Walked> {
  const began = performance.now()
  const world = walker.change ? await context.world.startSecondPlatform(walker.change(context.world)) : context.world
  const all = endpointsOf(context.contract)
  const endpoints = all.filter(walker.covers)
  const paired = pairedExamples(context.contract, context.examples)
  const counted: Record<string, number> = { requests: 0 }
  const count: Step['count'] = (what, more = 1) => (counted[what] = (counted[what] ?? 0) + more)
  const findings: string[] = []
  try {
    for (const [index, endpoint] of endpoints.entries()) {
      findings.push(...(await found({ context, world, walker, paired, count, signal }, endpoint, all.indexOf(endpoint))))
      if (signal?.aborted)
        throw new Error(
          `The walk "${walker.name}" reached its time limit at ${nameOf(endpoint)}, endpoint ${index + 1} of ${endpoints.length}, after ${counted.requests} requests and was ended.`,
        )
      progress?.(walker.name, index + 1, endpoints.length)
    }
  } finally {
    if (world !== context.world) await world.close()
  }
  const { requests = 0, ...counts } = counted
  return { name: walker.name, endpoints: endpoints.length, requests, ms: performance.now() - began, counts, findings }
}

/** Walks within the time limit of a test. After that limit, the next test waits until the walk has ended. */
export function walkInTest(context: WalkContext, walker: Walker, { signal, onTestFinished }: TestContext): Promise<Walked> {
  const walked = walk(context, walker, { signal })
  const ended = walked.then(
    () => undefined,
    () => undefined,
  )
  onTestFinished(() => ended)
  return walked
}

/** A separate platform on a world's database, to walk on. */
export async function walkContextOn(world: SmallWorld, { contract, examples, isWhole = false }: Omit<WalkContext, 'world' | 'rehearsal'>) {
  const rehearsal = await rehearse(world.database)
  const rehearsalWorld = await world.startSecondPlatform({ database: rehearsal.database })
  const close = async () => {
    await rehearsalWorld.close()
    await rehearsal.end()
  }
  return { contract, examples, isWhole, world: rehearsalWorld, rehearsal, close }
}

/** A one-line summary of a walk for the output. */
export function summaryOf({ name, endpoints, requests, ms, counts, findings }: Walked) {
  const each = Math.round(ms / Math.max(endpoints, 1))
  const more = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  return [`${name}: ${endpoints} endpoints, ${requests} requests, ${each} ms each`, ...more, `${findings.length} findings`].join(', ')
}
