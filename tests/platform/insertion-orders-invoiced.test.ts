import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { endOverdue } from '../../demo/platform/delivery/endings.ts'
import { closeMonths } from '../../demo/platform/invoices/close.ts'
import { openMonths } from '../../demo/platform/invoices/months.ts'
import { writeEntries } from '../../demo/platform/money/ledger.ts'
import { contract } from '../../src/contract/index.ts'
import { decimalOf, microsOf } from '../../src/contract/money/money.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { advertisers, insertionOrders, invoices } = contract
const run = async (...statements: readonly string[]) => {
  for (const statement of statements) await sql.raw(statement).execute(world.database.kysely)
}
const rows = async <T = Record<string, unknown>>(text: string) => (await sql.raw<T>(text).execute(world.database.kysely)).rows
const close = (moment: string) => closeMonths(world.database.kysely, new Date(moment))
const november = '2026-11-06T12:00:00Z'
const december = '2026-12-06T12:00:00Z'

/** Approved orders of client 1 from September to December, for all advertisers, each with a line 1. */
async function addOrders(...ids: readonly number[]) {
  const days = `'2026-09-01', '2026-12-31'`
  for (const id of ids)
    await run(
      `insert into insertion_orders (member_group_id, insertion_order_id, number, po_number, name, status_id, total, currency_code, start_date, end_date)
        values (1, ${id}, 'IO-${id}', 'PO-${id}', 'Order ${id}', 3, 900000000, 'USD', ${days})`,
      `insert into insertion_order_versions (member_group_id, insertion_order_id, version_id, name, total, start_date, end_date, legal_text, locale, hash, created_at)
        values (1, ${id}, 1, 'Order ${id}', 900000000, ${days}, '', 'en-US', '', now())`,
      `insert into insertion_order_lines (member_group_id, insertion_order_id, version_id, line_id, name, type, amount, start_date, end_date, is_hard_cap)
        values (1, ${id}, 1, 1, 'Line', 'cpc', 500000000, ${days}, false)`,
    )
}
const link = (campaign: number, order: number | null, line: number | null = null) =>
  run(`update campaigns set insertion_order_id = ${order}, insertion_order_line_id = ${line} where campaign_id = ${campaign}`)
const click = (day: string, amount: string, campaign = 10) =>
  writeEntries(world.database.kysely, { member_group_id: 1, advertiser_id: Math.floor(campaign / 10) }, [
    {
      event: 'Click',
      micros: -microsOf(amount),
      day,
      at: new Date(`${day}T12:00:00Z`),
      reason: 'Delivery',
      campaign_id: campaign,
      ad_group_id: campaign * 10,
    },
  ])
interface Reconciled {
  readonly line_id: number | null
  readonly charged: string
  readonly invoiced: string
}
const linesOf = async (insertionOrderId: number): Promise<readonly Reconciled[]> =>
  (await world.as('clientAdmin').send(insertionOrders.reconciliation, { path: { memberGroupId: 1, insertionOrderId } })).reply.result.lines
/** What is invoiced of an order by line. */
const invoicedOf = async (id: number) => Object.fromEntries((await linesOf(id)).map(({ line_id, invoiced }) => [line_id ?? 0, invoiced]))
const latest = async (advertiserId = 1) => {
  const path = { memberGroupId: 1, advertiserId }
  const { invoices: found } = (await world.as('clientAdmin').send(invoices.report, { path, body: {} })).reply.result
  return (await world.as('clientAdmin').send(invoices.one, { path: { ...path, invoiceId: found[0].invoice_id } })).reply.result
}

beforeEach(() =>
  run(
    'delete from invoice_lines',
    'delete from invoices',
    'delete from spend_limits',
    'delete from spend_days',
    'update advertiser_balances set balance = 900000000000, spent = 0, invoiced = 0',
    'insert into spend_limits (member_group_id, advertiser_id, amount) values (1, 1, 900000000000), (1, 2, 900000000000)',
  ),
)

