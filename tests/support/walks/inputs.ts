import { amount } from '../platform/audit.ts'
import { type BadRequest, badBodies, badOutsideBody, beyondLimits } from './bad-requests.ts'
import { randomRequests } from './random-requests.ts'
import { authorization, type PlatformResponse } from '../world/small-world.ts'
import { changedBy } from './table-changes.ts'
import { neededHeaders, type Step, type Walker } from './walk.ts'

/** The number of requests for each endpoint. */
export interface Inputs {
  /** Requests with one fault, besides those beyond a limit. */
  readonly each: number
  /** Requests with several faults. */
  readonly random: number
}

/** The platform's shortest response time. Every faster response lowers it, because the machine may be busy at first. */
interface Fastest {
  ms: number
}

/** A request stalls when every attempt takes this many times the platform's shortest response … */
const stallRatio = 100
/** … and this many times a valid call of the same endpoint, which may have to hash a password. */
const validRatio = 10

function ask({ endpoint, raw, call }: Step, { path, headers, body }: BadRequest): Promise<PlatformResponse> {
  const needed = {
    ...authorization('superUser'),
    ...(body !== undefined && { 'Content-Type': endpoint.csv ? 'text/csv' : 'application/json' }),
  }
  const sent = { ...needed, ...neededHeaders(endpoint, call()), ...headers }
  return raw(path, { method: endpoint.method, headers: sent, ...(body !== undefined && { body }) })
}

function judged({ refused }: BadRequest, status: number): string[] {
  if (status >= 500) return ['']
  if (refused === undefined) return []
  const isRight = refused === true ? status >= 400 : status === refused
  return isRight ? [] : [refused === true ? ', where nothing but a refusal fits' : `, where ${refused} has to come`]
}

async function timed(step: Step, request: BadRequest, fastest: Fastest) {
  const began = performance.now()
  const response = await ask(step, request)
  const ms = performance.now() - began
  fastest.ms = Math.min(fastest.ms, ms)
  return { response, ms }
}

const maxRepeats = 12
/** The shortest of several responses of the platform. */
async function leastMs({ world }: Step) {
  let least = Number.POSITIVE_INFINITY
  for (let time = 0; time < 10; time++) {
    const began = performance.now()
    await world.raw('ready')
    least = Math.min(least, performance.now() - began)
  }
  return least
}
/** Repeats a slow request, because a busy machine is slow only once, or slow for everything. */
async function stalls(step: Step, request: BadRequest, first: number, fastest: Fastest) {
  let ms = first
  let least = fastest.ms
  for (let again = 0; again < maxRepeats && ms > stallRatio * least; again++) {
    ms = Math.min(ms, (await timed(step, request, fastest)).ms)
    least = Math.max(least, await leastMs(step))
  }
  if (ms <= stallRatio * least || ms <= validRatio * (await validMs(step))) return []
  return [`takes ${Math.round(ms / least)} times as long as the shortest answer`]
}

async function validMs(step: Step) {
  const began = performance.now()
  await step.send('superUser')
  const ms = performance.now() - began
  await step.undo()
  return ms
}

const shortened = ({ about }: BadRequest) => (about.length > 150 ? `${about.slice(0, 150)}…` : about)

async function tried(step: Step, request: BadRequest, fastest: Fastest): Promise<string[]> {
  const { response, ms } = await timed(step, request, fastest)
  step.count(response.status >= 500 ? 'of 5xx' : response.status >= 400 ? 'refused' : 'accepted')
  const wrong = judged(request, response.status).map((why) => `answers ${response.status} to ${shortened(request)}${why}`)
  const slow = ms > stallRatio * fastest.ms ? await stalls(step, request, ms, fastest) : []
  return [...wrong, ...slow.map((what) => `${what} for ${shortened(request)}`)]
}

function requestsOf(step: Step, { each, random }: Inputs): BadRequest[] {
  const call = step.call()
  const seed = [...step.endpoint.path].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7)
  // Half of the requests have a bad body, because most input comes in there.
  const bodies = step.some(badBodies(step.endpoint, call), each / 2)
  const outside = step.some(badOutsideBody(step.endpoint, call), each - Math.min(bodies.length, each / 2))
  return [
    ...step.some(beyondLimits(step.endpoint, call), amount(4, 1)),
    ...[...bodies, ...outside].map((make) => make()),
    ...randomRequests(step.endpoint, call, random, seed),
  ]
}

/** Invalid requests must change nothing; possibly valid ones are sent afterwards and rolled back each time. */
async function through(step: Step, inputs: Inputs, fastest: Fastest): Promise<string[]> {
  const requests = requestsOf(step, inputs)
  const found: string[] = []
  const changed = await changedBy(step, async () => {
    for (const request of requests.filter(({ refused }) => refused !== undefined)) found.push(...(await tried(step, request, fastest)))
  })
  for (const request of requests.filter(({ refused }) => refused === undefined)) {
    found.push(...(await tried(step, request, fastest)))
    if (step.endpoint.method !== 'GET') await step.undo()
  }
  const { status } = await step.world.raw('ready')
  return [
    ...found,
    ...changed.map((name) => `changes ${name} though everything was refused`),
    ...(status === 200 ? [] : [`is followed by a platform that is not ready: ${status}`]),
  ]
}

/** For any input the platform keeps running, refuses invalid requests and changes nothing by them. */
export function inputs(requests: Partial<Inputs> = {}): Walker {
  const fastest: Fastest = { ms: Number.POSITIVE_INFINITY }
  return {
    name: 'inputs',
    covers: () => true,
    walk: async (step) => {
      if (fastest.ms === Number.POSITIVE_INFINITY) fastest.ms = await leastMs(step)
      return through(step, { each: amount(100, 5), random: amount(10, 1), ...requests }, fastest)
    },
  }
}
