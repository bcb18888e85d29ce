import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { Targeting, TargetingCondition } from '../../src/contract/targeting/targetings.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { smallAudience, targetingOf } from '../support/world/small-targeting.ts'
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
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-targetings` })
const match = (version: number) => ({ 'If-Match': String(version) })
const gold = { name: 'Gold', code: 'gold', audience_size: 9000 }
const make = (name: CallerName, body: object = {}, at: { memberGroupId: number; experienceId?: number } = path) => {
  const fields = { name: 'Loyalty', targeting_types: ['audience' as const], ...body }
  const { experienceId } = at
  return experienceId === undefined
    ? world.as(name).send(targetings.create, { path: at, body: fields }, keyed())
    : world.as(name).send(inExperience.create, { path: { ...at, experienceId }, body: fields }, keyed())
}
const one = async (id = targetingId) =>
  (await world.as('superUser').send(targetings.one, { path: { ...path, targetingId: id } })).reply.result?.targeting_options[0]
const is = (targeting_id: number, ...targeting_option_ids: number[]): TargetingCondition => ({
  targeting_id,
  match_type_id: 1,
  targeting_option_ids,
})
const all = (...conditions: TargetingCondition[]): Targeting => ({ operator: 'AND', groups: [{ operator: 'AND', conditions }] })
const names = (list: { name: string }[]) => list.map(({ name }) => name.split(' ')[0])

describe('the vocabulary', () => {
  test('is the same in both versions', async () => {
    for (const [first, second] of [
      [targetings.matchTypes, inExperience.matchTypes],
      [targetings.operators, inExperience.operators],
      [targetings.targetingTypes, inExperience.targetingTypes],
    ] as const) {
      const sharedTargetings = (await world.as('advertiserViewer').send(first, {})).reply.result
      expect((await world.as('advertiserViewer').send(second, { path: there })).reply.result).toEqual(sharedTargetings)
    }
    const { match_types } = (await world.as('clientViewer').send(targetings.matchTypes, {})).reply.result
    expect(match_types).toEqual([
      { match_type_id: 1, name: 'include' },
      { match_type_id: 2, name: 'exclude' },
    ])
    const operators = (await world.as('clientViewer').send(targetings.operators, {})).reply.result
    expect(operators.match_types.map(({ name }: { name: string }) => name)).toEqual(['AND', 'OR'])
  })
})

describe('targeting dimensions', () => {
  test('of a client apply to all its experiences; an experience has its own besides', async () => {
    const ofClient = (await world.as('advertiserViewer').send(targetings.list, { path })).reply.result.targeting_options
    expect(names(ofClient)).toEqual(['Region'])
    expect(ofClient[0].options).toEqual([
      { targeting_option_id: optionId, name: expect.any(String), code: 'first', audience_size: smallAudience },
    ])
    const ofOne = (await world.as('advertiserViewer').send(inExperience.list, { path: there })).reply.result.targeting_dimensions
    expect(names(ofOne)).toEqual(['Region', 'Interest'])
    expect(ofOne.map(({ experience_id }: { experience_id: number }) => experience_id)).toEqual([null, 1])
  })

  test('of another client or experience are not found', async () => {
    const status = async (memberGroupId: number, id: number) =>
      (await world.as('superUser').send(targetings.one, { path: { memberGroupId, targetingId: id } })).status
    expect([await status(1, targetingId), await status(1, ownTargetingId), await status(2, targetingId), await status(1, 999)]).toEqual([
      200, 404, 404, 404,
    ])
    const inOther = (experienceId: number, id: number) =>
      world.as('superUser').send(inExperience.one, { path: { memberGroupId: 1, experienceId, targetingId: id } })
    expect([(await inOther(1, ownTargetingId)).status, (await inOther(2, targetingId)).status]).toEqual([200, 404])
  })

  test('are created with or without options, and listed by a report with search and sorting', async () => {
    const { reply } = await make('clientAdmin', { name: ' Loyalty ', targeting_options: [gold] })
    expect(reply.result).toMatchObject({ name: 'Loyalty', hidden: false, targeting_types: ['audience'], experience_id: null, version: 1 })
    expect(reply.result.options).toMatchObject([gold])
    expect((await make('clientAdmin', { name: 'Weather', hidden: true })).reply.result.options).toEqual([])
    const report = async (body: object) => (await world.as('clientViewer').send(targetings.report, { path, body })).reply.result
    expect(names((await report({ sort: [{ field: 'name', order: 'desc' }] })).targeting_dimensions)).toEqual([
      'Weather',
      'Region',
      'Loyalty',
    ])
    const found = await report({ filters: [{ field: 'name', operation: 'ILIKE', value: 'OYAL' }], pagination: { start: 0, count: 1 } })
    expect([names(found.targeting_dimensions), found.total]).toEqual([['Loyalty'], 1])
    expect((await report({ filters: [{ field: 'hidden', operation: '=', value: true }] })).total).toBe(1)
  })

  test('have twenty rows a page in the report', async () => {
    for (let index = 0; index < 21; index++) await make('clientAdmin', { name: `Number ${index}` })
    const { result } = (await world.as('clientViewer').send(targetings.report, { path, body: {} })).reply
    expect([result.targeting_dimensions.length, result.total]).toEqual([20, 22])
  })

  test('have a unique name at their level, ignoring letter case', async () => {
    await make('clientAdmin')
    expect([(await make('clientAdmin', { name: 'LOYALTY' })).status, (await make('clientAdmin', {}, there)).status]).toEqual([409, 200])
    const { result } = (await make('clientAdmin', { name: 'Weather' })).reply
    const change = (name: string, version: number) =>
      world
        .as('clientAdmin')
        .send(targetings.change, { path: { ...path, targetingId: result.targeting_id }, body: { name } }, match(version))
    expect([(await change('loyalty', 1)).status, (await change('weather', 1)).status]).toEqual([409, 200])
  })

  test('are changed from a version, and fields that are not sent stay', async () => {
    const change = (body: object, version: number) =>
      world.as('clientAdmin').send(targetings.change, { path: { ...path, targetingId }, body }, match(version))
    expect((await change({ hidden: true }, 1)).reply.result).toMatchObject({ hidden: true, targeting_types: ['geography'], version: 2 })
    expect((await change({ targeting_types: ['context', 'context'] }, 2)).reply.result).toMatchObject({
      hidden: true,
      targeting_types: ['context'],
    })
    expect([(await change({ hidden: false }, 2)).status, (await change({ targeting_types: ['weather'] }, 3)).status]).toEqual([412, 422])
  })

  test('of the whole client are not changed at one experience', async () => {
    const at = { path: { ...there, targetingId } }
    const changed = await world.as('clientAdmin').send(inExperience.change, { ...at, body: { hidden: true } }, match(1))
    expect([changed.status, (await world.as('clientAdmin').send(inExperience.remove, at)).status]).toEqual([409, 409])
    const own = await world
      .as('clientAdmin')
      .send(inExperience.change, { path: { ...there, targetingId: ownTargetingId }, body: { hidden: true } }, match(1))
    expect(own.reply.result).toMatchObject({ hidden: true, experience_id: 1 })
  })

  test('are created by users of the whole client', async () => {
    const status = async (name: CallerName, client = 1) => (await make(name, { name: `By ${name}` }, { memberGroupId: client })).status
    expect([await status('clientAdmin'), await status('internalAdmin', 2)]).toEqual([200, 200])
    for (const name of ['clientViewer', 'advertiserAdmin', 'advertiserManager', 'advertiserReporting', 'partner'] as const)
      expect(await status(name), name).toBe(403)
    expect(await status('clientAdmin', 2)).toBe(404)
    const grant = { user_id: 5, level: 'base', thing_id: 0, permission: 'targetings.create', granted: true }
    await world.database.kysely.insertInto('user_activities').values(grant).execute()
    expect(await status('advertiserAdmin')).toBe(403)
  })
})

describe('targeting options', () => {
  const ids = { ...path, targetingId }
  const send = {
    add: (...targeting_options: object[]) =>
      world.as('clientAdmin').send(targetings.addOptions, { path: ids, body: { targeting_options } as never }, keyed()), // some are invalid
    change: (version: number, ...targeting_options: object[]) =>
      world.as('clientAdmin').send(targetings.changeOptions, { path: ids, body: { targeting_options } as never }, match(version)), // likewise
    remove: (...targeting_option_ids: number[]) =>
      world.as('clientAdmin').send(targetings.removeOptions, { path: ids, body: { targeting_option_ids } }),
  }

  test('are added, changed and removed, each as a new version of their dimension', async () => {
    const added = (await send.add(gold, { name: 'Silver', code: 'silver' })).reply.result
    expect([added.version, added.options.map(({ audience_size }: { audience_size: number }) => audience_size)]).toEqual([
      2,
      [smallAudience, 9000, 0],
    ])
    const [, second, third] = added.options
    const changed = (await send.change(2, { targeting_option_id: second.targeting_option_id, code: 'silver' }, { ...third, code: 'gold' }))
      .reply
    expect(changed.result.options.slice(1)).toEqual([
      { ...second, code: 'silver' },
      { ...third, code: 'gold' },
    ])
    const left = (await send.remove(second.targeting_option_id, third.targeting_option_id)).reply.result
    expect([left.version, left.options.length]).toEqual([4, 1])
    const options = (await world.as('clientViewer').send(targetings.options, { path: ids })).reply.result.targeting_options
    expect(options).toEqual(left.options)
  })

  test('have a unique code', async () => {
    const twice = await send.add({ name: 'First again', code: 'first' })
    expect([twice.status, twice.reply.fields[0].path]).toEqual([422, 'targeting_options.0.code'])
    expect((await send.add(gold, { ...gold, name: 'Gold again' })).reply.fields[0].path).toBe('targeting_options.1.code')
    expect((await send.add(gold)).status).toBe(200)
    expect((await send.change(2, { targeting_option_id: optionId, code: 'gold' })).status).toBe(422)
  })

  test('of another dimension are refused', async () => {
    expect((await send.change(1, { targeting_option_id: ownOptionId, name: 'Mine' })).reply.fields[0].path).toBe(
      'targeting_options.0.targeting_option_id',
    )
    expect((await send.remove(optionId, ownOptionId)).reply.fields[0].path).toBe('targeting_option_ids.1')
    expect((await one()).options).toHaveLength(1)
  })

  test('are limited to five hundred', async () => {
    const many = Array.from({ length: 499 }, (_, index) => ({ name: `Option ${index}`, code: `code-${index}` }))
    expect((await send.add(...many)).reply.result.options).toHaveLength(500)
    expect((await send.add(gold)).status).toBe(409)
  })

  test('and dimensions in use stay until they are no longer used', async () => {
    const { kysely } = world.database
    const remove = () => world.as('clientAdmin').send(targetings.remove, { path: ids })
    const choose = (targeting: Targeting) =>
      kysely
        .updateTable('ad_groups')
        .set({ targeting: JSON.stringify(targeting) })
        .where('ad_group_id', '=', 100)
        .execute()
    await send.add(gold)
    const [, added] = (await one()).options
    await choose(all(is(ownTargetingId, ownOptionId), is(targetingId, optionId)))
    const refused = await remove()
    expect([refused.status, refused.reply.formatting.rule]).toEqual([
      409,
      'Ad groups use this targeting (1). Hide it, or remove it from the ad groups first',
    ])
    expect([(await send.remove(optionId)).status, (await send.remove(added.targeting_option_id)).status]).toEqual([409, 200])
    await kysely.updateTable('ad_groups').set({ deleted_at: '2026-11-01T00:00:00Z' }).where('ad_group_id', '=', 100).execute()
    const defaults = JSON.stringify({ targeting: all(is(targetingId, optionId)) })
    await kysely.updateTable('campaign_templates').set({ defaults }).where('campaign_template_id', '=', 1).execute()
    expect((await remove()).status).toBe(409)
    await kysely.updateTable('campaign_templates').set({ defaults: '{}' }).where('campaign_template_id', '=', 1).execute()
    expect([(await remove()).reply.result, (await remove()).status]).toEqual(['success', 404])
  })
})

describe('limits', () => {
  test("are the client's own or the defaults", async () => {
    const limits = async () => (await world.as('advertiserViewer').send(targetings.limits, { path })).reply.result.limits
    expect(await limits()).toEqual({ groups: 5, conditions: 10, options: 50 })
    const own = { member_group_id: 1, population: 1_000_000, groups_most: 2, conditions_most: 3, options_most: 4 }
    await world.database.kysely.insertInto('targeting_settings').values(own).execute()
    expect(await limits()).toEqual({ groups: 2, conditions: 3, options: 4 })
    expect((await world.as('advertiserViewer').send(inExperience.limits, { path: there })).reply.result.limits).toEqual(await limits())
  })
})
