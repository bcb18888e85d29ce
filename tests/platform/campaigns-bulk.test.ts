import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { campaignRun, adGroupRun } from '../../src/surfaces/campaigns/parts/bulk/bulk-calls.ts'
import { noChange } from '../../src/surfaces/campaigns/parts/bulk/bulk-values.ts'
import { changedIn } from '../../src/surfaces/campaigns/parts/bulk/bulk-work.ts'
import { rehearsed } from '../support/rehearsed-world.ts'
import { sentBy } from '../support/sent-by-hand.ts'
import type { SmallWorld } from '../support/small-world.ts'

let world: SmallWorld
rehearsed((made) => {
  world = made
})

const days = { start_date: '2026-11-14', end_date: '2026-11-21' } as const
const everything = { all_selected: true, report: { ...days, filters: [{ field: 'status', operation: '=' as const, value: 'active' }] } }
const bids = async () =>
  (
    await sql<{ id: number; bid: string }>`
      select ad_group_id as id, base_bid::text as bid from ad_groups where member_group_id = 1 order by ad_group_id`.execute(
      world.database.kysely,
    )
  ).rows
const bidOf = async (id: number) => (await bids()).find((one) => one.id === id)?.bid

describe('the dialog of many campaigns', () => {
  test('changes the bids below all that match, of just those that it previewed', async () => {
    const { send } = sentBy(world, 'clientAdmin')
    const run = campaignRun(everything, { send, clientId: 1, days })
    const before = await bidOf(100)
    const values = { ...noChange, status: 'paused' as const, bid: '10' }
    const preview = await run(values, true)
    expect(await bidOf(100)).toBe(before)
    const groups = preview.find(({ of }) => of === 'ad_groups')
    expect(groups?.changed).toBeGreaterThan(0)
    // Once the campaigns are paused, the question that found them finds none.
    const done = await run(values, false)
    expect(changedIn(done)).toBe(changedIn(preview))
    expect(await bidOf(100)).toBe(String((Number(before) * 11) / 10))
  })

  test('leaves out what was taken out of the selection', async () => {
    const { send } = sentBy(world, 'clientAdmin')
    const run = campaignRun({ ...everything, except_campaign_ids: [10] }, { send, clientId: 1, days })
    const before = await bidOf(100)
    await run({ ...noChange, bid: '10' }, true)
    await run({ ...noChange, bid: '10' }, false)
    expect(await bidOf(100)).toBe(before)
  })

  test('raises bids once, however often its answer is lost', async () => {
    const { send, made } = sentBy(world, 'clientAdmin', (call) => call === 2)
    const run = adGroupRun({ ad_group_ids: [100] }, { send, clientId: 1, days })
    const before = Number(await bidOf(100))
    const values = { ...noChange, bid: '10' }
    await run(values, true)
    await expect(run(values, false)).rejects.toThrow()
    expect(changedIn(await run(values, false))).toBe(1)
    expect(Number(await bidOf(100))).toBe((before * 11) / 10)
    expect(made[1]?.key).toBe(made[2]?.key)
    await run(values, true)
    await run(values, false)
    expect(Number(await bidOf(100)), 'what is previewed anew is done anew').toBeGreaterThan((before * 11) / 10)
  })
})
