import { beforeEach, describe, expect, test } from 'vitest'
import { checkAutoRebill, settleRebill } from '../../demo/platform/auto-rebills/check.ts'
import type { Charge, ChargeResult, RebillPayments } from '../../demo/platform/auto-rebills/charging.ts'
import { rebillPayments } from '../../demo/platform/auto-rebills/payments.ts'
import { Refused } from '../../demo/platform/context/refusal.ts'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import { platformJobs } from '../../demo/platform/jobs/kinds.ts'
import { expiringCardsJob } from '../../demo/platform/mail/expiring-cards.ts'
import { rebillNewsJob } from '../../demo/platform/mail/rebill-news.ts'
import { mailJobs } from '../../demo/platform/mail/jobs.ts'
import { writeEntries } from '../../demo/platform/money/ledger.ts'
import { settle } from '../../demo/platform/payments/settle.ts'
import { contract } from '../../src/contract/index.ts'
import { fundingEvents } from '../../src/contract/money/funding-events.ts'
import { microsOf } from '../../src/contract/money/money.ts'
import { addCard, cards, chargesOf, ledgerOf, pay, work } from '../support/money/paying.ts'
import { deliveryBy, leave, minuteMs, onlyCampaigns } from '../support/delivery/delivery-world.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { seedPayments } from '../support/world/small-payments.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})

const { autoRebills } = contract
const account = { member_group_id: 1, advertiser_id: 1 }
const path = { memberGroupId: 1, advertiserId: 1 }
const keyed = () => ({ 'Idempotency-Key': crypto.randomUUID() })
const match = (version: number) => ({ 'If-Match': String(version) })
/** The advertiser's card. */
let card: number
beforeEach(async () => {
  card = await addCard(world, cards.good)
})
const fixed = { threshold: '500', mode: 'fixed' as const, amount: '200' }
const target = { ...fixed, threshold: '200', mode: 'target' as const, amount: '400' }
const make = (body: object = fixed, name: CallerName = 'advertiserAdmin', at = path) =>
  world.as(name).send(autoRebills.create, { path: at, body: { payment_method_id: card, ...body } as never }, keyed()) // tests send what no form would
const rule = async () => (await world.as('advertiserAdmin').send(autoRebills.ofAdvertiser, { path })).reply.result.auto_rebill
const change = (id: number, version: number, body: object, name: CallerName = 'advertiserAdmin', at = path) =>
  world.as(name).send(autoRebills.change, { path: { ...at, autoRebillId: id }, body: body as never }, match(version)) // as above
const remove = (id: number, version: number) =>
  world.as('advertiserAdmin').send(autoRebills.remove, { path: { ...path, autoRebillId: id } }, match(version))
const hoursLater = (hours: number) => new Date(fixedNow().getTime() + hours * 3_600_000)
const leaveUnits = (units: string) => leave(world.database, 1, microsOf(units))

interface Options {
  /** How each new charge ends. */
  readonly state?: ChargeResult['state'] | 'refused' | 'crash'
  readonly underWay?: string
  readonly minimum?: string
}

