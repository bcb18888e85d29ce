import { is } from 'superstruct'
import { canAccessAdvertiser, canAccessClient, type TenantRef } from '../../../src/contract/access/access.rules.ts'
import { Id } from '../../../src/contract/ids.ts'
import type { Caller, Scope } from '../context/context.ts'
import type { Database } from '../database/open.ts'
import { notFound, Refused } from '../context/refusal.ts'
import { placesNamed, placesInClient } from './scope-rows.ts'
import { type NamedResources, type ResourceKind, resourceKinds } from './resource-kinds.ts'

/** The ids that a request names in its path, query and body. */
export interface NamedIds {
  readonly clients: readonly number[]
  readonly things: readonly NamedResources[]
}

/** The scope, the places that the request names, and the places of the client that the caller can access. */
export interface RequestScope extends Scope {
  readonly named: readonly TenantRef[]
  readonly seen: readonly TenantRef[]
}

/** Limit for each kind of resource in one request. */
const mostIdsPerKind = 5000

type Fields = Readonly<Record<string, unknown>>

/** Values that are not ids are skipped here; struct validation refuses them later. */
const idsIn = (fields: Fields, names: readonly string[]) =>
  names.flatMap((name) => (Object.hasOwn(fields, name) ? fields[name] : []) ?? []).filter((value): value is number => is(value, Id))

const queryFields = (query: URLSearchParams): Fields =>
  Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name).map(Number)]))

/** All objects in a body, at any depth. */
function recordsIn(value: unknown): Fields[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Array.isArray(value) ? [] : [value as Fields] // only ids are read, so any object will do
  return [...own, ...Object.values(value).flatMap(recordsIn)]
}

export function namedIn(path: Fields, query: URLSearchParams, body: unknown): NamedIds {
  const around = [path, queryFields(query)]
  const inBody = recordsIn(body)
  const idsOf = (names: readonly string[], within = inBody) => [
    ...new Set([...around, ...within].flatMap((fields) => idsIn(fields, names))),
  ]
  const named = resourceKinds.map((thing: ResourceKind) => ({ thing, ids: idsOf(thing.fields) })).filter(({ ids }) => ids.length > 0)
  const tooMany = named.find(({ ids }) => ids.length > mostIdsPerKind)
  if (tooMany) throw new Refused('invalid', { subject: tooMany.thing.subject, rule: `Send at most ${mostIdsPerKind} IDs at once` })
  return { clients: idsOf(['memberGroupId', 'member_group_id', 'member_group_ids'], inBody.slice(0, 1)), things: named }
}

const nothing: RequestScope = { memberGroupId: undefined, advertisers: [], named: [], seen: [] }

/** The caller's scope at the client that the request names. Anything outside it is refused as not found. */
export async function requestScopeOf(database: Database, caller: Caller, call: NamedIds): Promise<RequestScope> {
  if (call.clients.length > 1) throw notFound('Client')
  const named = await namedPlaces(database, caller, call)
  const [memberGroupId, ...others] = new Set([...call.clients, ...named.map(({ member_group_id }) => member_group_id)])
  if (memberGroupId === undefined) return nothing
  if (others.length > 0) throw notFound('Client')
  const isOpen = canAccessClient(caller.access, memberGroupId)
  const isWhole = isOpen && !caller.variesByAdvertiser
  // A client in the caller's lists exists: the caller was read in this request, and only open clients are listed.
  const isKnown = isWhole && !caller.access.all
  const rows: TenantRef[] = isKnown
    ? [{ member_group_id: memberGroupId }]
    : await placesInClient(database, caller.access, memberGroupId, isWhole, isOpen)
  if (rows.length === 0) throw notFound('Client')
  const own = rows.filter(({ advertiser_id }) => advertiser_id !== undefined)
  const advertisers = isWhole ? 'all' : own.flatMap(({ advertiser_id }) => advertiser_id ?? [])
  // Saved reports belong to no advertiser. A caller who can see one needs the permission at any place of its client.
  const places = named.filter(({ subject }) => !resourceKinds.some((thing) => thing.isAskedItself && thing.subject === subject))
  return { memberGroupId, advertisers, named: places, seen: own.length > 0 ? own : rows }
}

async function namedPlaces(database: Database, caller: Caller, named: NamedIds) {
  const rows = await placesNamed(database, named.things, caller)
  const [client] = named.clients
  for (const { thing, ids } of named.things) {
    const found = rows.filter((row) => row.subject === thing.subject && (client === undefined || row.member_group_id === client))
    if (found.length < ids.length || !found.every((row) => thing.isAskedItself || canAccessAdvertiser(caller.access, row)))
      throw notFound(thing.subject)
  }
  return rows
}
