import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SeededRandom } from '../../demo/platform/delivery/chance.ts'
import { type LedgerEntry, writeEntries } from '../../demo/platform/money/ledger.ts'
import { lotChangeOf, postingOf } from '../../demo/platform/money/ledger.rules.ts'
import { createLotsFromLedger } from '../../demo/platform/tables/052-funding-lots.ts'
import { consumeLots, type Lot } from '../../src/contract/money/funds.rules.ts'
import { fundingTypes } from '../../src/contract/money/funding-types.ts'
import { decimalOf, microsOf } from '../../src/contract/money/money.ts'
import { commonPostgres } from '../support/database/postgres.ts'
import { noon } from '../support/delivery/delivery-world.ts'
import { countingStatements } from '../support/database/statements.ts'
import { amount } from '../support/platform/audit.ts'
import { smallFunds } from '../support/world/small-seed.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

const account = { member_group_id: 1, advertiser_id: 1 }
const entry = (event: LedgerEntry['event'], decimal: string, part: Partial<LedgerEntry> = {}): LedgerEntry => ({
  event,
  micros: microsOf(decimal),
  day: '2026-11-21',
  at: noon,
  reason: 'For a test',
  ...part,
})
const click = (decimal: string) => entry('Click', decimal, { campaign_id: 10, ad_group_id: 100 })
const write = ({ database }: SmallWorld, ...entries: LedgerEntry[]) =>
  database.kysely.transaction().execute((transaction) => writeEntries(transaction, account, entries))
const lotsOf = ({ database }: SmallWorld) =>
  database.kysely
    .selectFrom('funding_lots')
    .select(['funding_type_id', 'expires_on'])
    .select(({ cast }) => cast<string>('left', 'text').as('left'))
    .where('advertiser_id', '=', account.advertiser_id)
    .where('is_open', '=', true)
    .orderBy('balance_event_id')
    .execute()
const leftOf = async (world: SmallWorld) => (await lotsOf(world)).map(({ left }) => decimalOf(BigInt(left)))

/** Accounts whose lots do not add up to the balance. */
const unequal = async ({ database }: SmallWorld) => {
  const { rows } = await sql`select advertiser_id from advertiser_balances b where balance <>
    (select coalesce(sum("left"), 0) from funding_lots l where (l.member_group_id, l.advertiser_id) = (b.member_group_id, b.advertiser_id))`.execute(
    database.kysely,
  )
  return rows
}

/** Credits with and without expiration, payments with fees, clicks, debits within and beyond the balance, in one or several entries. */
function randomCall(chance: SeededRandom, balance: bigint): LedgerEntry[] {
  const upTo = (most: bigint) => decimalOf(1n + BigInt(Math.floor(chance.next() * Number(most))))
  const kind = chance.next()
  if (kind < 0.25) {
    const funding_type_id = chance.pick([1, 3, 4])
    return [entry('FundingAPI', upTo(40_000_000n), { funding_type_id, expires_on: chance.pick([null, '2026-12-01', '2026-12-24']) })]
  }
  if (kind < 0.35) return [entry('FundingUIForm', '103.3'), entry('ServiceFee', '-3'), entry('Surcharge', '-0.3')]
  if (kind < 0.8) return Array.from({ length: chance.integer(1, 3) }, () => click(`-${upTo(balance / 5n + 1n)}`))
  if (kind < 0.95) return [entry('SystemDebitAPI', `-${upTo(balance + 1_000_000n)}`)]
  return [entry('FundingAPI', '2'), entry('SystemDebitAPI', '-3'), entry('FundingAPI', '0.5')]
}

/** Writes random calls to the tables, and the same to the rule in memory; compares the lots after each call. */
async function compareRandomCalls(world: SmallWorld, calls: number) {
  const chance = new SeededRandom('lots')
  let lots: Lot[] = [{ lot_id: 0, left: smallFunds, isPromotional: false, expires_on: null }]
  for (let step = 1; step <= calls; step++) {
    const balance = lots.reduce((sum, { left }) => sum + left, 0n)
    const entries = randomCall(chance, balance)
    const posting = postingOf(balance, entries, [])
    if (posting.code !== 'posted') {
      await expect(write(world, ...entries)).rejects.toThrow('add funds or debit less')
      continue
    }
    await write(world, ...entries)
    const { grants, debit } = lotChangeOf(entries)
    const granted = grants.map(({ entry: { funding_type_id, expires_on = null }, micros }, index) => {
      const isPromotional = funding_type_id === fundingTypes.promotional
      return { lot_id: step * 10 + index, left: micros, isPromotional, expires_on }
    })
    const before = [...lots, ...granted]
    const { taken, rest } = consumeLots(before, debit)
    expect(rest).toBe(0n)
    lots = before.map((lot) => ({ ...lot, left: lot.left - (taken.get(lot.lot_id) ?? 0n) })).filter(({ left }) => left > 0n)
    expect(await leftOf(world), `step ${step}`).toEqual(lots.map(({ left }) => decimalOf(left)))
  }
  expect(await unequal(world)).toEqual([])
}

