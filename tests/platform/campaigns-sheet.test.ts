import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { campaigns } = contract
const client = { memberGroupId: 1 }
let keys = 0
const sheet = (rows: { campaign_id: number; version: number }[], more: object = {}, name: CallerName = 'clientAdmin') =>
  world.as(name).send(campaigns.sheet, { path: client, body: { rows, ...more } }, { 'Idempotency-Key': `key-${++keys}-of-a-sheet` })
const change = (campaignId: number, version: number, body: object) =>
  world
    .as('superUser')
    .send(
      campaigns.change,
      { path: { ...client, advertiserId: Math.floor(campaignId / 10), campaignId }, body },
      { 'If-Match': String(version) },
    )
const keptOf = async (id: number) => {
  const one = sql<Record<string, unknown>>`select *, budget::text as budget from campaigns where campaign_id = ${id}`
  return (await one.execute(world.database.kysely)).rows[0]
}

describe('an edited sheet', () => {
  test('is saved row by row as typed; stale and invalid rows are reported and skipped', async () => {
    await change(20, 1, { name: 'Changed meanwhile' })
    const rows = [
      { campaign_id: 10, version: 1, name: 'From the sheet', budget: '3.5', end_date: '2026-12-31', pacing: 'ASAP' },
      { campaign_id: 20, version: 1, name: 'From an old sheet' },
      { campaign_id: 30, version: 1, budget: '0.01' },
      { campaign_id: 11, version: 1, start_date: '2027-01-01' },
    ]
    const dry = await sheet(rows, { dry_run: true })
    const { status, reply } = await sheet(rows)
    expect(status, JSON.stringify(reply)).toBe(200)
    expect({ ...reply.result, batch: null, is_dry_run: true }).toEqual(dry.reply.result)
    expect(reply.result.rows.map(({ problem }: { problem: { code: string } | null }) => problem?.code ?? null)).toEqual([
      null,
      'stale',
      'budget_minimum',
      'under_review',
    ])
    expect(reply.result.rows[1]).toMatchObject({ name: 'Changed meanwhile', version: 2 })
    expect(await keptOf(10)).toMatchObject({ name: 'From the sheet', budget: '3500000', pacing: 'ASAP', version: 2 })
    expect(await keptOf(20)).toMatchObject({ name: 'Changed meanwhile' })
    expect((await sheet(rows)).reply.result.rows[0].problem.code).toBe('stale')
  })

  test("contains only the caller's campaigns, each once", async () => {
    expect((await sheet([{ campaign_id: 40, version: 1 }])).status).toBe(404)
    expect((await sheet([{ campaign_id: 20, version: 1 }], {}, 'advertiserAdmin')).status).toBe(404)
    const twice = await sheet([
      { campaign_id: 10, version: 1 },
      { campaign_id: 10, version: 1 },
    ])
    expect(twice.reply.fields[0].path).toBe('rows.1.campaign_id')
  })
})
