import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { callerNames, accessibleTenants } from '../support/world/people.ts'
import { factDay, impressionsOf, seededAdvertisers } from '../support/world/small-seed.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld()
})
afterAll(() => world.close())

const filters = [
  { field: 'advertiser_id', operation: 'IN', value: [1, 2, 3, 4, 5, 6] },
  { field: 'campaign_id', operation: '>', value: 0 },
  { field: 'campaign_name', operation: 'ILIKE', value: 'mark' },
  { field: 'advertiser_name', operation: '!=', value: 'x' },
  { field: 'advertiser_id', operation: 'BETWEEN', value: [1, 6] },
] as const

test.each(callerNames.filter((one) => one !== 'nobody'))('a filter by %s sums up only what the caller may see', async (name) => {
  const own = accessibleTenants[name].advertisers.filter((id) =>
    seededAdvertisers.some(({ advertiser, client }) => advertiser === id && client === 1),
  )
  for (const filter of filters) {
    const request = { member_group_id: 1, start_date: factDay, end_date: factDay, metrics: ['impressions'], filters: [filter] }
    const total = await world.as(name).send(contract.reports.total, { body: request as never }) // a list that is read only elsewhere
    const rows = await world.as(name).send(contract.reports.rows, { body: { ...request, dimensions: ['campaign_name'] } as never }) // likewise
    expect(total.reply.result.kpis[0].total).toBe(own.reduce((sum, id) => sum + impressionsOf(id), 0))
    expect(rows.reply.result.rows).toHaveLength(own.length)
  }
})
