import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeMonths } from '../../demo/platform/invoices/close.ts'
import { writeEntries } from '../../demo/platform/money/ledger.ts'
import { servingOf } from '../../demo/platform/serving/read.ts'
import type { NewOrderAdjustment } from '../../src/contract/insertion-orders/adjustments.ts'
import { contract } from '../../src/contract/index.ts'
import { noon } from '../support/delivery/delivery-world.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const { insertionOrders, invoices, spendLimits } = contract
const rows = async <T = Record<string, unknown>>(text: string) => (await sql.raw<T>(text).execute(world.database.kysely)).rows
const path = { memberGroupId: 1, insertionOrderId: 7 }
let keys = 0

/** A click of campaign 10, with its cost in the reports. */
async function click(micros: number, day = '2026-11-15') {
  await world.database.kysely
    .transaction()
    .execute((transaction) =>
      writeEntries(transaction, { member_group_id: 1, advertiser_id: 1 }, [
        { event: 'Click', micros: BigInt(-micros), day, at: noon, reason: 'Delivery', campaign_id: 10, ad_group_id: 100 },
      ]),
    )
  await rows(
    `insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, clicks, cost) values (1, 1, 10, 100, 'onsite', 'tablet', 'USD', '${day}', 1, ${micros}) on conflict do nothing`,
  )
}

async function adjust(adjustment: Partial<NewOrderAdjustment> = {}, { caller = 'clientAdmin', version, key }: Partial<Sent> = {}) {
  const body = { kind: 'credit' as const, line_id: 1, amount: '2.5', reason: ' Shown next to a rival ', ...adjustment }
  const [order] = await rows<{ version: number }>('select version from insertion_orders where insertion_order_id = 7')
  const headers = { 'If-Match': String(version ?? order?.version), 'Idempotency-Key': key ?? `adjustment-${++keys}-of-an-order` }
  return world.as(caller).send(insertionOrders.adjust, { path, body }, headers)
}
interface Sent {
  readonly caller: CallerName
  readonly version: number
  readonly key: string
}

const one = async () => (await world.as('clientAdmin').send(insertionOrders.one, { path })).reply.result
const reconciled = async () => (await world.as('advertiserAdmin').send(insertionOrders.reconciliation, { path })).reply.result
const gate = async () => (await servingOf({ database: world.database, now: () => noon }, 1, [10])).get(10)?.gate
const refusal = async (sent: ReturnType<typeof adjust>) => {
  const { status, reply } = await sent
  return [status, reply.fields?.[0]?.path, reply.fields?.[0]?.code]
}
const balance = async () => Number((await rows('select balance::int from advertiser_balances where advertiser_id = 1'))[0]?.balance)
const credits = () =>
  rows(`select event_type_id, e.micros::int, reason, reference, user_id, funding_type_id from balance_events e join funding_lots using (member_group_id, balance_event_id)
    where reference like 'insertion-order %' order by balance_event_id`)

/** Order 7 of advertiser 1 in November with 30.00, and a line of 10.00 with a hard cap, which spends from campaign 10. */
beforeEach(async () => {
  const days = `'2026-11-01', '2026-11-30'`
  await rows(
    `insert into insertion_orders (member_group_id, insertion_order_id, advertiser_id, number, name, status_id, total, currency_code, start_date, end_date) values (1, 7, 1, 'IO-7', 'Order 7', 3, 30000000, 'USD', ${days})`,
  )
  await rows(
    `insert into insertion_order_versions (member_group_id, insertion_order_id, version_id, name, start_date, end_date, total, legal_text, locale, hash, created_at) values (1, 7, 1, 'Order 7', ${days}, 30000000, '', 'en-US', '', now())`,
  )
  await rows(
    `insert into insertion_order_lines (member_group_id, insertion_order_id, version_id, line_id, name, type, amount, start_date, end_date, is_hard_cap) values (1, 7, 1, 1, 'Clicks', 'cpc', 10000000, ${days}, true), (1, 7, 1, 2, 'Reserve', 'cpc', 20000000, '2026-11-01', '2026-11-20', false)`,
  )
  await rows('delete from facts_daily where campaign_id = 10')
  await rows('update campaigns set insertion_order_id = 7, insertion_order_line_id = 1 where campaign_id = 10')
})

