/** The ids that a person's roles open. `all` belongs to internal staff. */
export interface Access {
  readonly all: boolean
  readonly clients: readonly number[]
  readonly advertiser_groups: readonly number[]
  readonly advertisers: readonly number[]
}

/** An advertiser and where it belongs. */
export interface Place {
  readonly member_group_id: number
  readonly advertiser_group_id?: number | null
  readonly advertiser_id?: number
}

/** Whether a person's access lists open a whole client. */
export const opensClient = (access: Access, memberGroupId: number) => access.all || access.clients.includes(memberGroupId)

/** Whether they open one advertiser: by its client, its group or itself. */
export const opensAdvertiser = (access: Access, place: Place) =>
  opensClient(access, place.member_group_id) ||
  (typeof place.advertiser_group_id === 'number' && access.advertiser_groups.includes(place.advertiser_group_id)) ||
  (place.advertiser_id !== undefined && access.advertisers.includes(place.advertiser_id))

/** Somebody whose lists hold one client and nothing else. */
export const singleClient = (access: Access) =>
  !access.all && access.clients.length === 1 && access.advertiser_groups.length === 0 && access.advertisers.length === 0
    ? access.clients[0]
    : undefined

/** Somebody whose lists hold one advertiser and nothing else. */
export const singleAdvertiser = (access: Access) =>
  !access.all && access.advertisers.length === 1 && access.clients.length === 0 && access.advertiser_groups.length === 0
    ? access.advertisers[0]
    : undefined

/** The member group of internal staff: no client is ever counted up to it. */
export const internalMemberGroupId = 2_147_483_647

/** Whether somebody is of the internal member group: internal staff is, whichever client they look at. */
export const isInternal = (access: Access) => access.all || access.clients.includes(internalMemberGroupId)