/** Payments that credit a charge once for each key. `charges` are the different charges, `calls` all calls. */
function payments({ state = 'succeeded', underWay = '0', minimum = '5' }: Options = {}) {
  const charges = new Map<string, ChargeResult & Pick<Charge, 'amount'>>()
  const calls: Charge[] = []
  const reads = { count: 0 }
  const options = { state }
  const port: RebillPayments = {
    startCharge: async (context, charge) => {
      calls.push(charge)
      const known = charges.get(charge.key)
      if (known) return known
      if (options.state === 'refused') throw new Refused('conflict', { subject: 'Payment method', rule: 'Removed' })
      const result = options.state === 'crash' ? 'succeeded' : options.state
      const made = { payment_id: charges.size + 1, state: result, decline: result === 'declined' ? ('insufficient_funds' as const) : null }
      charges.set(charge.key, { ...made, amount: charge.amount })
      if (result === 'succeeded')
        await context.database.kysely.transaction().execute(async (transaction) => {
          const entry = { event: 'FundingAuto' as const, micros: charge.amount, day: '2026-11-21', at: fixedNow(), reason: 'Auto-rebill' }
          await writeEntries(transaction, charge, [{ ...entry, unique_key: charge.key }])
        })
      if (options.state === 'crash') throw new Error('The server stopped')
      return made
    },
    underWay: async () => microsOf(underWay),
    limits: async () => {
      reads.count++
      return { minimum: microsOf(minimum), dayLeft: microsOf('25000'), newMethodMaximum: null, digits: 2 }
    },
  }
  return {
    port,
    calls,
    reads,
    set: (next: NonNullable<Options['state']>) => {
      options.state = next
    },
    amounts: () => [...charges.values()].map(({ amount }) => Number(amount) / 1e6),
  }
}
const context = () => ({ database: world.database, log: () => undefined })
const check = (port: RebillPayments, now: Date = fixedNow()) => checkAutoRebill(context(), account, port, now)
const balance = async () => {
  const { balance } = await world.database.kysely
    .selectFrom('advertiser_balances')
    .select('balance')
    .where('advertiser_id', '=', 1)
    .executeTakeFirstOrThrow()
  return balance / 1e6
}
/** The mails that are due, by recipient and subject. */
async function mails() {
  const jobs = await startJobs(
    { database: world.database, now: () => hoursLater(48), log: () => undefined },
    { 'rebill-news': rebillNewsJob, ...mailJobs({ origin: 'https://ads.example', isExternal: false, from: 'no-reply@ads.example' }) },
  )
  await jobs.tick()
  await jobs.stop()
  const rows = await world.database.kysely.selectFrom('mails').selectAll().where('purpose', '=', 'funds').orderBy('mail_id').execute()
  return rows.map(({ recipient, subject }) => [recipient.split('@')[0], subject])
}
const users = async () => {
  const rows = await world.database.kysely.selectFrom('users').select(['user_id', 'email']).execute()
  return new Map(rows.map(({ user_id, email }) => [user_id, email.split('@')[0]]))
}

beforeEach(() => seedPayments(world.database))

describe('the rule of an advertiser', () => {
  test('is created once, changed with its version, and removed', async () => {
    expect(await rule()).toBeNull()
    const { status, reply } = await make({ ...fixed, month_maximum: '1000' })
    expect(status).toBe(200)
    expect(reply.result).toMatchObject({
      ...fixed,
      payment_method_id: card,
      month_maximum: '1000',
      state: 'on',
      charged_this_month: '0',
      runs: [],
      version: 1,
    })
    expect((await make()).status).toBe(409)
    const id = reply.result.auto_rebill_id
    const changed = await change(id, 1, { threshold: '80', month_maximum: null, is_on: false })
    expect(changed.reply.result).toMatchObject({ threshold: '80', amount: '200', month_maximum: null, state: 'off', version: 2 })
    expect((await change(id, 1, { threshold: '90' })).status).toBe(412)
    // A rule that is off can be replaced.
    expect((await make({ ...fixed, threshold: '70' })).reply.result).toMatchObject({
      threshold: '70',
      state: 'on',
      auto_rebill_id: id,
      version: 3,
    })
    expect((await remove(id, 1)).status).toBe(412)
    expect((await remove(id, 3)).reply.result).toEqual({ auto_rebill_id: id })
    expect(await rule()).toBeNull()
  })

  test.each([
    ['amount', { ...target, amount: '200' }],
    ['threshold', { ...fixed, threshold: '0' }],
    ['threshold', { ...fixed, threshold: '1.001' }],
    ['month_maximum', { ...fixed, month_maximum: '10.005' }],
  ])('is refused at %s with %j', async (field, body) => {
    const { status, reply } = await make(body)
    expect([status, reply.fields[0].path]).toEqual([422, field])
  })

  test('is written by those who pay, and only within their advertiser', async () => {
    for (const name of ['clientAdmin', 'clientViewer', 'partner'] as const) expect((await make(fixed, name)).status, name).toBe(403)
    expect((await make(fixed, 'advertiserViewer', { memberGroupId: 1, advertiserId: 3 })).status).toBe(403)
    expect((await make(fixed, 'advertiserAdmin', { memberGroupId: 1, advertiserId: 2 })).status).toBe(404)
    const id = (await make()).reply.result.auto_rebill_id
    const other = { memberGroupId: 1, advertiserId: 2 }
    await make(
      { ...fixed, payment_method_id: await addCard(world, cards.good, { member_group_id: 1, advertiser_id: 2 }) },
      'superUser',
      other,
    )
    expect((await change(id, 1, { threshold: '1' }, 'superUser', other)).status).toBe(404)
    expect((await rule()).threshold).toBe('500')
  })
})