test('a credit gives money back to the funds, explains the difference, and leaves what remains of the order', async () => {
  await click(8_000_000)
  const before = await balance()
  const { status, reply } = await adjust()
  expect([status, reply.result.money.spent, reply.result.money.remaining, reply.result.version]).toEqual([200, '8', '22', 2])
  expect((await balance()) - before).toBe(2_500_000)
  const entry = { event_type_id: 9, reference: 'insertion-order 7 line 1', reason: 'Shown next to a rival', user_id: 3 }
  expect(await credits()).toEqual([{ ...entry, micros: 2_500_000, funding_type_id: 1 }])
  const { lines, adjustments } = await reconciled()
  const amounts = { booked: '10', delivered: '8', charged: '5.5', credits: '2.5', made_good: '0', invoiced: '0', difference: '4.5' }
  expect(lines[0]).toMatchObject({ line_id: 1, ...amounts, unexplained: '0' })
  expect(adjustments).toMatchObject([
    { kind: 'credit', line_id: 1, amount: '2.5', reason: 'Shown next to a rival', day: '2026-11-21', user: expect.any(String) },
  ])
  const body = { pagination: { start: 0, count: 10 } }
  const { changes } = (await world.as('advertiserAdmin').send(insertionOrders.changes, { path, body })).reply.result
  expect(changes).toMatchObject([{ kind: 'credited', user: { user_id: 3 }, comment: 'Shown next to a rival' }])
  expect(changes[0].fields.map(({ field, after }: Record<string, string>) => [field, after])).toEqual([
    ['line', 'Clicks'],
    ['amount', '2.5'],
  ])
})

test('a make-good lets a line with a hard cap deliver its amount again, paid by a promotional credit', async () => {
  await rows('update insertion_orders set total = 10000000 where insertion_order_id = 7')
  await click(10_000_000)
  expect([await gate(), (await one()).money.remaining]).toEqual(['insertion_order', '0'])
  const { reply } = await adjust({ kind: 'make_good', amount: '2' })
  expect([await gate(), reply.result.money.spent, reply.result.money.remaining]).toEqual([null, '8', '2'])
  expect(await credits()).toMatchObject([{ micros: 2_000_000, funding_type_id: 3 }])
  const made = { booked: '10', credits: '0', made_good: '2', unexplained: '0' }
  expect((await reconciled()).lines[0]).toMatchObject({ ...made, delivered: '10', charged: '8', difference: '2' })
  await click(2_000_000, '2026-11-16')
  expect((await reconciled()).lines[0]).toMatchObject({ ...made, delivered: '12', charged: '10', difference: '0' })
  expect([await gate(), (await one()).money.remaining]).toEqual(['insertion_order', '0'])
  const { days } = (await world.as('clientAdmin').send(insertionOrders.spend, { path })).reply.result
  expect(days).toEqual([
    { day: '2026-11-15', spent: '10' },
    { day: '2026-11-16', spent: '2' },
    { day: '2026-11-21', spent: '-2' },
  ])
})

