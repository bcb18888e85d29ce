import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { writeEntries } from '../../demo/platform/money/ledger.ts'
import { contract } from '../../src/contract/index.ts'
import { leave } from '../support/delivery/delivery-world.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { balances, spendLimits } = contract
const path = { memberGroupId: 1, advertiserId: 1 }
const account = { member_group_id: 1, advertiser_id: 1 }
const million = 1_000_000n
let keys = 0
const newKey = () => `key-${++keys}-of-corrections`
const correct = (kind: 'credit' | 'debit', amount: string, more: { name?: CallerName; key?: string; reason?: string } = {}) =>
  world
    .as(more.name ?? 'clientAdmin')
    .send(
      balances.correct,
      { path, body: { kind, amount, reason: more.reason ?? ' Dispute of payment 12 won ' } },
      { 'Idempotency-Key': more.key ?? newKey() },
    )
const balance = async () => (await world.as('clientAdmin').send(balances.one, { path })).reply.result
const newest = async (count: number) =>
  (await world.as('advertiserAdmin').send(balances.events, { path, body: {} })).reply.result.balance_events.slice(0, count)
const fund = (units: bigint, more: object = {}) =>
  writeEntries(world.database.kysely, account, [
    { event: 'FundingAPI', micros: units * million, day: '2026-11-21', at: fixedNow(), reason: 'Funds', ...more },
  ])
const run = (text: string) => sql.raw(text).execute(world.database.kysely)

beforeEach(() => leave(world.database, 1, 0n))

describe('a correction of the ledger', () => {
  test('is an entry with its author, reason and request, once for a key', async () => {
    const key = newKey()
    const first = await correct('credit', '20.5', { key })
    expect([first.status, first.reply.result]).toEqual([200, { available: '20.5', owed: '0', currency_code: 'USD', currency_digits: 2 }])
    expect((await correct('credit', '20.5', { key })).reply).toEqual(first.reply)
    expect((await balance()).available).toBe('20.5')
    const [entry, before] = await newest(2)
    expect(entry).toMatchObject({ event_type: 'FundingAPI', amount: '20.5', reason: 'Dispute of payment 12 won' })
    expect(entry.request_id).toBe(first.headers.get('x-request-id'))
    expect(entry.user).toBeTruthy()
    expect(before.reason).not.toBe(entry.reason)
  })

  test('pays what is owed first', async () => {
    await run('insert into receivables (member_group_id, advertiser_id, micros) values (1, 1, 100000000)')
    expect((await correct('credit', '100')).reply.result).toMatchObject({ available: '0', owed: '0' })
    expect((await newest(2)).map(({ event_type, amount }: { event_type: string; amount: string }) => [event_type, amount])).toEqual([
      ['SystemDebitAPI', '-100'],
      ['FundingAPI', '100'],
    ])
    expect((await correct('credit', '30')).reply.result).toMatchObject({ available: '30', owed: '0' })
  })

  test('takes own funds away and leaves the credit of the spend limit', async () => {
    await fund(70n)
    const limit = { path, body: { amount: '500' } }
    expect((await world.as('clientAdmin').send(spendLimits.put, limit)).status).toBe(200)
    const refused = await correct('debit', '70.01')
    expect([refused.status, refused.reply.fields]).toMatchObject([422, [{ path: 'amount', code: 'above_own', values: { limit: '70' } }]])
    expect((await correct('debit', '50')).reply.result).toMatchObject({ available: '520' })
    expect(await balance()).toMatchObject({ available: '520', credit_left: '500', limit_left: '500' })
    expect((await newest(1))[0]).toMatchObject({ event_type: 'SystemDebitUIForm', amount: '-50' })
  })

  test('takes own funds that the payment of an invoice has left in the credit line', async () => {
    await fund(100n)
    await world.as('clientAdmin').send(spendLimits.put, { path, body: { amount: '500' } })
    await writeEntries(world.database.kysely, account, [
      {
        event: 'Click',
        micros: -100n * million,
        day: '2026-11-21',
        at: fixedNow(),
        reason: 'Delivery',
        campaign_id: 10,
        ad_group_id: 100,
      },
    ])
    await fund(100n, { event: 'Invoice', reference: 'invoice 1' })
    expect((await correct('debit', '100')).reply.result).toMatchObject({ available: '500' })
    expect(await balance()).toMatchObject({ credit_left: '500' })
  })

  test('is refused with an amount or a reason that is none', async () => {
    for (const amount of ['0', '-5', '1.001', 'x']) expect((await correct('credit', amount)).status, amount).toBe(422)
    for (const reason of ['', '  ', 'x'.repeat(501)]) expect((await correct('credit', '1', { reason })).status).toBe(422)
    expect((await correct('debit', '1')).status).toBe(422)
    expect((await correct('credit', '1', { key: 'short' })).status).toBe(428)
  })

  test('is for users of the whole client, not for those with the permission at one advertiser', async () => {
    for (const name of ['clientViewer', 'advertiserAdmin'] as const) expect((await correct('credit', '1', { name })).status, name).toBe(403)
    await run(
      `insert into user_activities (user_id, level, thing_id, permission, granted) values (${people.advertiserAdmin.userId}, 'base', 0, 'funds.correct', true)`,
    )
    expect((await correct('credit', '1', { name: 'advertiserAdmin' })).status).toBe(403)
    expect((await balance()).available).toBe('0')
    for (const name of ['internalAdmin', 'superUser'] as const) expect((await correct('credit', '1', { name })).status, name).toBe(200)
  })
})
