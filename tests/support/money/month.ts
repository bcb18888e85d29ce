import { sql } from 'kysely'
import type { Database } from '../../../demo/platform/database/database.ts'
import type { JobContext } from '../../../demo/platform/sql/queue.ts'
import { rebillPayments } from '../../../demo/platform/auto-rebills/payments.ts'
import { platformClock } from '../../../demo/platform/context/clock.ts'
import { platformJobs } from '../../../demo/platform/jobs/kinds.ts'
import { writeEntries } from '../../../demo/platform/money/ledger.ts'
import { paymentJobs } from '../../../demo/platform/payments/jobs.ts'
import { sandbox } from '../../../demo/platform/payments/sandbox.ts'
import { type SandboxFaults, setFaults } from '../../../demo/platform/payments/sandbox-events.ts'
import { receiveTransfer } from '../../../demo/platform/wires/receive.ts'
import { contract } from '../../../src/contract/index.ts'
import { dayMs, leave, onlyCampaigns } from '../delivery/delivery-world.ts'
import { type SmallWorld, smallWorldOn } from '../world/small-world.ts'
import type { KillPoint } from './kill-points.ts'
import { addCard, advertiser, cards, newKey, pay, work } from './paying.ts'

/** The advertisers of the month: one that people pay for, one in yen with an auto-rebill, and one with a spend limit. */
const accounts = { paid: 1, rebilled: 2, invoiced: 3 } as const
const firstMoment = Date.parse('2026-12-01T14:00:00Z')
const days = 37
const units = (amount: number) => BigInt(Math.round(amount * 1_000_000))

/** Called while a month is lived. */
interface Watching {
  readonly begun?: (step: number, at: Date) => void
  readonly reach?: (point: KillPoint) => void
}

interface Month {
  readonly world: SmallWorld
  readonly now: () => Date
}

/** Sends a request and throws if it is refused. */
async function accepted(sent: ReturnType<ReturnType<SmallWorld['as']>['send']>) {
  const { status, reply, text } = await sent
  if (status !== 200) throw new Error(`${status} ${text}`)
  return reply.result
}

/** Terms, methods, campaigns and limits before the month begins. */
export async function beginMonth(database: Database): Promise<void> {
  const { kysely } = database
  const run = (text: string) => sql.raw(text).execute(kysely)
  await onlyCampaigns(database, 10, 20, 30)
  for (const statement of [
    `insert into currencies (currency_id, currency_code, name, symbol, digits) values (2, 'JPY', 'Yen', '¥', 0)`,
    `insert into member_group_currencies (member_group_id, currency_id) values (1, 2)`,
    `insert into exchange_rates (currency_code, day, per_usd) values ('USD', '2026-01-01', 1), ('JPY', '2026-01-01', 150)`,
    `insert into member_group_funding_types (member_group_id, funding_type_id, status) values (1, 4, 'Active')`,
    `update advertisers set time_zone = 'Asia/Tokyo', currency_code = 'JPY' where advertiser_id = ${accounts.rebilled}`,
    `update advertisers set time_zone = 'America/New_York' where advertiser_id = ${accounts.invoiced}`,
    `update ad_groups set base_bid = case advertiser_id when ${accounts.paid} then 900000 when ${accounts.rebilled} then 50000000 else 200000 end`,
    `update campaigns set pacing = 'ASAP', budget = 900000000000`,
  ])
    await run(statement)
  await leave(database, accounts.paid, units(60))
  const now = () => new Date(firstMoment - 3_600_000)
  const world = await smallWorldOn(database, now)
  for (const card of [cards.good, cards.slow, cards.poor]) await addCard(world, card)
  const payment_method_id = await addCard(world, cards.good, { member_group_id: 1, advertiser_id: accounts.rebilled })
  const key = () => ({ 'Idempotency-Key': newKey() })
  const path = { memberGroupId: 1, advertiserId: accounts.rebilled }
  const rule = { threshold: '20000', mode: 'fixed' as const, amount: '20000', payment_method_id }
  const limit = { advertiser_id: accounts.invoiced, amount: '500' }
  const fees = { fee_percent: '3', surcharge: '0.30' }
  await accepted(world.as('superUser').send(contract.autoRebills.create, { path, body: rule }, key()))
  await accepted(world.as('clientAdmin').send(contract.spendLimits.create, { path: { memberGroupId: 1 }, body: limit }, key()))
  await accepted(world.as('clientAdmin').send(contract.fees.change, { path: { memberGroupId: 1 }, body: fees }, { 'If-Match': '1' }))
  await world.close()
}

/** Pays with the card that has an ending; the same amount is the same payment. */
async function payBy({ world }: Month, ending: string, amount: string) {
  const { payment_method_id } = await world.database.kysely
    .selectFrom('payment_methods')
    .select('payment_method_id')
    .where('advertiser_id', '=', accounts.paid)
    .where('last_four', '=', ending)
    .executeTakeFirstOrThrow()
  await accepted(pay(world, payment_method_id, { amount, key: `payment-of-${amount}-units` }))
}