describe('the card of a rule', () => {
  /** The mails of the job at a time, by recipient and subject. */
  async function mailsAt(moment: string) {
    await world.database.kysely.deleteFrom('jobs').execute()
    const jobs = await startJobs(
      { database: world.database, now: () => new Date(moment), log: () => undefined },
      {
        'expiring-cards': expiringCardsJob,
        ...mailJobs({ origin: 'https://ads.example', isExternal: false, from: 'no-reply@ads.example' }),
      },
    )
    await jobs.tick()
    await jobs.stop()
    const rows = await world.database.kysely.selectFrom('mails').selectAll().where('purpose', '=', 'funds').orderBy('mail_id').execute()
    return rows.map(({ recipient, subject }) => [recipient.split('@')[0], subject])
  }
  const expire = (exp_month: number) =>
    world.database.kysely.updateTable('payment_methods').set({ exp_year: 2026, exp_month }).where('advertiser_id', '=', 1).execute()
  const recipients = (mails: readonly (readonly (string | undefined)[])[]) => mails.map(([to]) => to).toSorted()

  test('is announced once, 30 days before its last day is over', async () => {
    await make()
    await expire(12)
    expect(await mailsAt('2026-12-01T23:00:00Z')).toEqual([])
    const mails = await mailsAt('2026-12-02T01:00:00Z')
    expect(recipients(mails)).toEqual(['advertiseradmin', 'clientadmin', 'clientviewer'])
    expect(mails[0]?.[1]).toBe('The card of the auto-rebill of Advertiser-mark-1. expires on December 31, 2026')
    expect((await mailsAt('2026-12-20T01:00:00Z')).length).toBe(3)
    const at = { path: { ...path, paymentMethodId: card }, body: { exp_year: 2027, exp_month: 1 } }
    expect((await world.as('advertiserAdmin').send(contract.payments.changeMethod, at, match(1))).status).toBe(200)
    expect((await mailsAt('2026-12-31T01:00:00Z')).length).toBe(3)
    expect((await mailsAt('2027-01-05T01:00:00Z')).length).toBe(6)
  })

  test('is not announced while the rule is off, or after it has expired', async () => {
    const id = (await make()).reply.result.auto_rebill_id
    await expire(12)
    expect(await mailsAt('2027-01-01T00:00:00Z')).toEqual([])
    await change(id, 1, { is_on: false })
    expect(await mailsAt('2026-12-20T00:00:00Z')).toEqual([])
  })
})

