import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { type BadRequest, fieldPathsOf, queryNames, textWith, withBody, withQuery } from './bad-requests.ts'
import type { Example } from '../examples/example-calls.ts'
import { hostileTexts, hostileWords } from './hostile-values.ts'
import type { FieldPath } from './set-at.ts'

/** A seeded random number generator. */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A random item. */
export const oneOf = <T>(items: readonly T[], next: () => number): T => {
  const item = items[Math.floor(next() * items.length)]
  if (item === undefined) throw new Error('There is nothing to choose from')
  return item
}

const isWithin = (one: FieldPath, other: FieldPath) => one.every((key, index) => key === other[index])
/** Paths of which none contains another. */
const apart = (paths: readonly FieldPath[]) =>
  paths.filter((path, index) => !paths.slice(0, index).some((one) => isWithin(one, path) || isWithin(path, one)))

function randomBody(endpoint: Endpoint, call: Example, body: object, next: () => number): BadRequest {
  const fieldPaths = fieldPathsOf(endpoint, body)
  const paths = apart(Array.from({ length: 1 + Math.floor(next() * 4) }, () => oneOf(fieldPaths, next)))
  const changes = paths.map((path) => [path, oneOf(hostileTexts, next)] as const)
  return withBody(
    endpoint,
    call,
    textWith(body, changes),
    changes.map(([path, text]) => `${path.join('.')}: ${text.slice(0, 80)}`).join(', '),
  )
}

function randomQuery(endpoint: Endpoint, call: Example, next: () => number): BadRequest {
  const pairs = Array.from(
    { length: 2 + Math.floor(next() * 3) },
    () => `${oneOf(queryNames(endpoint), next)}=${oneOf(hostileWords, next).slice(0, 500)}`,
  )
  return withQuery(endpoint, call, pairs.join('&'))
}

/** Requests with several faults at once. */
export function randomRequests(endpoint: Endpoint, call: Example, count: number, seed: number): BadRequest[] {
  const next = chance(seed)
  const { body } = call
  const hasFields = body !== undefined && !endpoint.csv && fieldPathsOf(endpoint, body).length > 0
  return Array.from({ length: count }, () => (hasFields ? randomBody(endpoint, call, body, next) : randomQuery(endpoint, call, next)))
}
