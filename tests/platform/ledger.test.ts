import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverOnce } from '../../demo/platform/delivery/run.ts'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import { deliveryJobKind as deliveryKind } from '../../demo/platform/delivery/run.ts'
import { openDatabase } from '../../demo/platform/database/open.ts'
import { type LedgerEntry, writeEntries } from '../../demo/platform/money/ledger.ts'
import { fundingEvents, fundingSigns } from '../../src/contract/money/funding-events.ts'
import { amount } from '../support/platform/audit.ts'
import { books, deliveryBy, leave, minuteMs, noon, onlyCampaigns } from '../support/delivery/delivery-world.ts'
import { LedgerCalls, LedgerModel, type LedgerAccount, type Outcome } from '../support/money/ledger-model.ts'
import { urlOf } from '../support/database/fresh-database.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { seededAdvertisers, smallFunds } from '../support/world/small-seed.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

const account = { member_group_id: 1, advertiser_id: 1 }
const entry = (part: Partial<LedgerEntry>): LedgerEntry => ({
  event: 'FundingUIForm',
  micros: 5_000_000n,
  day: '2026-11-21',
  at: noon,
  reason: 'For a test',
  ...part,
})
const debit = (micros: bigint, part: Partial<LedgerEntry> = {}) => entry({ event: 'SystemDebitAPI', micros: -micros, ...part })

type Signs = [keyof typeof fundingSigns, number][]
const signs = Object.entries(fundingSigns) as Signs // keys are events

/** Total balance of the small advertisers. */
const before = 6n * smallFunds

describe('the ledger', () => {
  let world: SmallWorld
  setUpSmallWorld((given) => {
    world = given
  })
  const write = (...entries: LedgerEntry[]) =>
    world.database.kysely.transaction().execute((transaction) => writeEntries(transaction, account, entries))

  test('is append-only', async () => {
    await write(entry({}))
    for (const statement of ['update balance_events set micros = 7000000', 'delete from balance_events', 'truncate balance_events'])
      await expect(sql.raw(statement).execute(world.database.kysely)).rejects.toThrow('The ledger is append-only')
    expect(await books(world.database)).toMatchObject({ balance: before + 5_000_000n, entries: before + 5_000_000n })
  })

  test('lets each event move a balance in its own direction, enforced by the tables too', async () => {
    await write(entry({ micros: 100_000_000n }))
    for (const [event, sign] of signs) {
      const click = event === 'Click' ? { campaign_id: 10, ad_group_id: 100 } : {}
      for (const micros of [1_000_000n, -1_000_000n]) {
        const isRight = sign === 0 || micros > 0n === sign > 0
        const writing = write(entry({ event, micros, ...click }))
        if (isRight) await writing
        else await expect(writing).rejects.toThrow('cannot move a balance')
        const bare = sql`insert into balance_events (member_group_id, advertiser_id, event_type_id, micros, currency_code, day, at, reason)
          values (1, 1, ${fundingEvents[event]}, ${String(micros)}::bigint, 'USD', '2026-11-21', now(), 'Past the module')`
        if (!isRight) await expect(bare.execute(world.database.kysely)).rejects.toThrow('balance_events_check')
      }
    }
    const { balance, entries } = await books(world.database)
    expect(balance).toBe(entries)
  })

  test('stores one entry per key, and refuses an uncovered debit with all other entries of the call', async () => {
    await write(entry({ unique_key: 'payment 1' }))
    await write(
      entry({ unique_key: 'payment 1' }),
      entry({ unique_key: 'payment 2', micros: 1n }),
      entry({ unique_key: 'payment 2', micros: 1n }),
    )
    expect((await books(world.database)).balance).toBe(before + 5_000_001n)
    await expect(write(entry({ micros: 1n }), debit(smallFunds + 5_000_003n))).rejects.toThrow('add funds or debit less')
    expect(await books(world.database)).toMatchObject({ balance: before + 5_000_001n, entries: before + 5_000_001n })
    await write(debit(smallFunds + 5_000_001n))
    expect((await books(world.database)).balance).toBe(before - smallFunds)
  })

  /** Writes to the tables and says what became of it. */
  const outcomeOf = ({ client, advertiser }: LedgerAccount, entries: readonly LedgerEntry[]): Promise<Outcome> =>
    world.database.kysely
      .transaction()
      .execute((transaction) => writeEntries(transaction, { member_group_id: client, advertiser_id: advertiser }, entries))
      .then(
        () => 'posted',
        (error: Error) => {
          if (error.message.includes('cannot move a balance')) return 'wrong_sign'
          if (error.message.includes('add funds or debit less')) return 'not_covered'
          throw error
        },
      )
  const rowsOf = async (statement: string) => (await sql.raw<Record<string, string>>(statement).execute(world.database.kysely)).rows

  test('matches a simple model over random calls', async () => {
    const model = new LedgerModel()
    for (const seeded of seededAdvertisers) model.write(seeded, [entry({ event: 'FundingAPI', micros: smallFunds })])
    const calls = new LedgerCalls('tables')
    for (let step = 1; step <= amount(5_000, 250); step++) {
      const { account: seeded, entries } = calls.next(model)
      expect(await outcomeOf(seeded, entries), `step ${step}`).toBe(model.write(seeded, entries))
    }
    const sums = await rowsOf(
      'select balance::text, spent::text, invoiced::text, (select count(*) from balance_events e where e.advertiser_id = b.advertiser_id)::text as entries from advertiser_balances b order by advertiser_id',
    )
    const inTexts = (of: object) => Object.fromEntries(Object.entries(of).map(([name, value]) => [name, String(value)]))
    expect(sums).toEqual(seededAdvertisers.map((seeded) => inTexts({ ...model.sums(seeded), entries: model.entriesOf(seeded).length })))
    const days = await rowsOf(`select ad_group_id || ' ' || day as of, micros::text from spend_days order by ad_group_id, day`)
    expect(days).toEqual(
      seededAdvertisers.flatMap((seeded) => model.spendDays(seeded).map(([of, micros]) => ({ of, micros: String(micros) }))),
    )
    expect(days.length).toBeGreaterThan(20)
  })
})

