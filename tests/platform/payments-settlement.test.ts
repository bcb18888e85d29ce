import { setTimeout as pause } from 'node:timers/promises'
import { type KyselyPlugin, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type LedgerEntry, writeEntries } from '../../demo/platform/money/ledger.ts'
import { runCharge } from '../../demo/platform/payments/charge.ts'
import type { ProviderCharge } from '../../demo/platform/payments/provider.ts'
import { reconcile } from '../../demo/platform/payments/reconcile.ts'
import { sandbox } from '../../demo/platform/payments/sandbox.ts'
import { type SandboxFaults, setFaults, signatureHeader, signatureOf, toJson } from '../../demo/platform/payments/sandbox-events.ts'
import { paymentListeners, settle } from '../../demo/platform/payments/settle.ts'
import { contract } from '../../src/contract/index.ts'
import { fundingTypes } from '../../src/contract/money/funding-types.ts'
import { leave } from '../support/delivery/delivery-world.ts'
import { addCard, advertiser, at, balanceOf, cards, chargesOf, ledgerOf, pay, paymentOf, work } from '../support/money/paying.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { fixedNow, type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
let card: number
const undo = setUpSmallWorld((made) => {
  world = made
})
beforeEach(async () => {
  card = await addCard(world, cards.good)
  await world.database.kysely
    .insertInto('fee_schedules')
    .values({ member_group_id: 1, fee_percent: 3_000_000, surcharge: 300_000 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await world.database.kysely
    .updateTable('advertisers')
    .set({
      billing_address: JSON.stringify({
        name: 'A',
        line_1: 'B',
        line_2: '',
        city: 'C',
        region: '',
        postal_code: '10115',
        country_code: 'DE',
      }),
    })
    .where('advertiser_id', '=', 1)
    .execute()
})

const million = 1_000_000n
const later = (seconds: number) => new Date(fixedNow().getTime() + seconds * 1000)
const charged = async () => (await chargesOf(world, later(30))).filter(({ state }) => state === 'succeeded')
const started = async (method = card): Promise<number> => (await pay(world, method)).reply.result.payment_id
const reconcileAt = (now: Date) => reconcile({ database: world.database, provider: sandbox, now: () => now, log: () => undefined })
/** 100.00 with a fee of 3 %, a surcharge of 0.30 and a tax of 19 % on both. */
const credit = [
  [2, 103.3],
  [10, -3],
  [11, -0.3],
]

/** Sends a signed message about a charge. */
async function message(id: string, charge: ProviderCharge, { at = new Date(fixedNow()), secret = '' } = {}) {
  const stored = await world.database.kysely.selectFrom('sandbox_state').select('secret').executeTakeFirstOrThrow()
  const text = JSON.stringify({ id, type: `charge.${charge.state}`, charge: toJson(charge) })
  const headers = { 'Content-Type': 'application/json', [signatureHeader]: signatureOf(secret || stored.secret, text, at) }
  return world.raw('v1/webhooks/payments', { method: 'POST', body: text, headers })
}

describe('a payment', () => {
  test('is charged once with its price and credited with its amount', async () => {
    const { status, reply } = await pay(world, card, { charged: '103.93' })
    expect(status).toBe(200)
    expect(reply.result).toMatchObject({
      state: 'processing',
      fee: '3',
      surcharge: '0.3',
      tax: '0.63',
      charged: '103.93',
      origin: 'person',
    })
    expect(await ledgerOf(world)).toEqual([])
    await work(world)
    expect(await paymentOf(world, reply.result.payment_id)).toMatchObject({ state: 'succeeded', available: '1100' })
    expect(await ledgerOf(world)).toEqual(credit)
    expect(await charged()).toMatchObject([{ charged: 103_930_000n, currency_code: 'USD' }])
  })

  test('that succeeds late is credited when it has succeeded', async () => {
    const id = await started(await addCard(world, cards.slow))
    await work(world)
    expect(await paymentOf(world, id)).toMatchObject({ state: 'processing', available: '1000' })
    await work(world, { now: later(21) })
    expect(await paymentOf(world, id)).toMatchObject({ state: 'succeeded', available: '1100' })
  })

  test('that is declined says why and changes no balance', async () => {
    const id = await started(await addCard(world, cards.poor))
    await work(world)
    expect(await paymentOf(world, id)).toMatchObject({ state: 'declined', decline: 'insufficient_funds', available: '1000' })
    expect(await ledgerOf(world)).toEqual([])
  })

  test('that needs a second step without a page for it is declined', async () => {
    const { status } = await pay(world, await addCard(world, cards.confirmed))
    await work(world)
    expect(status).toBe(200)
    const { reply } = await world
      .as('advertiserAdmin')
      .send(contract.payments.report, { path: { memberGroupId: 1, advertiserId: 1 }, body: {} })
    expect(reply.result.payments).toMatchObject([{ state: 'declined', decline: 'authentication_failed' }])
  })
})

describe('messages of the provider', () => {
  const orders = <T>(items: readonly T[]): T[][] =>
    items.length < 2 ? [[...items]] : items.flatMap((first, index) => orders(items.toSpliced(index, 1)).map((rest) => [first, ...rest]))

  test('in all 24 orders, each sent twice, give one credit and one debit', async () => {
    const id = await started()
    await work(world)
    const [charge] = await charged()
    if (!charge) throw new Error('Nothing was charged')
    await undo()
    const four: ProviderCharge[] = [
      { ...charge, state: 'processing' },
      { ...charge, state: 'needs_action' },
      charge,
      { ...charge, refunded: 51_965_000n },
    ]
    let checked = 0
    for (const order of orders(four)) {
      const method = await addCard(world, cards.good)
      const { reply } = await pay(world, method)
      const { payment_id, charged: price } = reply.result
      const key = `payment-1-${payment_id}`
      for (const [index, one] of order.entries())
        for (const _ of [1, 2]) {
          const sent = {
            ...one,
            key,
            charged: BigInt(Math.round(Number(price) * 1_000_000)),
            refunded: one.refunded > 0n ? BigInt(Math.round(Number(price) * 500_000)) : 0n,
          }
          expect((await message(`evt_${payment_id}_${index}`, sent)).status).toBe(200)
        }
      expect(await balanceOf(world), `order ${checked}`).toBe(1050)
      expect((await ledgerOf(world)).filter(([type]) => type === 2)).toHaveLength(1)
      expect((await ledgerOf(world)).filter(([type]) => type === 5)).toEqual([[5, -50]])
      expect(await paymentOf(world, payment_id)).toMatchObject({ state: 'succeeded' })
      checked++
      await undo()
    }
    expect(checked).toBe(24)
    expect(id).toBeGreaterThan(0)
  })

  test.each([
    ['with another secret', { secret: 'another' }],
    ['older than five minutes', { at: later(-301) }],
    ['from the future', { at: later(301) }],
  ])('%s are refused', async (_, signature) => {
    const id = await started()
    const charge = {
      id: 'ch_x',
      key: `payment-1-${id}`,
      state: 'succeeded',
      decline: null,
      charged: 103_930_000n,
      refunded: 0n,
      currency_code: 'USD',
    } as const
    expect((await message('evt_a', charge, signature)).status).toBe(401)
    expect(await ledgerOf(world)).toEqual([])
    expect((await message('evt_a', charge)).status).toBe(200)
    expect(await ledgerOf(world)).toEqual(credit)
  })

  test('without a signature, or with changed text, are refused', async () => {
    const text = JSON.stringify({ id: 'evt_1', type: 'charge.succeeded' })
    const { secret } = await world.database.kysely.selectFrom('sandbox_state').select('secret').executeTakeFirstOrThrow()
    const send = (headers: object) =>
      world.raw('v1/webhooks/payments', { method: 'POST', body: text, headers: { 'Content-Type': 'application/json', ...headers } })
    expect((await send({})).status).toBe(401)
    expect((await send({ [signatureHeader]: signatureOf(secret, text.replace('evt_1', 'evt_2'), fixedNow()) })).status).toBe(401)
  })

  test('with a known id change nothing', async () => {
    const key = `payment-1-${await started()}`
    const charge = { id: 'ch_x', key, decline: null, charged: 103_930_000n, refunded: 0n, currency_code: 'USD' } as const
    for (const state of ['processing', 'succeeded'] as const) expect((await message('evt_a', { ...charge, state })).status).toBe(200)
    expect(await ledgerOf(world)).toEqual([])
    expect((await message('evt_b', { ...charge, state: 'succeeded' })).status).toBe(200)
    expect(await ledgerOf(world)).toEqual(credit)
  })

  test('with another amount or currency than the payment change nothing', async () => {
    const id = await started()
    const charge = { id: 'ch_x', key: `payment-1-${id}`, state: 'succeeded', decline: null, refunded: 0n } as const
    expect((await message('evt_a', { ...charge, charged: 203_930_000n, currency_code: 'USD' })).status).toBe(500)
    expect((await message('evt_b', { ...charge, charged: 103_930_000n, currency_code: 'JPY' })).status).toBe(500)
    expect(await ledgerOf(world)).toEqual([])
  })

  test.each([
    [{ duplicate: true }],
    [{ reorder: true }],
    [{ lose: true }],
    [{ delay_seconds: 60 }],
    [{ duplicate: true, reorder: true, delay_seconds: 5 }],
  ])('of a sandbox with the fault %j end in one credit for each charge', async (faults: SandboxFaults) => {
    await setFaults(world.database, faults)
    const slow = await addCard(world, cards.slow)
    const ids = [await started(), await started(slow), await started()]
    await work(world)
    await work(world, { now: later(21) })
    const { repaired, unknown } = await reconcileAt(later(100))
    expect(unknown).toEqual([])
    expect(repaired).toBe(faults.lose || faults.delay_seconds ? 1 : 0)
    for (const id of ids) expect(await paymentOf(world, id)).toMatchObject({ state: 'succeeded' })
    expect(await balanceOf(world)).toBe(1300)
    await work(world, { now: later(200) })
    expect(await balanceOf(world)).toBe(1300)
    expect(await charged()).toHaveLength(3)
  })
})

describe('a crash', () => {
  /** Fails at one statement of a settlement. */
  const failingAt = (statement: number): KyselyPlugin => {
    let count = 0
    return {
      transformQuery: ({ node }) => {
        if (++count === statement) throw new Error('killed')
        return node
      },
      transformResult: async ({ result }) => result,
    }
  }

  test('at any statement of a charge leaves one charge and one credit after the repeat', async () => {
    let kills = 0
    for (let statement = 1; ; statement++) {
      const id = await started()
      const key = { member_group_id: 1, payment_id: id }
      const deps = { provider: sandbox, now: fixedNow }
      const failing = { ...deps, database: { kysely: world.database.kysely.withPlugin(failingAt(statement)) } }
      const isKilled = await runCharge(failing, key).then(
        () => false,
        (error: Error) => error.message === 'killed',
      )
      await runCharge({ ...deps, database: world.database }, key)
      expect(await charged(), `statement ${statement}`).toHaveLength(1)
      expect(await ledgerOf(world), `statement ${statement}`).toEqual(credit)
      expect(await paymentOf(world, id)).toMatchObject({ state: 'succeeded' })
      await undo()
      card = await addCard(world, cards.good)
      await world.database.kysely
        .insertInto('fee_schedules')
        .values({ member_group_id: 1, fee_percent: 3_000_000, surcharge: 300_000 })
        .execute()
      await world.database.kysely
        .updateTable('advertisers')
        .set({
          billing_address: JSON.stringify({
            name: 'A',
            line_1: 'B',
            line_2: '',
            city: 'C',
            region: '',
            postal_code: '10115',
            country_code: 'DE',
          }),
        })
        .where('advertiser_id', '=', 1)
        .execute()
      if (!isKilled) break
      kills++
    }
    expect(kills).toBeGreaterThanOrEqual(12)
  })

  test('before the job is repaired by the reconciler, which charges with the same key', async () => {
    const id = await started()
    expect((await reconcileAt(later(30))).repaired).toBe(0)
    expect(await paymentOf(world, id)).toMatchObject({ state: 'processing' })
    await reconcileAt(later(61))
    expect(await paymentOf(world, id)).toMatchObject({ state: 'succeeded' })
    await work(world, { now: later(62) })
    expect(await charged()).toHaveLength(1)
    expect(await ledgerOf(world)).toEqual(credit)
  })

  test('of a listener rolls the settlement back', async () => {
    const id = await started()
    const failing = async () => {
      throw new Error('killed')
    }
    paymentListeners.push(failing)
    await expect(
      runCharge({ database: world.database, provider: sandbox, now: fixedNow }, { member_group_id: 1, payment_id: id }),
    ).rejects.toThrow('killed')
    paymentListeners.splice(paymentListeners.indexOf(failing), 1)
    expect(await ledgerOf(world)).toEqual([])
    const seen: unknown[] = []
    const listener = async (_: unknown, payment: object) => void seen.push(payment)
    paymentListeners.push(listener)
    await work(world)
    await work(world)
    paymentListeners.splice(paymentListeners.indexOf(listener), 1)
    expect(seen).toEqual([
      { payment_id: id, member_group_id: 1, advertiser_id: 1, origin: 'person', state: 'succeeded', decline: null, amount: 100_000_000n },
    ])
  })
})

describe('money that is taken back', () => {
  test('is debited up to the balance; the next payment pays the rest first', async () => {
    const { kysely } = world.database
    const id = await started()
    await work(world)
    const [charge] = await charged()
    // Everything but 40.00 is spent.
    await kysely.updateTable('advertiser_balances').set({ balance: 40_000_000 }).where('advertiser_id', '=', 1).execute()
    const deps = { kysely, now: new Date(fixedNow()) }
    await sandbox.refund(deps, { key: 'chargeback-1', chargeId: charge?.id ?? '', micros: 103_930_000n })
    await sandbox.refund(deps, { key: 'chargeback-1', chargeId: charge?.id ?? '', micros: 103_930_000n })
    await work(world)
    expect(await paymentOf(world, id)).toMatchObject({ state: 'refunded', available: '0' })
    expect((await ledgerOf(world)).at(-1)).toEqual([5, -40])
    await started()
    await work(world)
    expect(await balanceOf(world)).toBe(40)
    expect((await ledgerOf(world)).at(-1)).toEqual([5, -60])
    await started()
    await work(world)
    expect(await balanceOf(world)).toBe(140)
  })

  /** What is left in the lots, by type and in the order of their credits. */
  const left = async () => {
    const lots = await world.database.kysely
      .selectFrom('funding_lots')
      .select(['funding_type_id', 'left'])
      .where('advertiser_id', '=', 1)
      .where('is_open', '=', true)
      .orderBy('balance_event_id')
      .execute()
    return lots.map((lot) => [lot.funding_type_id, Number(lot.left) / 1_000_000])
  }
  const write = (entry: Pick<LedgerEntry, 'event' | 'micros'> & Partial<LedgerEntry>) =>
    writeEntries(world.database.kysely, advertiser, [{ day: '2026-11-21', at: fixedNow(), reason: 'For a test', ...entry }])
  const click = (units: bigint, day = '2026-11-21') =>
    write({ event: 'Click', micros: -units * million, campaign_id: 10, ad_group_id: 100, day })
  /** Leaves nothing but a spend limit with its credit. */
  const giveCredit = async (units: bigint) => {
    await leave(world.database, 1, 0n)
    await sql`update advertiser_balances set spent = 0, invoiced = 0 where advertiser_id = 1`.execute(world.database.kysely)
    await world.database.kysely
      .insertInto('spend_limits')
      .values({ ...advertiser, amount: units * million, credit: units * million, start_date: '2026-11-01', created_at: fixedNow() })
      .execute()
    await write({ event: 'BalanceRefill', micros: units * million, funding_type_id: fundingTypes.creditLine })
  }
  const refundAll = async () => {
    const [charge] = await charged()
    await sandbox.refund(
      { kysely: world.database.kysely, now: fixedNow() },
      { key: 'refund', chargeId: charge?.id ?? '', micros: 103_930_000n },
    )
    await work(world)
  }
  const receivables = async () =>
    (await world.database.kysely.selectFrom('receivables').select('micros').execute()).map(({ micros }) => Number(micros) / 1_000_000)

  test('is debited from paid money only: the credit line and promotional credit stay', async () => {
    await giveCredit(500n)
    const id = await started()
    await work(world)
    await write({ event: 'FundingAPI', micros: 20n * million, funding_type_id: fundingTypes.promotional })
    await write({ event: 'SystemDebitUIForm', micros: -60n * million, taken_from: [fundingTypes.card] })
    expect(await left()).toEqual([
      [fundingTypes.creditLine, 500],
      [fundingTypes.card, 40],
      [fundingTypes.promotional, 20],
    ])
    await refundAll()
    expect((await ledgerOf(world)).at(-1)).toEqual([5, -40])
    expect(await paymentOf(world, id)).toMatchObject({ state: 'refunded', available: '520' })
    expect(await left()).toEqual([
      [fundingTypes.creditLine, 500],
      [fundingTypes.promotional, 20],
    ])
    expect(await receivables()).toEqual([60])
    const owed = () =>
      Promise.all(
        [contract.balances.one, contract.payments.offer].map(
          async (endpoint) => (await world.as('advertiserAdmin').send(endpoint, { path: at })).reply.result.owed,
        ),
      )
    expect(await owed()).toEqual(['60', '60'])
    // The next 100.00 pay the 60.00 that are owed.
    await started()
    await work(world)
    expect((await left()).at(-1)).toEqual([fundingTypes.card, 40])
    expect(await balanceOf(world)).toBe(560)
    expect(await owed()).toEqual(['0', '0'])
  })

  test('is debited from paid money that spend on the limit has taken, with no debt', async () => {
    await giveCredit(500n)
    await write({ event: 'FundingAPI', micros: 30n * million, funding_type_id: fundingTypes.promotional })
    await started()
    await work(world)
    // Spend takes all of the credit line, the promotional lot and 60.00 of the card; the payment of the invoice gives these back.
    await click(590n)
    expect(await left()).toEqual([[fundingTypes.card, 40]])
    await write({ event: 'Invoice', micros: 590n * million, reference: 'invoice 1' })
    expect(await left()).toEqual([
      [fundingTypes.promotional, 30],
      [fundingTypes.card, 100],
      [fundingTypes.creditLine, 500],
    ])
    await refundAll()
    expect((await ledgerOf(world)).at(-1)).toEqual([5, -100])
    expect(await receivables()).toEqual([])
    const types = (await world.as('clientAdmin').send(contract.balances.byFundingType, { path: at })).reply.result
    expect(types.map((type: { funding_type_id: number; balance: string }) => [type.funding_type_id, type.balance])).toEqual([
      [fundingTypes.creditLine, '500'],
      [fundingTypes.promotional, '30'],
    ])
  })

  test('is debited from paid money, with no debt, where promotional credit was spent before the spend limit', async () => {
    await leave(world.database, 1, 0n)
    await started()
    await work(world)
    await write({ event: 'FundingAPI', micros: 30n * million, funding_type_id: fundingTypes.promotional, day: '2026-11-20' })
    await click(30n, '2026-11-20')
    const limit = { path: at, body: { amount: '500' } }
    expect((await world.as('clientAdmin').send(contract.spendLimits.put, limit)).status).toBe(200)
    await click(100n)
    await write({ event: 'Invoice', micros: 100n * million, reference: 'invoice 1' })
    const types = (await world.as('clientAdmin').send(contract.balances.byFundingType, { path: at })).reply.result
    expect(types.map((type: { funding_type_id: number; balance: string }) => [type.funding_type_id, type.balance])).toEqual([
      [fundingTypes.card, '100'],
      [fundingTypes.creditLine, '500'],
    ])
    await refundAll()
    expect((await ledgerOf(world)).at(-1)).toEqual([5, -100])
    expect(await receivables()).toEqual([])
  })

  test('by a refund is debited once, also when the charge is seen again', async () => {
    await started()
    await work(world)
    const [charge] = await charged()
    if (!charge) throw new Error('Nothing was charged')
    const refunded = { ...charge, refunded: charge.charged }
    for (const one of [refunded, charge, refunded]) await settle(world.database.kysely, one, fixedNow())
    expect(await balanceOf(world)).toBe(1000)
  })

  test('beyond the balance is owed once, also when the charge is seen again', async () => {
    const { kysely } = world.database
    await started()
    await work(world)
    const [charge] = await charged()
    if (!charge) throw new Error('Nothing was charged')
    await kysely.updateTable('advertiser_balances').set({ balance: 40_000_000 }).where('advertiser_id', '=', 1).execute()
    const refunded = { ...charge, refunded: charge.charged }
    for (const one of [refunded, charge, refunded]) await settle(kysely, one, fixedNow())
    expect(await kysely.selectFrom('receivables').select('micros').execute()).toEqual([{ micros: 60_000_000 }])
  })
})

test('a payment whose state was lost is credited and debited once, by the keys of its entries', async () => {
  await started()
  await work(world)
  const [charge] = await charged()
  if (!charge) throw new Error('Nothing was charged')
  const half = { ...charge, refunded: 51_965_000n }
  await settle(world.database.kysely, half, fixedNow())
  await world.database.kysely.updateTable('payments').set({ state: 'processing', refunded: 0, settled_at: null }).execute()
  await settle(world.database.kysely, half, fixedNow())
  expect(await balanceOf(world)).toBe(1050)
  expect(await ledgerOf(world)).toEqual([...credit, [5, -50]])
})

test('a refund of an old charge whose message was lost is found by the reconciler', async () => {
  const id = await started()
  await work(world)
  const [charge] = await charged()
  await setFaults(world.database, { lose: true })
  const now = later(30 * 86_400)
  await sandbox.refund({ kysely: world.database.kysely, now }, { key: 'late', chargeId: charge?.id ?? '', micros: 103_930_000n })
  await work(world, { now })
  expect(await paymentOf(world, id)).toMatchObject({ state: 'succeeded' })
  expect((await reconcileAt(now)).repaired).toBe(1)
  expect(await paymentOf(world, id)).toMatchObject({ state: 'refunded', available: '1000' })
})

test('two settlements of one payment at the same time follow each other', async () => {
  const own = await startSmallWorld()
  const { kysely } = own.database
  await pay(own, await addCard(own, cards.good))
  await work(own)
  const [charge] = await chargesOf(own)
  if (!charge) throw new Error('Nothing was charged')
  await kysely.updateTable('advertiser_balances').set({ balance: 40_000_000 }).where('advertiser_id', '=', 1).execute()
  // Both have read the payment before the first one ends, if nothing stops them.
  const wait = () => pause(300)
  paymentListeners.push(wait)
  const refunded = { ...charge, refunded: charge.charged }
  const settleOnce = () => kysely.transaction().execute((transaction) => settle(transaction, refunded, fixedNow()))
  const both = await Promise.all([settleOnce(), settleOnce()]).finally(() => paymentListeners.splice(paymentListeners.indexOf(wait), 1))
  expect(both.toSorted()).toEqual(['settled', 'unchanged'])
  const owed = await kysely.selectFrom('receivables').select('micros').execute()
  expect(owed).toEqual([{ micros: 60_000_000 }])
  await own.close()
})

test('a second step without an answer is canceled after a quarter of an hour', async () => {
  const confirmed = await addCard(world, cards.confirmed)
  const { reply } = await pay(world, confirmed, { parent_origin: 'https://shop.example' })
  await work(world)
  const { payment_id } = reply.result
  expect(await paymentOf(world, payment_id)).toMatchObject({
    state: 'needs_action',
    action_path: expect.stringMatching(/^x\/pay\/[\w-]{43}$/),
  })
  await reconcileAt(later(890))
  expect(await paymentOf(world, payment_id)).toMatchObject({ state: 'needs_action' })
  await reconcileAt(later(901))
  expect(await paymentOf(world, payment_id)).toMatchObject({ state: 'canceled', action_path: null })
})

test('a charge that no payment has started is reported, and credits nothing', async () => {
  const deps = { kysely: world.database.kysely, now: new Date(fixedNow()) }
  const { provider_id } = await deps.kysely.selectFrom('payment_methods').select('provider_id').executeTakeFirstOrThrow()
  const request = {
    customer_id: 'c',
    method_id: provider_id,
    charged: 5_000_000n,
    currency_code: 'USD',
    isPersonPresent: true,
    started_at: deps.now,
  }
  const { id } = await sandbox.charge(deps, { ...request, key: 'payment-1-999' })
  expect(await reconcileAt(fixedNow())).toEqual({ repaired: 0, unknown: [id] })
  expect(await ledgerOf(world)).toEqual([])
})
