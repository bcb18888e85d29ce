import type { Targeting, targetings } from '../../../src/contract/targeting/targetings.ts'
import type { Examples } from './example-calls.ts'
import type { Target } from '../world/small-ids.ts'
import { targetingOf } from '../world/small-targeting.ts'

const types = ['audience' as const]
const made = {
  name: 'Loyalty',
  targeting_types: types,
  hidden: false,
  targeting_options: [{ name: 'Gold', code: 'gold', audience_size: 9000 }],
}
const list = {
  pagination: { start: 0, count: 10 },
  sort: [{ field: 'name', order: 'desc' as const }],
  filters: [{ field: 'name', operation: 'ILIKE' as const, value: 'e' }],
}
const more = { targeting_options: [{ name: 'Second', code: 'second', audience_size: 100 }] }
const notFound = { 404: 'what lies at another client is not there' }
const included = (targeting_id: number, option: number): Targeting => ({
  operator: 'AND',
  groups: [{ operator: 'AND', conditions: [{ targeting_id, match_type_id: 1, targeting_option_ids: [option] }] }],
})
const notHere = { ...notFound, 422: 'a dimension of another client is none of this one’s' }

/** The calls on a dimension, for any owner, by its id and that of its option. */
const onOne = (targeting_option_id: number) => ({
  change: { body: { name: 'Places', targeting_types: types, hidden: true }, otherStatuses: notFound },
  addOptions: { body: more, otherStatuses: notFound },
  changeOptions: {
    body: { targeting_options: [{ targeting_option_id, name: 'First', code: 'first', audience_size: 7 }] },
    otherStatuses: notFound,
  },
  removeOptions: { body: { targeting_option_ids: [targeting_option_id] }, otherStatuses: notFound },
})
const ofClient = ({ client }: Target) => ({ memberGroupId: client, targetingId: targetingOf(client).targetingId })
const ofExperience = ({ client }: Target) => ({ ...inExperience({ client }), targetingId: targetingOf(client).ownTargetingId })
const inExperience = ({ client }: Pick<Target, 'client'>) => ({ memberGroupId: client, experienceId: client })
const atClient = ({ client }: Target) => onOne(targetingOf(client).optionId)
const atExperience = ({ client }: Target) => onOne(targetingOf(client).ownOptionId)
const ofOne = (target: Target) => ({ path: ofClient(target), otherStatuses: notFound })
const ofOwn = (target: Target) => ({ path: ofExperience(target), otherStatuses: notFound })
const inOwnExperience = (target: Target) => ({ path: inExperience(target), otherStatuses: notFound })

export const targetingExamples: Examples<typeof targetings> = {
  one: ofOne,
  options: ofOne,
  create: () => ({ body: made }),
  change: (target) => ({ path: ofClient(target), ...atClient(target).change }),
  remove: ofOne,
  addOptions: (target) => ({ path: ofClient(target), ...atClient(target).addOptions }),
  changeOptions: (target) => ({ path: ofClient(target), ...atClient(target).changeOptions }),
  removeOptions: (target) => ({ path: ofClient(target), ...atClient(target).removeOptions }),
  report: () => ({ body: list }),
  reach: ({ client }) => {
    const { targetingId, optionId } = targetingOf(client)
    return { body: { member_group_id: client, targeting: included(targetingId, optionId) }, otherStatuses: notHere }
  },
  inExperience: {
    matchTypes: inOwnExperience,
    operators: inOwnExperience,
    targetingTypes: inOwnExperience,
    list: inOwnExperience,
    one: ofOwn,
    options: ofOwn,
    create: (target) => ({ ...inOwnExperience(target), body: made }),
    change: (target) => ({ path: ofExperience(target), ...atExperience(target).change }),
    remove: ofOwn,
    addOptions: (target) => ({ path: ofExperience(target), ...atExperience(target).addOptions }),
    changeOptions: (target) => ({ path: ofExperience(target), ...atExperience(target).changeOptions }),
    removeOptions: (target) => ({ path: ofExperience(target), ...atExperience(target).removeOptions }),
    report: (target) => ({ ...inOwnExperience(target), body: list }),
    limits: inOwnExperience,
    reach: (target) => {
      const { ownTargetingId, ownOptionId } = targetingOf(target.client)
      return { path: inExperience(target), body: { targeting: included(ownTargetingId, ownOptionId) }, otherStatuses: notHere }
    },
  },
}