describe('an invoice', () => {
  test('has each order and line with what was charged to it, also on a day that two orders share', async () => {
    await addOrders(7, 8)
    await run('update insertion_orders set po_number = null where insertion_order_id = 8')
    await link(10, 7, 1)
    await click('2026-10-30', '3.333333')
    await link(10, 8)
    await click('2026-10-30', '2.000001')
    await link(10, null)
    await click('2026-10-30', '1')
    await link(10, 8)
    await click('2026-10-31', '4')
    await close(november)
    const invoice = await latest()
    expect(invoice).toMatchObject({ exact: '10.333334', amount: '10.33' })
    expect(invoice.lines).toMatchObject([
      {
        campaign_id: 10,
        amount: '10.333334',
        days: [
          { day: '2026-10-30', amount: '6.333334' },
          { day: '2026-10-31', amount: '4' },
        ],
        orders: [
          { insertion_order_id: 7, number: 'IO-7', po_number: 'PO-7', amount: '3.333333' },
          { insertion_order_id: 8, number: 'IO-8', po_number: null, amount: '6.000001' },
        ],
      },
    ])
    expect([await invoicedOf(7), await invoicedOf(8)]).toEqual([
      { 0: '0', 1: '3.333333' },
      { 0: '6.000001', 1: '0' },
    ])
  })

  test('has a charge that came after it closed in the next one, at the order that it was charged to', async () => {
    await addOrders(7, 8)
    await link(10, 7, 1)
    await click('2026-10-30', '3')
    await link(10, 8, 1)
    await click('2026-10-30', '2')
    await close(november)
    await click('2026-10-30', '0.5')
    // 5.00 is invoiced of 5.50.
    expect([await invoicedOf(7), await invoicedOf(8)]).toEqual([
      { 0: '0', 1: '3' },
      { 0: '0', 1: '2' },
    ])
    await click('2026-11-02', '1')
    await close(december)
    const { invoice_id, lines } = await latest()
    expect(lines[0].orders).toEqual([{ insertion_order_id: 8, number: 'IO-8', po_number: 'PO-8', amount: '1.5' }])
    expect([(await invoicedOf(7))[1], (await invoicedOf(8))[1]]).toEqual(['3', '3.5'])
    await run(`update invoices set status = 'void' where invoice_id = ${invoice_id}`)
    expect([(await invoicedOf(7))[1], (await invoicedOf(8))[1]]).toEqual(['3', '2'])
    await click('2026-12-03', '1')
    await close('2027-01-06T12:00:00Z')
    // The month of the void invoice is invoiced again.
    expect([(await invoicedOf(7))[1], (await invoicedOf(8))[1]]).toEqual(['3', '4.5'])
    expect((await latest()).lines[0].orders).toMatchObject([{ insertion_order_id: 8, amount: '1' }])
    const again = `select invoice_id from invoices where number = '2026-11-0001-2'`
    expect(await rows(`select insertion_order_id, micros::int from invoice_lines where invoice_id = (${again}) order by day`)).toEqual([
      { insertion_order_id: 8, micros: 500_000 },
      { insertion_order_id: 8, micros: 1_000_000 },
    ])
  })

  test('that is void is made again although a later one has a late charge of its day', async () => {
    await addOrders(7, 8)
    await link(10, 7, 1)
    await click('2026-10-30', '3')
    await close(november)
    const { invoice_id } = await latest()
    await link(10, 8, 1)
    await click('2026-10-30', '0.5')
    await click('2026-11-02', '1')
    await close(december)
    await run(`update invoices set status = 'void' where invoice_id = ${invoice_id}`)
    await close(december)
    expect(await rows(`select number, amount::int from invoices where status <> 'void' order by number`)).toEqual([
      { number: '2026-10-0001-2', amount: 3_000_000 },
      { number: '2026-11-0001', amount: 1_500_000 },
    ])
    expect([(await invoicedOf(7))[1], (await invoicedOf(8))[1]]).toEqual(['3', '1.5'])
    // A late charge does not open a month that has an invoice again.
    await click('2026-10-30', '0.25')
    expect(await openMonths(world.database.kysely, new Date(december))).toEqual([])
  })

  test('has both orders of a day on which one ends and the other begins', async () => {
    await addOrders(7, 8)
    await run('update insertion_orders set total = 3000000 where insertion_order_id = 7')
    await link(10, 7, 1)
    await click('2026-10-30', '3')
    await endOverdue(world.database.kysely, new Date('2026-10-30T13:00:00Z'))
    expect(await rows('select status_id from insertion_orders where insertion_order_id = 7')).toEqual([{ status_id: 4 }])
    await link(10, 8, 1)
    await click('2026-10-30', '2.25')
    await close(november)
    await click('2026-10-30', '0.75')
    expect([(await invoicedOf(7))[1], (await invoicedOf(8))[1]]).toEqual(['3', '2.25'])
  })

  test('of each advertiser has its part of an order for all', async () => {
    await addOrders(7)
    await link(10, 7, 1)
    await link(20, 7, 1)
    await click('2026-10-30', '3')
    await click('2026-10-30', '5', 20)
    await close(november)
    for (const [advertiser, amount] of [
      [1, '3'],
      [2, '5'],
    ] as const)
      expect((await latest(advertiser)).lines[0].orders).toMatchObject([{ insertion_order_id: 7, amount }])
    expect((await invoicedOf(7))[1]).toBe('8')
  })
})

