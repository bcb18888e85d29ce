import { expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { draftCalls, key, readyDraft } from '../support/drafts/calls.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const { campaignDrafts } = contract
const { read } = draftCalls(() => world)
const as = () => world.as('clientAdmin')
const submitSeen = (query: { held_version?: number }) =>
  as().send(campaignDrafts.submit, { path: readyDraft, query }, { ...key(), 'If-Match': '"1"' })
const groupPath = async () => ({ ...readyDraft, adGroupDraftUuid: (await read()).ad_group_drafts[0]?.ad_group_draft_uuid ?? '' })

test('submit is refused when ad groups or entities changed since the caller read them', async () => {
  const path = await groupPath()
  const body = { ad_group_draft_uuid: path.adGroupDraftUuid, entity_ids: [1000] }
  const changes = [
    () => as().send(campaignDrafts.changeGroup, { path, body: { data: { base_bid: '0.9' } } }, { 'If-Match': '"1"' }),
    () => as().send(campaignDrafts.addEntities, { path: readyDraft, body }),
    () => as().send(campaignDrafts.removeEntities, { path: readyDraft, body }),
    () => as().send(campaignDrafts.addGroup, { path: readyDraft, body: { data: { name: 'Second' } } }, key()),
    () => as().send(campaignDrafts.removeGroup, { path }),
  ]
  for (const change of changes) {
    const { held_version } = await read()
    expect((await change()).status).toBe(200)
    const { status, reply } = await submitSeen({ held_version })
    expect(status).toBe(412)
    expect(reply.formatting.rule).toContain('clientAdmin changed its ad groups or entities at 2026-11-21')
    expect(reply.formatting.rule).toContain('check and submit it again')
    expect((await read()).submitted_campaign_id).toBeNull()
  }
  const { version, held_version } = await read()
  expect(version).toBe(1)
  const { status, reply } = await submitSeen({ held_version })
  expect([status, reply.result.ad_groups]).toEqual([200, 1])
})

test('submit without the versions that were read takes the draft as it is, and an invalid version is refused', async () => {
  const path = await groupPath()
  await as().send(campaignDrafts.changeGroup, { path, body: { data: { base_bid: '0.9' } } }, { 'If-Match': '"1"' })
  const response = await as().send(
    campaignDrafts.submit,
    { path: readyDraft, query: { held_version: Number.NaN } },
    { ...key(), 'If-Match': '"1"' },
  )
  expect([response.status, response.reply.fields[0].path]).toEqual([422, 'held_version'])
  expect((await submitSeen({})).status).toBe(200)
})
