import type { AdminPlace } from './context.tsx'

// Paths inside the element. Screens link with these, so that an address has one place.

/** The list of clients. */
export const clientsPath = 'clients'

/** The form of a new client, which belongs to the internal tooling. */
export const newClientPath = 'tools/clients/create'

export const clientPath = (clientId: number, tab?: string) => `clients/${clientId}${tab === undefined ? '' : `?tab=${tab}`}`

export const advertiserPath = (clientId: number, advertiserId: number, tab?: string) =>
  `clients/${clientId}/advertisers/${advertiserId}${tab === undefined ? '' : `?tab=${tab}`}`

/** The form of new advertisers. */
export const addAdvertisersPath = (clientId: number, query: Readonly<Record<string, string>> = {}) => {
  const text = new URLSearchParams(query).toString()
  return `clients/${clientId}/add-advertisers${text === '' ? '' : `?${text}`}`
}

/** What the page of a group shows: the specification's resource types, and its history. */
export const groupResources = ['advertisers', 'users', 'campaigns', 'insertion-orders', 'spend', 'history'] as const
export type GroupResource = (typeof groupResources)[number]

export const groupPath = (clientId: number, groupId: number, resource: GroupResource = 'advertisers') =>
  `clients/${clientId}/advertiser-groups/${groupId}/${resource}`

/** The form of new advertiser groups. */
export const addGroupsPath = (clientId: number) => `clients/${clientId}/add-advertiser-groups`

/** The currencies of a client; with an id, the bid limits of one of them. */
export const currenciesPath = (clientId: number, currencyId?: number) =>
  `${clientPath(clientId, 'currencies')}${currencyId === undefined ? '' : `&currency=${currencyId}`}`

export const addCurrencyPath = (clientId: number) => `clients/${clientId}/add-currency`

/** The list of users of a place. */
export function usersPath({ clientId, advertiserId }: AdminPlace) {
  if (clientId === undefined) return 'users'
  return advertiserId === undefined ? clientPath(clientId, 'users') : advertiserPath(clientId, advertiserId, 'users')
}

/** The list of roles of a place. */
export const rolesPath = ({ clientId }: AdminPlace) => (clientId === undefined ? 'roles' : clientPath(clientId, 'roles'))

/** A role, seen from a place. */
export const rolePath = (roleId: number, { clientId }: AdminPlace) =>
  clientId === undefined ? `roles/${roleId}` : `${clientPath(clientId)}/roles/${roleId}`

/** The comparison of a role with another one. */
export const roleComparePath = (roleId: number, place: AdminPlace) => `${rolePath(roleId, place)}?tab=compare`

/** A user, seen from a place. */
export function userPath(userId: number, { clientId, advertiserId }: AdminPlace) {
  const at = clientId === undefined ? '' : `clients/${clientId}/${advertiserId === undefined ? '' : `advertisers/${advertiserId}/`}`
  return `${at}users/${userId}`
}

/** The form of a user. Outside of a client it is below the user's own address, because the specification has no other. */
export const userEditPath = (userId: number, place: AdminPlace) =>
  place.clientId === undefined ? `${userPath(userId, place)}?tab=edit` : `${userPath(userId, place)}/edit`
