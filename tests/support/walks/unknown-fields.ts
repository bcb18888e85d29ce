import { amount } from '../platform/audit.ts'
import type { AnyCall } from '../examples/example-calls.ts'
import { setAt, type FieldPath } from './set-at.ts'
import { kinds, own, targets } from '../world/small-ids.ts'
import type { PlatformResponse } from '../world/small-world.ts'
import { fieldNames, objectsIn } from './struct-fields.ts'
import type { Step, Walker } from './walk.ts'

/** Fields that a caller may not set unless the endpoint defines them. */
const forbidden: Readonly<Record<string, unknown>> = {
  user_id: 1,
  role_id: 1,
  roles: [1],
  is_admin: true,
  access: { all: true },
  permissions: { 'reports.read': true },
  status: 'active',
  version: 9,
  created_at: '2026-01-01T00:00:00Z',
  password_hash: 'x',
  partner_client_id: 'small-partner',
  scope: 'all',
}

type Pair = readonly [name: string, id: number]
/** Ids that would move a row to another owner, and its own ids repeated. */
const movingIds = (): Pair[] =>
  kinds.flatMap(({ names, idAt }) => [targets[3] ?? own, own].flatMap((target) => names.map((name): Pair => [name, idAt(target)])))
const pathsIn = ({ reply }: PlatformResponse): string[] => reply?.fields?.map(({ path }: { path: string }) => path) ?? []

/** The status of an unknown field. A refusal in the form of OFREP does not name the fields. */
const unknownStatus = ({ endpoint }: Step) => (endpoint.ofrep ? 400 : 422)

/** Sends all fields at once: the refusal must name each one. */
async function together(step: Step, call: AnyCall, expected: readonly string[]) {
  step.count('fields sent', expected.length)
  const response = await step.send('superUser', call)
  await step.undo()
  if (response.status !== unknownStatus(step))
    return [`answers ${response.status} to fields that it does not name: ${expected.join(', ')}`.slice(0, 300)]
  if (step.endpoint.ofrep) return []
  const blamed = pathsIn(response)
  return expected.filter((path) => !blamed.includes(path)).map((path) => `takes ${path}, which it does not name`)
}

/** An id that the struct does not define is refused, as a foreign id or as an unknown field. */
async function alone(step: Step, call: AnyCall, name: string) {
  step.count('fields sent')
  const { status } = await step.send('superUser', call)
  await step.undo()
  return status === 404 || status === unknownStatus(step) ? [] : [`answers ${status} with ${name}, which it does not name`]
}

type Body = NonNullable<AnyCall['body']>
const withAll = (body: Body, paths: readonly FieldPath[], added: readonly [string, unknown][]) =>
  paths.reduce((all, path) => added.reduce((one, [name, value]) => setAt(one, [...path, name], value), all), body)
/** The call, the fields that the refusal must name, and ids to send one by one. */
interface Loaded {
  readonly whole: AnyCall
  readonly expected: readonly string[]
  readonly moved: readonly (readonly [string, AnyCall])[]
}

function bodies(step: Step): Loaded {
  const { endpoint } = step
  const call = step.call()
  const named = fieldNames(endpoint.body)
  const added = Object.entries(forbidden).filter(([name]) => !named.includes(name))
  const objects = objectsIn(call.body ?? {})
  // The refusal lists at most fifty fields, so deeper objects get only the first one.
  const deep = withAll(call.body ?? {}, objects.slice(1, 20), added.slice(0, 1))
  const body = withAll(deep, [[]], added)
  const expected = [...added.map(([name]) => name), ...objects.slice(1, 20).map((path) => [...path, added[0]?.[0]].join('.'))]
  const moved = movingIds().filter(([name]) => !named.includes(name))
  return {
    whole: { ...call, body },
    expected,
    moved: moved.map(([name, id]) => [name, { ...call, body: { ...call.body, [name]: id } }] as const),
  }
}

function queries(step: Step): Loaded {
  const call = step.call()
  const named = fieldNames(step.endpoint.query)
  const added = Object.fromEntries(Object.entries(forbidden).filter(([name]) => !named.includes(name)))
  const moved = movingIds().filter(([name]) => !named.includes(name))
  return {
    whole: { ...call, query: { ...call.query, ...added } },
    expected: Object.keys(added),
    moved: moved.map(([name, id]) => [name, { ...call, query: { ...call.query, [name]: id } }] as const),
  }
}

/** A file has no fields. */
const hasFields = ({ endpoint }: Step) => endpoint.method !== 'GET' && !endpoint.csv

/** Fields outside the contract are refused, in the body at any depth and in the query. */
export const unknownFields: Walker = {
  name: 'unknown fields',
  covers: ({ signed }) => !signed,
  walk: async (step) => {
    const found: string[] = []
    for (const { whole, expected, moved } of [...(hasFields(step) ? [bodies(step)] : []), queries(step)]) {
      found.push(...(await together(step, whole, expected)))
      for (const [name, call] of step.some(moved, amount(6, 1))) found.push(...(await alone(step, call, name)))
    }
    return found
  },
}
