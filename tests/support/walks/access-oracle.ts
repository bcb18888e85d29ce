import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { rolePermissions } from '../../../src/contract/access/permissions.ts'
import { idsIn } from './call-ids.ts'
import type { AnyCall } from '../examples/example-calls.ts'
import { type AccessibleTenants, type CallerName, accessibleTenants, partnerIdentity, people } from '../world/people.ts'
import { leakMarkers, seededAdvertisers } from '../world/small-seed.ts'
import type { Owner } from '../world/small-ids.ts'

/** The expected result of a call. `unclear`: it combines ids of different owners, so it may be refused or find nothing. */
export type Verdict = 'allowed' | 'refused' | 'unclear'

/** A caller at the places of one role: their permissions there, and the tenants that they open. */
export interface CallerAccess {
  readonly permissions: readonly string[]
  readonly tenants: AccessibleTenants
  readonly userId?: number
}

function accessOfCaller(name: Exclude<CallerName, 'nobody'>): CallerAccess {
  if (name !== 'partner')
    return { permissions: rolePermissions[people[name].role], tenants: accessibleTenants[name], userId: people[name].userId }
  return { permissions: partnerIdentity.kind === 'partner' ? partnerIdentity.permissions : [], tenants: accessibleTenants[name] }
}

function opens({ clients, groups, advertisers }: AccessibleTenants, { client, group, advertiser }: Owner): boolean {
  if (advertiser !== undefined) return advertisers.includes(advertiser)
  return group === undefined || group === null ? clients.includes(client) : groups.includes(group)
}

/** The verdict for a call of one access. */
export function verdictFor({ permissions, tenants, userId }: CallerAccess, endpoint: Endpoint, call: AnyCall): Verdict {
  const { may, open, ownOnly, orSelf } = endpoint
  const isSelf = userId !== undefined && userId === call.path?.userId
  if (open || (orSelf && isSelf)) return 'allowed'
  if (may && !permissions.includes(may)) return 'refused'
  if (ownOnly && call.path?.userId !== undefined) return isSelf ? 'allowed' : 'refused'
  const owners = idsIn(call).map(({ kind, id }) => kind.ownerOf(id))
  const known = owners.filter((owner) => owner !== undefined)
  if (known.length < owners.length || !known.every((owner) => opens(tenants, owner))) return 'refused'
  if (new Set(known.map(({ client }) => client)).size > 1) return 'refused'
  const differ = (of: (owner: Owner) => number | null | undefined) => new Set(known.flatMap((owner) => of(owner) ?? [])).size > 1
  return differ(({ advertiser }) => advertiser) || differ(({ group }) => group) ? 'unclear' : 'allowed'
}

/** The verdict for a call, from the lists in people.ts and not from the platform. */
export function verdictOf(name: CallerName, endpoint: Endpoint, call: AnyCall): Verdict {
  if (name === 'nobody') return endpoint.open ? 'allowed' : 'refused'
  return verdictFor(accessOfCaller(name), endpoint, call)
}

/** The ids of a call that its caller must not learn of: ids of other tenants and missing ids. */
export const foreignIds = (name: CallerName, call: AnyCall) =>
  idsIn(call).filter(({ kind, id }) => {
    const owner = kind.ownerOf(id)
    return owner === undefined || !opens(accessibleTenants[name], owner)
  })

/** Names of other tenants in a reply. An open endpoint may name the client that it is about. */
export function leaks(name: CallerName, text: string, { open = false }: Pick<Endpoint, 'open'> = {}): string[] {
  const { clients, advertisers } = accessibleTenants[name]
  const foreign = seededAdvertisers.filter(({ advertiser }) => !advertisers.includes(advertiser))
  const secrets = [
    ...[1, 2, 3].filter((id) => !open && !clients.includes(id)).map(leakMarkers.client),
    ...foreign.flatMap(({ advertiser }) => [leakMarkers.advertiser(advertiser), leakMarkers.campaign(advertiser * 10)]),
  ]
  return secrets.filter((mark) => text.includes(mark))
}
