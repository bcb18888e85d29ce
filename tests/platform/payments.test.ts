import { request } from 'node:http'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startCharge } from '../../demo/platform/payments/charge.ts'
import { taxIdFormats } from '../../demo/platform/payments/tax-ids.ts'
import { fillPath } from '../../src/contract/endpoint.ts'
import { contract } from '../../src/contract/index.ts'
import {
  addCard,
  address,
  advertiser,
  at,
  balanceOf,
  cardFields,
  cards,
  chargesOf,
  messageIn,
  newKey,
  openSession,
  pageAt,
  pay,
  paymentOf,
  work,
} from '../support/money/paying.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { allowedOrigin } from '../support/world/small-seed.ts'
import { authorization, fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { autoRebills, payments, fees } = contract
const codeOf = ({ reply }: { reply: { fields?: { path: string; code?: string }[] } }) => [reply.fields?.[0]?.path, reply.fields?.[0]?.code]
const match = (version: number) => ({ 'If-Match': String(version) })
const methods = async (name: CallerName = 'advertiserAdmin') =>
  (await world.as(name).send(payments.methods, { path: at })).reply.result.payment_methods
const defaults = async () => {
  const list: { payment_method_id: number; is_default: boolean }[] = await methods()
  return list.map(({ payment_method_id, is_default }) => [payment_method_id, is_default])
}
const methodAt = (paymentMethodId: number) => ({ path: { ...at, paymentMethodId } })
const offer = async (name: CallerName = 'advertiserAdmin') => (await world.as(name).send(payments.offer, { path: at })).reply.result
const changeFees = (body: object, version: number, name: CallerName = 'clientAdmin') =>
  world.as(name).send(fees.change, { path: { memberGroupId: 1 }, body }, match(version))
const timeAfter = (seconds: number) => new Date(fixedNow().getTime() + seconds * 1000) as ReturnType<typeof fixedNow> // a time of the machine

describe('a payment', () => {
  test('that is sent twice with one key, at once or later, is one charge', async () => {
    const card = await addCard(world, cards.good)
    const key = newKey()
    const both = await Promise.all([pay(world, card, { key }), pay(world, card, { key })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await work(world)
    const again = await pay(world, card, { key })
    expect(again.reply.result.payment_id).toBe(both[0].reply.result.payment_id)
    await work(world)
    expect(await chargesOf(world)).toHaveLength(1)
    expect(await balanceOf(world)).toBe(1100)
  })

  test('that is sent again after its stored answer was lost is one charge', async () => {
    const card = await addCard(world, cards.good)
    const key = newKey()
    await pay(world, card, { key })
    await world.database.kysely.deleteFrom('idempotency_keys').execute()
    expect((await pay(world, card, { key })).status).toBe(200)
    await world.database.kysely.deleteFrom('idempotency_keys').execute()
    expect((await pay(world, card, { key, amount: '200' })).status).toBe(422)
    await work(world)
    expect(await chargesOf(world)).toHaveLength(1)
  })

  test('whose answer is lost on the way is one charge after the retry', async () => {
    const payment_method_id = await addCard(world, cards.good)
    const key = newKey()
    const text = JSON.stringify({ amount: '100', payment_method_id })
    const { Authorization = '' } = authorization('advertiserAdmin')
    const headers = { Authorization, 'Content-Type': 'application/json', 'Idempotency-Key': key, 'Content-Length': text.length }
    const sent = request(`${world.origin}/${fillPath(payments.pay.path, { memberGroupId: '1', advertiserId: '1' })}`, {
      method: 'POST',
      headers,
    })
    sent.on('error', () => undefined)
    // The connection ends as soon as the request is sent.
    sent.end(text, () => sent.destroy())
    const stored = async () => (await world.database.kysely.selectFrom('payments').select('payment_id').execute()).length
    await expect.poll(stored).toBe(1)
    expect((await pay(world, payment_method_id, { key })).status).toBe(200)
    await work(world)
    expect(await chargesOf(world)).toHaveLength(1)
    expect(await balanceOf(world)).toBe(1100)
  })

  test('needs a key, the permission, and a method of the advertiser', async () => {
    const card = await addCard(world, cards.good)
    const other = await addCard(world, cards.good, { member_group_id: 1, advertiser_id: 2 })
    expect((await pay(world, card, { key: 'short' })).status).toBe(428)
    expect((await pay(world, other)).status).toBe(422)
    for (const name of ['clientAdmin', 'clientViewer', 'advertiserManager', 'partner'] as const)
      expect([403, 404], name).toContain((await pay(world, card, { name })).status)
    expect(await chargesOf(world)).toEqual([])
  })

  test('with another price than the one that was shown is refused with both', async () => {
    const card = await addCard(world, cards.good)
    expect((await changeFees({ fee_percent: '3', surcharge: '0.30' }, 1)).status).toBe(200)
    const response = await pay(world, card, { charged: '100' })
    expect(response.status).toBe(409)
    expect(response.reply.fields).toMatchObject([{ code: 'price_changed', values: { expected: '100', charged: '103.93' } }])
    expect((await pay(world, card, { charged: '103.93' })).status).toBe(200)
  })

  test.each([
    ['0.49', 'below_minimum'],
    ['100.001', 'too_many_digits'],
    ['25000.01', 'above_day'],
  ])('of %s is refused as %s', async (amount, code) => {
    const card = await addCard(world, cards.good)
    expect(codeOf(await pay(world, card, { amount }))).toEqual(['amount', code])
    const { reply } = await world.as('advertiserAdmin').send(payments.price, { path: at, body: { amount } })
    expect(reply.fields[0].code).toBe(code)
  })

  test('counts for the day’s maximum with the other payments of the day, at once as well', async () => {
    const card = await addCard(world, cards.good)
    const responses = await Promise.all([1, 2, 3].map(() => pay(world, card, { amount: '10000' })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 422])
    expect(await offer()).toMatchObject({ day_maximum: '25000', left_today: '5000' })
  })

  test('by a method of the last 24 hours is at most three usual weeks', async () => {
    const card = await addCard(world, cards.good)
    const spent = { member_group_id: 1, advertiser_id: 1, campaign_id: 10, ad_group_id: 100, day: '2026-11-18', micros: 70_000_000 }
    await world.database.kysely.insertInto('spend_days').values(spent).execute()
    const added = (created_at: Date) => world.database.kysely.updateTable('payment_methods').set({ created_at }).execute()
    await added(timeAfter(-3600))
    expect(codeOf(await pay(world, card, { amount: '211' }))).toEqual(['amount', 'above_new_method'])
    expect((await pay(world, card, { amount: '200' })).status).toBe(200)
    expect(codeOf(await pay(world, card, { amount: '11' }))).toEqual(['amount', 'above_new_method'])
    expect((await pay(world, card, { amount: '10' })).status).toBe(200)
    await added(timeAfter(-86_400))
    expect((await pay(world, card, { amount: '211' })).status).toBe(200)
    expect(await offer()).toMatchObject({ usual_day: '10', suggestions: ['70', '140', '280'] })
  })

  test('of the auto-rebill is one at a time, also with the index alone', async () => {
    const payment_method_id = await addCard(world, cards.slow)
    const { database } = world
    const start = { ...advertiser, amount: 50_000_000n, payment_method_id, origin: 'rebill' as const, user_id: null }
    const context = { database, now: fixedNow }
    const first = await startCharge(context, { ...start, key: 'rebill 1 1 1' })
    expect(await startCharge(context, { ...start, key: 'rebill 1 1 1' })).toEqual(first)
    await expect(startCharge(context, { ...start, key: 'rebill 1 1 2' })).rejects.toThrow('under way')
    const row = await database.kysely.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
    const { payment_id: _, ...copy } = row
    await expect(
      database.kysely
        .insertInto('payments')
        .values({ ...copy, key: 'another' })
        .execute(),
    ).rejects.toThrow('payments_rebill_in_flight')
  })

  test('is seen by the callers of its advertiser only', async () => {
    const { reply } = await pay(world, await addCard(world, cards.good))
    const paymentId = reply.result.payment_id
    const read = async (name: CallerName, advertiserId = 1) =>
      (await world.as(name).send(payments.one, { path: { memberGroupId: 1, advertiserId, paymentId } })).status
    expect(await read('clientViewer')).toBe(200)
    expect(await read('clientAdmin', 2)).toBe(404)
    expect(await read('advertiserViewer')).toBe(404)
    const page = await world
      .as('clientViewer')
      .send(payments.report, { path: at, body: { filters: [{ field: 'state', operation: '=', value: 'processing' }] } })
    expect(page.reply.result).toMatchObject({ total: 1, payments: [{ payment_id: paymentId, payment_method: { last_four: '4242' } }] })
  })
})

describe('the payment page', () => {
  test('saves a card for its session, tells its parent, and ends', async () => {
    const { reply } = await openSession(world)
    const { url, expires_at } = reply.result
    expect(expires_at).toBe('2026-11-21T10:15:00.000Z')
    const page = pageAt(world)
    const form = await page.get(url)
    const policy = form.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`frame-ancestors ${allowedOrigin}`)
    expect(policy).toContain("script-src 'none'")
    const saved = await page.post(url, cardFields(cards.good))
    const [method] = await methods()
    expect(messageIn(await saved.text())).toEqual({
      origin: allowedOrigin,
      message: { type: 'placard-pay', status: 'succeeded', payment_method_id: method.payment_method_id },
    })
    expect(method).toMatchObject({
      is_default: true,
      data: { brand: 'visa', last_four: '4242', exp_month: 12, exp_year: 2030 },
      billing_address: address,
    })
    expect((await page.get(url)).status).toBe(404)
    expect((await page.post(url, cardFields(cards.good))).status).toBe(404)
    expect(await methods()).toHaveLength(1)
  })

  test('that is sent twice at once saves one card', async () => {
    const { url } = (await openSession(world)).reply.result
    const page = pageAt(world)
    const both = await Promise.all([page.post(url, cardFields(cards.good)), page.post(url, cardFields(cards.good))])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await methods()).toHaveLength(1)
  })

  test('says why a card is refused and takes another one', async () => {
    const { url } = (await openSession(world)).reply.result
    const page = pageAt(world)
    const refused = await page.post(url, cardFields(cards.refused))
    const text = await refused.text()
    expect(messageIn(text)?.message).toEqual({ type: 'placard-pay', status: 'declined', reason: 'declined' })
    expect(text).toContain('The bank declined this card')
    expect(messageIn(await (await page.post(url, { ...cardFields(cards.good), expiration: '01 / 20' })).text())?.message.reason).toBe(
      'expired',
    )
    expect(messageIn(await (await page.post(url, cardFields('5555555555554444'))).text())?.message.reason).toBe('other')
    expect(messageIn(await (await page.post(url, cardFields(cards.good))).text())?.message.status).toBe('succeeded')
  })

  test('has the texts and the numbers of its language, also for a refusal, an end and an unknown session', async () => {
    const page = pageAt(world)
    const { url } = (await openSession(world, 'advertiserAdmin', { locale: 'de' })).reply.result
    const form = await (await page.get(url)).text()
    for (const text of ['<html lang="de">', 'Kartennummer<input', 'Gültig bis<input', 'Prüfnummer<input', 'Karte speichern', 'Abbrechen'])
      expect(form).toContain(text)
    expect(form).not.toContain('Card number')
    expect(await (await page.post(url, cardFields(cards.refused))).text()).toContain('Die Bank hat diese Karte abgelehnt.')
    expect(await (await page.post(url, { action: 'cancel' })).text()).toContain('Es wurde nichts gespeichert.')
    const card = await addCard(world, cards.confirmed)
    for (const [locale, text] of [
      ['de', /Zahlung von 100,00\s\$ zu bestätigen/],
      ['ja-JP', /銀行が \$100\.00 の支払い/],
      ['fr-FR', /a payment of 100,00\s\$US/],
    ] as const) {
      const started = await pay(world, card, { parent_origin: allowedOrigin, locale })
      await work(world)
      const { action_path } = await paymentOf(world, started.reply.result.payment_id)
      expect(await (await page.get(action_path)).text(), locale).toMatch(text)
    }
    const unknown = await page.get(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`, { 'Accept-Language': 'ja,en;q=0.8' })
    expect(await unknown.text()).toContain('このセッションは終了しました')
    expect((await openSession(world, 'advertiserAdmin', { locale: 'xx' })).status).toBe(422)
  })

  test('is canceled without a card', async () => {
    const { url } = (await openSession(world)).reply.result
    expect(messageIn(await (await pageAt(world).post(url, { action: 'cancel' })).text())?.message.status).toBe('canceled')
    expect(await methods()).toEqual([])
    expect((await pageAt(world).get(url)).status).toBe(404)
    expect((await pageAt(world).post(url, cardFields(cards.good))).status).toBe(404)
    expect(await methods()).toEqual([])
  })

  test('is not there after a quarter of an hour, with another secret, or for a form of another page', async () => {
    const { url } = (await openSession(world)).reply.result
    expect((await pageAt(world, timeAfter(901)).get(url)).status).toBe(404)
    expect((await pageAt(world).get(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404)
    expect((await pageAt(world).post(url, cardFields(cards.good), 'https://evil.example')).status).toBe(404)
    expect(await methods()).toEqual([])
  })

  test('is framed by origins of the client only, and by the page that has asked', async () => {
    expect((await openSession(world, 'advertiserAdmin', { parent_origin: 'https://evil.example' })).status).toBe(422)
    const path = { path: at, body: { parent_origin: allowedOrigin, billing_address: address, is_default: false } }
    const sent = await world.as('advertiserAdmin').send(payments.clientSecret, path, { Origin: 'https://evil.example' })
    expect(sent.status).toBe(422)
    expect((await openSession(world, 'clientAdmin')).status).toBe(403)
  })

  test('takes five refused cards of a user in an hour', async () => {
    const page = pageAt(world)
    const { url } = (await openSession(world)).reply.result
    for (let count = 0; count < 5; count++) expect((await page.post(url, cardFields(cards.refused))).status).toBe(422)
    expect(messageIn(await (await page.post(url, cardFields(cards.good))).text())?.message.reason).toBe('too_many')
    expect((await openSession(world)).status).toBe(429)
    expect((await openSession(world, 'superUser')).status).toBe(200)
    await world.database.kysely
      .updateTable('payment_sessions')
      .set({ created_at: timeAfter(-3601) })
      .execute()
    expect((await openSession(world)).status).toBe(200)
  })

  test('takes twenty refused cards of a client in an hour', async () => {
    await openSession(world, 'superUser')
    const parent_origin = 'https://other.example'
    await world.database.kysely.updateTable('payment_sessions').set({ failures: 19, user_id: 2, parent_origin }).execute()
    expect((await openSession(world)).status).toBe(200)
    await world.database.kysely.updateTable('payment_sessions').set({ failures: 20 }).where('user_id', '=', 2).execute()
    expect((await openSession(world)).status).toBe(429)
  })

  test('asks for the second step of the bank', async () => {
    const card = await addCard(world, cards.confirmed)
    const started = await pay(world, card, { parent_origin: allowedOrigin })
    await work(world)
    const { action_path, payment_id } = await paymentOf(world, started.reply.result.payment_id)
    expect((await world.as('superUser').send(payments.one, { path: { ...at, paymentId: payment_id } })).reply.result.action_path).toBe(null)
    expect(await (await pageAt(world).get(action_path)).text()).toContain('a payment of $100.00')
    expect(messageIn(await (await pageAt(world).post(action_path, { action: 'confirm' })).text())?.message.status).toBe('succeeded')
    expect(await paymentOf(world, payment_id)).toMatchObject({ state: 'succeeded', available: '1100' })
    expect((await pageAt(world).post(action_path, { action: 'confirm' })).status).toBe(404)
    // The session has ended too, not only the payment.
    const { database } = world
    await database.kysely.updateTable('payments').set({ state: 'needs_action' }).where('payment_id', '=', payment_id).execute()
    expect((await pageAt(world).get(action_path)).status).toBe(404)
    await database.kysely.updateTable('payments').set({ state: 'succeeded' }).where('payment_id', '=', payment_id).execute()
    const second = await pay(world, card, { parent_origin: allowedOrigin })
    await work(world)
    const { action_path: path } = await paymentOf(world, second.reply.result.payment_id)
    for (const { name } of await database.kysely.introspection.getTables()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(database.kysely)
      expect(JSON.stringify(rows), name).not.toContain(path.split('/').at(-1))
    }
    expect(messageIn(await (await pageAt(world).post(path, { action: 'refuse' })).text())?.message).toMatchObject({
      status: 'declined',
      reason: 'authentication_failed',
    })
    expect(await balanceOf(world)).toBe(1100)
  })

  test('leaves no digit of a card in the database, the log or an answer', async () => {
    const { url } = (await openSession(world)).reply.result
    const page = pageAt(world)
    const texts: string[] = []
    for (const number of [cards.refused, '5555555555554444', cards.good])
      texts.push(await (await page.post(url, cardFields(number))).text())
    const [{ payment_method_id }] = await methods()
    texts.push((await pay(world, payment_method_id)).text)
    await work(world)
    texts.push(JSON.stringify(await methods()), ...world.lines, ...page.lines)
    const tables = await world.database.kysely.introspection.getTables()
    for (const { name } of tables) {
      const rows = await sql`select * from ${sql.table(name)}`.execute(world.database.kysely)
      texts.push(JSON.stringify(rows.rows))
    } // any table
    const all = texts.join('\n')
    expect(tables.length).toBeGreaterThan(60)
    expect(all).toContain('"last_four":"4242"')
    for (const number of [cards.refused, '5555555555554444', cards.good]) {
      // Any ten digits in a row of a number are too many; zeros are in many amounts.
      for (let start = 0; start + 10 <= number.length; start++) {
        const part = number.slice(start, start + 10)
        if (!/^0{6}/.test(part)) expect(all.includes(part), part).toBe(false)
      }
    }
  })
})

describe('payment methods', () => {
  test('are read without addresses by callers who cannot change them', async () => {
    await addCard(world, cards.good)
    expect(await methods('clientViewer')).toMatchObject([{ billing_address: null, is_default: true, validity: 'valid', last_result: null }])
    expect((await world.as('advertiserViewer').send(payments.methods, { path: { ...at, advertiserId: 3 } })).status).toBe(403)
  })

  test('are changed in a version, and the provider gets the change', async () => {
    const id = await addCard(world, cards.good)
    const body = { name: 'Main card', exp_month: 11, exp_year: 2026 }
    const changed = await world.as('advertiserAdmin').send(payments.changeMethod, { ...methodAt(id), body }, match(1))
    expect(changed.reply.result).toMatchObject({ name: 'Main card', validity: 'expiring', version: 2 })
    expect((await world.as('advertiserAdmin').send(payments.changeMethod, { ...methodAt(id), body }, match(1))).status).toBe(412)
    expect(
      (await world.as('advertiserAdmin').send(payments.changeMethod, { ...methodAt(id), body: { exp_month: 13 } }, match(2))).status,
    ).toBe(422)
    await world.as('advertiserAdmin').send(payments.changeMethod, { ...methodAt(id), body: { exp_year: 2025 } }, match(2))
    await work(world)
    const { reply } = await pay(world, id)
    await work(world)
    expect(await paymentOf(world, reply.result.payment_id)).toMatchObject({ state: 'declined', decline: 'expired' })
    expect((await methods())[0].last_result).toEqual({ at: '2026-11-21T10:00:00.000Z', decline: 'expired' })
  })

  test('have one default; when it is removed, the newest of the others becomes it', async () => {
    const [first, second, third] = [await addCard(world, cards.good), await addCard(world, cards.good), await addCard(world, cards.good)]
    await world.as('advertiserAdmin').send(payments.setDefault, methodAt(second), match(1))
    expect(await defaults()).toEqual([
      [second, true],
      [first, false],
      [third, false],
    ])
    const removed = await world.as('advertiserAdmin').send(payments.removeMethod, methodAt(second), match(2))
    expect(removed.reply.result).toEqual({ payment_method_id: second })
    expect(await defaults()).toEqual([
      [third, true],
      [first, false],
    ])
    expect((await pay(world, second)).status).toBe(422)
    await work(world)
    expect((await world.as('advertiserAdmin').send(payments.removeMethod, methodAt(second), match(2))).status).toBe(412)
    expect((await world.as('advertiserAdmin').send(payments.removeMethod, methodAt(second), match(3))).status).toBe(404)
  })

  test('that the auto-rebill uses are not removed', async () => {
    const first = await addCard(world, cards.good)
    const rule = { threshold: '500', mode: 'fixed' as const, amount: '200', payment_method_id: first }
    const created = await world.as('advertiserAdmin').send(autoRebills.create, { path: at, body: rule }, { 'Idempotency-Key': newKey() })
    const { auto_rebill_id: autoRebillId } = created.reply.result
    const change = (body: object, version: number) =>
      world.as('advertiserAdmin').send(autoRebills.change, { path: { ...at, autoRebillId }, body }, match(version))
    const remove = async (id: number) => {
      const { version } = (await methods()).find((method: { payment_method_id: number }) => method.payment_method_id === id)
      const { status, reply } = await world.as('advertiserAdmin').send(payments.removeMethod, methodAt(id), match(version))
      return [status, reply.fields?.[0]?.code]
    }
    expect((await methods())[0]).toMatchObject({ is_used_by_rebill: true, is_rebill_on: true })
    expect(await remove(first)).toEqual([409, 'last_of_rebill'])
    const second = await addCard(world, cards.good)
    await change({ is_on: false }, 1)
    expect(await remove(first)).toEqual([409, 'used_by_rebill'])
    await change({ payment_method_id: second }, 2)
    expect(await remove(first)).toEqual([200, undefined])
    expect(await remove(second)).toEqual([200, undefined])
    const on = await change({ is_on: true }, 3)
    expect([on.status, ...codeOf(on)]).toEqual([422, 'payment_method_id', 'method_missing'])
  })

  test('are used by the auto-rebill of their own advertiser only', async () => {
    const other = await addCard(world, cards.good, { member_group_id: 1, advertiser_id: 2 })
    const rule = { threshold: '500', mode: 'fixed' as const, amount: '200', payment_method_id: other }
    const created = await world.as('advertiserAdmin').send(autoRebills.create, { path: at, body: rule }, { 'Idempotency-Key': newKey() })
    expect([created.status, ...codeOf(created)]).toEqual([422, 'payment_method_id', 'method_missing'])
    const stored = { ...advertiser, threshold: 1, mode: 'fixed', amount: 1, payment_method_id: other }
    await expect(world.database.kysely.insertInto('auto_rebills').values(stored).execute()).rejects.toThrow('foreign key')
  })

  test('are in the change log with their brand and last four digits only', async () => {
    const [first, second] = [await addCard(world, cards.good), await addCard(world, cards.poor)]
    const as = world.as('advertiserAdmin')
    await as.send(payments.changeMethod, { ...methodAt(second), body: { exp_month: 11, exp_year: 2031, name: 'Team' } }, match(1))
    await as.send(payments.setDefault, methodAt(second), match(2))
    await as.send(payments.removeMethod, methodAt(first), match(2))
    const { rows } =
      await sql`select kind, entity_id, before, after from changes where entity = 'payment_method' order by change_id`.execute(
        world.database.kysely,
      )
    const card = { brand: 'visa', last_four: '9995' }
    expect(rows).toEqual([
      { kind: 'created', entity_id: first, before: {}, after: { brand: 'visa', last_four: '4242' } },
      { kind: 'created', entity_id: second, before: {}, after: card },
      { kind: 'changed', entity_id: second, before: {}, after: { ...card, changed: ['exp_month', 'exp_year', 'name'] } },
      { kind: 'changed', entity_id: second, before: {}, after: { ...card, is_default: true } },
      { kind: 'removed', entity_id: first, before: {}, after: { brand: 'visa', last_four: '4242' } },
    ])
  })
})

test('the ledger names the request of a payment and its charge at the provider', async () => {
  const card = await addCard(world, cards.good)
  await pay(world, card)
  await work(world)
  const [charge] = await chargesOf(world)
  const { reply } = await world.as('advertiserAdmin').send(contract.balances.events, { path: at, body: {} })
  const [{ request_id, provider_id }] = reply.result.balance_events.filter(
    (event: { event_type: string }) => event.event_type === 'FundingUIForm',
  )
  expect(provider_id).toBe(charge?.id)
  expect(request_id).toMatch(/^[\w-]{8,}$/)
  const stored = await world.database.kysely.selectFrom('payments').select('request_id').execute()
  expect(stored).toEqual([{ request_id }])
})

describe('tax ids', () => {
  const read = async () => (await world.as('advertiserAdmin').send(contract.taxIds.one, { path: at })).reply.result
  const save = async (tax_id: { tax_type_id: number; value: string } | null, name: CallerName = 'advertiserAdmin') =>
    world.as(name).send(contract.taxIds.change, { path: at, body: { tax_id } }, match((await read()).version))
  const germany = 3

  test('are stored with their prefix and without spaces, in a version', async () => {
    const before = await read()
    expect(before.tax_id).toBe(null)
    const saved = (await save({ tax_type_id: germany, value: ' 136.695 976' })).reply.result
    expect(saved).toEqual({ tax_id: { tax_type_id: germany, country_code: 'DE', value: 'DE136695976' }, version: before.version + 1 })
    expect(await read()).toEqual(saved)
    const stale = { path: at, body: { tax_id: null } }
    expect((await world.as('advertiserAdmin').send(contract.taxIds.change, stale, match(before.version))).status).toBe(412)
    expect((await save(null)).reply.result.tax_id).toBe(null)
    expect((await save({ tax_type_id: germany, value: 'DE136695976' }, 'clientViewer')).status).toBe(403)
  })

  test('with wrong check digits or of another country are refused with an example', async () => {
    for (const value of ['DE136695975', 'ATU13585627', '12'])
      expect(await save({ tax_type_id: germany, value })).toMatchObject({
        status: 422,
        reply: { fields: [{ path: 'tax_id.value', code: 'tax_id_invalid', values: { country: 'DE', example: 'DE136695976' } }] },
      })
    expect((await save({ tax_type_id: 99, value: 'DE136695976' })).status).toBe(422)
    expect((await read()).tax_id).toBe(null)
  })

  test('have a valid example for each tax type, which has a readable name', async () => {
    const { tax_types } = (await world.as('advertiserAdmin').send(fees.taxTypes, { path: at })).reply.result
    expect(tax_types.map(({ name }: { name: string }) => name)).toContain('United Kingdom')
    for (const { country_code } of tax_types) {
      const format = taxIdFormats[country_code]
      expect(format?.parse(format.example), country_code).toBe(format?.example)
      expect(format?.parse(format.example.slice(0, -1)), country_code).toBe(undefined)
    }
  })
})

describe('fees', () => {
  test('are changed by the client in a version, and decide prices', async () => {
    expect((await world.as('clientViewer').send(fees.one, { path: { memberGroupId: 1 } })).reply.result).toEqual({
      fee_percent: '0',
      surcharge: '0',
      minimum_amount: '0',
      day_maximum: '25000',
      currency_code: 'USD',
      currency_digits: 2,
      version: 1,
    })
    expect((await changeFees({ fee_percent: '2.5', minimum_amount: '20' }, 1)).reply.result).toMatchObject({
      fee_percent: '2.5',
      minimum_amount: '20',
      version: 2,
    })
    for (const negative of [{ surcharge: '-1' }, { minimum_amount: '-1' }]) expect((await changeFees(negative, 2)).status).toBe(422)
    expect((await changeFees({ fee_percent: '3' }, 1)).status).toBe(412)
    expect((await changeFees({ fee_percent: '3' }, 2, 'advertiserAdmin')).status).toBe(403)
    const { reply } = await world.as('advertiserAdmin').send(payments.price, { path: at, body: { amount: '50' } })
    expect(reply.result).toMatchObject({ amount: '50', fee: '1.25', tax: '0', charged: '51.25' })
    expect(await offer()).toMatchObject({
      minimum: '20',
      fee_percent: '2.5',
      may_pay_by_card: true,
      may_pay_by_wire: false,
      may_add_methods: true,
    })
  })

  test('are taxed in the country of the advertiser', async () => {
    await addCard(world, cards.good)
    const { reply } = await world.as('advertiserAdmin').send(fees.taxTypes, { path: at })
    const german = reply.result.tax_types.find((type: any) => type.country_code === 'DE') // a part of a reply
    expect(german.percent).toBe('19')
    expect(reply.result.default_tax_type_id).toBe(german.tax_type_id)
    expect(await offer()).toMatchObject({ tax_percent: '19', default_address: address })
    expect(await offer('clientViewer')).toMatchObject({ default_address: null, may_add_methods: false })
  })

  test('the customer at the provider is made once', async () => {
    const customer = async () => (await world.as('advertiserAdmin').send(payments.customer, { path: at })).reply.result.customer_id
    expect(await customer()).toBe('cus_1-1')
    expect(await customer()).toBe('cus_1-1')
  })
})
