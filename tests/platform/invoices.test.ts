import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeMonths } from '../../demo/platform/invoices/close.ts'
import { openMonths } from '../../demo/platform/invoices/months.ts'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import { mailJobs } from '../../demo/platform/mail/jobs.ts'
import { overdueInvoicesJob } from '../../demo/platform/mail/overdue-invoices.ts'
import { type LedgerEntry, writeEntries } from '../../demo/platform/money/ledger.ts'
import { servingStates } from '../../demo/platform/serving/read.ts'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { invoices, spendLimits, advertisers, fees, taxIds } = contract
const account = { member_group_id: 1, advertiser_id: 1 }
const path = { memberGroupId: 1, advertiserId: 1 }
let keys = 0
const headers = (version: number, key = `key-${++keys}-of-invoices`) => ({ 'If-Match': String(version), 'Idempotency-Key': key })
/** Runs statements, which the driver takes one at a time. */
async function run(text: string) {
  for (const statement of text.split(';')) if (statement.trim()) await sql.raw(statement).execute(world.database.kysely)
}
const rows = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(world.database.kysely)).rows
const close = (moment = '2026-11-06T12:00:00Z') => closeMonths(world.database.kysely, new Date(moment))
let clicks = 0
const click = (day: string, micros: bigint, campaign_id = 10) =>
  writeEntries(world.database.kysely, account, [
    { event: 'FundingAPI', micros, day, at: new Date(`${day}T12:00:00Z`), reason: 'Funds' },
    {
      event: 'Click',
      micros: -micros,
      day,
      at: new Date(`${day}T12:00:00Z`),
      reason: 'Delivery',
      campaign_id,
      ad_group_id: 100,
      unique_key: `click ${++clicks}`,
    },
  ])
const list = async (name: CallerName = 'clientAdmin', body = {}) =>
  (await world.as(name).send(invoices.report, { path, body })).reply.result
const one = async (invoiceId: number, name: CallerName = 'clientAdmin') =>
  world.as(name).send(invoices.one, { path: { ...path, invoiceId } })
const pay = (invoiceId: number, version: number, amount: string, name: CallerName = 'clientAdmin', key?: string) =>
  world
    .as(name)
    .send(invoices.recordPayment, { path: { ...path, invoiceId }, body: { amount, is_wire_transfer: true } }, headers(version, key))
/** The spend that is not invoiced, in micros. */
const uninvoiced = async () =>
  (await rows('select (spent - invoiced)::text as micros from advertiser_balances where advertiser_id = 1'))[0]?.micros

/** Spend of 1,234.567891 in October, in two campaigns. */
async function october() {
  await click('2026-10-05', 1_000_000_000n)
  await click('2026-10-31', 200_000_000n)
  await click('2026-10-31', 34_567_891n, 11)
}

beforeEach(async () => {
  await run(`delete from invoice_lines; delete from invoices; delete from spend_limits; delete from spend_days where advertiser_id = 1;
    delete from invoice_terms; update advertiser_balances set spent = 0, invoiced = 0 where advertiser_id = 1;
    insert into spend_limits (member_group_id, advertiser_id, amount) values (1, 1, 900000000000);`)
})

