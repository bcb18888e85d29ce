import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { readyDraft, refused } from '../support/drafts/calls.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const { adGroupEntities, adGroups, campaignDrafts } = contract
const path = { memberGroupId: 1, advertiserId: 1, adGroupId: 100 }
const as = () => world.as('clientAdmin')
const lacking = { bid_lacks_rate_of: expect.stringMatching(/^(EUR|USD)$/) }

beforeEach(async () => {
  const { kysely } = world.database
  await kysely.insertInto('currencies').values({ currency_id: 2, currency_code: 'EUR', name: 'Euro', symbol: '€', digits: 2 }).execute()
  await kysely.updateTable('advertisers').set({ currency_code: 'EUR' }).where('advertiser_id', '=', 2).execute()
})

test('without an exchange rate a bid is not compared, and the reply names the missing rate', async () => {
  const { memberGroupId, advertiserId } = path
  const body = { base_bid: '0.5' }
  const responses = [
    await as().send(adGroups.bidStrength, { path, body }),
    await as().send(adGroups.newBidStrength, { path: { memberGroupId, advertiserId, campaignId: 10 }, body }),
    await as().send(adGroups.entityBidStrength, { path: { memberGroupId, entityId: 1000 }, body }),
  ]
  for (const response of responses) {
    expect([response.status, response.reply.error?.startsWith('Exchange rate: ')]).toEqual([422, true])
    expect(response.reply.fields).toMatchObject([{ code: 'rate_missing', values: { currency_code: expect.stringMatching(/^(EUR|USD)$/) } }])
    expect(refused(response).currency_code).toMatch(
      /^There is no exchange rate of (EUR|USD) on that day, so bids in USD cannot be compared$/,
    )
  }
})

test('an ad group and the panel beside a draft still load, without bid strength', async () => {
  const [shown, panel] = await Promise.all([
    as().send(adGroups.one, { path }),
    as().send(campaignDrafts.estimate, { path: readyDraft, body: {} }),
  ])
  expect([shown.status, shown.reply.result]).toMatchObject([200, { bid_strength: 'NoData', ...lacking }])
  expect([panel.status, panel.reply.result?.bid]).toMatchObject([
    200,
    { competitiveness: 'NoData', strength: null, min_bid: '0.1', lacks_rate_of: lacking.bid_lacks_rate_of },
  ])
})

test('every list names the missing rate of an active ad group, and no rate for a paused one', async () => {
  const { memberGroupId, advertiserId } = path
  const days = { start_date: '2026-11-01', end_date: '2026-11-02', pagination: { start: 0, count: 50 } }
  const body = { ...days, advertiser_ids: [advertiserId] }
  const lists = async () => {
    const [groups, entities, within] = await Promise.all([
      as().send(adGroups.report, { path: { memberGroupId }, body }),
      as().send(adGroupEntities.clientReport, { path: { memberGroupId }, body }),
      as().send(adGroupEntities.report, { path, body: days }),
    ])
    return [groups.reply.result?.ad_groups, entities.reply.result?.entities, within.reply.result?.entities].map((rows) => rows?.[0])
  }
  for (const row of await lists()) expect(row).toMatchObject({ bid_strength: 'NoData', ...lacking })
  await world.database.kysely.updateTable('ad_groups').set({ status: 'paused' }).where('advertiser_id', '=', advertiserId).execute()
  for (const row of await lists()) expect(row).toMatchObject({ bid_strength: 'Disabled', bid_lacks_rate_of: null })
})

test('a list that needs a missing rate for its totals is refused and names the rate', async () => {
  const body = { start_date: '2026-11-01', end_date: '2026-11-02' }
  const response = await as().send(adGroups.report, { path: { memberGroupId: 1 }, body: { ...body, pagination: { start: 0, count: 50 } } })
  expect(response.status).toBe(422)
  expect(response.reply.error).toMatch(/^Exchange rate: There is no exchange rate of (EUR|USD) on that day/)
})

test('bids are compared again once the rate is there', async () => {
  const { kysely } = world.database
  const day = '2026-11-01'
  await kysely
    .insertInto('exchange_rates')
    .values([
      { currency_code: 'EUR', day, per_usd: '0.9' },
      { currency_code: 'USD', day, per_usd: '1' },
    ])
    .onConflict((known) => known.doNothing())
    .execute()
  expect((await as().send(adGroups.bidStrength, { path, body: { base_bid: '0.5' } })).status).toBe(200)
  expect((await as().send(adGroups.one, { path })).reply.result?.bid_lacks_rate_of).toBe(null)
})