describe('the lots of an account', () => {
  let world: SmallWorld
  setUpSmallWorld((given) => {
    world = given
  })

  test('are consumed by expiration first, then promotional before paid', async () => {
    await write(world, entry('SystemDebitAPI', '-900'))
    await write(world, entry('FundingAPI', '30', { funding_type_id: fundingTypes.promotional, expires_on: '2026-11-23' }))
    await write(world, entry('FundingAPI', '20', { funding_type_id: fundingTypes.promotional, expires_on: '2026-12-01' }))
    await write(world, click('-25'), click('-15'))
    expect(await lotsOf(world)).toEqual([
      { funding_type_id: 1, expires_on: null, left: '100000000' },
      { funding_type_id: 3, expires_on: '2026-12-01', left: '10000000' },
    ])
    await write(world, entry('FundingAPI', '7', { funding_type_id: fundingTypes.promotional }))
    await write(world, click('-12'))
    expect(await leftOf(world)).toEqual(['100', '5'])
  })

  test('contain what the fees of a payment leave, and no refused call', async () => {
    await write(world, entry('FundingUIForm', '103.3'), entry('ServiceFee', '-3'), entry('Surcharge', '-0.3'))
    expect(await leftOf(world)).toEqual(['1000', '100'])
    await expect(write(world, entry('FundingAPI', '1'), entry('SystemDebitAPI', '-1102'))).rejects.toThrow('add funds')
    expect(await leftOf(world)).toEqual(['1000', '100'])
  })

  test('have the funding type of the credit line when an invoice of a spend limit is paid', async () => {
    await sql`insert into spend_limits (member_group_id, advertiser_id, amount, credit) values (1, 1, 5000000, 5000000)`.execute(
      world.database.kysely,
    )
    await write(world, entry('Invoice', '5'), entry('FundingAPI', '6', { funding_type_id: fundingTypes.wire }))
    expect((await lotsOf(world)).map(({ funding_type_id }) => funding_type_id)).toEqual([1, 2, 4])
  })

  test('refuse a debit that they do not cover', async () => {
    await sql`update funding_lots set "left" = 3 where advertiser_id = 1`.execute(world.database.kysely)
    await expect(write(world, click('-0.000004'))).rejects.toThrow('The lots cover 3 of 4 micros')
    expect((await lotsOf(world)).map(({ left }) => left)).toEqual(['3'])
  })

  test('cost a batch of clicks no further statement', async () => {
    const { database, during } = countingStatements(world.database)
    const batch = () =>
      database.kysely.transaction().execute((transaction) => writeEntries(transaction, account, [click('-1'), click('-2')]))
    // The lock of the balance, the entries, and the sums.
    expect((await during(batch)).statements).toBe(3)
  })

  test('equal the rule after random movements', () => compareRandomCalls(world, amount(2_000, 60)), 240_000)

  test('are made from an existing ledger, oldest credits used first', async () => {
    await write(world, entry('FundingAPI', '50', { at: new Date('2026-11-20T09:00:00Z') }))
    await write(world, click('-1010'))
    await sql`delete from funding_lots`.execute(world.database.kysely)
    await createLotsFromLedger(world.database.kysely)
    expect(await leftOf(world)).toEqual(['40'])
    await createLotsFromLedger(world.database.kysely)
    expect(await unequal(world)).toEqual([])
  })
})

describe('on a PostgreSQL server', () => {
  let world: SmallWorld
  let stop: () => Promise<void> = async () => undefined
  beforeAll(async () => {
    const postgres = await commonPostgres()
    stop = () => postgres.stop()
    world = await startSmallWorld({ server: postgres.url })
  }, 120_000)
  afterAll(async () => {
    await world?.close()
    await stop()
  })

  test('lots equal the rule after random movements', () => compareRandomCalls(world, amount(2_000, 60)), 240_000)

  test('lots add up to the balance after parallel movements', async () => {
    const calls = Array.from({ length: 60 }, (_, index) =>
      index % 3 ? [click(`-0.${100 + index}`)] : [entry('FundingAPI', '1', { expires_on: index % 2 ? '2026-12-01' : null })],
    )
    await Promise.all(calls.map((entries) => write(world, ...entries)))
    expect(await unequal(world)).toEqual([])
    expect((await lotsOf(world)).length).toBeGreaterThan(3)
  })
})
