import { create, type Struct, StructError } from 'superstruct'
import { may } from '../../src/contract/permissions.ts'
import { jsonOf, textOf } from './json-body.ts'
import { callerOf } from './people.ts'
import { notFound, noPermission, Refused } from './refusal.ts'
import type { Guard, RequestState } from './request-state.ts'
import { namedIn, scopeOf } from './scope.ts'

const routeOf = (state: RequestState) => {
  if (!state.route) throw notFound('Address')
  return state.route
}

/** Finds the endpoint, and the values of its path. An id that is no integer names nothing. */
function find(state: RequestState) {
  const { pathname } = state.url
  const fitting = state.ground.routes.filter(({ pattern }) => pattern.test(pathname))
  const route = fitting.find(({ endpoint }) => endpoint.method === state.request.method)
  if (!route) {
    if (fitting.length === 0) throw notFound('Address')
    const allowed = fitting.map(({ endpoint }) => endpoint.method).join(', ')
    throw new Refused('method_not_allowed', { subject: 'Method', rule: `This address takes ${allowed}` }, undefined, { Allow: allowed })
  }
  const values = route.pattern.exec(pathname)?.slice(1) ?? []
  state.route = route
  state.path = Object.fromEntries(route.names.map((name, index) => [name, pathValue(name, values[index] ?? '')]))
}

function pathValue(name: string, text: string): string | number {
  if (/Id$|^id$/.test(name)) {
    if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > 2_147_483_647) throw notFound('Address')
    return Number(text)
  }
  try {
    return decodeURIComponent(text)
  } catch {
    throw notFound('Address')
  }
}

/** Who asks. A token that is not accepted is refused even where none is needed. */
async function authenticate(state: RequestState) {
  const { endpoint } = routeOf(state)
  const [, token] = /^Bearer ([\w\-.~+/]+=*)$/.exec(state.request.headers.get('authorization') ?? '') ?? []
  if (endpoint.open && !state.request.headers.has('authorization')) return
  const identity = token ? await state.ground.authenticate(token) : undefined
  const caller = identity && (await callerOf(state.ground.database, identity))
  if (!caller) {
    rate(state)
    throw new Refused('not_authenticated', { subject: 'Session', rule: 'Sign in to go on' }, undefined, { 'WWW-Authenticate': 'Bearer' })
  }
  state.identity = identity
  state.caller = caller
}

/** How often one caller, or one address without a caller, may ask. */
function rate(state: RequestState) {
  const { perCaller, perAddress } = state.ground.limits
  const now = state.ground.now().getTime()
  const wait = state.caller ? perCaller.take(state.caller.name, now) : perAddress.take(state.address, now)
  if (wait > 0)
    throw new Refused('too_many', { subject: 'Requests', rule: `Too many at once; try again in ${wait} seconds` }, undefined, {
      'Retry-After': String(wait),
    })
}

function length(state: RequestState) {
  if (state.request.url.length > state.ground.limits.urlLength)
    throw new Refused('too_large', { subject: 'Address', rule: 'The address is too long' })
}

/** Reads the body, within its size and depth. */
async function read(state: RequestState) {
  const { endpoint } = routeOf(state)
  const { bodyBytes, jsonDepth } = state.ground.limits
  if (endpoint.method === 'GET') return
  state.text = await textOf(state.request, bodyBytes)
  if (!endpoint.body) return
  const type = state.request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new Refused('unsupported_type', { subject: 'Content-Type', rule: 'Send application/json' })
  state.body = jsonOf(state.text, jsonDepth)
}

/** What of the client the call names is the caller's to see. */
async function scope(state: RequestState) {
  if (!state.caller || routeOf(state).endpoint.open) return
  state.scope = await scopeOf(state.ground.database, state.caller, namedIn(state.path, state.body))
}

function permission(state: RequestState) {
  const { endpoint } = routeOf(state)
  if (endpoint.may && !may(state.caller?.permissions ?? {}, endpoint.may)) throw noPermission()
}

/** Only what the contract names, and all of it. */
function strict(state: RequestState) {
  const { endpoint } = routeOf(state)
  if (endpoint.query) state.query = accept(Object.fromEntries(state.url.searchParams), endpoint.query)
  if (endpoint.body) state.body = accept(state.body, endpoint.body)
}

function accept(input: unknown, struct: Struct<unknown, unknown>) {
  try {
    return create(input, struct)
  } catch (error) {
    if (!(error instanceof StructError)) throw error
    const fields = error
      .failures()
      .slice(0, 50)
      .map((failure) => ({ path: failure.path.join('.').slice(0, 200), rule: ruleOf(failure) }))
    throw new Refused('invalid', { subject: fields[0]?.path || 'Body', rule: fields[0]?.rule ?? 'Not accepted' }, fields)
  }
}

/** A failure says what was expected, never what was sent. */
const ruleOf = ({ type, message, refinement }: { type: string; message: string; refinement?: string | undefined }) => {
  if (type === 'never') return 'There is no such field'
  return refinement && /^Expected [^`]*$/.test(message) ? message : `Expected ${refinement ?? type}`
}

/** A change names the version that it was made from. */
function version(state: RequestState) {
  if (!routeOf(state).endpoint.versioned) return
  const [, number] = /^"?(\d{1,9})"?$/.exec(state.request.headers.get('if-match') ?? '') ?? []
  if (number === undefined) throw new Refused('version_required', { subject: 'If-Match', rule: 'Say which version you changed' })
  state.version = Number(number)
}

function key(state: RequestState) {
  if (!routeOf(state).endpoint.idempotent) return
  if (!/^[\w-]{8,80}$/.test(state.request.headers.get('idempotency-key') ?? ''))
    throw new Refused('key_required', {
      subject: 'Idempotency-Key',
      rule: 'Send a key of your own, of 8 to 80 letters, so that a repeat is not done twice',
    })
}

/** The way of every request, in order. Each one throws what it refuses. */
export const guards: readonly Guard[] = [
  { name: 'length', check: length },
  { name: 'find', check: find },
  { name: 'authenticate', check: authenticate },
  { name: 'rate', check: rate },
  { name: 'read', check: read },
  { name: 'scope', check: scope },
  { name: 'permission', check: permission },
  { name: 'strict', check: strict },
  { name: 'version', check: version },
  { name: 'key', check: key },
]
