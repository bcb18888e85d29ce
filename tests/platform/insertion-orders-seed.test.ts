import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecordChange } from '../../src/contract/changes/changes.ts'
import { contract } from '../../src/contract/index.ts'
import type { InsertionOrder, OrderRow, OrderVersion } from '../../src/contract/insertion-orders/insertion-orders.ts'
import type { ReconciledLine } from '../../src/contract/insertion-orders/reconciliation.ts'
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

test('each order has the history of its versions, by the people who wrote and approved them, before its days and its first charge', async () => {
  const as = world.as('superUser')
  const body = { pagination: { start: 0, count: 100 } }
  const steps: Record<string, string[]> = {}
  for (const [name, { insertion_order_id: id, start_date, edited_by, status }] of await ordersOf(1)) {
    const order = { path: { memberGroupId: 1, insertionOrderId: id } }
    const changes: readonly RecordChange[] = (await as.send(insertionOrders.changes, { ...order, body })).reply.result.changes
    steps[name] = changes.toSorted((one, other) => one.change_id - other.change_id).map(({ kind, user }) => `${kind} ${user?.name}`)
    expect(changes.map(({ at }) => at)).toEqual(
      changes
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const versions: readonly OrderVersion[] = (await as.send(insertionOrders.versions, order)).reply.result.versions
    const first = versions.at(-1)
    const moments = [first?.created_at, first?.submitted_at, ...(first?.approvals.map(({ at }) => at) ?? [])]
    expect([name, moments.every((at) => at == null || at < start_date)]).toEqual([name, true])
    const { author }: InsertionOrder = (await as.send(insertionOrders.one, order)).reply.result
    expect([author?.name, edited_by === null]).toEqual(['Dana Whitfield', status === 'ended'])
  }
  const [dana, tom] = ['Dana Whitfield', 'Tom Halloran']
  const approved = [`created ${dana}`, `submitted ${dana}`, `approved ${dana}`, `approved ${tom}`, `linked ${dana}`]
  expect(steps['Winter reach']).toEqual([`created ${dana}`, `submitted ${dana}`, `approved ${dana}`])
  expect(steps['City breaks']).toEqual([
    ...approved,
    `changed ${dana}`,
    `approved ${dana}`,
    `approved ${tom}`,
    `changed ${dana}`,
    `approved ${dana}`,
  ])
  expect(steps['Spring offers']).toEqual([...approved, `unlinked ${dana}`, 'ended undefined'])
  expect(steps['Test flight']).toEqual([...approved, `unlinked ${dana}`, `closed ${dana}`])
  expect(steps['New year draft']).toEqual([`created ${dana}`])
  expect(steps['Autumn plan']?.slice(0, 3)).toEqual(approved.slice(0, 3))
  expect(steps['Winter plan']).toEqual([`created ${dana}`, `submitted ${dana}`, `approved ${dana}`, `linked ${dana}`])
  const { rows } = await sql`select c.campaign_id from campaigns c join insertion_order_spend s using (member_group_id, insertion_order_id)
    where s.day < c.insertion_order_linked_at::date`.execute(fresh.database.kysely)
  expect(rows).toEqual([])
})
