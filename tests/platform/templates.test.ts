import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { flowSteps } from '../../src/contract/templates/templates.rules.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { targetingOf } from '../support/world/small-targeting.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { templates } = contract
const path = { memberGroupId: 1 }
const { templateId, nonActiveTemplateId, targetingId, optionId, ownTargetingId, ownOptionId } = targetingOf(1)
const templatePath = { ...path, templateId }
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-templates` })
const match = (version: number) => ({ 'If-Match': String(version) })
const make = (name: CallerName, body: object = {}, memberGroupId = 1) =>
  world.as(name).send(templates.create, { path: { memberGroupId }, body: { name: 'Weekends', flow: 'v2', ...body } }, keyed())
const change = (body: object, version = 1, name: CallerName = 'clientAdmin') =>
  world.as(name).send(templates.change, { path: templatePath, body }, match(version))
const ids = (list: { campaign_template_id: number }[]) => list.map(({ campaign_template_id }) => campaign_template_id)
const active = async (query: object = {}) =>
  ids((await world.as('advertiserManager').send(templates.active, { path, query })).reply.result.campaign_templates)
const nonActive = async () => ids((await world.as('advertiserManager').send(templates.nonActive, { path })).reply.result.campaign_templates)
const choose = (targeting_id: number, id: number) => ({
  operator: 'AND' as const,
  groups: [{ operator: 'AND' as const, conditions: [{ targeting_id, match_type_id: 1 as const, targeting_option_ids: [id] }] }],
})
const blamed = ({ reply }: { reply: { fields?: { path: string }[] } }) => reply.fields?.map((field) => field.path)

describe('lists of templates', () => {
  test('contain the offered ones and the others', async () => {
    expect([await active(), await nonActive()]).toEqual([[templateId], [nonActiveTemplateId]])
    await change({ is_active: false })
    expect([await active(), await nonActive()]).toEqual([[], [templateId, nonActiveTemplateId]])
  })

  test('accept an empty body, and none', async () => {
    const authorization = { Authorization: 'Bearer token-of-clientViewer', 'Content-Type': 'application/json' }
    const ask = (init: object) =>
      world.raw('v1/member_groups/1/templates/non_active_templates_report', { method: 'POST', headers: authorization, ...init })
    for (const init of [{}, { body: '{}' }]) expect(ids((await ask(init)).reply.result.campaign_templates)).toEqual([nonActiveTemplateId])
    expect((await ask({ body: '{"filters":[]}' })).status).toBe(422)
  })

  test('of an experience contain its own and the general ones', async () => {
    const own = (await make('clientAdmin', { experience_id: 1 })).reply.result.campaign_template_id
    expect([await active({ experience_id: 1 }), await active({ experience_id: 2 })]).toEqual([[templateId, own], [templateId]])
  })
})

describe('the order of the active templates', () => {
  const order = (campaign_template_ids: number[], name: CallerName = 'clientAdmin', memberGroupId = 1) =>
    world.as(name).send(templates.order, { path: { memberGroupId }, body: { campaign_template_ids } })

  test('is that of the client, with new templates first', async () => {
    const [early, late] = [(await make('clientAdmin', { name: 'A' })).reply.result, (await make('clientAdmin', { name: 'Z' })).reply.result]
    const wanted = [late.campaign_template_id, templateId, early.campaign_template_id]
    expect(ids((await order(wanted)).reply.result.campaign_templates)).toEqual(wanted)
    expect(await active()).toEqual(wanted)
    const newest = (await make('clientAdmin', { name: 'M' })).reply.result.campaign_template_id
    expect(await active()).toEqual([newest, ...wanted])
  })

  test('names every active template once, and none of another client', async () => {
    const own = (await make('clientAdmin', { name: 'A' })).reply.result.campaign_template_id
    const foreign = targetingOf(2).templateId
    for (const wrong of [[templateId], [templateId, templateId], [templateId, own, nonActiveTemplateId], [templateId, foreign], []])
      expect([wrong, (await order(wrong)).status]).toEqual([wrong, 409])
    for (const name of ['clientViewer', 'advertiserAdmin'] as const) expect((await order([templateId, own], name)).status, name).toBe(403)
    expect((await order([foreign], 'clientAdmin', 2)).status).toBe(404)
  })
})

test('the uses of templates count campaigns and open drafts of the client', async () => {
  const { kysely } = world.database
  const use = (campaign_id: number, campaign_template_id: number) =>
    kysely.updateTable('campaigns').set({ campaign_template_id }).where('campaign_id', '=', campaign_id).execute()
  await use(10, templateId)
  await use(20, templateId)
  await use(40, targetingOf(2).templateId)
  const { uses } = (await world.as('clientViewer').send(templates.uses, { path })).reply.result
  const drafts = await kysely
    .selectFrom('campaign_drafts')
    .select('campaign_template_id')
    .where('member_group_id', '=', 1)
    .where('submitted_at', 'is', null)
    .where('campaign_template_id', '=', templateId)
    .execute()
  expect(uses).toEqual([{ campaign_template_id: templateId, campaigns: 2, drafts: drafts.length }])
})

describe('a template', () => {
  test('starts with the steps of its flow, and is the same in both versions', async () => {
    const { result } = (await make('clientAdmin', { name: ' Weekends ' })).reply
    expect(result).toMatchObject({
      name: 'Weekends',
      description: '',
      is_active: true,
      flow: 'v2',
      experience_id: null,
      defaults: {},
      version: 1,
      steps: flowSteps.v2,
      created_at: '2026-11-21T10:00:00.000Z',
      changed_at: '2026-11-21T10:00:00.000Z',
    })
    const at = { path: { ...path, templateId: result.campaign_template_id } }
    for (const call of [templates.one, templates.second.one])
      expect((await world.as('advertiserViewer').send(call, at)).reply.result).toEqual(result)
    const again = await world.as('clientAdmin').send(templates.second.create, { path, body: { name: 'Others', flow: 'simple' } }, keyed())
    expect(again.reply.result.steps).toEqual(flowSteps.simple)
    expect((await world.as('clientAdmin').send(templates.second.remove, at)).reply.result).toBe('success')
    expect((await world.as('clientAdmin').send(templates.one, at)).status).toBe(404)
  })

  test('has a unique name, which is free again after removal', async () => {
    await make('clientAdmin')
    expect([(await make('clientAdmin', { name: 'WEEKENDS' })).status, (await change({ name: 'weekends' })).status]).toEqual([409, 409])
    expect((await change({ name: 'Others' })).reply.result).toMatchObject({ name: 'Others', version: 2 })
    expect((await change({ name: 'others' }, 2)).status).toBe(200)
    await world.as('clientAdmin').send(templates.remove, { path: templatePath })
    expect((await make('clientAdmin', { name: 'Others' })).status).toBe(200)
  })

  test('keeps fields that are not sent and replaces those that are', async () => {
    const defaults = { budget_period: 'Daily', budget: '40', currency_code: 'USD', targeting: choose(targetingId, optionId) }
    expect((await change({ description: 'Two nights', defaults })).reply.result).toMatchObject({
      description: 'Two nights',
      defaults,
      version: 2,
    })
    expect((await change({ name: 'Nights' }, 2)).reply.result).toMatchObject({ name: 'Nights', description: 'Two nights', defaults })
    expect((await change({ defaults: {} }, 3)).reply.result.defaults).toEqual({})
    expect((await change({ name: 'Late' }, 3)).status).toBe(412)
  })

  test('can only be named and offered in version 1', async () => {
    const send = (body: object, version: number) =>
      world.as('clientAdmin').send(templates.retitle, { path: templatePath, body }, match(version))
    expect((await send({ name: 'Nights', is_active: false }, 1)).reply.result).toMatchObject({
      name: 'Nights',
      is_active: false,
      version: 2,
    })
    expect([(await send({ steps: flowSteps.templated }, 2)).status, (await send({ name: 'Late' }, 1)).status]).toEqual([422, 412])
  })
})

describe('steps of a template', () => {
  const { templated } = flowSteps
  const at = (step: string) => templated.findIndex((one) => one.step === step)

  test('that are free can be moved and removed', async () => {
    const assets = at('step-asset')
    const moved = templated.with(assets, templated[assets - 1] ?? templated[0]!).with(assets - 1, templated[assets] ?? templated[0]!) // both are there
    expect((await change({ steps: moved })).reply.result.steps).toEqual(moved)
    const fewer = templated.filter(({ is_permanent }) => is_permanent)
    expect((await change({ steps: fewer }, 2)).reply.result.steps).toEqual(fewer)
  })

  test('that are permanent cannot', async () => {
    const formattingOf = async (steps: unknown) => (await change({ steps })).reply.formatting
    expect(await formattingOf(templated.slice(1))).toEqual({ subject: 'steps', rule: 'Permanent steps can’t be removed: step-1' })
    expect(await formattingOf([templated[1], templated[0], ...templated.slice(2)])).toMatchObject({
      rule: 'Permanent steps can’t be moved: step-1',
    })
    expect(await formattingOf(templated.map((one) => ({ ...one, is_permanent: false })))).toMatchObject({
      rule: 'This step is permanent: step-1',
    })
    expect(
      (await formattingOf([...templated.slice(0, -1), { step: 'custom-review', is_permanent: false }, templated.at(-1)])).rule,
    ).toContain('no such step')
    expect((await formattingOf([{ step: 'step-9', is_permanent: false }])).rule).toContain('Expected')
  })

  test('are checked when a template is created, too', async () => {
    expect((await make('clientAdmin', { steps: flowSteps.custom })).reply.fields[0].path).toBe('steps')
  })
})

describe('default values of a template', () => {
  test.each([
    ['an amount without its currency', { budget: '40' }, 'defaults.currency_code'],
    ['a bid without its currency', { base_bid: '0.5' }, 'defaults.currency_code'],
    ['a currency that is none of the client’s', { budget: '40', currency_code: 'EUR' }, 'defaults.currency_code'],
    ['no budget at all', { budget: '0', currency_code: 'USD' }, 'defaults.budget'],
    ['days that are too many', { attribution: { click_days: '31' } }, 'defaults.attribution.click_days'],
    ['a field that no campaign has', { colour: 'red' }, 'defaults.colour'],
    [
      'a dimension of an experience',
      { targeting: choose(ownTargetingId, ownOptionId) },
      'defaults.targeting.groups.0.conditions.0.targeting_id',
    ],
    [
      'an option of another client',
      { targeting: choose(targetingId, 102) },
      'defaults.targeting.groups.0.conditions.0.targeting_option_ids.0',
    ],
  ])('with %s are refused', async (_, defaults, where) => {
    expect(blamed(await change({ defaults }))).toEqual([where])
  })

  test('can use what its experience has, as long as it belongs there', async () => {
    const defaults = { targeting: choose(ownTargetingId, ownOptionId) }
    expect((await change({ experience_id: 1, defaults })).status).toBe(200)
    expect(blamed(await change({ experience_id: null }, 2))).toEqual(['defaults.targeting.groups.0.conditions.0.targeting_id'])
    expect(blamed(await change({ experience_id: 2 }, 2))).toEqual(['experience_id'])
  })

  test('keep a dimension that was hidden later, and accept no other hidden one', async () => {
    const defaults = { targeting: choose(targetingId, optionId) }
    await change({ defaults })
    await world.database.kysely.updateTable('targetings').set({ hidden: true }).where('targeting_id', '=', targetingId).execute()
    expect((await change({ defaults: { ...defaults, pacing: 'ASAP' } }, 2)).status).toBe(200)
    expect(blamed(await make('clientAdmin', { defaults }))).toEqual(['defaults.targeting.groups.0.conditions.0.targeting_id'])
  })
})

describe('access to templates', () => {
  test('lets client admins create, change and remove them, and advertisers read them', async () => {
    for (const name of ['clientViewer', 'advertiserAdmin', 'advertiserManager', 'advertiserViewer', 'partner'] as const) {
      const statuses = [
        (await make(name)).status,
        (await change({ name: 'Mine' }, 1, name)).status,
        (await world.as(name).send(templates.remove, { path: templatePath })).status,
        (await world.as(name).send(templates.one, { path: templatePath })).status,
      ]
      expect(statuses, name).toEqual([403, 403, 403, name === 'partner' ? 403 : 200])
    }
    expect((await make('internalAdmin', {}, 2)).status).toBe(200)
  })

  test('does not include those of another client', async () => {
    const status = async (memberGroupId: number) =>
      (await world.as('superUser').send(templates.one, { path: { memberGroupId, templateId } })).status
    expect([await status(1), await status(2), (await make('clientAdmin', {}, 2)).status]).toEqual([200, 404, 404])
  })
})