test('changes of a rule are in the change log', async () => {
  const id = (await make()).reply.result.auto_rebill_id
  await change(id, 1, { threshold: '80', is_on: false })
  await remove(id, 2)
  const rows = await world.database.kysely
    .selectFrom('changes')
    .select(['kind', 'before', 'after', 'user_id'])
    .where('entity', '=', 'auto_rebill')
    .where('entity_id', '=', id)
    .orderBy('change_id')
    .execute()
  expect(rows).toEqual([
    {
      kind: 'created',
      before: expect.anything(),
      after: { payment_method_id: card, ...fixed, is_on: true },
      user_id: people.advertiserAdmin.userId,
    },
    {
      kind: 'changed',
      before: { threshold: '500', is_on: true },
      after: { threshold: '80', is_on: false },
      user_id: people.advertiserAdmin.userId,
    },
    {
      kind: 'removed',
      before: expect.anything(),
      after: expect.objectContaining({ threshold: '80' }),
      user_id: people.advertiserAdmin.userId,
    },
  ])
})

describe('the check of a rule', () => {
  test('charges the missing fixed amounts in one charge, once for each crossing', async () => {
    await make()
    const { port, amounts, calls, reads } = payments()
    await check(port)
    expect([calls, reads.count]).toEqual([[], 0])
    await leaveUnits('10')
    await check(port)
    expect([amounts(), await balance()]).toEqual([[600], 610])
    // The clock jumps forward and back.
    for (const now of [hoursLater(24 * 40), hoursLater(-24), hoursLater(1)]) await check(port, now)
    expect(amounts()).toEqual([600])
    await leaveUnits('499')
    await check(port)
    expect([amounts(), await balance()]).toEqual([[600, 200], 699])
    expect(await rule()).toMatchObject({
      charged_this_month: '800',
      runs: [
        { outcome: 'succeeded', amount: '200', payment_id: 2 },
        { outcome: 'succeeded', amount: '600', payment_id: 1 },
      ],
    })
  })

  test('tops up to its target less what is under way', async () => {
    await make(target)
    await leaveUnits('40')
    const { port, amounts } = payments({ underWay: '100' })
    await check(port)
    expect(amounts()).toEqual([260])
  })

  test('charges what the month leaves, mails once, and continues in the next month', async () => {
    await make({ ...fixed, month_maximum: '1000' })
    await leaveUnits('10')
    const { port, amounts } = payments()
    const run = { ...account, auto_rebill_id: 1, payment_method_id: card, outcome: 'succeeded', amount: 850_000_000 }
    const earlier = [
      { ...run, key: 'earlier', at: hoursLater(-240) },
      { ...run, key: 'in October', at: new Date('2026-10-31T12:00:00Z') },
    ]
    await world.database.kysely.insertInto('auto_rebill_runs').values(earlier).execute()
    for (const now of [fixedNow(), hoursLater(1), hoursLater(2)]) await check(port, now)
    expect([amounts(), await balance()]).toEqual([[150], 160])
    const about = 'Auto-rebill of Advertiser-mark-1. has reached its monthly maximum'
    const sent = await mails()
    expect(sent.length).toBeGreaterThan(0)
    expect(new Set(sent.map(([, subject]) => subject))).toEqual(new Set([about]))
    expect(new Set(sent.map(([to]) => to)).size).toBe(sent.length)
    await check(port, hoursLater(24 * 20))
    expect(amounts()).toEqual([150, 400])
  })

  test('says once that a charge would be below the minimum', async () => {
    await make(target)
    await leaveUnits('199')
    const { port, calls } = payments({ minimum: '300' })
    await check(port)
    await check(port)
    expect(calls).toEqual([])
    expect((await rule()).runs).toMatchObject([{ outcome: 'below_minimum', amount: '201', payment_id: null }])
    expect((await mails()).length).toBeGreaterThan(0)
  })

  test('charges nothing while the spend limit leaves no more than the funds, and says so once', async () => {
    const { kysely } = world.database
    await make(target)
    await leaveUnits('49')
    await kysely
      .updateTable('advertiser_balances')
      .set(({ ref }) => ({ invoiced: ref('spent') }))
      .where('advertiser_id', '=', 1)
      .execute()
    await kysely
      .insertInto('spend_limits')
      .values({ ...account, amount: 49_000_000, credit: 49_000_000 })
      .execute()
    const { port, calls, amounts } = payments()
    await check(port)
    await check(port)
    expect(calls).toEqual([])
    expect((await rule()).runs).toMatchObject([{ outcome: 'spend_limit', amount: null, payment_id: null }])
    const about = new Set((await mails()).map(([, subject]) => subject))
    expect(about).toEqual(new Set(['Auto-rebill of Advertiser-mark-1. does not charge']))
    await kysely.deleteFrom('spend_limits').where('advertiser_id', '=', 1).execute()
    await check(port)
    expect(amounts()).toEqual([351])
  })

  test('waits 1 and 6 hours after declined charges, and is switched off by the third one, with mails', async () => {
    const id = (await make()).reply.result.auto_rebill_id
    await leaveUnits('10')
    const { port, calls, set } = payments({ state: 'declined' })
    await check(port)
    expect(await rule()).toMatchObject({ state: 'backing_off', failures: 1, next_attempt_at: hoursLater(1).toISOString() })
    await check(port, hoursLater(0.9))
    expect(calls.length).toBe(1)
    await check(port, hoursLater(1))
    await check(port, hoursLater(6.9))
    expect(calls.length).toBe(2)
    expect((await rule()).failures).toBe(2)
    await check(port, hoursLater(7))
    expect(await rule()).toMatchObject({
      state: 'failed',
      failures: 3,
      next_attempt_at: null,
      version: 2,
      runs: Array.from({ length: 3 }, () => ({ outcome: 'declined', amount: '600', decline: 'insufficient_funds' })),
    })
    expect(new Set(calls.map(({ key }) => key)).size).toBe(3)
    await check(port, hoursLater(100))
    expect(calls.length).toBe(3)
    const sent = await mails()
    const names = await users()
    expect(sent.map(([to]) => to).toSorted()).toEqual(
      (await rule()).notified.map((user: { user_id: number }) => names.get(user.user_id)).toSorted(),
    )
    expect(sent.map(([to]) => to)).toEqual(expect.arrayContaining([names.get(3), names.get(5)]))
    expect(sent.map(([to]) => to)).not.toContain(names.get(7))
    expect(sent[0]?.[1]).toBe('Auto-rebill of Advertiser-mark-1. is off')
    const alerts = async () => (await world.as('advertiserAdmin').send(contract.advertisers.alerts, { path })).reply.result.alerts
    expect(await alerts()).toContainEqual(expect.objectContaining({ code: 'auto_rebill_off', severity: 'error', campaign: null }))
    set('succeeded')
    await change(id, 2, { is_on: true })
    expect((await alerts()).map(({ code }: { code: string }) => code)).not.toContain('auto_rebill_off')
    await check(port, hoursLater(101))
    expect(await rule()).toMatchObject({ state: 'on', failures: 0, notified: [] })
  })

  test('a success forgets earlier failures', async () => {
    await make()
    await leaveUnits('10')
    const { port, set } = payments({ state: 'declined' })
    await check(port)
    set('succeeded')
    await check(port, hoursLater(1))
    expect(await rule()).toMatchObject({ state: 'on', failures: 0, next_attempt_at: null })
  })

  test('counts a refused method as a failure', async () => {
    await make()
    await leaveUnits('10')
    await check(payments({ state: 'refused' }).port)
    expect(await rule()).toMatchObject({ failures: 1, runs: [{ outcome: 'declined', decline: 'other' }] })
  })

  test('charges for a rule that replaces a removed one, also after a declined charge', async () => {
    const id = (await make()).reply.result.auto_rebill_id
    await leaveUnits('10')
    const { port, calls, set } = payments({ state: 'declined' })
    await check(port)
    expect((await remove(id, 1)).status).toBe(200)
    await make()
    set('succeeded')
    await check(port)
    expect([calls.length, await balance()]).toEqual([2, 610])
    expect(await rule()).toMatchObject({ state: 'on', failures: 0, runs: [{ outcome: 'succeeded' }, { outcome: 'declined' }] })
  })

  test('repeats the same charge after a crash', async () => {
    const id = (await make()).reply.result.auto_rebill_id
    await leaveUnits('10')
    const { port, calls, set, amounts } = payments({ state: 'crash' })
    await expect(check(port)).rejects.toThrow('The server stopped')
    expect((await rule()).state).toBe('charging')
    // Neither a switched-off rule nor another amount changes the repeated charge.
    await change(id, 1, { is_on: false, amount: '300' })
    set('succeeded')
    await check(port)
    expect([amounts(), await balance()]).toEqual([[600], 610])
    expect(calls[1]).toEqual(calls[0])
    expect((await rule()).runs).toMatchObject([{ outcome: 'succeeded' }])
  })

  test('charges a state of the funds once, although its credit is late', async () => {
    await make()
    await leaveUnits('10')
    const calls: Charge[] = []
    const startCharge = async (_: unknown, charge: Charge) => {
      calls.push(charge)
      return { payment_id: 1, state: 'succeeded' as const, decline: null }
    }
    const port = { ...payments().port, startCharge }
    for (const hours of [0, 1]) await check(port, hoursLater(hours))
    expect(calls.length).toBe(1)
    await leaveUnits('9')
    await check(port, hoursLater(2))
    expect(calls.length).toBe(2)
  })

  test('has one charge under way, and hears of its end from the payment', async () => {
    card = await addCard(world, cards.fraud)
    const id = (await make()).reply.result.auto_rebill_id
    await leaveUnits('10')
    await Promise.all([check(rebillPayments), check(rebillPayments)])
    await check(rebillPayments, hoursLater(2))
    expect(await rule()).toMatchObject({ state: 'charging', charged_this_month: '600', runs: [{ outcome: 'processing', amount: '600' }] })
    expect((await remove(id, 1)).status).toBe(409)
    const run = { ...account, auto_rebill_id: id, payment_method_id: card, at: fixedNow(), outcome: 'processing', key: 'other', amount: 1 }
    await expect(world.database.kysely.insertInto('auto_rebill_runs').values(run).execute()).rejects.toThrow('auto_rebill_runs_in_flight')
    const [{ payment_id }] = (await rule()).runs
    const settled = { ...account, payment_id, state: 'declined' as const, decline: 'fraud' as const }
    await settleRebill(world.database.kysely, { ...settled, origin: 'person' }, fixedNow())
    expect((await rule()).state).toBe('charging')
    await work(world)
    await settleRebill(world.database.kysely, { ...settled, origin: 'rebill' }, fixedNow())
    expect(await rule()).toMatchObject({ failures: 1, runs: [{ outcome: 'declined', decline: 'fraud' }] })
  })

  test('follows the charges of delivery, and runs as a job', async () => {
    await onlyCampaigns(world.database, 10)
    await make({ ...fixed, threshold: '9000', amount: '9000' })
    const { port, amounts } = payments()
    const { context: of, set, now } = deliveryBy(world.database)
    const { delivery, 'auto-rebill': job } = platformJobs({ isDelivering: true, payments: port })
    // The first run starts the cursors.
    for (const minutes of [1, 2]) {
      set(new Date(now().getTime() + minutes * minuteMs))
      await delivery?.run({}, of)
    }
    expect(amounts()).toEqual([9000])
    await leaveUnits('10')
    await job?.run({}, of)
    expect(amounts()).toEqual([9000, 9000])
  })
})

