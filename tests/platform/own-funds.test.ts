import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { SeededRandom } from '../../demo/platform/delivery/chance.ts'
import { spendOrdersJob } from '../../demo/platform/spend-limits/endings.ts'
import { expireLots } from '../../demo/platform/money/expirations.ts'
import { type LedgerEntry, writeEntries } from '../../demo/platform/money/ledger.ts'
import { contract } from '../../src/contract/index.ts'
import { fundingTypes } from '../../src/contract/money/funding-types.ts'
import { decimalOf, maxAmount, minAmount } from '../../src/contract/money/money.ts'
import { leave } from '../support/delivery/delivery-world.ts'
import { amount } from '../support/platform/audit.ts'
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
const today = '2026-11-21'
const { card, creditLine, promotional, wire } = fundingTypes

const write = (entry: Pick<LedgerEntry, 'event' | 'micros'> & Partial<LedgerEntry>) =>
  writeEntries(world.database.kysely, account, [{ day: today, at: fixedNow(), reason: 'For a test', ...entry }])
const fund = (micros: bigint, more: Partial<LedgerEntry> = {}) => write({ event: 'FundingAPI', micros, ...more })
const click = (micros: bigint, day = today) => write({ event: 'Click', micros: -micros, campaign_id: 10, ad_group_id: 100, day })
const pay = (micros: bigint) => write({ event: 'Invoice', micros, reference: 'invoice 1' })
const put = async (units: bigint) => {
  const { status, text } = await world.as('clientAdmin').send(spendLimits.put, { path, body: { amount: String(units) } })
  if (status !== 200) throw new Error(text)
}
const remove = () => world.as('clientAdmin').send(spendLimits.remove, { path })
const byType = async () => {
  const types = (await world.as('clientAdmin').send(balances.byFundingType, { path })).reply.result
  return types.map(({ funding_type_id: id, balance }: { funding_type_id: number; balance: string }) => [id, balance])
}

interface StoredLot {
  readonly id: number
  readonly type: number
  readonly left: bigint
  readonly lent: bigint
}
async function lots(): Promise<StoredLot[]> {
  const { rows } = await sql<Record<'id' | 'type', number> & Record<'left' | 'lent', string>>`select balance_event_id as id,
    funding_type_id as type, "left"::text, lent::text from funding_lots where advertiser_id = 1 order by 1`.execute(world.database.kysely)
  return rows.map((row) => ({ ...row, left: BigInt(row.left), lent: BigInt(row.lent) }))
}
const sumOf = (parts: readonly bigint[]) => parts.reduce((sum, part) => sum + part, 0n)
/** What each lot has of own money, also of what spend on the limit has taken. */
const ownOf = (all: readonly StoredLot[]) =>
  Object.fromEntries(all.filter(({ type }) => type !== creditLine).map(({ id, left, lent }) => [id, String(left + lent)]))

/** The balance, what is not invoiced, and the credit that the limit has given; null without a limit. */
async function sums() {
  const { rows } = await sql<Record<'balance' | 'uninvoiced', string> & { credit: string | null }>`
    select b.balance::text, (b.spent - b.invoiced)::text as uninvoiced, l.credit::text
    from advertiser_balances b left join spend_limits l using (member_group_id, advertiser_id) where advertiser_id = 1`.execute(
    world.database.kysely,
  )
  const row = rows[0]
  if (!row) throw new Error('There is no account')
  return { balance: BigInt(row.balance), uninvoiced: BigInt(row.uninvoiced), credit: row.credit === null ? null : BigInt(row.credit) }
}

beforeEach(async () => {
  await leave(world.database, 1, 0n)
  await sql`delete from spend_days where advertiser_id = 1`.execute(world.database.kysely)
  await sql`update advertiser_balances set spent = 0, invoiced = 0 where advertiser_id = 1`.execute(world.database.kysely)
})

