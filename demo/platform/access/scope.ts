import { is } from 'superstruct'
import { opensAdvertiser, opensClient, type Place } from '../../../src/contract/access/access.rules.ts'
import { Id } from '../../../src/contract/ids.ts'
import type { Caller, Scope } from '../context/context.ts'
import type { Database } from '../database/open.ts'
import { notFound, Refused } from '../context/refusal.ts'
import { namedRows, reachableRows } from './scope-rows.ts'
import { type NamedThing, type Thing, things } from './resource-kinds.ts'

/** The ids that a call names, wherever it names them. */
export interface Named {
  readonly clients: readonly number[]
  readonly things: readonly NamedThing[]
}

/** The scope, with the places that the call names, and those of the client that the caller's lists open. */
export interface Reach extends Scope {
  readonly named: readonly Place[]
  readonly seen: readonly Place[]
}

/** No call names more things than this. */
const mostNamed = 5000

type Fields = Readonly<Record<string, unknown>>

/** What is no id is not looked for: the strict structs refuse it afterwards. */
const idsIn = (fields: Fields, names: readonly string[]) =>
  names.flatMap((name) => (Object.hasOwn(fields, name) ? fields[name] : []) ?? []).filter((value): value is number => is(value, Id))

const queryFields = (query: URLSearchParams): Fields =>
  Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name).map(Number)]))

/** Every record of a body, however deep: what is named within a list is named, too. */
function recordsIn(value: unknown): Fields[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Array.isArray(value) ? [] : [value as Fields] // any record will do: only ids are read
  return [...own, ...Object.values(value).flatMap(recordsIn)]
}

/** Collects them from path, query and body. */
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

/** What of the named client this caller sees; what lies outside is refused as if it were not there. */
export async function reachOf(database: Database, caller: Caller, call: Named): Promise<Reach> {
  if (call.clients.length > 1) throw notFound('Client')
  const named = await namedPlaces(database, caller, call)
  const [memberGroupId, ...others] = new Set([...call.clients, ...named.map(({ member_group_id }) => member_group_id)])
  if (memberGroupId === undefined) return nothing
  if (others.length > 0) throw notFound('Client')
  const isOpen = opensClient(caller.access, memberGroupId)
  const isWhole = isOpen && !caller.variesByAdvertiser
  // The clients that a caller's lists name are there: who asks was looked up at this very request.
  const isKnown = isWhole && !caller.access.all
  const rows: Place[] = isKnown
    ? [{ member_group_id: memberGroupId }]
    : await reachableRows(database, caller.access, memberGroupId, isWhole, isOpen)
  if (rows.length === 0) throw notFound('Client')
  const own = rows.filter(({ advertiser_id }) => advertiser_id !== undefined)
  const advertisers = isWhole ? 'all' : own.flatMap(({ advertiser_id }) => advertiser_id ?? [])
  // What is asked itself lies at no advertiser: whoever sees it may do with it what they may somewhere at its client.
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