describe('the check with the platform’s own payments', () => {
  /** Checks the rule, and lets the payment provider finish. */
  async function checkAndPay(now: Date = fixedNow()) {
    await check(rebillPayments, now)
    await work(world, { now })
  }

  test('tops up uneven funds with an amount in the digits of the currency', async () => {
    await make(target)
    await leaveUnits('40.123457')
    await checkAndPay()
    expect(await rule()).toMatchObject({ state: 'on', failures: 0, runs: [{ outcome: 'succeeded', amount: '359.88', decline: null }] })
    expect(await balance()).toBe(400.003457)
    expect(await ledgerOf(world)).toEqual([[fundingEvents.FundingAuto, 359.88]])
    await checkAndPay(hoursLater(1))
    expect(await balance()).toBe(400.003457)
  })

  test('charges what the day leaves, mails once, and continues on the next day', async () => {
    await make({ ...fixed, threshold: '40000', amount: '30000' })
    for (const now of [fixedNow(), hoursLater(1), hoursLater(2)]) await checkAndPay(now)
    expect(await balance()).toBe(26_000)
    expect(await rule()).toMatchObject({ state: 'on', failures: 0, runs: [{ outcome: 'succeeded', amount: '25000' }] })
    await check(rebillPayments, hoursLater(24))
    expect((await rule()).runs).toMatchObject([{ outcome: 'processing', amount: '25000' }, { outcome: 'succeeded' }])
    const sent = await mails()
    expect(sent.length).toBeGreaterThan(0)
    expect(new Set(sent.map(([, subject]) => subject))).toEqual(
      new Set(['Auto-rebill of Advertiser-mark-1. has reached the daily maximum']),
    )
    expect(new Set(sent.map(([to]) => to)).size).toBe(sent.length)
  })

  test('charges what a new card may pay', async () => {
    const spent = { ...account, campaign_id: 10, ad_group_id: 100, day: '2026-11-18', micros: 70_000_001 }
    await world.database.kysely.insertInto('spend_days').values(spent).execute()
    await world.database.kysely
      .updateTable('payment_methods')
      .set({ created_at: hoursLater(-1) })
      .where('payment_method_id', '=', card)
      .execute()
    await make()
    await leaveUnits('10')
    await checkAndPay()
    expect(await rule()).toMatchObject({ state: 'on', failures: 0, runs: [{ outcome: 'succeeded', amount: '210' }] })
    expect((await mails()).map(([, subject]) => subject)).toContain('Auto-rebill of Advertiser-mark-1. is limited by a new payment method')
  })

  test('is not ended by the refund of an earlier charge', async () => {
    await make()
    await leaveUnits('10')
    await checkAndPay()
    await leaveUnits('10')
    const stopped = { ...rebillPayments, startCharge: () => Promise.reject(new Error('The server stopped')) }
    await expect(check(stopped)).rejects.toThrow('The server stopped')
    const [first] = await chargesOf(world)
    if (!first) throw new Error('The first charge is missing')
    await world.database.kysely.transaction().execute((of) => settle(of, { ...first, refunded: first.charged }, fixedNow()))
    expect((await rule()).runs).toMatchObject([{ outcome: 'processing', payment_id: null }, { outcome: 'succeeded' }])
    await checkAndPay()
    expect((await rule()).runs).toMatchObject([{ outcome: 'succeeded' }, { outcome: 'succeeded' }])
    expect(await chargesOf(world)).toHaveLength(2)
  })

  test.each([{ status: 'inactive' }, { deleted_at: fixedNow() }])('does not charge an advertiser with %j', async (change) => {
    const setAdvertiser = (to: object) =>
      world.database.kysely.updateTable('advertisers').set(to).where('advertiser_id', '=', account.advertiser_id).execute()
    const lines: unknown[] = []
    const job = platformJobs({ isDelivering: false, payments: rebillPayments })['auto-rebill']
    const runJob = () =>
      job?.run({}, { database: world.database, now: fixedNow, log: (...line: readonly unknown[]) => void lines.push(line) })
    await make()
    await leaveUnits('10')
    await setAdvertiser(change)
    await runJob()
    await work(world)
    expect([await chargesOf(world), lines]).toEqual([[], []])
    await setAdvertiser({ status: 'active', deleted_at: null })
    await runJob()
    await work(world)
    expect(await balance()).toBe(610)
  })

  test('decides again if another payment uses up the day before the charge', async () => {
    await make()
    await leaveUnits('10')
    await check({
      ...rebillPayments,
      startCharge: async (of, charge) => {
        expect((await pay(world, card, { amount: '25000' })).status).toBe(200)
        return rebillPayments.startCharge(of, charge)
      },
    })
    expect(await rule()).toMatchObject({ state: 'on', failures: 0, runs: [] })
    await checkAndPay()
    expect(await balance()).toBe(25_010)
  })
})

