import type { KyselyPlugin } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PaymentProvider } from '../../demo/platform/payments/provider.ts'
import { reconcile } from '../../demo/platform/payments/reconcile.ts'
import { setFaults } from '../../demo/platform/payments/sandbox-events.ts'
import { sandbox } from '../../demo/platform/payments/sandbox.ts'
import { paymentListeners } from '../../demo/platform/payments/settle.ts'
import { contract } from '../../src/contract/index.ts'
import { addCard, at, balanceOf, cards, chargesOf, pay, paymentOf, work } from '../support/money/paying.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
let card: number
setUpSmallWorld((made) => {
  world = made
})
beforeEach(async () => {
  card = await addCard(world, cards.good)
})

const day = 86_400
const later = (seconds: number) => new Date(fixedNow().getTime() + seconds * 1000)
const started = async (method = card): Promise<number> => (await pay(world, method)).reply.result.payment_id
const rowOf = (id: number) =>
  world.database.kysely.selectFrom('payments').selectAll().where('payment_id', '=', id).executeTakeFirstOrThrow()
const stateOf = async (id: number) => (await rowOf(id)).state
const lines: string[] = []
const reconcileAt = (now: Date, provider: PaymentProvider = sandbox, kysely = world.database.kysely) =>
  reconcile({ database: { kysely }, provider, now: () => now, log: (...line) => void lines.push(JSON.stringify(line)) })

describe('the reconciler', () => {
  test('goes on to the next payment after one that fails, and logs it', async () => {
    const [first, second] = [await started(), await started()]
    const failing: PaymentProvider = {
      ...sandbox,
      charge: async (deps, request) => {
        if (request.key === `payment-1-${first}`) throw new Error('not reached')
        return sandbox.charge(deps, request)
      },
    }
    await reconcileAt(later(61), failing)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['processing', 'succeeded'])
    expect(lines.filter((line) => line.includes('not reached') && line.includes(String(first)))).toHaveLength(1)
    await reconcileAt(later(400))
    expect(await stateOf(first)).toBe('succeeded')
    expect(await balanceOf(world)).toBe(1200)
  })

  test('asks about an open payment of any age', async () => {
    await setFaults(world.database, { lose: true })
    const id = await started(await addCard(world, cards.slow))
    await work(world)
    const quiet: PaymentProvider = { ...sandbox, chargesSince: async () => [] }
    expect((await reconcileAt(later(15), quiet)).repaired).toBe(0)
    expect((await reconcileAt(later(4 * day), quiet)).repaired).toBe(1)
    expect(await stateOf(id)).toBe('succeeded')
    expect(await balanceOf(world)).toBe(1100)
  })
})

test('the reconciler reads all payments of the charges in one statement', async () => {
  const statements = async () => {
    let count = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        count++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    expect(await reconcileAt(later(90), sandbox, world.database.kysely.withPlugin(counting))).toEqual({ repaired: 0, unknown: [] })
    return count
  }
  await started()
  await work(world)
  const ofOne = await statements()
  for (let count = 0; count < 3; count++) await started()
  await work(world)
  expect(await chargesOf(world)).toHaveLength(4)
  expect(await statements()).toBe(ofOne)
})

describe('an advertiser with a payment under way', () => {
  const remove = () => world.as('superUser').send(contract.advertisers.remove, { path: at })

  test('is removed only after the payment has ended', async () => {
    const id = await started()
    expect((await remove()).status).toBe(409)
    await work(world)
    expect(await stateOf(id)).toBe('succeeded')
    expect((await remove()).status).toBe(200)
  })

  test('is charged and credited although it was removed', async () => {
    const id = await started()
    await world.database.kysely.updateTable('advertisers').set({ deleted_at: fixedNow() }).where('advertiser_id', '=', 1).execute()
    await work(world)
    expect(await stateOf(id)).toBe('succeeded')
    expect(await balanceOf(world)).toBe(1100)
  })
})

test('a refund is no new result of its payment', async () => {
  const { kysely } = world.database
  const seen: string[] = []
  const listener = async (_: unknown, { state }: { state: string }) => void seen.push(state)
  paymentListeners.push(listener)
  const id = await started()
  await work(world)
  const [charge] = await chargesOf(world)
  await sandbox.refund({ kysely, now: later(100) }, { key: 'refund', chargeId: charge?.id ?? '', micros: 100_000_000n })
  await work(world, { now: later(100) })
  paymentListeners.splice(paymentListeners.indexOf(listener), 1)
  expect(seen).toEqual(['succeeded'])
  expect(await rowOf(id)).toMatchObject({ state: 'refunded', settled_at: fixedNow() })
  const method = await kysely
    .selectFrom('payment_methods')
    .select('last_result_at')
    .where('payment_method_id', '=', card)
    .executeTakeFirst()
  expect(method?.last_result_at).toEqual(fixedNow())
})

test('a payment says how much of it was refunded', async () => {
  const id = await started()
  await work(world)
  expect(await paymentOf(world, id)).toMatchObject({ state: 'succeeded', refunded: '0' })
  const [charge] = await chargesOf(world)
  const deps = { kysely: world.database.kysely, now: later(100) }
  await sandbox.refund(deps, { key: 'refund', chargeId: charge?.id ?? '', micros: 30_000_000n })
  await work(world, { now: later(100) })
  expect(await paymentOf(world, id)).toMatchObject({ state: 'succeeded', refunded: '30' })
})
