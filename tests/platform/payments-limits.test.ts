import { beforeEach, describe, expect, test } from 'vitest'
import { paymentHandlers } from '../../demo/platform/payments/handlers.ts'
import { wireHandlers } from '../../demo/platform/wires/handlers.ts'
import { contract } from '../../src/contract/index.ts'
import { addCard, at, balanceOf, cardFields, cards, messageIn, newKey, openSession, pageAt, pay, work } from '../support/money/paying.ts'
import { people } from '../support/world/people.ts'
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

const { payments, fees, wires } = contract
const codeOf = ({ reply }: { reply: { fields?: { code?: string; values?: { limit?: string } }[] } }) => [
  reply.fields?.[0]?.code,
  reply.fields?.[0]?.values?.limit,
]
const offer = async () => (await world.as('advertiserAdmin').send(payments.offer, { path: at })).reply.result
const feesNow = async () => (await world.as('clientAdmin').send(fees.one, { path: { memberGroupId: 1 } })).reply.result
const update = (values: object) => world.database.kysely.updateTable('payment_methods').set(values)

/** The client's default currency, with its rate per US dollar. */
async function useDefault(currency_code: string, per_usd: string) {
  const { kysely } = world.database
  await kysely.deleteFrom('exchange_rates').where('currency_code', 'in', ['USD', currency_code]).execute()
  const day = '2026-11-01'
  await kysely
    .insertInto('currencies')
    .values({ currency_id: 9, currency_code, name: currency_code, symbol: currency_code, digits: currency_code === 'JPY' ? 0 : 2 })
    .execute()
  await kysely
    .insertInto('exchange_rates')
    .values([
      { currency_code: 'USD', day, per_usd: '1' },
      { currency_code, day, per_usd },
    ])
    .execute()
  await kysely.updateTable('member_groups').set({ default_currency_code: currency_code }).where('member_group_id', '=', 1).execute()
}

describe('a client that does not accept cards', () => {
  const accept = (status: 'Active' | 'Inactive') =>
    world.database.kysely
      .updateTable('member_group_funding_types')
      .set({ status })
      .where('member_group_id', '=', 1)
      .where('funding_type_id', '=', 1)
      .execute()

  test('gets no payments and no new cards; a started payment ends', async () => {
    const key = newKey()
    expect((await pay(world, card, { key })).status).toBe(200)
    await accept('Inactive')
    expect((await pay(world, card)).status).toBe(409)
    expect((await openSession(world)).status).toBe(409)
    await world.database.kysely.deleteFrom('idempotency_keys').execute()
    expect((await pay(world, card, { key })).status).toBe(200)
    await work(world)
    expect(await balanceOf(world)).toBe(1100)
    await accept('Active')
    expect((await pay(world, card)).status).toBe(200)
  })
})

test('a platform without a payment provider offers no way to pay, and refuses payments, cards and transfers', async () => {
  const handlers = {
    payments: paymentHandlers({ provider: null, hasBank: false, ownOrigins: [], pageOrigin: 'x' }),
    wires: wireHandlers({ hasBank: false }),
  }
  const bare = await world.startSecondPlatform({ contract: { payments, wires }, handlers })
  const { reply } = await bare.as('advertiserAdmin').send(payments.offer, { path: at })
  expect(reply.result).toMatchObject({ has_provider: false, may_pay_by_card: false, may_pay_by_wire: false })
  const responses = [
    await pay(bare, card),
    await openSession(bare),
    await bare.as('advertiserAdmin').send(payments.customer, { path: at }),
    await bare.as('advertiserAdmin').send(wires.announce, { path: at, body: { amount: '500' } }, { 'Idempotency-Key': newKey() }),
  ]
  for (const { status, text } of responses) expect([status, text]).toEqual([409, expect.stringMatching(/set up on this platform/)])
  await bare.close()
})

describe('the day’s maximum', () => {
  test('is worth 25,000 US dollars in each default currency, until the client sets one', async () => {
    await useDefault('JPY', '150.5')
    expect(await feesNow()).toMatchObject({ day_maximum: '3762500', currency_code: 'JPY' })
    expect(await offer()).toMatchObject({ day_maximum: '25000', currency_code: 'USD' })
    const change = (body: object, version: number) =>
      world.as('clientAdmin').send(fees.change, { path: { memberGroupId: 1 }, body }, { 'If-Match': String(version) })
    expect((await change({ surcharge: '20' }, 1)).reply.result).toMatchObject({ day_maximum: '3762500', surcharge: '20' })
    expect((await change({ day_maximum: '150500' }, 2)).reply.result).toMatchObject({ day_maximum: '150500' })
    expect(await offer()).toMatchObject({ day_maximum: '1000' })
  })

  test('is a whole amount that can be paid', async () => {
    await useDefault('EUR', '0.9')
    await world.database.kysely.insertInto('fee_schedules').values({ member_group_id: 1, day_maximum: 100_000_000 }).execute()
    expect(await offer()).toMatchObject({ day_maximum: '111.11', left_today: '111.11' })
    expect(codeOf(await pay(world, card, { amount: '111.12' }))).toEqual(['above_day', '111.11'])
    expect((await pay(world, card, { amount: '111.11' })).status).toBe(200)
  })
})

