import { amount } from './audit.ts'
import { type BadRequest, badBodies, badElsewhere, beyondLimits } from './bad-requests.ts'
import { randomRequests } from './random-requests.ts'
import { authorization, type Answer } from './small-world.ts'
import { changedTables, printsOf } from './table-prints.ts'
import { neededHeaders, type Step, type Walker } from './walk.ts'

/** How much is asked of each endpoint. */
export interface Inputs {
  /** So many of the requests that are wrong in one thing, besides what is beyond a limit. */
  readonly each: number
  /** So many of those that are wrong in several. */
  readonly random: number
}

/** A request stalls when it takes longer than so many of the platform's shortest answers, each time. */
const stallRatio = 100

function ask({ endpoint, raw, call }: Step, { path, headers, body }: BadRequest): Promise<Answer> {
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

async function timed(step: Step, request: BadRequest) {
  const began = performance.now()
  const answer = await ask(step, request)
  return { answer, ms: performance.now() - began }
}

const mostAgain = 12
/** How long the platform takes for next to nothing, at its best of a few times. */
async function leastMs({ world }: Step) {
  let least = Number.POSITIVE_INFINITY
  for (let time = 0; time < 10; time++) {
    const began = performance.now()
    await world.raw('ready')
    least = Math.min(least, performance.now() - began)
  }
  return least
}
/** A machine that is busy elsewhere is slow once, and not each time, and for everything. */
async function stalls(step: Step, request: BadRequest, first: number, atFirst: number) {
  let [ms, least] = [first, atFirst]
  for (let again = 0; again < mostAgain && ms > stallRatio * least; again++) {
    ms = Math.min(ms, (await timed(step, request)).ms)
    least = Math.max(least, await leastMs(step))
  }
  return ms > stallRatio * least ? [`takes ${Math.round(ms / least)} times as long as the shortest answer`] : []
}

const said = ({ about }: BadRequest) => (about.length > 150 ? `${about.slice(0, 150)}…` : about)

async function tried(step: Step, request: BadRequest, least: number): Promise<string[]> {
  const { answer, ms } = await timed(step, request)
  step.count(answer.status >= 500 ? 'of 5xx' : answer.status >= 400 ? 'refused' : 'accepted')
  const wrong = judged(request, answer.status).map((why) => `answers ${answer.status} to ${said(request)}${why}`)
  const slow = ms > stallRatio * least ? await stalls(step, request, ms, least) : []
  return [...wrong, ...slow.map((what) => `${what} for ${said(request)}`)]
}

function requestsOf(step: Step, { each, random }: Inputs): BadRequest[] {
  const call = step.call()
  const seed = [...step.endpoint.path].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7)
  // Half of them for the body, where most of what an endpoint is given comes in.
  const bodies = step.some(badBodies(step.endpoint, call), each / 2)
  return [
    ...beyondLimits(step.endpoint, call),
    ...bodies,
    ...step.some(badElsewhere(step.endpoint, call), each - Math.min(bodies.length, each / 2)),
    ...randomRequests(step.endpoint, call, random, seed),
  ]
}

/** What cannot be right changes nothing; what may be right is asked afterwards, and taken back each time. */
async function through(step: Step, inputs: Inputs): Promise<string[]> {
  const requests = requestsOf(step, inputs)
  const found: string[] = []
  const before = await printsOf(step.world.database)
  const least = await leastMs(step)
  for (const request of requests.filter(({ refused }) => refused !== undefined)) found.push(...(await tried(step, request, least)))
  const changed = changedTables(before, await printsOf(step.world.database))
  for (const request of requests.filter(({ refused }) => refused === undefined)) {
    found.push(...(await tried(step, request, least)))
    if (step.endpoint.method !== 'GET') await step.undo()
  }
  const { status } = await step.world.raw('ready')
  return [
    ...found,
    ...changed.map((name) => `changes ${name} though everything was refused`),
    ...(status === 200 ? [] : [`is followed by a platform that is not ready: ${status}`]),
  ]
}

/** Whatever comes in, the platform stands, refuses what is wrong and changes nothing by it. */
export const inputs = (asked: Partial<Inputs> = {}): Walker => ({
  name: 'inputs',
  covers: () => true,
  walk: (step) => through(step, { each: amount(100, 8), random: amount(10, 2), ...asked }),
})
