import { assert } from 'superstruct'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpointsOf } from '../../src/contract/endpoint.ts'
import { contract } from '../../src/contract/index.ts'
import { ErrorReply } from '../../src/contract/reply.ts'
import { exampleOf, examples, nameOf, pairedExamples } from '../support/examples/example-calls.ts'
import { seedForWalks } from '../support/walks/seed.ts'
import { neededHeaders, walkContextOn, writes } from '../support/walks/walk.ts'
import { own, type Target } from '../support/world/small-ids.ts'
import { advertiserWithoutLimit } from '../support/world/small-funds.ts'
import type { CallerName } from '../support/world/people.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

const { autoRebills, balances, billing, campaignFunds, fees, fundingTypes, invoices, payments, spendLimits, taxIds, wires } = contract
const funds = { autoRebills, balances, billing, campaignFunds, fees, fundingTypes, invoices, payments, spendLimits, taxIds, wires }
const endpoints = endpointsOf(funds).map((endpoint) => [nameOf(endpoint), endpoint] as const)
type FundsEndpoint = (typeof endpoints)[number][1]
const paired = pairedExamples(contract, examples)

/** The tables with request ids that the example call of an endpoint adds rows to. */
const added = new Map<FundsEndpoint, readonly string[]>([
  [balances.correct, ['balance_events']],
  [payments.pay, ['payments']],
  [wires.assignReceipt, ['balance_events']],
  [invoices.recordPayment, ['balance_events']],
  [spendLimits.create, ['balance_events']],
  [spendLimits.change, ['balance_events']],
  [spendLimits.put, ['balance_events']],
  [spendLimits.approveOrder, ['balance_events']],
  [spendLimits.closeOrder, ['balance_events']],
])

let world: SmallWorld
let undo: () => Promise<void>
let close: () => Promise<void>
beforeAll(async () => {
  const base = await startSmallWorld()
  await seedForWalks(base.database)
  const context = await walkContextOn(base, { contract, examples })
  world = context.world
  undo = context.rehearsal.undo
  close = async () => {
    await context.close()
    await base.close()
  }
})
afterEach(() => undo())
afterAll(() => close())

const send = (name: CallerName, endpoint: FundsEndpoint, target: Target = own) =>
  world.as(name).send(endpoint, exampleOf(paired, endpoint, target) as never, neededHeaders(endpoint, exampleOf(paired, endpoint, own))) // valid by construction

/** The request ids of all payments and ledger entries, by table. */
async function stored() {
  const { kysely } = world.database
  const read = async (table: 'balance_events' | 'payments', id: 'balance_event_id' | 'payment_id') => {
    const rows = await kysely.selectFrom(table).select(['request_id', id]).orderBy(id).execute()
    return rows.map((row) => ({ table, request_id: row.request_id, id: Reflect.get(row, id) }))
  }
  return [...(await read('balance_events', 'balance_event_id')), ...(await read('payments', 'payment_id'))]
}

describe.each(endpoints)('%s', (_, endpoint) => {
  test('names its request in a refusal, as the header of the response does', async () => {
    const other = { client: 2, group: 3, advertiser: 4 }
    const name = endpoint.path.includes(':') ? 'clientAdmin' : 'nobody'
    const { status, reply, headers } = await send(name, endpoint, other)
    expect(status).toBeGreaterThanOrEqual(400)
    assert(reply, ErrorReply)
    expect(reply.request_id).toMatch(/^[\w-]{8,}$/)
    expect(reply.request_id).toBe(headers.get('x-request-id'))
  })

  if (writes(endpoint) && !endpoint.signed)
    test('leaves its request with what it writes: the audit entry, payments and ledger entries', async () => {
      const before = (await stored()).map(({ table, id }) => `${table} ${id}`)
      const { status, headers } = await send('superUser', endpoint, own)
      expect(status).toBe(200)
      const requestId = headers.get('x-request-id')
      const rows = (await stored()).filter(({ table, id }) => !before.includes(`${table} ${id}`))
      expect([...new Set(rows.map(({ table }) => table))].sort()).toEqual([...(added.get(endpoint) ?? [])].sort())
      expect(rows.map(({ request_id }) => request_id)).toEqual(rows.map(() => requestId))
      const audits = await world.database.kysely
        .selectFrom('audit_entries')
        .select('path')
        .where('request_id', '=', requestId ?? '')
        .execute()
      expect(audits).toEqual([{ path: endpoint.path }])
    })
})

test('the removal of a limit leaves its request with the credit that it takes back', async () => {
  const target = { client: 1, group: 2, advertiser: advertiserWithoutLimit }
  await send('superUser', spendLimits.create)
  const { status, headers } = await send('superUser', spendLimits.remove, target)
  expect(status).toBe(200)
  const last = (await stored()).filter(({ table }) => table === 'balance_events').at(-1)
  expect(last?.request_id).toBe(headers.get('x-request-id'))
})