test('an invoice waits for the purchase order number of an order that needs one, which it can get after its end', async () => {
  await run(`insert into insertion_order_configs (member_group_id, at_end, is_purchase_order_required) values (1, 'stop', true)`)
  await addOrders(7, 8)
  await run('update insertion_orders set po_number = null, advertiser_id = 1 where insertion_order_id = 7')
  await link(10, 7, 1)
  await click('2026-10-30', '3')
  await link(20, 8, 1)
  await click('2026-10-30', '5', 20)
  await run('update insertion_orders set status_id = 4 where insertion_order_id = 7')
  await close(november)
  expect(await rows('select advertiser_id from invoices')).toEqual([{ advertiser_id: 2 }])
  const waits = async (advertiserId: number) => {
    const { alerts } = (await world.as('clientAdmin').send(advertisers.alerts, { path: { memberGroupId: 1, advertiserId } })).reply.result
    return alerts.some(({ code }: { code: string }) => code === 'invoice_waiting')
  }
  expect([await waits(1), await waits(2)]).toEqual([true, false])
  // The next month waits with it.
  await close(december)
  expect(await rows('select advertiser_id from invoices')).toEqual([{ advertiser_id: 2 }])
  const path = { memberGroupId: 1, insertionOrderId: 7 }
  const change = (body: object) => world.as('clientAdmin').send(insertionOrders.change, { path, body }, { 'If-Match': '1' })
  expect((await change({ po_number: 'PO-77', name: 'Other' })).status).toBe(409)
  expect((await change({ po_number: 'PO-77' })).reply.result).toMatchObject({
    status: 'ended',
    po_number: 'PO-77',
    version_id: 1,
    version: 2,
  })
  expect(await waits(1)).toBe(false)
  await close(november)
  expect(await latest()).toMatchObject({ number: '2026-10-0001', lines: [{ orders: [{ po_number: 'PO-77', amount: '3' }] }] })
})

test('an invoice keeps the purchase order number that its order had when it was issued', async () => {
  await addOrders(7)
  await run('update insertion_orders set advertiser_id = 1 where insertion_order_id = 7')
  await link(10, 7, 1)
  await click('2026-10-30', '3')
  await close(november)
  const { invoice_id } = await latest()
  const path = { memberGroupId: 1, insertionOrderId: 7 }
  const change = { path, body: { po_number: 'PO-8' } }
  expect((await world.as('clientAdmin').send(insertionOrders.change, change, { 'If-Match': '1' })).status).toBe(200)
  await click('2026-11-02', '1')
  await close(december)
  const ofOrder = async (invoiceId: number) => {
    const at = { path: { memberGroupId: 1, advertiserId: 1, invoiceId } }
    return (await world.as('clientAdmin').send(invoices.one, at)).reply.result.lines[0].orders
  }
  expect(await ofOrder(invoice_id)).toMatchObject([{ number: 'IO-7', po_number: 'PO-7' }])
  expect(await ofOrder((await latest()).invoice_id)).toMatchObject([{ number: 'IO-7', po_number: 'PO-8' }])
})

