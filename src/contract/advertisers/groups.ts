import { array, boolean, enums, type Infer, integer, literal, nullable, object, optional, refine, size, string } from 'superstruct'
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

/** The most groups that one request creates. */
export const maxNewGroups = 1000
/** Why a row of a list of new groups is refused. */
export const newGroupProblems = ['name_missing', 'name_too_long', 'duplicate'] as const
export type NewGroupProblem = (typeof newGroupProblems)[number]
/** A created, existing or refused row of a list. */
const RowOutcome = object({
  outcome: enums(['created', 'exists', 'refused']),
  /** The created or the existing group; null in a dry run of a new one. */
  advertiser_group_id: nullable(Id),
  problems: array(enums(newGroupProblems)),
})

/** The most advertisers that one request moves by their ids. */
export const maxMovedAdvertisers = 1000
const Members = object({ advertiser_ids: size(array(Id), 1, maxMovedAdvertisers), member_group_id: Id })

const body = object({ name: Name })
const page = object({ advertiser_groups: array(AdvertiserGroup), total: integer() })
/** How many advertisers were moved to a group, and how many were in it before. */
const Moved = object({ changed: integer(), unchanged: integer() })
const all = 'v1/member_groups/:memberGroupId/advertiser_groups'
const one = `${all}/:advertiserGroupId` as const

export const advertiserGroups = {
  list: get(all, { may: 'advertiser_groups.read', query: pageQuery, result: page }),
  one: get(one, { may: 'advertiser_groups.read', result: AdvertiserGroup }),
  create: post(all, { may: 'advertiser_groups.create', idempotent: 'optional', body, result: AdvertiserGroup }),
  /** Creates many groups, or says in a dry run what that would do. A name that exists is not created again. */
  createMany: post(`${all}/bulk`, {
    may: 'advertiser_groups.create',
    idempotent: 'optional',
    body: object({ names: size(array(Text(0, 500)), 1, maxNewGroups), dry_run: optional(boolean()) }),
    result: object({ rows: array(RowOutcome), created: integer(), is_dry_run: boolean() }),
  }),
  change: put(one, { may: 'advertiser_groups.change', versioned: 'optional', body, result: AdvertiserGroup }),
  remove: del(one, { may: 'advertiser_groups.remove', result: literal('success') }),
  addAdvertisers: patch('v1/advertiser_groups/:advertiserGroupId/advertisers/bulk', {
    may: 'advertiser_groups.change',
    body: Members,
    result: Moved,
  }),
  /** Takes advertisers out of the group; those that are not in it stay where they are. */
  removeAdvertisers: patch('v1/advertiser_groups/:advertiserGroupId/advertisers/remove', {
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
