import { is } from 'superstruct'
import type { TenantRef } from '../../../../src/contract/access/access.rules.ts'
import { Id } from '../../../../src/contract/ids.ts'
import { hasPermission } from '../../../../src/contract/access/permissions.ts'
import { audited } from './audit.ts'
import type { Identity } from '../../context/context.ts'
import type { Database } from '../../database/database.ts'
import { runOncePerKey } from './idempotency.ts'
import { requirePartnerOrigin } from '../cors.ts'
import { depthOf, isIdName } from '../implement.ts'
import { parseJsonBody, readBodyText } from '../json-body.ts'
import { limitMails } from './mail-rate.ts'
import { callerOf } from '../../access/caller.ts'
import { validateReply, inTransaction } from '../perform.ts'
import { noPermission, notFound, Refused } from '../../context/refusal.ts'
import { type Guard, type Limits, machineNowOf, type RequestState, routeOf } from '../request-state.ts'
import { idsInRequest, permittedScope, requestScopeOf, withDefaultClient } from '../../access/scope.ts'
import { strict } from './strict.ts'

/** Matches the endpoint and parses the path parameters. */
function find(state: RequestState) {
  const { pathname } = state.url
  const requestDepth = depthOf(pathname)
  const matchingRoutes = state.deps.routes.filter(({ depth, pattern }) => depth === requestDepth && pattern.test(pathname))
  const route = matchingRoutes.find(({ endpoint }) => endpoint.method === state.request.method)
  if (!route) {
    if (matchingRoutes.length === 0) throw notFound('Address')
    const allowed = matchingRoutes.map(({ endpoint }) => endpoint.method).join(', ')
    throw new Refused('method_not_allowed', { subject: 'Method', rule: `This URL allows ${allowed}` }, undefined, { Allow: allowed })
  }
  const values = route.pattern.exec(pathname)?.slice(1) ?? []
  state.route = route
  state.path = Object.fromEntries(route.names.map((name, index) => [name, pathValue(name, values[index] ?? '')]))
}

function pathValue(name: string, text: string): string | number {
  if (isIdName(name)) {
    if (!is(Number(text), Id)) throw notFound('Address')
    return Number(text)
  }
  try {
    return decodeURIComponent(text)
  } catch {
    throw notFound('Address')
  }
}

/** True if the token is valid but its user is not active. With an ended session and an active user, it is false. */
const isOfInactiveUser = async (database: Database, identity: Identity | undefined) =>
  identity?.kind === 'person' && !(await callerOf(database, { kind: 'person', userId: identity.userId }))

/** Identifies the caller. An invalid token is refused even on open endpoints. */
async function authenticate(state: RequestState) {
  const { endpoint } = routeOf(state)
  const [, token] = /^Bearer +([\w\-.~+/]+=*)$/i.exec(state.request.headers.get('authorization') ?? '') ?? []
  if (endpoint.open && !state.request.headers.has('authorization')) return
  const identity = token ? await state.deps.authenticate(token) : undefined
  const caller = identity && (await callerOf(state.deps.database, identity))
  if (!caller) {
    rate(state)
    const headers = { 'WWW-Authenticate': 'Bearer' }
    if (await isOfInactiveUser(state.deps.database, identity))
      throw new Refused('user_not_found', { subject: 'User', rule: 'Your user was not found' }, undefined, headers)
    throw new Refused('not_authenticated', { subject: 'Session', rule: 'Sign in to continue' }, undefined, headers)
  }
  state.identity = identity
  state.caller = caller
}

/**
 * A partner names its visitors itself, so they have a limit together too. When a few busy visitors have used it up, the others still
 * have their shares of a reserve.
 */
function waitOfPartner({ perPartner, partnerReserve, visitorShare }: Limits, partnerClientId: string, visitor: string, now: number) {
  const wait = perPartner.take(partnerClientId, now)
  if (wait === 0 || visitorShare.take(visitor, now) > 0) return wait
  return partnerReserve.take(partnerClientId, now)
}

/** Rate limit per caller, or per address without a caller. */
function rate(state: RequestState) {
  const { limits } = state.deps
  const now = machineNowOf(state.deps).getTime()
  const { caller } = state
  const own = caller ? limits.perCaller.take(caller.name, now) : limits.perAddress.take(state.address, now)
  const wait = own === 0 && caller?.partnerClientId ? waitOfPartner(limits, caller.partnerClientId, caller.name, now) : own
  if (wait > 0)
    throw new Refused('too_many', { subject: 'Requests', rule: `Too many requests; try again in ${wait} seconds` }, undefined, {
      'Retry-After': String(wait),
    })
}

function length(state: RequestState) {
  if (state.request.url.length > state.deps.limits.urlLength)
    throw new Refused('too_large', { subject: 'Address', rule: 'The URL is too long' })
}

