import { expect, describe, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { Targeting, TargetingCondition } from '../../src/contract/targeting/targetings.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { targetingOf } from '../support/world/small-targeting.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { targetings } = contract
const { inExperience } = targetings
const { targetingId, optionId, ownTargetingId, ownOptionId } = targetingOf(1)
const path = { memberGroupId: 1 }
const there = { memberGroupId: 1, experienceId: 1 }
const is = (targeting_id: number, ...targeting_option_ids: number[]): TargetingCondition => ({
  targeting_id,
  match_type_id: 1,
  targeting_option_ids,
})
const all = (...conditions: TargetingCondition[]): Targeting => ({ operator: 'AND', groups: [{ operator: 'AND', conditions }] })
const reach = (targeting: Targeting, more: object = path, name: CallerName = 'advertiserViewer') => {
  const body = { targeting, ...('memberGroupId' in more && { member_group_id: 1 }) }
  return world.as(name).send(targetings.reach, { body })
}

describe('the reach of a targeting', () => {
  const settings = { member_group_id: 1, population: 1_000_000, groups_most: 5, conditions_most: 5, options_most: 5 }
  const live = () => world.database.kysely.insertInto('targeting_settings').values(settings).execute()

  test('is a range around the matching users', async () => {
    await live()
    expect((await reach(all(is(targetingId, optionId)))).reply.result.reach).toEqual({
      least: 45_000,
      most: 55_000,
      fewer_than: null,
      out_of: 1_000_000,
    })
    expect((await reach({ operator: 'AND', groups: [] })).reply.result.reach).toMatchObject({ least: 900_000, most: 1_000_000 })
    const excluded = { ...is(targetingId, optionId), match_type_id: 2 as const }
    expect((await reach(all(excluded))).reply.result.reach).toMatchObject({ least: 850_000, most: 1_000_000 })
  })

  test('is shown only as a limit when few users match', async () => {
    await live()
    await world.database.kysely
      .updateTable('targeting_options')
      .set({ audience_size: 999 })
      .where('targeting_option_id', '=', optionId)
      .execute()
    const { result } = (await reach(all(is(targetingId, optionId)))).reply
    expect(result.reach).toEqual({ least: null, most: null, fewer_than: 1000, out_of: 1_000_000 })
  })

  test('ignores incomplete conditions', async () => {
    await live()
    const half = (await reach(all(is(targetingId, optionId), is(ownTargetingId)))).reply.result.reach
    expect(half).toMatchObject({ least: 45_000, most: 55_000 })
  })

  test('of an unknown dimension or option is refused with its position', async () => {
    const strange = async (condition: TargetingCondition) => (await reach(all(condition))).reply.fields?.[0]?.path
    expect(await strange(is(999, 1))).toBe('targeting.groups.0.conditions.0.targeting_id')
    expect(await strange(is(targetingOf(2).targetingId, targetingOf(2).optionId))).toBe('targeting.groups.0.conditions.0.targeting_id')
    expect(await strange(is(targetingId, ownOptionId))).toBe('targeting.groups.0.conditions.0.targeting_option_ids.0')
  })

  test('without a client follows from the named dimensions, for users who may see them', async () => {
    await live()
    const found = await reach(all(is(targetingId, optionId)), {})
    expect(found.reply.result.reach).toMatchObject({ least: 45_000 })
    expect((await reach({ operator: 'AND', groups: [] }, {})).reply.fields[0].path).toBe('member_group_id')
    const foreign = all(is(targetingOf(2).targetingId, targetingOf(2).optionId))
    const missing = all(is(999, 1))
    const one = await reach(foreign, {}, 'clientAdmin')
    const other = await reach(missing, {}, 'clientAdmin')
    expect([one.status, other.status, one.reply.error]).toEqual([404, 404, other.reply.error])
    expect((await reach(all(is(targetingId, optionId), is(2, 102)), {}, 'superUser')).status).toBe(404)
    const denied = { user_id: 7, level: 'member_group', thing_id: 1, permission: 'targetings.read', granted: false }
    await world.database.kysely.insertInto('user_activities').values(denied).execute()
    expect((await reach(all(is(targetingId, optionId)), {})).status).toBe(403)
  })

  test('in an experience knows its own dimensions and those of the client', async () => {
    await live()
    const ask = (targeting: Targeting) => world.as('advertiserViewer').send(inExperience.reach, { path: there, body: { targeting } })
    expect((await ask(all(is(ownTargetingId, ownOptionId)))).reply.result.reach).toMatchObject({ least: 45_000 })
    expect((await ask(all(is(ownTargetingId, ownOptionId), is(targetingId, optionId)))).reply.result.reach).toMatchObject({
      least: 2200,
      most: 2800,
    })
  })
})