describe('an invoice', () => {
  test('has the spend of a closed month by campaign and day, rounded once', async () => {
    await october()
    await click('2026-11-01', 5_000_000n)
    await close()
    const { invoices: found, total } = await list()
    expect(total).toBe(1)
    expect(found).toMatchObject([
      {
        number: '2026-10-0001',
        start_date: '2026-10-01',
        end_date: '2026-10-31',
        issued_on: '2026-11-06',
        due_on: '2026-12-06',
        amount: '1234.57',
        tax: '0',
        paid: '0',
        status: 'open',
        days_overdue: 0,
      },
    ])
    expect((await one(found[0].invoice_id)).reply.result).toMatchObject({
      exact: '1234.567891',
      true_up: '-0.002109',
      lines: [
        {
          campaign_id: 10,
          amount: '1200',
          days: [
            { day: '2026-10-05', amount: '1000' },
            { day: '2026-10-31', amount: '200' },
          ],
        },
        { campaign_id: 11, amount: '34.567891', days: [{ day: '2026-10-31', amount: '34.567891' }] },
      ],
    })
  })

  test('is looked for in the spend since the last one, not in all of it', async () => {
    await run(`insert into spend_days select 1, 1, 10, 100, day, 1000000 from generate_series('2024-01-01'::date, '2026-11-05', '1 day') day;
      analyze spend_days`)
    /** How many rows of spend a search reads. */
    const read = () =>
      world.database.kysely.transaction().execute(async (transaction) => {
        // A small table is read whole otherwise.
        await sql`set local enable_seqscan = off`.execute(transaction)
        const counted = async () =>
          (
            await sql<{ rows: number }>`select (seq_tup_read + idx_tup_fetch)::int as rows
              from pg_stat_xact_user_tables where relname = 'spend_days'`.execute(transaction)
          ).rows[0]?.rows ?? 0
        // Reads of earlier transactions may still be counted.
        const before = await counted()
        const { length } = await openMonths(transaction, new Date('2026-11-06T12:00:00Z'))
        return { months: length, rows: (await counted()) - before }
      })
    expect(await read()).toEqual({ months: 34, rows: 1035 })
    await close()
    expect(await read()).toEqual({ months: 0, rows: 0 })
  })

  test('says what the reports show for each campaign in its period', async () => {
    await october()
    await close()
    const fact = (campaign: number, day: string, cost: number) =>
      run(
        `insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, cost)
        values (1, 1, ${campaign}, ${campaign * 10}, 'onsite', 'web', 'USD', '${day}', ${cost})`,
      )
    await run(`delete from facts_daily where advertiser_id = 1`)
    await fact(10, '2026-10-05', 1_000_000_000)
    await fact(10, '2026-10-31', 150_000_000)
    await fact(10, '2026-11-01', 70_000_000)
    const { invoices: found } = await list()
    expect((await one(found[0].invoice_id)).reply.result.lines).toMatchObject([
      { campaign_id: 10, amount: '1200', reported: '1150' },
      { campaign_id: 11, amount: '34.567891', reported: '0' },
    ])
  })

  test('is made once, also by two servers at the same time', async () => {
    await october()
    await Promise.all([close(), close()])
    await close()
    expect((await list()).total).toBe(1)
  })

  test('waits until the spend of its month is final in the time zone of its advertiser', async () => {
    await october()
    await run(`update advertisers set time_zone = 'Asia/Tokyo' where advertiser_id = 1`)
    await close('2026-11-03T14:59:00Z')
    expect((await list()).total).toBe(0)
    await close('2026-11-03T15:01:00Z')
    expect((await list()).invoices).toMatchObject([{ issued_on: '2026-11-04' }])
    await run(`update advertisers set time_zone = 'UTC' where advertiser_id = 1`)
  })

  test('contains what was charged after the month before was closed', async () => {
    await october()
    await close()
    await click('2026-10-31', 2_000_000n)
    await click('2026-11-02', 3_000_000n)
    await close('2026-12-06T12:00:00Z')
    expect((await list()).invoices).toMatchObject([
      { end_date: '2026-11-30', amount: '5' },
      { end_date: '2026-10-31', amount: '1234.57' },
    ])
  })

  test('contains the spend of an earlier month that rounds to 0', async () => {
    await click('2026-10-05', 4_000n)
    await close()
    expect((await list()).total).toBe(0)
    await click('2026-11-05', 2_000n)
    await close('2026-12-06T12:00:00Z')
    const { invoices: found } = await list()
    expect(found).toMatchObject([{ end_date: '2026-11-30', amount: '0.01' }])
    expect((await one(found[0].invoice_id)).reply.result).toMatchObject({
      exact: '0.006',
      lines: [
        {
          days: [
            { day: '2026-10-05', amount: '0.004' },
            { day: '2026-11-05', amount: '0.002' },
          ],
        },
      ],
    })
    expect((await pay(found[0].invoice_id, 1, '0.01')).status).toBe(200)
    expect(await uninvoiced()).toBe('0')
  })

  test('begins with the first day of the limit', async () => {
    await october()
    await run(`update spend_limits set start_date = '2026-10-20'`)
    await close()
    expect((await list()).invoices).toMatchObject([{ start_date: '2026-10-20', amount: '234.57' }])
  })

  test('is for advertisers with a spend limit only', async () => {
    await run('delete from spend_limits')
    await october()
    await close()
    expect((await list()).total).toBe(0)
  })

  test('has the tax and the days of its client', async () => {
    await run('insert into invoice_terms (member_group_id, due_days, tax_percent) values (1, 14, 19000000)')
    await october()
    await close()
    expect((await list()).invoices).toMatchObject([{ due_on: '2026-11-20', tax: '234.57', status: 'overdue', days_overdue: 1 }])
    const overdue = { filters: [{ field: 'status', operation: '=' as const, value: 'overdue' }] }
    expect((await list('clientAdmin', overdue)).total).toBe(1)
  })
})