/** Reads the body within its limits of size, depth and time. */
async function read(state: RequestState) {
  if (state.request.method === 'GET') return
  const { bodyBytes, bodyMs } = state.deps.limits
  const { body, csv = false, maxBodyBytes = bodyBytes } = routeOf(state).endpoint
  // A file may take longer in proportion to its size.
  state.text = await readBodyText(state.request, maxBodyBytes, bodyMs * Math.max(1, maxBodyBytes / bodyBytes))
  if (!body && !state.text) return
  const [expectedType, type = ''] = [csv ? 'text/csv' : 'application/json', state.request.headers.get('content-type') ?? '']
  if (type.split(';')[0]?.trim().toLowerCase() !== expectedType)
    throw new Refused('unsupported_type', { subject: 'Content-Type', rule: `Send ${expectedType}` })
  if (!/^(identity)?$/i.test(state.request.headers.get('content-encoding') ?? ''))
    throw new Refused('unsupported_type', { subject: 'Content-Encoding', rule: 'Send the body without content encoding' })
  state.body = csv ? { csv: state.text } : parseJsonBody(state.text, state.deps.limits)
}

/**
 * Checks that the caller can see every client and advertiser that the request names. An `own` endpoint is only for the user in its
 * path.
 */
async function scope(state: RequestState) {
  const { endpoint } = routeOf(state)
  if (!state.caller || endpoint.open) return
  if (endpoint.ownOnly && 'userId' in state.path && state.path.userId !== state.caller.person?.user_id) throw notFound('User')
  const named = idsInRequest(state.path, state.url.searchParams, state.body)
  const call = endpoint.defaultClient ? withDefaultClient(named, state.caller) : named
  state.requestScope = await requestScopeOf(state.database, state.caller, call)
  state.scope = { memberGroupId: state.requestScope.memberGroupId, advertisers: state.requestScope.advertisers }
}

/**
 * Checks the permission at every named tenant. If the request names only a client, one of its tenants is enough. The scope keeps only
 * the advertisers where the permission is granted.
 */
function permission(state: RequestState) {
  const { caller, requestScope } = state
  const { may: permission, orSelf } = routeOf(state).endpoint
  if (!permission) return
  if (!caller) throw noPermission()
  if (orSelf && caller.person && state.path.userId === caller.person.user_id) return
  if (requestScope?.memberGroupId === undefined) {
    if (!hasPermission(caller.permissions, permission)) throw noPermission()
    return
  }
  const grants = (tenant: TenantRef) => hasPermission(caller.permissionsAt(tenant), permission)
  if (!(requestScope.namedTenants.length > 0 ? requestScope.namedTenants.every(grants) : requestScope.tenants.some(grants)))
    throw noPermission()
  state.scope = permittedScope(requestScope, requestScope.memberGroupId, grants)
}

/** A versioned change needs If-Match with the version it was made from. Without an optional one, it changes the current version. */
function version(state: RequestState) {
  const { versioned } = routeOf(state).endpoint
  const header = state.request.headers.get('if-match')
  if (!versioned || (versioned === 'optional' && header === null)) return
  const [, , number] = /^("?)(\d{1,9})\1$/.exec(header ?? '') ?? []
  if (number === undefined)
    throw new Refused('version_required', { subject: 'If-Match', rule: 'Send the version that you changed in If-Match' })
  state.version = Number(number)
}

const isDryRun = ({ body }: RequestState) => typeof body === 'object' && body !== null && 'dry_run' in body && body.dry_run === true

function key(state: RequestState) {
  const { idempotent } = routeOf(state).endpoint
  const header = state.request.headers.get('idempotency-key')
  if (!idempotent || (header === null && (idempotent === 'optional' || isDryRun(state)))) return
  if (!/^[\w-]{8,80}$/.test(header ?? ''))
    throw new Refused('key_required', {
      subject: 'Idempotency-Key',
      rule: 'Send a unique key of 8 to 80 characters, so that a retry is not executed twice',
    })
}

/** The guards of every request, in order: checks that refuse, then wrappers around the handler. */
export const guards: readonly Guard[] = [
  { name: 'length', check: length },
  { name: 'find', check: find },
  { name: 'authenticate', check: authenticate },
  { name: 'rate', check: rate },
  { name: 'origin', check: requirePartnerOrigin },
  { name: 'read', check: read },
  { name: 'scope', check: scope },
  { name: 'permission', check: permission },
  { name: 'strict', check: strict },
  { name: 'version', check: version },
  { name: 'key', check: key },
  { name: 'mails', check: limitMails },
  { name: 'transaction', around: inTransaction },
  { name: 'once', around: runOncePerKey },
  { name: 'audit', around: audited },
  { name: 'reply', around: validateReply },
]
