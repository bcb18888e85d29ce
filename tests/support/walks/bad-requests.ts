import { type Endpoint, fillPath } from '../../../src/contract/endpoint.ts'
import { Id } from '../../../src/contract/ids.ts'
import type { AnyCall, Example } from '../examples/example-calls.ts'
import {
  brokenBodies,
  brokenBytes,
  brokenFiles,
  emptyFiles,
  hostileTexts,
  hostileWords,
  strangeEncodings,
  strangeHeaders,
  strangeTypes,
} from './hostile-values.ts'
import { setAt, valueAt, type FieldPath, without } from './set-at.ts'
import { namesIds } from '../world/small-ids.ts'
import { fieldNames, fieldsOf } from './struct-fields.ts'

/** A request that is invalid somewhere, or at least unusual. */
export interface BadRequest {
  readonly about: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined
  /** The request must be refused, with this status or with any. */
  readonly refused?: number | true | undefined
}

const queryOf = ({ query }: AnyCall) => {
  const fields = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])
  return fields.length > 0 ? `?${new URLSearchParams(fields)}` : ''
}
const addressOf = (endpoint: Endpoint, call: Example) => fillPath(endpoint.path, call.path) + queryOf(call)
const rightBody = ({ csv }: Endpoint, { body }: AnyCall) => (body === undefined ? undefined : csv ? String(body.csv) : JSON.stringify(body))

/** The verdict of the struct on a body. Text that is not JSON is refused before it. */
function bodyVerdict({ body }: Endpoint, text: string): BadRequest['refused'] {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return body?.validate(value, { coerce: true })[0] ? true : undefined
  } catch {
    return 400
  }
}

const isHolder = (value: unknown) => typeof value === 'object' && value !== null
/** Every path in a body where a value can be set. */
export const fieldPathsOf = (endpoint: Endpoint, body: object): FieldPath[] =>
  endpoint.body
    ? fieldsOf(endpoint.body, body).flatMap(({ path: fieldPath }) => (isHolder(valueAt(body, fieldPath.slice(0, -1))) ? [fieldPath] : []))
    : []

/** The JSON text of a body with raw texts at some paths. */
export function textWith(body: object, changes: readonly (readonly [FieldPath, string])[]): string {
  const marked = changes.reduce((all, [fieldPath], index) => setAt(all, fieldPath, `@${index}@`), body)
  return changes.reduce((text, [, hostile], index) => text.replace(`"@${index}@"`, () => hostile), JSON.stringify(marked))
}

/** Makes a request when it is sent: of the hundreds for an endpoint only a few are. */
type Making = () => BadRequest

/** A request with another body. */
export function withBody(endpoint: Endpoint, call: Example, text: string, about: string): BadRequest {
  const isBroken = text !== '' || endpoint.body
  return { about, path: addressOf(endpoint, call), body: text, refused: isBroken ? bodyVerdict(endpoint, text) : undefined }
}

/** Invalid files; bytes that are no valid text are refused before the lines are parsed. */
const badFiles = (endpoint: Endpoint, call: Example): Making[] => {
  const path = addressOf(endpoint, call)
  return [
    ...[...brokenFiles, ...hostileTexts, ...brokenBodies].map((text) => () => ({ about: text, path, body: text })),
    ...emptyFiles.map((text) => () => ({ about: text, path, body: text, refused: 422 })),
    ...brokenBytes.map((bytes) => () => ({ about: `bytes ${bytes}`, path, body: bytes, refused: 400 })),
  ]
}

/** Requests with an invalid body: one for each bad text at each path. */
export function badBodies(endpoint: Endpoint, call: Example): Making[] {
  const { body } = call
  if (!body) return []
  if (endpoint.csv) return badFiles(endpoint, call)
  const fieldPaths = fieldPathsOf(endpoint, body)
  return [
    ...fieldPaths.flatMap((fieldPath) =>
      hostileTexts.map((text) => () => withBody(endpoint, call, textWith(body, [[fieldPath, text]]), `${fieldPath.join('.')}: ${text}`)),
    ),
    ...fieldPaths.map((fieldPath) => () => withBody(endpoint, call, JSON.stringify(without(body, fieldPath)), `no ${fieldPath.join('.')}`)),
    ...hostileTexts.map((text) => () => withBody(endpoint, call, text, text)),
    ...brokenBodies.map((text) => () => withBody(endpoint, call, text, text)),
    ...brokenBytes.map((bytes) => () => ({ about: `bytes ${bytes}`, path: addressOf(endpoint, call), body: bytes, refused: 400 })),
  ]
}