test('an invoice shows the tax id that its advertiser had when it was issued', async () => {
  const at = { memberGroupId: 1, advertiserId: 1 }
  const { version } = (await world.as('advertiserAdmin').send(taxIds.one, { path: at })).reply.result
  const tax_id = { tax_type_id: 3, value: 'DE136695976' }
  const saved = await world.as('advertiserAdmin').send(taxIds.change, { path: at, body: { tax_id } }, { 'If-Match': String(version) })
  await october()
  await close()
  await world
    .as('advertiserAdmin')
    .send(taxIds.change, { path: at, body: { tax_id: null } }, { 'If-Match': String(saved.reply.result.version) })
  const [{ invoice_id }] = (await list()).invoices
  expect((await one(invoice_id)).reply.result.tax_id).toEqual({ country_code: 'DE', value: 'DE136695976' })
  await click('2026-11-05', 5_000_000n)
  await close('2026-12-06T12:00:00Z')
  expect((await one((await list()).invoices[0].invoice_id)).reply.result).toMatchObject({ start_date: '2026-11-01', tax_id: null })
})

describe('an overdue invoice', () => {
  beforeEach(async () => {
    await run(`delete from mails; delete from jobs; delete from user_notifications`)
    await october()
    await close()
  })
  /** Runs the job twice at a time of the day; returns all mails. */
  async function mailsAt(moment: string) {
    const context = { database: world.database, now: () => new Date(moment), log: () => undefined }
    for (const jobs of [await startJobs(context, everyJob), await startJobs(context, everyJob)]) {
      await jobs.tick()
      await jobs.stop()
      await run(`update jobs set run_at = '2026-01-01' where every_ms is not null`)
    }
    return rows(`select recipient, subject, text, link from mails where purpose = 'funds' order by mail_id`)
  }
  const everyJob = {
    'overdue-invoices': overdueInvoicesJob,
    ...mailJobs({ origin: 'https://ads.example', isExternal: false, from: 'no-reply@ads.example' }),
  }
  const limit = async (name: CallerName = 'advertiserAdmin') =>
    (await world.as(name).send(spendLimits.list, { path: { memberGroupId: 1 } })).reply.result[0]
  const changeTerms = (body: object, version: number, name: CallerName = 'clientAdmin') =>
    world.as(name).send(invoices.changeTerms, { path: { memberGroupId: 1 }, body }, { 'If-Match': String(version) })

  test('is mailed once after 7 days to those who read it, unless they turned it off', async () => {
    await run(`insert into user_notifications values (${people.clientViewer.userId}, 'funds', false)`)
    expect(await mailsAt('2026-12-12T23:00:00Z')).toEqual([])
    const mails = await mailsAt('2026-12-13T01:00:00Z')
    expect(mails.map(({ recipient }) => String(recipient).split('@')[0]).toSorted()).toEqual(['advertiseradmin', 'clientadmin'])
    const id = (await list()).invoices[0].invoice_id
    expect(mails[0]).toMatchObject({
      subject: 'Invoice 2026-10-0001 of Advertiser-mark-1. is overdue',
      text: expect.stringContaining('was due on December 6, 2026, and $1,234.57 are not paid.'),
      link: `https://ads.example/clients/1/advertisers/1/funds/invoices/${id}`,
    })
    expect((await mailsAt('2027-02-01T01:00:00Z')).length).toBe(2)
  })

  test('is an alert of its advertiser until it is paid', async () => {
    const alerts = async () =>
      (await world.as('advertiserAdmin').send(advertisers.alerts, { path })).reply.result.alerts.map(({ code }: { code: string }) => code)
    await run(`update invoices set due_on = '2026-11-15'`)
    expect(await alerts()).not.toContain('invoice_overdue')
    await run(`update invoices set due_on = '2026-11-14'`)
    expect(await alerts()).toContain('invoice_overdue')
    await pay((await list()).invoices[0].invoice_id, 1, '1234.57')
    expect(await alerts()).not.toContain('invoice_overdue')
  })

  test('sets the limit to 0 after 30 days if the client wants that, until it is paid', async () => {
    await run(`update invoices set due_on = '2026-10-22'`)
    await mailsAt('2026-11-21T12:00:00Z')
    expect(await limit()).toMatchObject({ stopped_by: null, left: '898765.432109' })
    expect((await changeTerms({ stops_when_overdue: true }, 1)).reply.result).toEqual({
      due_days: 30,
      tax_percent: '0',
      stops_when_overdue: true,
      advertisers_to_stop: 1,
      version: 2,
    })
    const { invoice_id, number } = (await list()).invoices[0]
    expect((await limit()).stopped_by).toEqual({ invoice_id, number })
    await mailsAt('2026-11-20T23:00:00Z')
    expect((await limit()).stopped_by).toBe(null)
    await mailsAt('2026-11-21T01:00:00Z')
    expect(await limit()).toMatchObject({ stopped_by: { invoice_id, number }, amount: '900000', left: '-1234.567891' })
    await pay(invoice_id, 1, '1234.56')
    expect((await limit()).stopped_by).toEqual({ invoice_id, number })
    await pay(invoice_id, 2, '0.01')
    expect(await limit()).toMatchObject({ stopped_by: null, left: '900000' })
  })

  test('stops the campaigns of its advertiser, also when it is uncollectible, but not when it is void', async () => {
    const gate = async () => {
      const states = await servingStates({ database: world.database, now: fixedNow }, 1, sql<boolean>`c.campaign_id = 10`)
      return states[0]?.state.limit
    }
    await run(`update invoices set due_on = '2026-10-01'`)
    await changeTerms({ stops_when_overdue: true }, 1)
    expect(await gate()).toEqual({ total: 0n, remaining: -1_234_567_891n })
    const { invoice_id: invoiceId } = (await list()).invoices[0]
    const set = (call: 'makeVoid' | 'makeUncollectible') =>
      world.as('clientAdmin').send(invoices[call], { path: { ...path, invoiceId } }, { 'If-Match': '1' })
    await set('makeUncollectible')
    expect((await limit()).stopped_by).toMatchObject({ invoice_id: invoiceId })
    await run(`update invoices set status = 'open', version = 1`)
    await set('makeVoid')
    expect(await gate()).toMatchObject({ total: 900_000_000_000n })
  })

  test('follows terms that a user of one advertiser cannot change, whatever their permissions', async () => {
    await run(`update invoices set due_on = '2026-10-01';
      insert into user_activities (user_id, level, thing_id, permission, granted) values
        (${people.advertiserAdmin.userId}, 'base', 0, 'fees.change', true), (${people.advertiserAdmin.userId}, 'base', 0, 'fees.read', true)`)
    expect((await changeTerms({ tax_percent: '0', stops_when_overdue: true }, 1, 'advertiserAdmin')).status).toBe(403)
    const ofClient = { path: { memberGroupId: 1 }, body: { fee_percent: '0' } }
    expect((await world.as('advertiserAdmin').send(fees.change, ofClient, { 'If-Match': '1' })).status).toBe(403)
    expect((await limit()).stopped_by).toBe(null)
    const read = async (name: CallerName) => (await world.as(name).send(invoices.terms, { path: { memberGroupId: 1 } })).reply.result
    expect(await read('advertiserAdmin')).toMatchObject({ advertisers_to_stop: null })
    expect(await read('clientViewer')).toMatchObject({ advertisers_to_stop: 1, version: 1 })
    await run(`update invoices set due_on = '2026-10-23'`)
    expect(await read('clientViewer')).toMatchObject({ advertisers_to_stop: 0 })
    expect((await changeTerms({ stops_when_overdue: true }, 1)).status).toBe(200)
  })

  test('no longer sets the limit to 0 when the client does not want that any more', async () => {
    await run(`update invoices set due_on = '2026-10-01'`)
    await changeTerms({ stops_when_overdue: true }, 1)
    expect((await limit()).stopped_by).toMatchObject({ number: '2026-10-0001' })
    expect((await changeTerms({ stops_when_overdue: false }, 1)).status).toBe(412)
    expect((await changeTerms({ stops_when_overdue: false }, 2, 'advertiserAdmin')).status).toBe(403)
    await changeTerms({ stops_when_overdue: false }, 2)
    expect((await limit()).stopped_by).toBe(null)
    expect(await rows(`select after from changes where entity = 'invoice_terms' order by change_id`)).toMatchObject([
      { after: { stops_when_overdue: true } },
      { after: { stops_when_overdue: false } },
    ])
  })
})

