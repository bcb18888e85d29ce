import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { OrderRow, ReconciledLine } from '../../src/contract/insertion-orders/insertion-orders.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { demonstration, demonstrationDay as today } from '../support/seed/demonstration.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let fresh: FreshDatabase
let small: SmallWorld
let world: SmallWorld
beforeAll(async () => {
  fresh = await freshDatabase({ filling: demonstration })
  small = await startSmallWorld()
  world = await small.startSecondPlatform({ database: fresh.database })
}, 600_000)
afterAll(async () => {
  await world?.close()
  await small?.close()
  await fresh?.close()
})

const { insertionOrders } = contract
const ordersOf = async (memberGroupId: number): Promise<Map<string, OrderRow>> => {
  const body = { pagination: { start: 0, count: 100 } }
  const { reply } = await world.as('superUser').send(insertionOrders.report, { path: { memberGroupId }, body })
  return new Map(reply.result.insertion_orders.map((order: OrderRow) => [order.name, order]))
}

test.each([1, 2, 3])('each of the eight orders of client %i is in the state of its kind', async (client) => {
  const orders = await ordersOf(client)
  const of = (name: string) => {
    const order = orders.get(name)
    if (!order) throw new Error(`There is no order ${name}`)
    return { ...order, pacing: order.money?.pacing ?? 0 }
  }
  const waiting = { waits_for: 'advertiser_approval', waiting_since: expect.stringMatching(/^2026-11-19T/) }
  expect(of('Winter reach')).toMatchObject({ ...waiting, status: 'pending', version_id: 1, money: { spent: '0' } })
  expect(of('City breaks')).toMatchObject({ ...waiting, status: 'approved', version_id: 2, proposed_version_id: 3 })
  expect(of('New year draft')).toMatchObject({ status: 'open', waits_for: 'submit', waiting_since: null, money: { spent: '0' } })
  const served = { status: 'approved', proposed_version_id: null, waiting_since: null }
  expect(of('Season launch')).toMatchObject(served)
  expect(of('Season launch').pacing).toBeGreaterThan(1.2)
  expect(of('Late summer push')).toMatchObject({ ...served, end_date: '2026-11-27' })
  expect(of('Late summer push').pacing).toBeLessThan(0.8)
  expect(of('Brand search')).toMatchObject({ ...served, po_number: null })
  expect([...orders.values()].filter(({ po_number, number }) => po_number === null && number !== 'IO-1' && number !== 'IO-2')).toHaveLength(
    2,
  )
  for (const name of ['City breaks', 'Season launch', 'Late summer push', 'Brand search', 'Spring offers', 'Test flight'])
    expect([name, Number(of(name).money?.spent) > 0]).toEqual([name, true])

  const ended = of('Spring offers')
  expect(ended.status).toBe('ended')
  expect(ended.end_date < today).toBe(true)
  const closed = of('Test flight')
  expect(closed.status).toBe('closed')
  expect(closed.end_date > today).toBe(true)
  const { lines } = (
    await world.as('superUser').send(insertionOrders.reconciliation, {
      path: { memberGroupId: client, insertionOrderId: closed.insertion_order_id },
    })
  ).reply.result
  const credited: ReconciledLine[] = lines.filter(({ credits }: ReconciledLine) => credits !== '0')
  expect(credited).toMatchObject([{ name: 'Clicks', unexplained: '0' }])
  const { delivered = '', charged = '', credits = '' } = credited[0] ?? {}
  expect(Number(credits) / Number(delivered)).toBeCloseTo(0.05, 2)
  expect(Number(delivered) - Number(charged)).toBeCloseTo(Number(credits), 6)
})
