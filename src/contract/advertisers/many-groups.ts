import { array, boolean, enums, integer, nullable, object, optional, size } from 'superstruct'
import { patch, post } from '../endpoint.ts'
import { Id, Text } from '../ids.ts'
import { Members, Moved } from './groups.ts'

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

/** Calls about many groups or members. They are apart from `advertiserGroups`, which every surface loads. */
export const manyAdvertiserGroups = {
  /** Creates many groups, or says in a dry run what that would do. A name that exists is not created again. */
  createMany: post('v1/member_groups/:memberGroupId/advertiser_groups/bulk', {
    may: 'advertiser_groups.create',
    idempotent: 'optional',
    body: object({ names: size(array(Text(0, 500)), 1, maxNewGroups), dry_run: optional(boolean()) }),
    result: object({ rows: array(RowOutcome), created: integer(), is_dry_run: boolean() }),
  }),
  /** Takes advertisers out of the group; those that are not in it stay where they are. */
  removeAdvertisers: patch('v1/advertiser_groups/:advertiserGroupId/advertisers/remove', {
    may: 'advertiser_groups.change',
    body: Members,
    result: Moved,
  }),
}
