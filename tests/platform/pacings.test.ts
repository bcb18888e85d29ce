import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { draftAt } from '../support/world/small-drafts.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})
const kysely = () => world.database.kysely
const own = 'Front-loaded'

beforeEach(async () => {
  await kysely()
    .insertInto('pacings')
    .values({ member_group_id: 1, name: own, curve: [3, 1] })
    .execute()
})

const advertiserPath = (client: number, advertiser: number) => ({ memberGroupId: client, advertiserId: advertiser })
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-pacings` })
const match = { 'If-Match': '"1"' }
const admin = () => world.as('superUser')

test('a client tells its pacing options, and so do the drafts of its campaigns', async () => {
  const offered = async (memberGroupId: number) =>
    (await admin().send(contract.memberGroups.one, { path: { memberGroupId } })).reply.result.pacings
  expect([await offered(1), await offered(2)]).toEqual([
    ['ASAP', 'Evenly', own],
    ['ASAP', 'Evenly'],
  ])
  const ofDraft = async (client: number, advertiser: number) => {
    const path = { ...advertiserPath(client, advertiser), campaignDraftUuid: draftAt(advertiser) }
    return (await admin().send(contract.campaignDrafts.constraints, { path })).reply.result.pacings
  }
  expect([await ofDraft(1, 1), await ofDraft(2, 4)]).toEqual([
    ['ASAP', 'Evenly', own],
    ['ASAP', 'Evenly'],
  ])
})

test('campaigns, ad groups and templates take the options of their own client, and no others', async () => {
  const campaign = async (client: number, advertiser: number, pacing: string) => {
    const path = { ...advertiserPath(client, advertiser), campaignId: advertiser * 10 }
    return (await admin().send(contract.campaigns.change, { path, body: { pacing } }, match)).status
  }
  const adGroup = async (client: number, advertiser: number, pacing: string) => {
    const path = { ...advertiserPath(client, advertiser), adGroupId: advertiser * 100 }
    return (await admin().send(contract.adGroups.change, { path, body: { pacing } }, match)).status
  }
  const template = async (memberGroupId: number, pacing: string) => {
    const body = { name: `Of ${pacing}`, flow: 'v2' as const, defaults: { pacing } }
    return (await admin().send(contract.templates.create, { path: { memberGroupId }, body }, keyed())).status
  }
  expect([await adGroup(1, 1, own), await adGroup(2, 4, own), await adGroup(1, 2, 'Slowly')]).toEqual([200, 422, 422])
  expect([await template(1, own), await template(2, own), await template(2, 'Evenly')]).toEqual([200, 422, 200])
  expect([await campaign(1, 1, own), await campaign(2, 4, own)]).toEqual([200, 422])
})

test('a campaign tells which share of its budget’s period is over, also before it has spent', async () => {
  const days = { budget_period: 'One Time', budget: 100_000_000, start_date: '2026-11-21', end_date: '2026-11-30' }
  await kysely().deleteFrom('facts_daily').execute()
  await kysely().updateTable('campaigns').set(days).where('campaign_id', '=', 10).execute()
  const { reply } = await admin().send(contract.campaigns.one, { path: { ...advertiserPath(1, 1), campaignId: 10 } })
  // At ten o'clock on the first of ten days.
  expect(reply.result.serving).toMatchObject({ spent_period: '0', pacing_index: 0, elapsed_share: expect.closeTo(10 / 240) })
})

test('the budget of today follows the curve, of a campaign and of an ad group', async () => {
  const days = { budget_period: 'One Time', budget: 100_000_000, start_date: '2026-11-21', end_date: '2026-11-30' }
  const today = async (pacing: string) => {
    await kysely()
      .updateTable('campaigns')
      .set({ ...days, pacing })
      .where('campaign_id', '=', 10)
      .execute()
    const path = { ...advertiserPath(1, 1), campaignId: 10 }
    return (await admin().send(contract.campaigns.one, { path })).reply.result.serving.budget_today
  }
  // At ten o'clock on the first of ten days: 840 of 13,800 minutes, or 5,040 of 54,000 with the weights.
  expect([await today('Evenly'), await today(own), await today('ASAP')]).toEqual(['6.086956', '9.333333', '100'])
  await kysely()
    .updateTable('ad_groups')
    .set({ ...days, budget: 50_000_000, pacing: own })
    .where('ad_group_id', '=', 100)
    .execute()
  const path = { ...advertiserPath(1, 1), adGroupId: 100 }
  const { reply } = await admin().send(contract.adGroups.one, { path })
  expect(reply.result).toMatchObject({ pacing: own, serving: { budget_today: '4.666666' } })
})
