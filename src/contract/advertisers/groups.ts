import { array, type Infer, integer, literal, object, optional, refine, size, string } from 'superstruct'
import { postQuery, del, get, patch, post, put } from '../endpoint.ts'
import { pageQuery } from './advertisers.ts'
import { Id, Text } from '../ids.ts'
import { Filter, listQueryFields } from '../list.ts'

/** A group of advertisers of one client. */
export const AdvertiserGroup = object({
  id: Id,
  name: string(),
  member_group_id: Id,
  member_group_name: string(),
  /** Number of advertisers in the group. */
  advertisers: integer(),
  version: integer(),
})
export type AdvertiserGroup = Infer<typeof AdvertiserGroup>

/** The clients whose groups internal staff sees when no client is given. */
export const defaultGroupClients = [1, 2] as const

const Name = refine(Text(1, 120), 'Name', (text) => text.trim() !== '' || 'Expected a name')
/** Why a group cannot be created, renamed or removed. */
export const groupRefusals = ['name_taken', 'users_have_access'] as const
export type GroupRefusal = (typeof groupRefusals)[number]

/** The most advertisers that one request moves by their ids. */
export const maxMovedAdvertisers = 1000
export const Members = object({ advertiser_ids: size(array(Id), 1, maxMovedAdvertisers), member_group_id: Id })

const body = object({ name: Name })
const page = object({ advertiser_groups: array(AdvertiserGroup), total: integer() })
/** How many advertisers were moved to a group, and how many were in it before. */
export const Moved = object({ changed: integer(), unchanged: integer() })
const all = 'v1/member_groups/:memberGroupId/advertiser_groups'
const one = `${all}/:advertiserGroupId` as const

export const advertiserGroups = {
  list: get(all, { may: 'advertiser_groups.read', query: pageQuery, result: page }),
  one: get(one, { may: 'advertiser_groups.read', result: AdvertiserGroup }),
  create: post(all, { may: 'advertiser_groups.create', idempotent: 'optional', body, result: AdvertiserGroup }),
  change: put(one, { may: 'advertiser_groups.change', versioned: 'optional', body, result: AdvertiserGroup }),
  remove: del(one, { may: 'advertiser_groups.remove', result: literal('success') }),
  addAdvertisers: patch('v1/advertiser_groups/:advertiserGroupId/advertisers/bulk', {
    may: 'advertiser_groups.change',
    body: Members,
    result: Moved,
  }),
  addAll: patch('v1/advertiser_groups/:advertiserGroupId/advertisers/bulk/all', {
    may: 'advertiser_groups.change',
    body: object({ member_group_id: Id, filters: optional(size(array(Filter), 0, 50)) }),
    result: Moved,
  }),
  report: postQuery('v1/users/:userId/advertiser_groups_report', {
    may: 'advertiser_groups.read',
    body: object(listQueryFields),
    result: page,
  }),
}
