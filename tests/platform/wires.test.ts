import { beforeEach, describe, expect, test } from 'vitest'
import { type BankTransfer, receiveTransfer } from '../../demo/platform/wires/receive.ts'
import { contract } from '../../src/contract/index.ts'
import { microsOf } from '../../src/contract/money/money.ts'
import { balanceOf } from '../support/money/paying.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})

const { wires } = contract
const path = { memberGroupId: 1, advertiserId: 1 }
const keyed = () => ({ 'Idempotency-Key': crypto.randomUUID() })
const match = (version: number) => ({ 'If-Match': String(version) })
const wireFunding = (status: 'Active' | 'Inactive') =>
  world.database.kysely
    .insertInto('member_group_funding_types')
    .values({ member_group_id: 1, funding_type_id: 4, status })
    .onConflict((conflict) => conflict.columns(['member_group_id', 'funding_type_id']).doUpdateSet({ status }))
    .execute()
const announce = (amount = '500', name: CallerName = 'advertiserAdmin', at = path, headers = keyed()) =>
  world.as(name).send(wires.announce, { path: at, body: { amount } }, headers)
const announced = async (amount?: string) => (await announce(amount)).reply.result
const list = async () => (await world.as('advertiserAdmin').send(wires.report, { path, body: {} })).reply.result
const cancel = (id: number, version: number, at = path, name: CallerName = 'advertiserAdmin') =>
  world.as(name).send(wires.cancel, { path: { ...at, wireTransferId: id } }, match(version))
const receipts = async (filters: object[] = []) =>
  (await world.as('clientAdmin').send(wires.receipts, { path: { memberGroupId: 1 }, body: { filters: filters as never } })).reply.result // filters of the test
const unassigned = () => receipts([{ field: 'advertiser_id', operation: 'IS NULL' }])
const assign = (id: number, version: number, advertiser_id = 1, name: CallerName = 'clientAdmin', memberGroupId = 1) =>
  world
    .as(name)
    .send(wires.assignReceipt, { path: { memberGroupId, receiptId: id }, body: { advertiser_id } }, { ...keyed(), ...match(version) })

let sent = 0
const receive = (reference: string, units: string, other: Partial<BankTransfer> = {}) =>
  receiveTransfer(world.database, {
    member_group_id: 1,
    reference,
    amount: microsOf(units),
    currency_code: 'USD',
    sender: 'Harborline Hotels',
    text: `Funds ${reference}`,
    provider_id: `bank ${++sent}`,
    at: fixedNow(),
    ...other,
  })
const credits = async (advertiser = 1) => {
  const rows = await world.database.kysely
    .selectFrom('balance_events')
    .select(['event_type_id', 'micros', 'reason', 'user_id'])
    .where('advertiser_id', '=', advertiser)
    .where('reason', '=', 'Bank transfer')
    .orderBy('balance_event_id')
    .execute()
  return rows.map(({ micros, event_type_id }) => [event_type_id, micros / 1e6])
}

beforeEach(() => wireFunding('Active'))

