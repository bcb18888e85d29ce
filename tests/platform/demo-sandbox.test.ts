import { beforeEach, describe, expect, test } from 'vitest'
import { machineTime } from '../../demo/platform/context/clock.ts'
import { demoBar } from '../../demo/platform/demo-pages/bar.ts'
import { pagesOf } from '../../demo/platform/demo-pages/pages.ts'
import { applySandboxForm, sandboxPage } from '../../demo/platform/demo-pages/sandbox.ts'
import { announce, deliverMessages } from '../../demo/platform/payments/sandbox-events.ts'
import { contract } from '../../src/contract/index.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const origin = 'http://localhost:4400'
const path = { memberGroupId: 1, advertiserId: 1 }

const pages = (isDemonstration = true) =>
  pagesOf({
    database: world.database,
    now: () => machineTime(new Date()),
    issuer: `${origin}/idp`,
    clientId: 'x',
    environment: 'development',
    home: () => '<body><main></main></body>',
    bar: demoBar({ origin }),
    isWatched: true,
    setSpeed: async () => undefined,
    sandbox: isDemonstration
      ? { page: () => sandboxPage(world.database), apply: (fields) => applySandboxForm(world.database, fields, fixedNow()) }
      : undefined,
  })
const page = async () => (await pages()(new Request(`${origin}/sandbox`))).text()
const send = (body: string, headers: Record<string, string> = { Origin: origin }, at = origin, handle = pages()) =>
  handle(new Request(`${at}/sandbox`, { method: 'POST', body, headers: { 'Content-Length': String(body.length), ...headers } }))

describe('an announced transfer', () => {
  beforeEach(() =>
    world.database.kysely
      .insertInto('member_group_funding_types')
      .values({ member_group_id: 1, funding_type_id: 4, status: 'Active' })
      .onConflict((conflict) => conflict.columns(['member_group_id', 'funding_type_id']).doUpdateSet({ status: 'Active' }))
      .execute(),
  )
  const announced = async () =>
    (
      await world
        .as('advertiserAdmin')
        .send(contract.wires.announce, { path, body: { amount: '500' } }, { 'Idempotency-Key': crypto.randomUUID() })
    ).reply.result
  const wires = async () => (await world.as('advertiserAdmin').send(contract.wires.report, { path, body: {} })).reply.result.wire_transfers
  const receipts = async () =>
    (await world.as('clientAdmin').send(contract.wires.receipts, { path: { memberGroupId: 1 }, body: {} })).reply.result.receipts
  const available = async () => (await world.as('advertiserAdmin').send(contract.balances.one, { path })).reply.result.available

  test.each([
    ['full', '500', '0', '1500'],
    ['short', '450', '-50', '1450'],
    ['over', '550', '50', '1550'],
  ])('arrives %s by a form, once', async (arrival, received, difference, funds) => {
    const { wire_transfer_id: id, reference } = await announced()
    expect(await page()).toContain(`500.00 USD, ${reference}`)
    const sent = await send(`wire_transfer_id=${id}&arrives=${arrival}`)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/sandbox'])
    expect(await wires()).toMatchObject([{ state: 'received', received, difference }])
    expect((await send(`wire_transfer_id=${id}&arrives=${arrival}`)).status).toBe(422)
    expect(await available()).toBe(funds)
    expect(await page()).not.toContain(reference)
  })

  test('that arrives without its reference waits for a person', async () => {
    const { wire_transfer_id: id } = await announced()
    expect((await send(`wire_transfer_id=${id}&arrives=no_reference`)).status).toBe(303)
    expect(await wires()).toMatchObject([{ state: 'waiting', received: null }])
    expect(await receipts()).toMatchObject([{ amount: '500', currency_code: 'USD', advertiser: null }])
    expect(await available()).toBe('1000')
  })
})

describe('messages of the sandbox', () => {
  const charge = (id: string) =>
    ({
      id,
      key: `key ${id}`,
      state: 'succeeded',
      decline: null,
      charged: 1n,
      refunded: 0n,
      currency_code: 'USD',
    }) as const
  /** Announces two charges, and returns those whose messages are sent some seconds later, in their order. */
  async function sentAfter(seconds: number) {
    const { kysely } = world.database
    const at = (ms: number) => new Date(fixedNow().getTime() + ms)
    await announce({ kysely, now: at(0) }, 'charge.succeeded', charge('first'))
    await announce({ kysely, now: at(1) }, 'charge.succeeded', charge('second'))
    const sent: string[] = []
    const now = at(seconds * 1000 + 2)
    await deliverMessages({ kysely, now }, now, async (text) => {
      sent.push(JSON.parse(text).charge.id)
      return 200
    })
    return sent
  }
  const pressedState = async (name: string) => new RegExp(`value="${name}" aria-pressed="(\\w+)"`).exec(await page())?.[1]

  test.each([
    ['duplicate', ['first', 'first', 'second', 'second']],
    ['reorder', ['second', 'first']],
    ['lose', []],
  ])('are sent with the fault %s, until it is turned off', async (fault, expected) => {
    expect(await pressedState(fault)).toBe('false')
    expect((await send(`fault=${fault}`)).status).toBe(303)
    expect([await pressedState(fault), await sentAfter(0)]).toEqual(['true', expected])
    await send(`fault=${fault}`)
    expect([await pressedState(fault), await sentAfter(0)]).toEqual(['false', ['first', 'second']])
  })

  test('are sent later with a delay, which keeps the other faults', async () => {
    await send('fault=duplicate')
    expect((await send('delay_seconds=30')).status).toBe(303)
    expect([await pressedState('30'), await pressedState('duplicate')]).toEqual(['true', 'true'])
    expect(await sentAfter(29)).toEqual([])
    expect((await sentAfter(31)).toSorted()).toEqual([...Array(4).fill('first'), ...Array(4).fill('second')])
  })
})

test.each([
  ['a page of another origin', 'fault=lose', { Origin: 'http://localhost:4401' }, origin, 403],
  ['a request without an origin', 'fault=lose', {}, origin, 403],
  ['another name for this machine', 'fault=lose', { Origin: 'http://rebound.example:4400' }, 'http://rebound.example:4400', 405],
  ['an unknown fault', 'fault=constructor', { Origin: origin }, origin, 422],
  ['an unknown delay', 'delay_seconds=7', { Origin: origin }, origin, 422],
  ['an unknown transfer', 'wire_transfer_id=x&arrives=full', { Origin: origin }, origin, 422],
])('the sandbox cannot be changed by %s', async (_, body, headers, at, status) => {
  expect((await send(body, headers, at)).status).toBe(status)
  const { faults } = await world.database.kysely.selectFrom('sandbox_state').select('faults').executeTakeFirstOrThrow()
  expect(faults).toEqual({})
})

test('a platform that is no demonstration has no page of the sandbox', async () => {
  expect((await send('fault=lose', { Origin: origin }, origin, pages(false))).status).toBe(405)
  expect((await pages(false)(new Request(`${origin}/sandbox`))).status).toBe(404)
})