test('what is charged is invoiced, prepaid or not invoiced yet, and the invoices of an order add up to what is invoiced', async () => {
  await addOrders(7, 8)
  await run(
    'update insertion_orders set advertiser_id = case insertion_order_id when 7 then 1 else 3 end',
    `update spend_limits set start_date = '2026-10-15' where advertiser_id = 1`,
  )
  await link(10, 7, 1)
  await link(30, 8, 1)
  for (const [day, amount] of [
    ['2026-10-10', '4'],
    ['2026-10-20', '3'],
  ] as const)
    await click(day, amount)
  await click('2026-10-20', '5', 30)
  await close(november)
  const moneyOf = async (insertionOrderId: number) => {
    const { lines, invoices: found } = (
      await world.as('clientAdmin').send(insertionOrders.reconciliation, { path: { memberGroupId: 1, insertionOrderId } })
    ).reply.result
    const { charged, invoiced, prepaid, not_invoiced } = lines[0]
    return [charged, invoiced, prepaid, not_invoiced, found.map(({ amount }: { amount: string }) => amount)]
  }
  let keys = 0
  const giveBack = async (insertionOrderId: number, amount: string, version: number) => {
    const path = { memberGroupId: 1, insertionOrderId }
    const body = { kind: 'credit' as const, line_id: 1, amount, reason: 'Goodwill' }
    const headers = { 'If-Match': String(version), 'Idempotency-Key': `credit-of-the-reconciliation-${++keys}` }
    expect((await world.as('clientAdmin').send(insertionOrders.adjust, { path, body }, headers)).status).toBe(200)
  }
  expect([await moneyOf(7), await moneyOf(8)]).toEqual([
    ['7', '3', '4', '0', ['3']],
    ['5', '0', '5', '0', []],
  ])
  await giveBack(7, '1', 1)
  await giveBack(8, '2', 1)
  expect([await moneyOf(7), await moneyOf(8)]).toEqual([
    ['6', '3', '4', '-1', ['3']],
    ['3', '0', '3', '0', []],
  ])
  await click('2026-11-05', '2.5')
  expect(await moneyOf(7)).toEqual(['8.5', '3', '4', '1.5', ['3']])
  await close(december)
  expect(await moneyOf(7)).toEqual(['8.5', '4.5', '4', '0', ['1.5', '3']])
})

test('a credit on an invoice that is made void reduces the next one', async () => {
  await addOrders(7)
  await run('update insertion_orders set advertiser_id = 1 where insertion_order_id = 7')
  await link(10, 7, 1)
  await click('2026-10-30', '3')
  const path = { memberGroupId: 1, insertionOrderId: 7 }
  const body = { kind: 'credit' as const, line_id: 1, amount: '1', reason: 'Goodwill' }
  const headers = { 'If-Match': '1', 'Idempotency-Key': 'credit-of-a-void-invoice' }
  expect((await world.as('clientAdmin').send(insertionOrders.adjust, { path, body }, headers)).status).toBe(200)
  await close(november)
  const { invoice_id, amount } = await latest()
  expect([amount, (await invoicedOf(7))[1]]).toEqual(['2', '2'])
  await run(`update invoices set status = 'void' where invoice_id = ${invoice_id}`)
  expect((await invoicedOf(7))[1]).toBe('0')
  await click('2026-11-02', '4')
  await close(december)
  expect(await rows(`select number, amount::int from invoices where status <> 'void' order by invoice_id`)).toEqual([
    { number: '2026-10-0001-2', amount: 2_000_000 },
    { number: '2026-11-0001', amount: 4_000_000 },
  ])
  expect((await invoicedOf(7))[1]).toBe('6')
})

test('the orders and what has none add up to the invoices to the micro, after any moves, late charges and void invoices', async () => {
  await addOrders(7, 8, 9)
  let seed = 11
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  let withoutOrder = 0n
  let closed = 0
  for (const moment of ['2026-10-06T12:00:00Z', november, december]) {
    for (let turn = 0; turn < 40; turn++) {
      const order = [7, 8, 9, null][random(4)] ?? null
      await link(10, order, order === null || random(2) === 0 ? null : 1)
      const micros = BigInt(1 + random(4_000_000))
      await click(`2026-${String(9 + random(closed + 1)).padStart(2, '0')}-${String(10 + random(3))}`, decimalOf(micros))
      if (order === null) withoutOrder += micros
    }
    await close(moment)
    closed += 1
  }
  await run("update invoices set status = 'void' where start_date = '2026-10-01'")
  const total = BigInt((await rows<{ sum: string }>(`select sum(exact)::text from invoices where status <> 'void'`))[0]?.sum ?? 0)
  const ofNone = BigInt(
    (
      await rows<{ sum: string }>(
        `select sum(l.micros)::text from invoice_lines l join invoices i using (member_group_id, invoice_id) where l.insertion_order_id = 0 and i.status <> 'void'`,
      )
    )[0]?.sum ?? 0,
  )
  const lines = (await Promise.all([7, 8, 9].map(linesOf))).flat()
  const invoiced = lines.reduce((sum, line) => sum + microsOf(line.invoiced), 0n)
  expect([total > 0n, ofNone > 0n && ofNone <= withoutOrder, invoiced + ofNone]).toEqual([true, true, total])
  // Everything is invoiced again after the void invoice.
  await click('2026-12-01', '1')
  await close('2027-01-06T12:00:00Z')
  for (const { charged, invoiced: again } of (await Promise.all([7, 8, 9].map(linesOf))).flat()) expect(again).toBe(charged)
})
