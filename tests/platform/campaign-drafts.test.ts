import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { Result } from '../../src/contract/endpoint.ts'
import type { CampaignDraft } from '../../src/contract/drafts/drafts.ts'
import { addressOf, draftCalls, key, owner, readyDraft } from '../support/drafts/calls.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { draftAt, groupDraftAt, rightData } from '../support/world/small-drafts.ts'
import { leakMarkers } from '../support/world/small-seed.ts'
import { targetingOf } from '../support/world/small-targeting.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const { campaignDrafts, advertisers } = contract
const { begin, read, change, submit } = draftCalls(() => world)
const kysely = () => world.database.kysely

describe('a draft', () => {
  test("starts with defaults and the advertiser's day, and stores input as it was typed", async () => {
    const draft = await begin({ flow: 'simple', data: { name: ' Win', budget: '?ten', end_date: '2026-13-' }, tab: 'a' })
    expect(draft).toMatchObject({ flow: 'simple', step: 'step-1', reached: 'step-1', version: 1, tab: 'a', entity_count: 0 })
    expect(draft.steps).toEqual(['step-1', 'step-3', 'budget-step', 'step-review'])
    expect(draft.data).toMatchObject({ name: ' Win', budget: '?ten', end_date: '2026-13-', start_date: '2026-11-21', pacing: 'Evenly' })
    expect(draft.data.channel).toBe(`onsite ${leakMarkers.client(1)}`)
    expect(await read(addressOf(draft))).toEqual(draft)
  })

  test.each([
    ['simple', ['step-1', 'step-3', 'budget-step', 'step-review']],
    ['custom', ['step-basic-info', 'budget-step', 'step-ad-group', 'step-attribution', 'custom-review']],
    ['v2', ['step-basic-info', 'step-3', 'budget-step', 'step-attribution', 'step-review']],
  ] as const)('of the kind %s has its steps, and images in an experience that shows some', async (flow, steps) => {
    expect((await begin({ flow })).steps).toEqual(steps)
    const { steps: more } = await begin({ flow, experience_id: 1 })
    expect(more.filter((step) => step !== 'step-asset')).toEqual(steps)
    expect(more).toContain('step-asset')
  })

  test('is saved by field: sent fields are replaced, the others stay', async () => {
    const { status, reply } = await change({ data: { name: 'Spring', comment: 'Why' }, step: 'budget-step', tab: 'b' }, 1)
    expect(status).toBe(200)
    const saved: CampaignDraft = reply.result
    expect(saved).toMatchObject({
      version: 2,
      step: 'budget-step',
      reached: 'budget-step',
      tab: 'b',
      changed_at: '2026-11-21T10:00:00.000Z',
    })
    expect(saved.data).toEqual({ ...rightData(1, 1), name: 'Spring', comment: 'Why' })
    expect(saved.changed_by).toEqual({ user_id: people.clientAdmin.userId, name: 'clientAdmin' })
  })

  test('remembers the furthest step after a step back, and refuses a step of another kind', async () => {
    await change({ step: 'custom-review' }, 1)
    const back = await change({ step: 'step-basic-info' }, 2)
    expect(back.reply.result).toMatchObject({ step: 'step-basic-info', reached: 'custom-review' })
    const other = await change({ step: 'step-2' }, 3)
    expect([other.status, other.reply.fields[0].path]).toEqual([422, 'step'])
  })

  test('in two tabs: the second save is refused with author and time, and can be merged', async () => {
    const first = await change({ data: { budget: '30' }, tab: 'first' }, 1)
    expect(first.status).toBe(200)
    const { status, reply } = await change({ data: { base_bid: '0.7' }, tab: 'second' }, 1)
    expect(status).toBe(412)
    expect(reply.formatting.rule).toBe('clientAdmin changed this draft at 2026-11-21T10:00:00.000Z; reload it before you save')
    const now = await read()
    expect(now).toMatchObject({ tab: 'first', version: 2 })
    const merged = await change({ data: { base_bid: '0.7' }, tab: 'second' }, now.version)
    expect(merged.reply.result.data).toMatchObject({ budget: '30', base_bid: '0.7' })
  })

  test('that is saved fifty times has fifty versions, and the last value wins', async () => {
    for (let version = 1; version <= 50; version++) {
      const { status } = await change({ data: { name: 'W'.repeat(version) } }, version)
      expect(status).toBe(200)
    }
    expect(await read()).toMatchObject({ version: 51, data: { name: 'W'.repeat(50) } })
  })

  test('is listed until it is removed, the last edited first', async () => {
    const made = await begin({ flow: 'v2', data: { name: 'Newest' } })
    const body = { pagination: { start: 0, count: 20 } }
    const listed = async () => (await world.as('advertiserAdmin').send(campaignDrafts.list, { path: owner, body })).reply.result
    const { campaign_drafts, total } = await listed()
    expect(campaign_drafts.map(({ name }: { name: string }) => name)).toEqual(['Newest', rightData(1, 1).name, ''])
    expect([total, campaign_drafts[1].entity_count, campaign_drafts[1].flow]).toEqual([3, 1, 'custom'])
    const removed = await world.as('clientAdmin').send(campaignDrafts.remove, { path: addressOf(made) })
    expect([removed.status, (await listed()).total]).toEqual([200, 2])
    expect((await world.as('clientAdmin').send(campaignDrafts.one, { path: addressOf(made) })).status).toBe(404)
  })

  test('is removed only in the version that was read, including its ad groups and entities', async () => {
    const as = world.as('clientAdmin')
    const { version, held_version } = await read()
    const remove = () => as.send(campaignDrafts.remove, { path: readyDraft, query: { version, held_version } })
    await change({ data: { name: 'Written on' } }, version)
    const written = await remove()
    expect([written.status, written.reply.formatting.rule]).toEqual([412, expect.stringContaining('reload it before you delete it')])
    const now = await read()
    await as.send(campaignDrafts.removeAllEntities, { path: readyDraft, body: {} })
    const held = await as.send(campaignDrafts.remove, { path: readyDraft, query: { version: now.version, held_version } })
    expect([held.status, (await read()).held_version]).toEqual([412, held_version + 1])
    const seen = { version: now.version, held_version: held_version + 1 }
    expect((await as.send(campaignDrafts.remove, { path: readyDraft, query: seen })).status).toBe(200)
  })

  test('is removed with its ad groups and entities', async () => {
    await world.as('clientAdmin').send(campaignDrafts.remove, { path: readyDraft })
    for (const table of ['ad_group_drafts', 'campaign_draft_entities'] as const) {
      const rows = await kysely().selectFrom(table).selectAll().where('campaign_draft_uuid', '=', draftAt(1)).execute()
      expect(rows, table).toEqual([])
    }
  })

  test('of a removed advertiser is not found', async () => {
    await world.as('clientAdmin').send(advertisers.remove, { path: owner })
    const responses = await Promise.all([
      world.as('superUser').send(campaignDrafts.one, { path: readyDraft }),
      world.as('superUser').send(campaignDrafts.list, { path: owner, body: {} }),
      world.as('superUser').send(campaignDrafts.submit, { path: readyDraft }, { ...key(), 'If-Match': '1' }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})

describe('the drafts of a client', () => {
  const listed = async (name: CallerName, body: object = {}) => {
    const { reply } = await world.as(name).send(campaignDrafts.clientList, { path: { memberGroupId: 1 }, body })
    const { campaign_drafts, total } = reply.result as Result<typeof campaignDrafts.clientList> // the reply of this call
    return { rows: campaign_drafts, total, advertisers: [...new Set(campaign_drafts.map(({ advertiser_id }) => advertiser_id))].sort() }
  }

  test.each([
    ['superUser', [1, 2, 3]],
    ['clientAdmin', [1, 2, 3]],
    ['advertiserAdmin', [1]],
    ['advertiserManager', [2, 3]],
    ['advertiserViewer', [3]],
  ] as const)('are for %s those of the advertisers %j', async (name, ids) => {
    const { advertisers: found, total } = await listed(name)
    expect(found).toEqual(ids)
    expect(total).toBe(ids.length * 2)
  })

  test('name their advertiser, and are refused to callers who cannot open the advertiser or the client', async () => {
    const { rows } = await listed('clientAdmin', { advertiser_ids: [2], filters: [{ field: 'name', operation: 'ILIKE', value: 'draft' }] })
    const { name } = (await world.as('clientAdmin').send(advertisers.one, { path: { ...owner, advertiserId: 2 } })).reply.result
    expect(rows).toMatchObject([{ campaign_draft_uuid: draftAt(2), advertiser_id: 2, advertiser_name: name, entity_count: 1 }])
    const path = { memberGroupId: 1 }
    const foreign = await Promise.all([
      world.as('advertiserAdmin').send(campaignDrafts.clientList, { path, body: { advertiser_ids: [1, 2] } }),
      world.as('clientAdmin').send(campaignDrafts.clientList, { path, body: { advertiser_ids: [4] } }),
      world.as('clientAdmin').send(campaignDrafts.clientList, { path: { memberGroupId: 2 }, body: {} }),
    ])
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  test('are paged, the last edited first, and have no submitted draft and none of a removed advertiser', async () => {
    const { campaign_draft_uuid: newest } = await begin({ flow: 'v2' })
    const all = await listed('clientAdmin')
    expect([all.total, all.rows[0]?.campaign_draft_uuid]).toEqual([7, newest])
    const pages = await Promise.all([0, 3, 6].map((start) => listed('clientAdmin', { pagination: { start, count: 3 } })))
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7])
    expect(pages.flatMap(({ rows }) => rows)).toEqual(all.rows)
    await submit()
    await world.as('clientAdmin').send(advertisers.remove, { path: { ...owner, advertiserId: 3 } })
    const left = await listed('clientAdmin')
    expect([left.total, left.advertisers]).toEqual([4, [1, 2]])
    expect(left.rows.map(({ campaign_draft_uuid }) => campaign_draft_uuid)).not.toContain(draftAt(1))
  })
})

describe('a draft of another advertiser is not found', () => {
  const foreign = [
    draftAt(2),
    draftAt(4),
    '00000000-0000-4000-8000-999999999999',
    'x',
    `${draftAt(1)} `,
    draftAt(1).replace('4000', '9000'),
  ]

  test.each(foreign)("the draft %s at the caller's own advertiser, by every call", async (campaignDraftUuid) => {
    const path = { ...owner, campaignDraftUuid }
    const group = { ...path, adGroupDraftUuid: groupDraftAt(1) }
    const as = world.as('superUser')
    const responses = await Promise.all([
      as.send(campaignDrafts.one, { path }),
      as.send(campaignDrafts.change, { path, body: {} }, { 'If-Match': '"1"' }),
      as.send(campaignDrafts.remove, { path }),
      as.send(campaignDrafts.constraints, { path }),
      as.send(campaignDrafts.estimate, { path, body: {} }),
      as.send(campaignDrafts.submit, { path }, { ...key(), 'If-Match': '1' }),
      as.send(campaignDrafts.pcl, { path }),
      as.send(campaignDrafts.addEntities, { path, body: { entity_ids: [1000] } }),
      as.send(campaignDrafts.addAllEntities, { path, body: {} }),
      as.send(campaignDrafts.removeAllEntities, { path, body: {} }),
      as.send(campaignDrafts.entitiesReport, { path, body: {} }),
      as.send(campaignDrafts.availableEntitiesReport, { path, body: {} }),
      as.send(campaignDrafts.addGroup, { path, body: {} }, key()),
      as.send(campaignDrafts.changeGroup, { path: group, body: { data: {} } }, { 'If-Match': '"1"' }),
      as.send(campaignDrafts.removeGroup, { path: group }),
    ])
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404))
  })

  test.each([
    ['template', { flow: 'templated', campaign_template_id: targetingOf(2).templateId }, 422],
    ['template that is not offered', { flow: 'templated', campaign_template_id: targetingOf(1).nonActiveTemplateId }, 422],
    ['template of another way', { flow: 'simple', campaign_template_id: targetingOf(1).templateId }, 422],
    ['experience', { flow: 'simple', experience_id: 2 }, 404],
  ] as const)('a %s', async (_, body, expected) => {
    const { status } = await world.as('superUser').send(campaignDrafts.create, { path: owner, body }, key())
    expect(status).toBe(expected)
  })

  test("an ad group of another draft, at one of the caller's own", async () => {
    const path = { ...readyDraft, adGroupDraftUuid: groupDraftAt(2) }
    const { status } = await world.as('superUser').send(campaignDrafts.changeGroup, { path, body: { data: {} } }, { 'If-Match': '"1"' })
    const held = { path: readyDraft, body: { entity_ids: [1000], ad_group_draft_uuid: groupDraftAt(2) } }
    expect([status, (await world.as('superUser').send(campaignDrafts.addEntities, held)).status]).toEqual([404, 404])
  })

  test('viewers can read drafts and cannot change them', async () => {
    const as = world.as('clientViewer')
    expect((await as.send(campaignDrafts.one, { path: readyDraft })).status).toBe(200)
    expect((await as.send(campaignDrafts.change, { path: readyDraft, body: {} }, { 'If-Match': '"1"' })).status).toBe(403)
    expect((await as.send(campaignDrafts.submit, { path: readyDraft }, { ...key(), 'If-Match': '1' })).status).toBe(403)
  })
})

describe('a template', () => {
  const { templateId } = targetingOf(1)
  const fill = (id: number, defaults: object) =>
    kysely()
      .updateTable('campaign_templates')
      .set({ defaults: JSON.stringify(defaults), steps: JSON.stringify([{ step: 'step-3', is_permanent: false }]) })
      .where('campaign_template_id', '=', id)
      .execute()

  test('fills in its values, gives its steps, and skips an amount in another currency', async () => {
    await fill(templateId, { name: 'Template name', budget: '40', base_bid: '0.6', currency_code: 'USD', always_on: true })
    const request = { flow: 'templated', campaign_template_id: templateId } as const
    const draft = await begin({ ...request, data: { name: 'Mine' } })
    expect(draft.steps).toEqual(['step-1', 'step-3', 'templated-review'])
    expect(draft.data).toMatchObject({ name: 'Mine', budget: '40', base_bid: '0.6', always_on: true })
    await fill(templateId, { budget: '40', base_bid: '0.6', currency_code: 'EUR' })
    const { data } = await begin(request)
    expect([data.budget, data.base_bid]).toEqual([undefined, undefined])
  })

  test('that is selected later fills in only fields that are still empty', async () => {
    await fill(templateId, { name: 'Template name', budget: '40', budget_period: 'Monthly' })
    const draft = await begin({ flow: 'templated', data: { name: 'Mine' } })
    expect(draft.steps[0]).toBe('step-1')
    const { reply } = await change({ campaign_template_id: templateId, step: 'step-3' }, 1, addressOf(draft))
    expect(reply.result).toMatchObject({ campaign_template_id: templateId, step: 'step-3', reached: 'step-3' })
    expect(reply.result.data).toMatchObject({ name: 'Mine', budget: '40', budget_period: 'Monthly' })
  })
})

describe('ad groups of a draft', () => {
  test('are added, changed with versions, and removed', async () => {
    const as = world.as('clientAdmin')
    const added = await as.send(campaignDrafts.addGroup, { path: readyDraft, body: { data: { name: 'Second' } } }, key())
    const group = added.reply.result
    const path = { ...readyDraft, adGroupDraftUuid: group.ad_group_draft_uuid }
    const changed = await as.send(campaignDrafts.changeGroup, { path, body: { data: { base_bid: '0.3' } } }, { 'If-Match': '"1"' })
    expect(changed.reply.result).toMatchObject({ version: 2, data: { name: 'Second', base_bid: '0.3' } })
    const late = await as.send(campaignDrafts.changeGroup, { path, body: { data: { base_bid: '0.4' } } }, { 'If-Match': '"1"' })
    expect(late.status).toBe(412)
    await as.send(campaignDrafts.addEntities, {
      path: readyDraft,
      body: { entity_ids: [1000], ad_group_draft_uuid: path.adGroupDraftUuid },
    })
    expect((await read()).ad_group_drafts.map(({ entity_count }) => entity_count)).toEqual([0, 1])
    await as.send(campaignDrafts.removeGroup, { path })
    expect((await read()).ad_group_drafts).toHaveLength(1)
    const left = await kysely().selectFrom('campaign_draft_entities').selectAll().where('holder_uuid', '=', path.adGroupDraftUuid).execute()
    expect(left).toEqual([])
  })

  test('are limited to fifty', async () => {
    for (let count = 1; count < 50; count++)
      await world.as('clientAdmin').send(campaignDrafts.addGroup, { path: readyDraft, body: {} }, key())
    const { status } = await world.as('clientAdmin').send(campaignDrafts.addGroup, { path: readyDraft, body: {} }, key())
    expect([status, (await read()).ad_group_drafts.length]).toEqual([409, 50])
  })
})