/** The verdict of the struct on a query. A repeated name is refused before it. */
function queryVerdict({ query }: Endpoint, path: string): BadRequest['refused'] {
  const params = new URL(path, 'http://any').searchParams
  const names = [...params.keys()]
  if (new Set(names).size < names.length || !query) return names.length > 0 ? true : undefined
  return query.validate(Object.fromEntries(params), { coerce: true })[0] ? true : undefined
}

/** A request with another raw query string. */
export function withQuery(endpoint: Endpoint, call: Example, query: string): BadRequest {
  const path = `${fillPath(endpoint.path, call.path)}?${query}`
  return { about: query, path, body: rightBody(endpoint, call), refused: queryVerdict(endpoint, path) }
}

/** Names that the query may have, and some that no query has. */
export const queryNames = ({ query }: Endpoint) => [
  ...fieldNames(query),
  ...['member_group_id', 'advertiser_ids', '__proto__', 'constructor', 'a%00b', '%ff', 'a[]', 'a[b]'],
]

const isIdText = (value: string) => /^[1-9]\d{0,9}$/.test(value) && Id.is(Number(value))
/** An id in the path is a database integer; any other value gives 404. */
const pathVerdict = (name: string, value: string) => (namesIds(name) && value && !isIdText(value) ? 404 : undefined)
/** The URL parser resolves two dots itself, so the result may be a valid address of another endpoint. */
const staysBelow = (value: string) => value !== '%2e%2e'

function badAddresses(endpoint: Endpoint, call: Example): Making[] {
  const body = rightBody(endpoint, call)
  const fill = (name: string, value: string) => () => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, one: string) => (one === name ? value : String(call.path?.[one])))
    return { about: `${name} ${value}`, path: path + queryOf(call), body, refused: pathVerdict(name, value) }
  }
  return [
    ...[...endpoint.path.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => hostileWords.filter(staysBelow).map((value) => fill(name, value))),
    ...queryNames(endpoint).flatMap((name) => hostileWords.map((value) => () => withQuery(endpoint, call, `${name}=${value}`))),
    ...fieldNames(endpoint.query).map((name) => () => withQuery(endpoint, call, `${name}=1&${name}=2`)),
  ]
}

function badHeaders(endpoint: Endpoint, call: Example): Making[] {
  const path = addressOf(endpoint, call)
  const body = rightBody(endpoint, call)
  const refused = body === undefined ? undefined : 415
  const changes = [
    ...strangeTypes.map((type) => ({ headers: { 'Content-Type': type }, refused })),
    ...strangeEncodings.map((encoding) => ({ headers: { 'Content-Encoding': encoding }, refused })),
    ...strangeHeaders.map((headers) => ({ headers, refused: undefined })),
  ]
  return changes.map((change) => () => ({ ...change, about: JSON.stringify(change.headers), path, body }))
}

/** Requests beyond a limit that holds for every endpoint. */
export function beyondLimits(endpoint: Endpoint, call: Example): BadRequest[] {
  const path = addressOf(endpoint, call)
  const address = {
    about: 'an address that is too long',
    path: `${path.split('?')[0]}?${'a'.repeat(9000)}`,
    body: rightBody(endpoint, call),
    refused: 413,
  }
  if (!call.body) return [address]
  if (endpoint.csv) return [address, { about: 'a file that is too large', path, body: 'x\n'.repeat(500_001), refused: 413 }]
  return [
    address,
    { about: 'a body that is too large', path, body: `{"a":"${'x'.repeat(1_000_001)}"}`, refused: 413 },
    { about: 'a body of too many values', path, body: `[1${',1'.repeat(50_000)}]`, refused: 413 },
    { about: 'a body that is nested too deep', path, body: `${'['.repeat(33)}${']'.repeat(33)}`, refused: 400 },
  ]
}

/** Requests with an invalid path, query or header. */
export const badOutsideBody = (endpoint: Endpoint, call: Example): Making[] => [
  ...badAddresses(endpoint, call),
  ...badHeaders(endpoint, call),
]

/** All requests with exactly one fault each. */
export const badRequests = (endpoint: Endpoint, call: Example): Making[] => [
  ...badBodies(endpoint, call),
  ...badOutsideBody(endpoint, call),
]
