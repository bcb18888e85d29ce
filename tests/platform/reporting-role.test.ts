import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { people } from '../support/world/people.ts'
import { factDay } from '../support/world/small-seed.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld()
})
afterAll(() => world.close())

describe('advertiser reporting', () => {
  const me = () => world.as('advertiserReporting')
  const at = { memberGroupId: 1, advertiserId: 3 }

  test('reads reports, its client and its advertisers', async () => {
    const dates = { member_group_id: 1, start_date: factDay, end_date: factDay }
    const statuses = [
      await me().send(contract.reports.total, { body: { ...dates, metrics: ['impressions'] } }),
      await me().send(contract.savedReports.report, { body: { member_group_id: 1 } }),
      await me().send(contract.memberGroups.one, { path: { memberGroupId: 1 } }),
      await me().send(contract.memberGroups.channels, { path: { memberGroupId: 1 } }),
      await me().send(contract.advertisers.mine, { path: { memberGroupId: 1 }, query: {} }),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })

  test('reads no campaigns, ad groups, funds, roles or other users', async () => {
    const statuses = [
      await me().send(contract.campaigns.report, { path: { memberGroupId: 1 }, body: { start_date: factDay, end_date: factDay } }),
      await me().send(contract.campaigns.short, { path: { campaignId: 30 } }),
      await me().send(contract.adGroups.one, { path: { ...at, adGroupId: 300 } }),
      await me().send(contract.balances.one, { path: at }),
      await me().send(contract.balances.events, { path: at, body: {} }),
      await me().send(contract.roles.list, {}),
      await me().send(contract.users.report, { body: {} }),
      await me().send(contract.users.one, { path: { userId: people.advertiserViewer.userId } }),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403, 403])
  })

  test('saves reports, and changes and removes its own', async () => {
    const question = { dimensions: ['campaign_name'], metrics: ['cost'], date_range: { preset: 'last_30_days' as const } }
    const body = { member_group_id: 1, name: 'Mine', question: { ...question, advertiser_ids: [3] } }
    const made = await me().send(contract.savedReports.create, { body }, { 'Idempotency-Key': 'key-of-reporting' })
    expect(made.status).toBe(200)
    const path = { savedReportId: made.reply.result.saved_report_id }
    const changed = await me().send(contract.savedReports.change, { path, body: { name: 'Still mine' } }, { 'If-Match': '"1"' })
    const removed = await me().send(contract.savedReports.remove, { path }, { 'If-Match': '"2"' })
    expect([changed.status, removed.status]).toEqual([200, 200])
  })

  test('reads its own profile', async () => {
    const { status, reply } = await me().send(contract.users.one, { path: { userId: people.advertiserReporting.userId } })
    expect([status, reply.result.email]).toEqual([200, 'advertiserreporting@placard.example'])
  })
})