test('the maximum of a new card is a whole amount that can be paid', async () => {
  const spent = { member_group_id: 1, advertiser_id: 1, campaign_id: 10, ad_group_id: 100, day: '2026-11-18', micros: 70_333_333 }
  await world.database.kysely.insertInto('spend_days').values(spent).execute()
  await update({ created_at: fixedNow() }).execute()
  expect(codeOf(await pay(world, card, { amount: '211' }))).toEqual(['above_new_method', '210.99'])
  expect((await pay(world, card, { amount: '210.99' })).status).toBe(200)
})

test('a new card of an advertiser without spend pays at most 1,000 US dollars on its first day', async () => {
  await update({ created_at: fixedNow() }).execute()
  expect(codeOf(await pay(world, card, { amount: '1000.01' }))).toEqual(['above_new_method', '1000'])
  expect((await pay(world, card, { amount: '600' })).status).toBe(200)
  expect(codeOf(await pay(world, card, { amount: '600' }))).toEqual(['above_new_method', '400'])
})

describe('declined payments', () => {
  test('are at most five of a user in an hour', async () => {
    const failing = await addCard(world, cards.failing)
    for (let count = 0; count < 5; count++) {
      expect((await pay(world, failing)).status).toBe(200)
      await work(world)
    }
    expect((await pay(world, card)).status).toBe(429)
    expect((await pay(world, card, { name: 'superUser' })).status).toBe(200)
    await world.database.kysely
      .updateTable('payments')
      .set({ created_at: new Date(fixedNow().getTime() - 3_601_000) })
      .execute()
    expect((await pay(world, card)).status).toBe(200)
  })

  test('cannot be tried all at once', async () => {
    const failing = await addCard(world, cards.failing)
    const responses = await Promise.all(Array.from({ length: 8 }, () => pay(world, failing)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  })
})

describe('refused cards', () => {
  test('cannot be tried all at once', async () => {
    const { url } = (await openSession(world)).reply.result
    const page = pageAt(world)
    const reasons = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const response = await page.post(url, cardFields(cards.refused))
        return messageIn(await response.text())?.message.reason
      }),
    )
    const tried = reasons.filter((reason) => reason === 'declined').length
    expect(tried).toBeGreaterThan(0)
    expect(tried).toBeLessThanOrEqual(5)
    expect(reasons.filter((reason) => reason === 'too_many')).toHaveLength(8 - tried)
  })

  test('are at most ten of an origin; another origin of the client is free', async () => {
    const { kysely } = world.database
    await openSession(world)
    await kysely.updateTable('payment_sessions').set({ failures: 10, user_id: people.superUser.userId }).execute()
    const refused = await openSession(world)
    expect([refused.status, refused.reply.fields?.[0]?.code]).toEqual([429, 'too_many_attempts'])
    await kysely.updateTable('payment_sessions').set({ parent_origin: 'https://other.example' }).execute()
    expect((await openSession(world)).status).toBe(200)
  })
})

describe('an expired card', () => {
  const methodAt = (paymentMethodId: number) => ({ path: { ...at, paymentMethodId } })
  const match = (version: number) => ({ 'If-Match': String(version) })
  const makeDefault = (id: number, version: number) => world.as('advertiserAdmin').send(payments.setDefault, methodAt(id), match(version))
  const remove = (id: number, version: number) => world.as('advertiserAdmin').send(payments.removeMethod, methodAt(id), match(version))
  const defaultId = async () => {
    const { reply } = await world.as('advertiserAdmin').send(payments.methods, { path: at })
    const list: { payment_method_id: number; is_default: boolean }[] = reply.result.payment_methods
    return list.find(({ is_default }) => is_default)?.payment_method_id
  }

  test('becomes the default only where there is no other', async () => {
    const [second, expired] = [await addCard(world, cards.good), await addCard(world, cards.good)]
    await update({ exp_month: 10, exp_year: 2026 }).where('payment_method_id', '=', expired).execute()
    const refused = await makeDefault(expired, 1)
    expect([refused.status, refused.reply.fields?.[0]?.code]).toEqual([409, 'card_expired'])
    expect((await remove(card, 1)).status).toBe(200)
    expect(await defaultId()).toBe(second)
    expect((await remove(second, 2)).status).toBe(200)
    expect(await defaultId()).toBe(expired)
  })
})
