import { is } from 'superstruct'
import { opensAdvertiser, opensClient, type Place } from '../../../src/contract/access/access.rules.ts'
import { Id } from '../../../src/contract/ids.ts'
import type { Caller, Scope } from '../context/context.ts'
import type { Database } from '../database/open.ts'
import { notFound, Refused } from '../context/refusal.ts'
import { namedRows, reachableRows } from './scope-rows.ts'
import { type NamedThing, type Thing, things } from './resource-kinds.ts'

/** The ids that a request names in its path, query and body. */
export interface Named {
  readonly clients: readonly number[]
  readonly things: readonly NamedThing[]
}

/** The scope, the places that the request names, and the places of the client that the caller can access. */
export interface Reach extends Scope {
  readonly named: readonly Place[]
  readonly seen: readonly Place[]
}

/** Limit for each kind of resource in one request. */
const mostNamed = 5000

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

export function namedIn(path: Fields, query: URLSearchParams, body: unknown): Named {
  const [around, inBody] = [[path, queryFields(query)], recordsIn(body)]
  const idsOf = (names: readonly string[], within = inBody) => [
    ...new Set([...around, ...within].flatMap((fields) => idsIn(fields, names))),
  ]
  const named = things.map((thing: Thing) => ({ thing, ids: idsOf(thing.fields) })).filter(({ ids }) => ids.length > 0)
  const tooMany = named.find(({ ids }) => ids.length > mostNamed)
  if (tooMany) throw new Refused('invalid', { subject: tooMany.thing.subject, rule: `Name at most ${mostNamed} at once` })
  return { clients: idsOf(['memberGroupId', 'member_group_id', 'member_group_ids'], inBody.slice(0, 1)), things: named }
}

const nothing: Reach = { memberGroupId: undefined, advertisers: [], named: [], seen: [] }

/** The caller's scope at the client that the request names. Anything outside it is refused as not found. */
export async function reachOf(database: Database, caller: Caller, call: Named): Promise<Reach> {
  if (call.clients.length > 1) throw notFound('Client')
  const named = await namedPlaces(database, caller, call)
  const [memberGroupId, ...others] = new Set([...call.clients, ...named.map(({ member_group_id }) => member_group_id)])
  if (memberGroupId === undefined) return nothing
  if (others.length > 0) throw notFound('Client')
  const isOpen = opensClient(caller.access, memberGroupId)
  const isWhole = isOpen && !caller.variesByAdvertiser
  // A client in the caller's lists exists: the caller was read in this request, and only open clients are listed.
  const isKnown = isWhole && !caller.access.all
  const rows: Place[] = isKnown
    ? [{ member_group_id: memberGroupId }]
    : await reachableRows(database, caller.access, memberGroupId, isWhole, isOpen)
  if (rows.length === 0) throw notFound('Client')
  const own = rows.filter(({ advertiser_id }) => advertiser_id !== undefined)
  const advertisers = isWhole ? 'all' : own.flatMap(({ advertiser_id }) => advertiser_id ?? [])
  // Saved reports belong to no advertiser. A caller who can see one needs the permission at any place of its client.
  const places = named.filter(({ subject }) => !things.some((thing) => thing.isAskedItself && thing.subject === subject))
  return { memberGroupId, advertisers, named: places, seen: own.length > 0 ? own : rows }
}

async function namedPlaces(database: Database, caller: Caller, named: Named) {
  const rows = await namedRows(database, named.things, caller)
  const [client] = named.clients
  for (const { thing, ids } of named.things) {
    const found = rows.filter((row) => row.subject === thing.subject && (client === undefined || row.member_group_id === client))
    if (found.length < ids.length || !found.every((row) => thing.isAskedItself || opensAdvertiser(caller.access, row)))
      throw notFound(thing.subject)
  }
  return rows
}