describe('a rehearsal', () => {
  const spend = (day: string, units: number) =>
    world.database.kysely
      .insertInto('spend_days')
      .values({ ...account, campaign_id: 10, ad_group_id: 100, day, micros: units * 1_000_000 })
      .execute()
  const rehearse = async (body: object) => {
    const terms = { threshold: '500', mode: 'fixed', amount: '200', ...body } as never // tests send what no form would
    return (await world.as('advertiserAdmin').send(autoRebills.rehearse, { path, body: terms })).reply.result
  }

  test('shows what a rule would have charged on each of the last 30 days', async () => {
    await world.database.kysely.deleteFrom('spend_days').execute()
    await spend('2026-11-10', 990)
    await spend('2026-11-15', 300)
    const { days, total, is_switched_off } = await rehearse({})
    expect([days.length, days[0].day, days.at(-1).day, total, is_switched_off]).toEqual([30, '2026-10-22', '2026-11-20', '800', false])
    expect(days.filter(({ attempts }: { attempts: number }) => attempts > 0)).toEqual([
      { day: '2026-11-10', spent: '990', charged: '600', available: '610', attempts: 1 },
      { day: '2026-11-15', spent: '300', charged: '200', available: '510', attempts: 1 },
    ])
  })

  test.each([
    ['leaves out charges below the minimum', { minimum_amount: 300_000_000 }, ['600']],
    ['charges at most the maximum of a day', { day_maximum: 500_000_000 }, ['500', '400']],
  ])('%s of the client', async (_, terms, charged) => {
    await world.database.kysely
      .insertInto('fee_schedules')
      .values({ member_group_id: 1, ...terms })
      .execute()
    await world.database.kysely.deleteFrom('spend_days').execute()
    await spend('2026-11-10', 990)
    await spend('2026-11-15', 300)
    const { days } = await rehearse({})
    const charges = days.filter(({ attempts }: { attempts: number }) => attempts > 0)
    expect(charges.map((day: { charged: string }) => day.charged)).toEqual(charged)
  })

  test('of a declined card makes three attempts and ends at zero', async () => {
    await world.database.kysely.deleteFrom('spend_days').execute()
    await spend('2026-11-10', 990)
    await spend('2026-11-15', 300)
    const { days, total, is_switched_off } = await rehearse({ is_declined: true })
    expect([total, is_switched_off, days.at(-1).available]).toEqual(['0', true, '0'])
    expect(days.filter(({ attempts }: { attempts: number }) => attempts > 0)).toEqual([
      { day: '2026-11-10', spent: '990', charged: '0', available: '10', attempts: 3 },
    ])
    expect(await rule()).toBeNull()
  })

  test('says what campaigns need beyond the funds', async () => {
    const difference = async () => (await world.as('advertiserAdmin').send(autoRebills.budgetDifference, { path })).reply.result
    await onlyCampaigns(world.database, 10)
    await world.database.kysely.updateTable('campaigns').set({ budget: 70_000_000 }).where('campaign_id', '=', 10).execute()
    expect(await difference()).toMatchObject({ difference: '0', campaigns: [], currency_code: 'USD' })
    await leaveUnits('10')
    expect(await difference()).toMatchObject({ difference: '60', campaigns: [{ campaign_id: 10, difference: '60' }] })
  })
})