describe('an adjustment', () => {
  test('is at most what is charged less what was given back before', async () => {
    await click(8_000_000)
    expect(await refusal(adjust({ amount: '8.01' }))).toEqual([422, 'amount', 'above_charged'])
    expect((await adjust({ amount: '5' })).status).toBe(200)
    expect((await adjust({ amount: '1', kind: 'make_good' })).status).toBe(200)
    expect(await refusal(adjust({ amount: '2.01' }))).toEqual([422, 'amount', 'above_charged'])
    expect(await refusal(adjust({ amount: '0.01', line_id: null }))).toEqual([422, 'amount', 'above_charged'])
    expect((await refusal(adjust({ amount: '0.001' }))).slice(0, 2)).toEqual([422, 'amount'])
    expect((await refusal(adjust({ line_id: 9 }))).slice(0, 2)).toEqual([422, 'line_id'])
    expect((await refusal(adjust({ reason: ' ' }))).slice(0, 2)).toEqual([422, 'reason'])
    expect((await adjust({ amount: '2' })).status).toBe(200)
    expect((await reconciled()).lines[0]).toMatchObject({ charged: '0', credits: '7', made_good: '1' })
  })

  test('of the same key is recorded once; of two with the same version the second is refused', async () => {
    await click(8_000_000)
    const same = { key: 'a-key-that-is-sent-twice', version: 1 }
    expect((await adjust({}, same)).status).toBe(200)
    expect((await adjust({}, same)).status).toBe(200)
    expect((await adjust({}, { version: 1 })).status).toBe(412)
    const both = await Promise.all([adjust({}, { version: 2 }), adjust({}, { version: 2, caller: 'internalAdmin' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    expect((await reconciled()).lines[0]).toMatchObject({ credits: '5', charged: '3' })
  })

  test('is for users who may correct funds, at orders that they see', async () => {
    await click(8_000_000)
    expect((await adjust({}, { caller: 'clientViewer' })).status).toBe(403)
    expect((await adjust({}, { caller: 'advertiserAdmin' })).status).toBe(403)
    await rows('update insertion_orders set advertiser_id = 2 where insertion_order_id = 7')
    expect((await adjust({}, { caller: 'advertiserViewer' })).status).toBe(403)
    const elsewhere = {
      path: { memberGroupId: 2, insertionOrderId: 7 },
      body: { kind: 'credit' as const, line_id: 1, amount: '1', reason: 'R' },
    }
    const headers = { 'If-Match': '1', 'Idempotency-Key': 'a-key-of-another-client' }
    expect((await world.as('clientAdmin').send(insertionOrders.adjust, elsewhere, headers)).status).toBe(404)
    expect((await world.as('internalAdmin').send(insertionOrders.adjust, elsewhere, headers)).status).toBe(404)
    expect(await credits()).toEqual([])
  })

  test('of an order that is over is a credit; a make-good needs an order and a line that still deliver', async () => {
    await click(8_000_000)
    for (const status of [1, 2]) {
      await rows(`update insertion_orders set status_id = ${status} where insertion_order_id = 7`)
      expect(await refusal(adjust())).toEqual([409, 'status', 'wrong_status'])
    }
    for (const status of [4, 5]) {
      await rows(`update insertion_orders set status_id = ${status} where insertion_order_id = 7`)
      expect(await refusal(adjust({ kind: 'make_good' }))).toEqual([409, 'status', 'wrong_status'])
      expect((await adjust({ amount: '1' })).status).toBe(200)
    }
    await rows('update insertion_orders set status_id = 3, advertiser_id = null where insertion_order_id = 7')
    expect(await refusal(adjust())).toEqual([409, 'status', 'many_accounts'])
    await rows('update insertion_orders set advertiser_id = 1 where insertion_order_id = 7')
    await rows('update campaigns set insertion_order_line_id = 2 where campaign_id = 10')
    await click(3_000_000)
    expect(await refusal(adjust({ kind: 'make_good', line_id: 2 }))).toEqual([409, 'status', 'over'])
  })

  test('of a line that a later version removed is a credit', async () => {
    await click(8_000_000)
    await rows(
      `insert into insertion_order_versions select member_group_id, insertion_order_id, 2, name, null, start_date, end_date, total, '', '', 'en-US', '', null, null, created_at from insertion_order_versions where insertion_order_id = 7`,
    )
    await rows('update insertion_orders set version_id = 2, version = 9 where insertion_order_id = 7')
    expect((await refusal(adjust({ kind: 'make_good' }))).slice(0, 2)).toEqual([422, 'line_id'])
    expect((await adjust()).status).toBe(200)
    const { lines } = await reconciled()
    expect(lines.find(({ line_id }: { line_id: number }) => line_id === 1)).toMatchObject({
      name: 'Clicks',
      charged: '5.5',
      credits: '2.5',
    })
  })
})

describe('the next invoice', () => {
  const close = (moment: string) => closeMonths(world.database.kysely, new Date(moment))
  const uninvoiced = async () =>
    Number((await rows('select (spent - invoiced)::int as micros from advertiser_balances where advertiser_id = 1'))[0]?.micros)
  const account = { memberGroupId: 1, advertiserId: 1 }
  const latest = async () => {
    const [{ invoice_id }] = (await world.as('clientAdmin').send(invoices.report, { path: account, body: {} })).reply.result.invoices
    return (await world.as('advertiserAdmin').send(invoices.one, { path: { ...account, invoiceId: invoice_id } })).reply.result
  }
  beforeEach(async () => {
    await rows('delete from spend_days where advertiser_id = 1')
    await rows('update advertiser_balances set spent = 0, invoiced = 0 where advertiser_id = 1')
    await rows('insert into spend_limits (member_group_id, advertiser_id, amount) values (1, 1, 900000000)')
  })

  test('is lower by credits and make-goods, whose payment leaves nothing', async () => {
    await click(8_004_567)
    const body = { start_date: '2026-11-01', end_date: '2026-11-30', currency_code: 'USD' }
    const funded = async () => (await world.as('clientAdmin').send(invoices.aggregates, { path: account, body })).reply.result.funded
    const before = await funded()
    await adjust({ amount: '2.5' })
    expect(await funded()).toBe(before)
    await adjust({ amount: '1', kind: 'make_good' })
    expect(await credits()).toMatchObject([{ funding_type_id: 2 }, { funding_type_id: 2 }])
    expect(await uninvoiced()).toBe(4_504_567)
    await close('2026-12-06T12:00:00Z')
    const invoice = await latest()
    expect(invoice).toMatchObject({ amount: '4.5', exact: '4.504567', status: 'open', lines: [{ campaign_id: 10, amount: '8.004567' }] })
    const credit = { insertion_order_id: 7, order_number: 'IO-7', reason: 'Shown next to a rival', day: '2026-11-21' }
    expect(invoice.credits).toMatchObject([
      { ...credit, kind: 'credit', amount: '2.5' },
      { ...credit, kind: 'make_good', amount: '1' },
    ])
    const headers = { 'If-Match': '1', 'Idempotency-Key': 'a-payment-less-the-credits' }
    const payment = { path: { ...account, invoiceId: invoice.invoice_id }, body: { amount: '4.5', is_wire_transfer: true } }
    expect((await world.as('clientAdmin').send(invoices.recordPayment, payment, headers)).status).toBe(200)
    expect(await uninvoiced()).toBe(0)
    expect((await reconciled()).lines[0]).toMatchObject({ charged: '4.504567', invoiced: '4.504567' })
  })

  test('is paid if credits cover it, and the rest of them reduces the one after it', async () => {
    await click(9_000_000, '2026-10-15')
    await close('2026-11-06T12:00:00Z')
    await rows(`update invoices set status = 'paid', paid = amount`)
    await rows('update advertiser_balances set invoiced = spent where advertiser_id = 1')
    await adjust({ amount: '5' })
    await click(2_004_567, '2026-11-18')
    await close('2026-12-06T12:00:00Z')
    expect(await latest()).toMatchObject({
      end_date: '2026-11-30',
      amount: '0',
      exact: '0',
      status: 'paid',
      credits: [{ amount: '2.004567' }],
    })
    await click(3_000_000, '2026-12-02')
    await close('2027-01-06T12:00:00Z')
    // 3.00 less the rest of 2.995433 is less than a cent, which is given up.
    expect(await latest()).toMatchObject({ amount: '0', exact: '0.004567', status: 'paid', credits: [{ amount: '2.995433' }] })
    expect(await uninvoiced()).toBe(0)
  })

  test('has the credits that reduced a void invoice', async () => {
    await click(8_000_000, '2026-10-15')
    await rows(`update insertion_orders set start_date = '2026-10-01'`)
    await adjust({ amount: '3' })
    await close('2026-11-06T12:00:00Z')
    const { invoice_id: invoiceId, ...first } = await latest()
    expect(first).toMatchObject({ number: '2026-10-0001', amount: '5', credits: [{ amount: '3' }] })
    const at = { path: { ...account, invoiceId } }
    expect((await world.as('clientAdmin').send(invoices.makeVoid, at, { 'If-Match': '1' })).status).toBe(200)
    await close('2026-11-07T12:00:00Z')
    const again = await latest()
    expect(again).toMatchObject({ number: '2026-10-0001-2', amount: '5', credits: [{ amount: '3' }] })
    const headers = { 'If-Match': '1', 'Idempotency-Key': 'a-payment-of-the-second-invoice' }
    const payment = { path: { ...account, invoiceId: again.invoice_id }, body: { amount: '5', is_wire_transfer: true } }
    expect((await world.as('clientAdmin').send(invoices.recordPayment, payment, headers)).status).toBe(200)
    expect(await uninvoiced()).toBe(0)
  })

  test('has the credits since the day of its limit', async () => {
    await rows('delete from spend_limits')
    await click(8_000_000)
    await adjust({ amount: '2' })
    await rows(`update insertion_order_adjustments set day = '2026-11-20'`)
    await adjust({ amount: '1' })
    const headers = { 'Idempotency-Key': 'a-limit-after-the-credits' }
    const limit = { path: { ...account }, body: { amount: '900' } }
    expect((await world.as('clientAdmin').send(spendLimits.put, limit, headers)).status).toBe(200)
    await click(5_000_000, '2026-11-22')
    expect(await uninvoiced()).toBe(4_000_000)
    await close('2026-12-06T12:00:00Z')
    expect(await latest()).toMatchObject({ amount: '4', credits: [{ amount: '1' }] })
  })
})
