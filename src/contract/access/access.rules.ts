/** The ids that a user's roles give access to. `all` is for internal staff. */
export interface Access {
  readonly all: boolean
  readonly clients: readonly number[]
  readonly advertiser_groups: readonly number[]
  readonly advertisers: readonly number[]
}

/** A tenant: a client, an advertiser group of a client, or an advertiser with its client and group. */
export interface TenantRef {
  readonly member_group_id: number
  readonly advertiser_group_id?: number | null
  readonly advertiser_id?: number
}

/** Whether a user has access to a whole client. */
export const canAccessClient = (access: Access, memberGroupId: number) => access.all || access.clients.includes(memberGroupId)

/** Whether a user has access to an advertiser: through its client, its group or itself. */
export const canAccessAdvertiser = (access: Access, tenant: TenantRef) =>
  canAccessClient(access, tenant.member_group_id) ||
  (typeof tenant.advertiser_group_id === 'number' && access.advertiser_groups.includes(tenant.advertiser_group_id)) ||
  (tenant.advertiser_id !== undefined && access.advertisers.includes(tenant.advertiser_id))

/** The client of a user who has access to one client and nothing else. */
export const onlyClientOf = (access: Access) =>
  !access.all && access.clients.length === 1 && access.advertiser_groups.length === 0 && access.advertisers.length === 0
    ? access.clients[0]
    : undefined

/** The advertiser of a user who has access to one advertiser and nothing else. */
export const onlyAdvertiserOf = (access: Access) =>
  !access.all && access.advertisers.length === 1 && access.clients.length === 0 && access.advertiser_groups.length === 0
    ? access.advertisers[0]
    : undefined

/** The member group of internal staff, with the largest possible id, so that no client gets the same id. */
export const internalMemberGroupId = 2_147_483_647

/** Whether a user belongs to internal staff, whichever client they view. */
export const isInternal = (access: Access) => access.all || access.clients.includes(internalMemberGroupId)