describe('on a server with parallel requests', () => {
  let postgres: Pick<PostgresServer, 'url' | 'stop'>
  let world: SmallWorld
  beforeAll(async () => {
    postgres = await commonPostgres()
    world = await startSmallWorld({ server: postgres.url })
  }, 120_000)
  afterAll(async () => {
    await world?.close()
    await postgres?.stop()
  })

  test('two hundred parallel debits never take more than the balance', async () => {
    const { kysely } = world.database
    const rest = 5n * smallFunds
    await leave(world.database, 1, 0n)
    for (let round = 0; round < amount(20, 4); round++) {
      await kysely.transaction().execute((transaction) => writeEntries(transaction, account, [entry({ micros: 1_000_000n })]))
      const taken = await Promise.allSettled(
        Array.from({ length: 200 }, (_, index) =>
          kysely.transaction().execute((transaction) => writeEntries(transaction, account, [debit(BigInt(7_000 + index * 31))])),
        ),
      )
      const { balance, entries } = await books(world.database)
      expect(balance).toBe(entries)
      expect(balance).toBeGreaterThanOrEqual(rest)
      // A debit is refused only when the remaining balance cannot cover it.
      expect(balance).toBeLessThan(rest + 7_000n + 199n * 31n)
      expect(taken.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
    }
  }, 240_000)

  test('the first debits of an account without funds are refused', async () => {
    const other = { member_group_id: 1, advertiser_id: 77 }
    const fresh = { ...other, name: 'Fresh', status: 'active', time_zone: 'UTC', currency_code: 'USD', advertiser_group_id: null }
    await world.database.kysely.insertInto('advertisers').values(fresh).execute()
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        world.database.kysely
          .transaction()
          .execute((transaction) => writeEntries(transaction, other, [index % 2 ? debit(10n) : entry({ micros: 1n })])),
      ),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(
      10 + all.filter((one, index) => index % 2 && one.status === 'fulfilled').length,
    )
    const { rows } = await sql<{ wrong: number }>`select count(*)::int as wrong from advertiser_balances b where balance <>
      (select sum(micros) from balance_events e where e.advertiser_id = b.advertiser_id)`.execute(world.database.kysely)
    expect(rows).toEqual([{ wrong: 0 }])
  })

  test('two servers deliver each minute once, with the result of one server', async () => {
    await onlyCampaigns(world.database, 20, 40)
    const delivery = deliveryBy(world.database)
    const { rows: at } = await sql<{ url: string }>`select current_database() as url`.execute(world.database.kysely)
    const second = await openDatabase({ url: urlOf(postgres.url, at[0]?.url ?? '') })
    const both = [delivery.context, { ...delivery.context, database: second }]
    const jobs = await Promise.all(both.map((context) => startJobs(context, { delivery: deliveryKind })))
    for (let minute = 0; minute < 12; minute++) {
      delivery.set(new Date(delivery.now().getTime() + minuteMs))
      // As jobs, which only one server gets, and directly, as after an expired lease.
      await Promise.all([...jobs.map((one) => one.tick()), ...both.map((context) => deliverOnce(context))])
    }
    await Promise.all(jobs.map((one) => one.stop()))
    await second.close()
    const { rows } = await sql`select ad_group_id, minute from delivery_cursors order by 1`.execute(world.database.kysely)
    expect(rows).toEqual([
      { ad_group_id: 200, minute: 12 * 60 + 12 },
      { ad_group_id: 400, minute: 12 * 60 + 12 },
    ])
    const shared = await books(world.database)
    expect([shared.hourly, shared.clicks, shared.days]).toEqual([shared.daily, shared.daily, shared.daily])

    const alone = await startSmallWorld({ server: postgres.url })
    await onlyCampaigns(alone.database, 20, 40)
    const one = deliveryBy(alone.database)
    for (let minute = 0; minute < 12; minute++) await one.pass()
    const expected = await books(alone.database)
    await alone.close()
    expect({ impressions: shared.impressions, clicks: shared.clicks }).toEqual({
      impressions: expected.impressions,
      clicks: expected.clicks,
    })
  }, 120_000)
})
