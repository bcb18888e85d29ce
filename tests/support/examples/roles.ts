import type { biddingConfigs } from '../../../src/contract/bids/bidding-configs.ts'
import type { bidEffects } from '../../../src/contract/bids/bid-effect.ts'
import type { lookups } from '../../../src/contract/search/lookups.ts'
import type { roleEndpoints } from '../../../src/contract/access/role-endpoints.ts'
import type { Examples } from './example-calls.ts'
import { ownRole } from '../world/small-seed.ts'

const list = {
  pagination: { start: 0, count: 10 },
  sort: [{ field: 'name', order: 'desc' as const }],
  filters: [{ field: 'base_role_id', operation: '=' as const, value: 8 }],
}
const userList = { pagination: { start: 0, count: 10 }, sort: [{ field: 'email', order: 'asc' as const }] }
const ofFirst = ownRole(1)
const unseen = { 404: 'a role that the caller may not see looks like a missing one' }

export const roleExamples: Examples<typeof roleEndpoints> = {
  one: () => ({ query: { role_id: 8 } }),
  granted: () => ({ query: { role_id: 8 } }),
  report: ({ client }) => ({ body: { ...list, member_group_id: client } }),
  usersReport: () => ({ path: { roleId: ofFirst.roleId }, body: userList, otherStatuses: unseen }),
  effect: () => ({
    path: { roleId: ofFirst.roleId },
    body: { added: ['users.create'], removed: ['users.read'] },
    otherStatuses: unseen,
  }),
  create: () => ({ body: { name: 'Desk', base_role_id: 4 } }),
  change: () => ({ path: { roleId: ofFirst.roleId }, body: { name: 'Guests' } }),
  remove: () => ({ path: { roleId: ofFirst.roleId } }),
  grant: () => ({ body: { role_id: ofFirst.roleId, activity_id: 1, permission_id: 2 } }),
  revoke: () => ({ path: { rolePermissionId: ofFirst.rolePermissionId } }),
}

export const lookupExamples: Examples<typeof lookups> = { members: () => ({ query: { start: 0, count: 10, query: 'a' } }) }

const bids = { ...list, sort: [{ field: 'currency_code', order: 'asc' as const }], filters: [] }
export const bidEffectExamples: Examples<typeof bidEffects> = {
  effect: () => ({ body: { currency_id: 1, bidding_type_id: 1, min_bid: '0.20', max_bid: null } }),
}
export const biddingConfigExamples: Examples<typeof biddingConfigs> = {
  firstReport: () => ({ body: bids }),
  report: () => ({ body: bids }),
  create: () => ({ body: { currency_id: 1, bidding_type_id: 2, min_bid: '0.40', max_bid: '80' } }),
  // Each client of the small platform has one config, with the client's own id.
  change: ({ client }) => ({
    path: { memberGroupId: client, biddingConfigId: client },
    body: { min_bid: '0.20' },
    otherStatuses: { 404: 'the config of one client is not there at another' },
  }),
}
