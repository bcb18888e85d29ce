import { is } from 'superstruct'
import { canAccessAdvertiser, canAccessClient, type TenantRef } from '../../../src/contract/access/access.rules.ts'
import { Id } from '../../../src/contract/ids.ts'
import type { Caller, Scope } from '../context/context.ts'
import type { Database } from '../database/database.ts'
import { notFound, Refused } from '../context/refusal.ts'
import { namedTenantsOf, tenantsInClient } from './scope-rows.ts'
import { type NamedResources, type ResourceKind, resourceKinds } from './resource-kinds.ts'

/** The ids that a request names in its path, query and body. */
export interface NamedIds {
  readonly clients: readonly number[]
  readonly resources: readonly NamedResources[]
}

/** The scope, the tenants that the request names, and the tenants of the client that the caller can access. */
export interface RequestScope extends Scope {
  readonly namedTenants: readonly TenantRef[]
  readonly tenants: readonly TenantRef[]
}

/** Limit for each kind of resource in one request. */
const maxIdsPerKind = 5000

type Fields = Readonly<Record<string, unknown>>

/** Values that are not ids are skipped here; struct validation refuses them later. */
const idsIn = (fields: Fields, names: readonly string[]) =>
  names.flatMap((name) => (Object.hasOwn(fields, name) ? fields[name] : []) ?? []).filter((value): value is number => is(value, Id))

const queryFields = (query: URLSearchParams): Fields =>
  Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name).map(Number)]))

/** All objects in a body, at any depth. */
function recordsIn(value: unknown): Fields[] {
  if (typeof value !== 'object' || value === null) return []
  const fields = Array.isArray(value) ? [] : [value as Fields] // only ids are read, so any object will do
  return [...fields, ...Object.values(value).flatMap(recordsIn)]
}

export function idsInRequest(path: Fields, query: URLSearchParams, body: unknown): NamedIds {
  const outsideBody = [path, queryFields(query)]
  const inBody = recordsIn(body)
  const idsOf = (names: readonly string[], within = inBody) => [
    ...new Set([...outsideBody, ...within].flatMap((fields) => idsIn(fields, names))),
  ]
  const resources = resourceKinds
    .map((resource: ResourceKind) => ({ resource, ids: idsOf(resource.fields) }))
    .filter(({ ids }) => ids.length > 0)
  const tooMany = resources.find(({ ids }) => ids.length > maxIdsPerKind)
  if (tooMany) throw new Refused('invalid', { subject: tooMany.resource.subject, rule: `Send at most ${maxIdsPerKind} IDs at once` })
  return { clients: idsOf(['memberGroupId', 'member_group_id', 'member_group_ids'], inBody.slice(0, 1)), resources }
}

/** For a request that names no client, directly or by a resource: the caller's default client. */
export function withDefaultClient(call: NamedIds, { defaultClientId }: Caller): NamedIds {
  const namesClient = call.clients.length > 0 || call.resources.length > 0
  return namesClient || defaultClientId === undefined ? call : { ...call, clients: [defaultClientId] }
}

const emptyScope: RequestScope = { memberGroupId: undefined, advertisers: [], namedTenants: [], tenants: [] }

/** The caller's scope at the client that the request names. Anything outside it is refused as not found. */
export async function requestScopeOf(database: Database, caller: Caller, call: NamedIds): Promise<RequestScope> {
  if (call.clients.length > 1) throw notFound('Client')
  const namedTenants = await requireNamedTenants(database, caller, call)
  const [memberGroupId, ...otherClients] = new Set([...call.clients, ...namedTenants.map(({ member_group_id }) => member_group_id)])
  if (memberGroupId === undefined) return emptyScope
  if (otherClients.length > 0) throw notFound('Client')
  const hasWholeClient = canAccessClient(caller.access, memberGroupId)
  const hasAllAdvertisers = hasWholeClient && !caller.variesByAdvertiser
  // A client in the caller's lists exists: the caller was read in this request, and only open clients are listed.
  const isCertainlyOpen = hasAllAdvertisers && !caller.access.all
  const rows: TenantRef[] = isCertainlyOpen
    ? [{ member_group_id: memberGroupId }]
    : await tenantsInClient(database, caller.access, memberGroupId, hasAllAdvertisers, hasWholeClient)
  if (rows.length === 0) throw notFound('Client')
  const advertiserTenants = rows.filter(({ advertiser_id }) => advertiser_id !== undefined)
  const advertisers = hasAllAdvertisers ? 'all' : advertiserTenants.flatMap(({ advertiser_id }) => advertiser_id ?? [])
  // Saved reports belong to no advertiser. A caller who can see one needs the permission at any tenant of its client.
  const resourceTenants = namedTenants.filter(
    ({ subject }) => !resourceKinds.some((kind) => kind.hasOwnVisibility && kind.subject === subject),
  )
  return { memberGroupId, advertisers, namedTenants: resourceTenants, tenants: advertiserTenants.length > 0 ? advertiserTenants : rows }
}

/** The part of the client where the caller has the permissions: its advertisers, and the client itself. */
export const permittedScope = (
  { advertisers, tenants }: RequestScope,
  memberGroupId: number,
  isPermitted: (tenant: TenantRef) => boolean,
): Scope => ({
  memberGroupId,
  advertisers: advertisers === 'all' ? 'all' : tenants.filter(isPermitted).flatMap(({ advertiser_id }) => advertiser_id ?? []),
  isPermittedAtClient: isPermitted({ member_group_id: memberGroupId }),
})

/** The tenants of the resources that the request names. Throws not found if the caller cannot access one of them. */
async function requireNamedTenants(database: Database, caller: Caller, { clients, resources }: NamedIds) {
  const rows = await namedTenantsOf(database, resources, caller)
  const [client] = clients
  for (const { resource, ids } of resources) {
    const matches = rows.filter((row) => row.subject === resource.subject && (client === undefined || row.member_group_id === client))
    if (matches.length < ids.length || !matches.every((row) => resource.hasOwnVisibility || canAccessAdvertiser(caller.access, row)))
      throw notFound(resource.subject)
  }
  return rows
}