describe('the own funds of an advertiser with a spend limit', () => {
  test('stay in their lots while the credit line covers the spend', async () => {
    await fund(100n * million)
    await fund(30n * million, { funding_type_id: promotional, expires_on: '2026-12-01' })
    await put(500n)
    await click(400n * million)
    expect(await byType()).toEqual([
      [card, '100'],
      [creditLine, '100'],
      [promotional, '30'],
    ])
    await pay(400n * million)
    expect(await byType()).toEqual([
      [card, '100'],
      [creditLine, '500'],
      [promotional, '30'],
    ])
    expect((await remove()).status).toBe(200)
    expect(await byType()).toEqual([
      [card, '100'],
      [promotional, '30'],
    ])
  })

  test('have back what was spent on the first day before the limit was set, and not what was spent earlier', async () => {
    await fund(40n * million, { funding_type_id: wire })
    await click(40n * million, '2026-11-20')
    await fund(100n * million)
    await fund(30n * million, { funding_type_id: promotional, expires_on: '2026-12-01' })
    await click(50n * million)
    expect(await byType()).toEqual([[card, '80']])
    await put(500n)
    expect(await byType()).toEqual([
      [card, '100'],
      [creditLine, '450'],
      [promotional, '30'],
    ])
  })

  test('have back what was spent on the first day beyond a small limit when it is raised', async () => {
    await fund(100n * million, { funding_type_id: wire })
    await click(50n * million)
    await put(20n)
    expect(await byType()).toEqual([[wire, '70']])
    await put(60n)
    expect(await byType()).toEqual([
      [creditLine, '10'],
      [wire, '100'],
    ])
  })

  test('are not what a make-good of the first day has given back to the credit line', async () => {
    await fund(100n * million)
    await click(50n * million)
    await sql`insert into insertion_orders (member_group_id, insertion_order_id, advertiser_id, number, name, status_id, total, currency_code, start_date, end_date)
      values (1, 7, 1, 'IO-7', 'Order 7', 3, 30000000, 'USD', '2026-11-01', '2026-11-30')`.execute(world.database.kysely)
    await sql`insert into insertion_order_adjustments (member_group_id, insertion_order_id, line_id, kind, micros, reason, day, at, user_id)
      values (1, 7, 1, 'make_good', 20000000, 'Late', ${today}, ${fixedNow()}, 1)`.execute(world.database.kysely)
    await write({ event: 'BalanceRefill', micros: 20n * million, reference: 'insertion-order 7', funding_type_id: promotional })
    await put(500n)
    expect(await byType()).toEqual([
      [card, '100'],
      [creditLine, '470'],
    ])
    expect((await sums()).uninvoiced).toBe(30n * million)
  })

  test('are the same to the micro after any movements on the limit', async () => {
    const chance = new SeededRandom('own funds')
    const upTo = (most: bigint) => 1n + BigInt(Math.floor(chance.next() * Number(most)))
    const book = () => spendOrdersJob.run({}, { database: world.database, now: fixedNow, log: () => undefined })
    let limited = 0
    for (let step = 1; step <= amount(600, 90); step++) {
      const before = await lots()
      const { balance, uninvoiced, credit } = await sums()
      const kind = chance.next()
      let changes = false
      if (kind < 0.15) {
        await fund(upTo(40n * million), {
          funding_type_id: chance.pick([card, promotional, wire]),
          expires_on: chance.pick([null, null, '2026-12-01']),
        })
        changes = true
      } else if (kind < 0.45) {
        // Not of today, so that a limit does not count it.
        if (balance > 0n) await click(upTo(balance / 2n + 1n), '2026-11-20')
        changes = credit === null
      } else if (kind < 0.6) {
        if (credit !== null && uninvoiced > 0n) await pay(chance.next() < 0.5 ? uninvoiced : upTo(uninvoiced))
      } else if (kind < 0.75) await put(BigInt(chance.integer(1, 90)))
      else if (kind < 0.85) await book()
      else if (kind < 0.9) {
        if (credit !== null && uninvoiced === 0n) expect((await remove()).status, `step ${step}`).toBe(200)
      } else if (kind < 0.95) {
        const own = sumOf(before.filter(({ type }) => type !== creditLine).map(({ left }) => left))
        if (own > 0n) {
          const cents = (upTo(own) / 10_000n) * 10_000n
          const body = { kind: 'debit' as const, amount: decimalOf(cents), reason: 'A correction' }
          const headers = { 'Idempotency-Key': `correction-of-step-${step}` }
          if (cents > 0n) expect((await world.as('clientAdmin').send(balances.correct, { path, body }, headers)).status).toBe(200)
        }
        changes = true
      } else {
        await expireLots(world.database.kysely, new Date('2026-12-02T12:00:00Z'))
        changes = true
      }
      const after = await lots()
      const now = await sums()
      const name = `step ${step}`
      if (!changes) expect(ownOf(after.filter(({ id }) => before.some((lot) => lot.id === id))), name).toEqual(ownOf(before))
      expect(sumOf(after.map(({ left }) => left)), name).toBe(now.balance)
      const inLine = sumOf(after.flatMap(({ type, left }) => (type === creditLine ? [left] : [])))
      const rest = now.credit === null ? 0n : now.credit - now.uninvoiced
      expect([inLine, sumOf(after.map(({ lent }) => lent))], name).toEqual([maxAmount(rest, 0n), maxAmount(-rest, 0n)])
      if (now.credit !== null) limited += 1
    }
    expect(minAmount(BigInt(limited), 30n)).toBe(30n)
  }, 240_000)
})