describe('a payment of an invoice', () => {
  beforeEach(async () => {
    await october()
    await close()
  })
  const idOf = async () => (await list()).invoices[0].invoice_id

  test('makes the invoiced spend exactly 0', async () => {
    expect(await uninvoiced()).toBe('1234567891')
    const { status, reply } = await pay(await idOf(), 1, '1234.57')
    expect(status).toBe(200)
    expect(reply.result).toMatchObject({ status: 'paid', paid: '1234.57', is_wire_transfer: true, version: 2 })
    expect(await uninvoiced()).toBe('0')
    const entries = await rows(`select event_type_id, micros::text from balance_events where reference like 'invoice 2026-10%'
      order by balance_event_id desc limit 2`)
    expect(entries.toReversed()).toEqual([
      { event_type_id: 8, micros: '1234570000' },
      { event_type_id: 12, micros: '-2109' },
    ])
  })

  test('can be in parts; the last one corrects the rounding', async () => {
    const id = await idOf()
    expect((await pay(id, 1, '1000')).reply.result).toMatchObject({ status: 'partly_paid', paid: '1000', paid_at: null })
    expect(await uninvoiced()).toBe('234567891')
    expect((await pay(id, 2, '234.58')).status).toBe(422)
    expect((await pay(id, 2, '234.57')).reply.result).toMatchObject({ status: 'paid' })
    expect(await uninvoiced()).toBe('0')
    expect((await pay(id, 3, '1')).status).toBe(409)
  })

  test('with tax writes only the amount to the ledger', async () => {
    const id = await idOf()
    await run('update invoices set tax = 100000000')
    expect((await pay(id, 1, '1300')).reply.result).toMatchObject({ status: 'partly_paid' })
    expect(await uninvoiced()).toBe('0')
    expect((await pay(id, 2, '34.57')).reply.result).toMatchObject({ status: 'paid' })
    expect(await uninvoiced()).toBe('0')
  })

  test('is recorded once: repeated, at the same time, or of an old version', async () => {
    const id = await idOf()
    const [first, again] = [
      await pay(id, 1, '100', 'clientAdmin', 'key-of-one-payment'),
      await pay(id, 1, '100', 'clientAdmin', 'key-of-one-payment'),
    ]
    expect([first.status, again.status]).toEqual([200, 200])
    expect((await pay(id, 1, '100')).status).toBe(412)
    const both = await Promise.all([pay(id, 2, '100'), pay(id, 2, '100')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    expect((await one(id)).reply.result.paid).toBe('200')
  })

  test('is recorded by the client, and read by advertisers that see the invoice', async () => {
    const id = await idOf()
    for (const name of ['clientViewer', 'advertiserAdmin'] as const) expect((await pay(id, 1, '1', name)).status, name).toBe(403)
    expect((await one(id, 'advertiserAdmin')).status).toBe(200)
    expect((await one(id, 'advertiserManager')).status).toBe(404)
    const ofOther = { path: { ...path, advertiserId: 2, invoiceId: id } }
    expect((await world.as('clientAdmin').send(invoices.one, ofOther)).status).toBe(404)
  })
})

describe('the status of an invoice', () => {
  beforeEach(async () => {
    await october()
    await close()
  })
  const idOf = async () => (await list()).invoices[0].invoice_id
  const set = (call: 'makeVoid' | 'makeUncollectible', invoiceId: number, version: number, name: CallerName = 'clientAdmin') =>
    world.as(name).send(invoices[call], { path: { ...path, invoiceId } }, { 'If-Match': String(version) })

  test('is void: its spend is not paid, and its month is invoiced again, also if no spend follows', async () => {
    const id = await idOf()
    expect((await set('makeVoid', id, 1)).reply.result).toMatchObject({ status: 'void', version: 2 })
    expect(await uninvoiced()).toBe('1234567891')
    expect((await pay(id, 2, '1')).status).toBe(409)
    await Promise.all([close('2026-11-07T12:00:00Z'), close('2026-11-07T12:00:00Z')])
    const { invoices: found, total } = await list()
    expect(total).toBe(2)
    expect(found).toMatchObject([
      { number: '2026-10-0001-2', end_date: '2026-10-31', issued_on: '2026-11-07', amount: '1234.57', status: 'open' },
      { number: '2026-10-0001', amount: '1234.57', status: 'void' },
    ])
    expect((await pay(found[0].invoice_id, 1, '1234.57')).status).toBe(200)
    expect(await uninvoiced()).toBe('0')
    await close('2026-11-08T12:00:00Z')
    expect((await list()).total).toBe(2)
  })

  test('is void: its month is invoiced again after a later month was invoiced, and not if a later invoice has its spend', async () => {
    await click('2026-11-02', 3_000_000n)
    await close('2026-12-06T12:00:00Z')
    await set('makeVoid', (await list()).invoices[1].invoice_id, 1)
    await close('2026-12-06T12:00:00Z')
    expect((await list()).invoices).toMatchObject([
      { number: '2026-11-0001', amount: '3', status: 'open' },
      { number: '2026-10-0001-2', amount: '1234.57', status: 'open' },
      { number: '2026-10-0001', status: 'void' },
    ])
    await run(`delete from invoice_lines where invoice_id in (select invoice_id from invoices where number = '2026-10-0001-2');
      delete from invoices where number = '2026-10-0001-2';
      insert into invoice_lines select member_group_id, (select invoice_id from invoices where number = '2026-11-0001'), campaign_id, day, micros
        from invoice_lines where day < '2026-11-01'`)
    expect(await openMonths(world.database.kysely, new Date('2026-12-06T12:00:00Z'))).toEqual([])
  })

  test('is void: its month is invoiced again although a later invoice has as much of a late charge', async () => {
    await click('2026-11-02', 3_000_000n)
    for (const [day, campaign] of [
      ['2026-10-05', 10],
      ['2026-10-31', 10],
      ['2026-10-31', 11],
    ] as const)
      await click(day, 1_000_000_000n, campaign)
    await close('2026-12-06T12:00:00Z')
    expect((await list()).invoices).toMatchObject([{ number: '2026-11-0001', amount: '3003' }, { number: '2026-10-0001' }])
    await set('makeVoid', (await list()).invoices[1].invoice_id, 1)
    await close('2026-12-06T13:00:00Z')
    const { invoices: found } = await list()
    expect(found).toMatchObject([
      { number: '2026-11-0001', amount: '3003', status: 'open' },
      { number: '2026-10-0001-2', amount: '1234.57', status: 'open' },
      { number: '2026-10-0001', status: 'void' },
    ])
    await click('2026-10-05', 2_000_000_000n)
    expect(await openMonths(world.database.kysely, new Date('2026-12-06T13:00:00Z'))).toEqual([])
  })

  test('is uncollectible: no money moves, and a payment can still be recorded', async () => {
    const id = await idOf()
    await pay(id, 1, '1000')
    const partly = await set('makeVoid', id, 2)
    expect([partly.status, partly.reply.fields]).toMatchObject([409, [{ code: 'invoice_partly_paid' }]])
    expect((await set('makeUncollectible', id, 2)).reply.result).toMatchObject({ status: 'uncollectible', paid: '1000' })
    expect(await uninvoiced()).toBe('234567891')
    expect((await pay(id, 3, '234.57')).reply.result).toMatchObject({ status: 'paid' })
    expect(await uninvoiced()).toBe('0')
  })

  test('is set once, by the client, in the version that was read, and is in the change log', async () => {
    const id = await idOf()
    expect((await set('makeVoid', id, 1, 'advertiserAdmin')).status).toBe(403)
    const both = await Promise.all([set('makeVoid', id, 1), set('makeUncollectible', id, 1)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    expect(await rows(`select kind, before, user_id from changes where entity = 'invoice' and entity_id = ${id}`)).toEqual([
      { kind: 'changed', before: { status: 'open' }, user_id: people.clientAdmin.userId },
    ])
  })
})

test('the list of a client has the invoices of the advertisers that the caller sees', async () => {
  await october()
  await close()
  const ofClient = async (name: CallerName) =>
    (await world.as(name).send(invoices.ofClient, { path: { memberGroupId: 1 }, body: {} })).reply.result.total
  expect(await ofClient('clientAdmin')).toBe(1)
  expect(await ofClient('advertiserAdmin')).toBe(1)
  expect(await ofClient('advertiserManager')).toBe(0)
})

test('aggregates are what was funded, spent, invoiced and is outstanding by day', async () => {
  const aggregates = (name: CallerName = 'clientAdmin', body = {}) =>
    world.as(name).send(invoices.aggregates, {
      path: { memberGroupId: 1 },
      body: { start_date: '2026-10-30', end_date: '2026-11-10', currency_code: 'USD', ...body },
    })
  const before = (await aggregates()).reply.result
  await october()
  await close()
  const { invoice_id: id } = (await list()).invoices[0]
  await pay(id, 1, '1000')
  const { reply } = await aggregates()
  const added = (name: 'funded' | 'spent' | 'invoiced' | 'outstanding') => Number(reply.result[name]) - Number(before[name])
  expect(added('funded')).toBeCloseTo(234.567891, 6)
  expect(added('spent')).toBeCloseTo(234.567891, 6)
  expect(reply.result).toMatchObject({ invoiced: '1234.57', outstanding: '234.57', currency_code: 'USD', currency_digits: 2 })
  expect(reply.result.days.at(-1)).toMatchObject({ day: '2026-11-06', invoiced: '1234.57', outstanding: '234.57' })
  expect(reply.result.other_currencies).toEqual([])
  expect((await aggregates('advertiserAdmin')).status).toBe(403)
  expect((await aggregates('clientAdmin', { end_date: '2026-10-01' })).status).toBe(422)
  expect((await aggregates('clientAdmin', { currency_code: 'XXX' })).status).toBe(422)
})

test('aggregates count money: without fees, credits and refunds, and name the currencies that they leave out', async () => {
  const aggregates = async () =>
    (
      await world.as('clientAdmin').send(invoices.aggregates, {
        path: { memberGroupId: 1 },
        body: { start_date: '2026-08-01', end_date: '2026-08-31', currency_code: 'USD' },
      })
    ).reply.result
  const before = await aggregates()
  const entry = { day: '2026-08-10', at: new Date('2026-08-10T12:00:00Z'), reason: 'Aggregates' }
  const write = (entries: readonly Pick<LedgerEntry, 'event' | 'micros' | 'funding_type_id'>[], advertiser_id = 1) =>
    writeEntries(
      world.database.kysely,
      { member_group_id: 1, advertiser_id },
      entries.map((one) => ({ ...entry, ...one })),
    )
  await write([
    { event: 'FundingUIForm', micros: 103_300_000n },
    { event: 'ServiceFee', micros: -3_000_000n },
    { event: 'Surcharge', micros: -300_000n },
  ])
  await write([{ event: 'FundingAPI', micros: 50_000_000n, funding_type_id: 3 }])
  await write([{ event: 'BalanceRefill', micros: 70_000_000n }])
  await write([{ event: 'SystemDebitAPI', micros: -40_000_000n }])
  const after = await aggregates()
  expect(Number(after.funded) - Number(before.funded)).toBe(60)
  expect(after.other_currencies).toEqual(before.other_currencies)
  await run(`insert into currencies (currency_id, currency_code, name, symbol, digits) values (2, 'EUR', 'Euro', '€', 2);
    update advertisers set currency_code = 'EUR' where advertiser_id = 2`)
  await write([{ event: 'FundingUIForm', micros: 10_000_000n }], 2)
  expect(await aggregates()).toMatchObject({ funded: after.funded, other_currencies: ['EUR'] })
  await run(`update advertisers set currency_code = 'USD' where advertiser_id = 2`)
})