describe('an announced transfer', () => {
  test('has a reference and an account, and credits nothing before it arrives', async () => {
    const { status, reply } = await announce()
    expect(status).toBe(200)
    expect(reply.result).toMatchObject({
      amount: '500',
      currency_code: 'USD',
      state: 'waiting',
      received: null,
      difference: null,
      beneficiary: { bank: 'Sandbox Bank', account: 'SB0000000001' },
      days_waiting: 0,
      version: 1,
    })
    expect(reply.result.reference).toMatch(/^PL-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
    expect(await credits()).toEqual([])
  })

  test('is announced once for each key', async () => {
    const headers = keyed()
    const [first, second] = [
      await announce('500', 'advertiserAdmin', path, headers),
      await announce('500', 'advertiserAdmin', path, headers),
    ]
    expect(second.reply.result).toEqual(first.reply.result)
    expect((await list()).total).toBe(1)
  })

  test('is refused with too many digits, and where the client accepts no transfers', async () => {
    for (const amount of ['500.001', '9007199255']) {
      const { status, reply } = await announce(amount)
      expect([status, reply.fields[0].path], amount).toEqual([422, 'amount'])
    }
    await wireFunding('Inactive')
    expect((await announce()).status).toBe(409)
  })

  test('stays open when the client no longer accepts transfers', async () => {
    const { reference } = await announced()
    await wireFunding('Inactive')
    await receive(reference, '500')
    expect(await credits()).toEqual([[3, 500]])
  })

  test('is for those who pay, within their advertiser', async () => {
    expect((await announce('500', 'clientAdmin')).status).toBe(403)
    expect((await announce('500', 'advertiserAdmin', { memberGroupId: 1, advertiserId: 2 })).status).toBe(404)
    const { wire_transfer_id } = await announced()
    expect((await cancel(wire_transfer_id, 1, { memberGroupId: 1, advertiserId: 2 }, 'superUser')).status).toBe(404)
    expect((await list()).wire_transfers).toMatchObject([{ state: 'waiting' }])
  })

  test('is listed before those that are closed', async () => {
    const waiting = await announced('100')
    for (let index = 0; index < 2; index++) {
      const { wire_transfer_id } = await announced('200')
      await cancel(wire_transfer_id, 1)
    }
    const { reply } = await world.as('advertiserAdmin').send(wires.report, { path, body: { pagination: { start: 0, count: 2 } } })
    expect(reply.result).toMatchObject({
      total: 3,
      wire_transfers: [{ wire_transfer_id: waiting.wire_transfer_id }, { state: 'canceled', amount: '200' }],
    })
  })

  test('is canceled with its version, only while it waits', async () => {
    const { wire_transfer_id, reference } = await announced()
    expect((await cancel(wire_transfer_id, 7)).status).toBe(412)
    expect((await cancel(wire_transfer_id, 1)).reply.result).toMatchObject({ state: 'canceled', version: 2 })
    expect((await cancel(wire_transfer_id, 2)).status).toBe(409)
    await receive(reference, '500')
    expect(await credits()).toEqual([])
    expect((await unassigned()).receipts).toMatchObject([{ amount: '500', text: `Funds ${reference}` }])
  })
})

describe('a received transfer', () => {
  test.each([
    ['480', '-20'],
    ['500', '0'],
    ['512.5', '12.5'],
  ])('of %s is credited as it is, and closes a request of 500 with the difference %s', async (units, difference) => {
    const { reference } = await announced('500')
    await receive(` ${reference.toLowerCase()} `, units)
    expect(await credits()).toEqual([[3, Number(units)]])
    expect((await list()).wire_transfers).toMatchObject([{ state: 'received', received: units, difference, version: 2 }])
  })

  test.each([{ status: 'inactive' }, { deleted_at: fixedNow() }])(
    'is credited although its advertiser has %j meanwhile',
    async (change) => {
      const { reference } = await announced()
      await world.database.kysely.updateTable('advertisers').set(change).where('advertiser_id', '=', 1).execute()
      await receive(reference, '500')
      expect(await credits()).toEqual([[3, 500]])
    },
  )

  test('that the bank reports twice is credited once', async () => {
    const { reference } = await announced()
    const [first, again] = [
      await receive(reference, '480', { provider_id: 'same' }),
      await receive(reference, '480', { provider_id: 'same' }),
    ]
    expect(again).toBe(first)
    await Promise.all([1, 2].map(() => receive(reference, '20', { provider_id: 'rest' })))
    expect(await credits()).toEqual([
      [3, 480],
      [3, 20],
    ])
    expect((await list()).wire_transfers).toMatchObject([{ received: '500', difference: '0' }])
  })

  test('first pays what is owed of a payment that was taken back, also when a person assigns it', async () => {
    const owed = async () =>
      Number((await world.database.kysely.selectFrom('receivables').select('micros').executeTakeFirstOrThrow()).micros)
    const balance = () => balanceOf(world)
    const before = await balance()
    await world.database.kysely.insertInto('receivables').values({ member_group_id: 1, advertiser_id: 1, micros: 560_000_000 }).execute()
    await receive((await announced('500')).reference, '500')
    expect([await balance(), await owed()]).toEqual([before, 60_000_000])
    await assign(await receive('PL-UNKN-OWNX', '75'), 1)
    expect([await balance(), await owed()]).toEqual([before + 15, 0])
    await receive((await announced('500')).reference, '500')
    expect(await balance()).toBe(before + 515)
  })

  test('without a known reference waits until a person assigns it, once', async () => {
    const id = await receive('PL-UNKN-OWNX', '75')
    expect(await credits()).toEqual([])
    expect(await unassigned()).toMatchObject({ total: 1, receipts: [{ receipt_id: id, amount: '75', advertiser: null, version: 1 }] })
    expect((await assign(id, 9)).status).toBe(412)
    expect((await assign(id, 1, 1, 'superUser', 2)).status).toBe(404)
    expect((await assign(id, 1, 4, 'superUser')).status).toBe(404)
    expect((await assign(id, 1)).reply.result).toMatchObject({ advertiser: { advertiser_id: 1 }, version: 2 })
    expect((await assign(id, 2, 2)).status).toBe(409)
    expect([await credits(), await credits(2)]).toEqual([[[3, 75]], []])
    expect((await unassigned()).total).toBe(0)
    expect((await receipts()).total).toBe(1)
  })

  test('in another currency is not credited by its reference', async () => {
    const { reference } = await announced()
    const id = await receive(reference, '75', { currency_code: 'EUR' })
    expect((await list()).wire_transfers).toMatchObject([{ state: 'waiting' }])
    const { status, reply } = await assign(id, 1)
    expect([status, reply.fields[0].path]).toEqual([422, 'advertiser_id'])
    expect(await credits()).toEqual([])
  })

  test('is assigned only by those who correct funds of the whole client', async () => {
    const id = await receive('', '75')
    const statuses = { clientViewer: 403, advertiserAdmin: 403, advertiserManager: 404, partner: 403 } as const
    for (const name of Object.keys(statuses) as (keyof typeof statuses)[]) // its own keys
      expect((await assign(id, 1, 1, name)).status, name).toBe(statuses[name])
    expect((await unassigned()).total).toBe(1)
  })
})