/** The provider gives back all or some of what it charged for an amount, as in its own dashboard. */
async function takeBack({ world, now }: Month, amount: number, part?: number) {
  const { kysely } = world.database
  const { provider_id } = await kysely
    .selectFrom('payments')
    .select('provider_id')
    .where('advertiser_id', '=', accounts.paid)
    .where('amount', '=', Number(units(amount)))
    .executeTakeFirstOrThrow()
  const chargeId = provider_id ?? ''
  const { charged = 0n } = (await sandbox.chargeById({ kysely, now: now() }, chargeId)) ?? {}
  const micros = part === undefined ? charged : units(part)
  await kysely
    .transaction()
    .execute((transaction) => sandbox.refund({ kysely: transaction, now: now() }, { key: `back ${amount}`, chargeId, micros }))
}

const wirePath = { path: { memberGroupId: 1, advertiserId: accounts.paid } }
async function transferFromBank({ world, now }: Month) {
  const announced = world
    .as('advertiserAdmin')
    .send(contract.wires.announce, { ...wirePath, body: { amount: '150' } }, { 'Idempotency-Key': 'transfer-of-150-units' })
  const { reference } = await accepted(announced)
  const transfer = {
    reference,
    amount: units(130),
    currency_code: 'USD',
    sender: 'Advertiser Ltd',
    text: '',
    provider_id: 'bank 1',
    at: now(),
  }
  await receiveTransfer(world.database, { member_group_id: 1, ...transfer })
}

const grantPromotion = ({ world, now }: Month) => {
  const entry = { event: 'FundingAPI' as const, micros: units(150), day: '2026-12-04', at: now(), reason: 'Welcome', unique_key: 'welcome' }
  return writeEntries(world.database.kysely, advertiser, [{ ...entry, funding_type_id: 3, expires_on: '2026-12-05' }])
}

/** Pays each open invoice in full. */
async function payInvoices({ world }: Month) {
  const path = { memberGroupId: 1, advertiserId: accounts.invoiced }
  const { invoices } = await accepted(world.as('clientAdmin').send(contract.invoices.report, { path, body: {} }))
  for (const { invoice_id: invoiceId, amount, status, version } of invoices) {
    if (status !== 'open') continue
    const call = { path: { ...path, invoiceId }, body: { amount, is_wire_transfer: true } }
    const headers = { 'If-Match': String(version), 'Idempotency-Key': `payment-of-invoice-${invoiceId}` }
    await accepted(world.as('clientAdmin').send(contract.invoices.recordPayment, call, headers))
  }
}

const faults = ({ world }: Month, set: SandboxFaults) => setFaults(world.database, set)
/** What people, the bank and the provider do, on a day. A repeat changes nothing. */
const events: Readonly<Record<string, (month: Month) => Promise<unknown>>> = {
  '2026-12-02': async (month) => {
    await faults(month, { duplicate: true })
    await payBy(month, '4242', '200')
  },
  '2026-12-04': grantPromotion,
  '2026-12-08': async (month) => {
    await faults(month, { reorder: true, delay_seconds: 10_800 })
    await payBy(month, '3220', '100')
  },
  '2026-12-10': async (month) => {
    await faults(month, {})
    await payBy(month, '9995', '75')
  },
  '2026-12-11': async (month) => {
    await faults(month, { lose: true })
    await takeBack(month, 100, 60)
  },
  '2026-12-15': transferFromBank,
  '2026-12-20': async (month) => {
    await faults(month, { duplicate: true, reorder: true })
    await payBy(month, '4242', '220')
  },
  '2026-12-31': (month) => takeBack(month, 220),
  '2027-01-02': (month) => payBy(month, '4242', '70'),
  '2027-01-05': payInvoices,
}

/** The clock, the platform and the jobs of a month. */
async function monthOn(database: Database, { begun, reach }: Watching) {
  let at = new Date(firstMoment)
  const clock = platformClock(() => at)
  const world = await smallWorldOn(database, () => at)
  const lines: string[] = []
  const context: JobContext = { database, now: clock.now, clock, log: (level, event) => void lines.push(`${level} ${event}`) }
  const provider = {
    ...sandbox,
    charge: async (...call: Parameters<typeof sandbox.charge>) => {
      reach?.('before the charge')
      const charge = await sandbox.charge(...call)
      reach?.('after the charge')
      return charge
    },
  }
  const payments = {
    ...rebillPayments,
    startCharge: (...call: Parameters<typeof rebillPayments.startCharge>) => {
      reach?.('in the rebill')
      return rebillPayments.startCharge(...call)
    },
  }
  const jobs = { ...platformJobs({ isDelivering: true, payments }), ...paymentJobs({ provider, origin: world.origin }) }
  const month: Month = { world, now: clock.now }
  /** A day: what people do, a delivery, and every job of money. */
  const step = async (index: number) => {
    at = new Date(firstMoment + index * dayMs)
    begun?.(index, at)
    await events[at.toISOString().slice(0, 10)]?.(month)
    // The second delivery has nothing to do but to forget what no longer serves, as the next minute does, so that a repeat changes nothing.
    for (const name of ['delivery', 'delivery', 'auto-rebill'] as const) await jobs[name]?.run({}, context)
    await work(world, { now: at, provider })
    for (const name of ['payment-reconciler', 'expirations', 'invoices'] as const) await jobs[name]?.run({}, context)
  }
  return { step, lines, close: world.close }
}

/** Lives a month from a step to its end; returns the lines of its log. */
export async function liveMonth(database: Database, from = 0, watching: Watching = {}): Promise<readonly string[]> {
  const { step, lines, close } = await monthOn(database, watching)
  for (let index = from; index < days; index++) await step(index)
  await close()
  return lines
}
