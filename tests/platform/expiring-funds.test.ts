import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import { expirationsJob } from '../../demo/platform/mail/expiring-funds.ts'
import { mailJobs } from '../../demo/platform/mail/jobs.ts'
import { type LedgerEntry, writeEntries } from '../../demo/platform/money/ledger.ts'
import { contract } from '../../src/contract/index.ts'
import { books, minuteMs, noon } from '../support/delivery/delivery-world.ts'
import { people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const origin = 'https://ads.example'
let now = noon
beforeEach(() => {
  now = noon
})

const run = (text: string) => sql.raw(text).execute(world.database.kysely)
const write = (...entries: readonly Partial<LedgerEntry>[]) =>
  world.database.kysely.transaction().execute((transaction) =>
    writeEntries(
      transaction,
      { member_group_id: 1, advertiser_id: 1 },
      entries.map((part) => ({
        event: 'FundingAPI',
        micros: 30_000_000n,
        day: '2026-11-21',
        at: noon,
        reason: 'Welcome',
        funding_type_id: 3,
        ...part,
      })),
    ),
  )

/** Runs the due jobs twice at a time, and returns all alerts. */
async function mailsAt(time: string) {
  now = new Date(time)
  const context = { database: world.database, now: () => now, log: () => undefined }
  const jobs = await startJobs(context, {
    expirations: expirationsJob,
    ...mailJobs({ origin, isExternal: false, from: 'no-reply@ads.example' }),
  })
  await jobs.tick()
  now = new Date(now.getTime() + 6 * minuteMs)
  await jobs.tick()
  await jobs.stop()
  const { rows } = await sql<{ recipient: string; subject: string; text: string; link: string }>`
    select recipient, subject, text, link from mails where purpose = 'alert' order by mail_id`.execute(world.database.kysely)
  return rows
}
const recipients = (mails: readonly { recipient: string }[]) => mails.map(({ recipient }) => recipient.split('@')[0]).toSorted()
const expirations = async () => {
  const { rows } = await sql`select micros::int as micros, day, reference is not null as has_reference from balance_events
    where event_type_id = 6 order by balance_event_id`.execute(world.database.kysely)
  return rows
}

test('what is left of a credit is written off once, after its last day in the zone of the advertiser', async () => {
  await run(`update advertisers set time_zone = 'America/New_York' where advertiser_id = 1`)
  await write({ expires_on: '2026-11-21' }, { micros: 5_000_000n, expires_on: '2026-11-22' }, { micros: 7_000_000n, expires_on: null })
  await write({ event: 'SystemDebitAPI', micros: -12_000_000n })
  await mailsAt('2026-11-22T04:30:00Z')
  expect(await expirations()).toEqual([])
  await mailsAt('2026-11-22T05:00:00Z')
  expect(await expirations()).toEqual([{ micros: -18_000_000, day: '2026-11-21', has_reference: true }])
  const { rows } = await sql`select "left"::int as "left" from funding_lots where advertiser_id = 1 and is_open order by 1`.execute(
    world.database.kysely,
  )
  expect(rows).toEqual([{ left: 5_000_000 }, { left: 7_000_000 }, { left: 1_000_000_000 }])
  await mailsAt('2026-11-23T05:00:00Z')
  expect((await expirations()).length).toBe(2)
  const { balance, entries } = await books(world.database)
  expect(balance).toBe(entries)
})

test('a credit that is used up expires without an entry', async () => {
  await write({ expires_on: '2026-11-21' }, { micros: 20_000_000n, expires_on: '2026-12-01' })
  await write({ event: 'SystemDebitAPI', micros: -40_000_000n })
  await mailsAt('2026-11-22T12:00:00Z')
  expect(await expirations()).toEqual([])
})

test('what was written off is no own money, also where spend on a limit has taken from lots', async () => {
  await run(`insert into spend_limits (member_group_id, advertiser_id, amount, credit) values (1, 1, 500000000, 500000000);
    update advertiser_balances set spent = 0, invoiced = 0 where advertiser_id = 1`)
  await write({ event: 'BalanceRefill', micros: 500_000_000n, funding_type_id: 2 }, { expires_on: '2026-11-21' })
  await mailsAt('2026-11-22T12:00:00Z')
  expect((await expirations()).length).toBe(1)
  // The 1,000.00 that were paid are the oldest lot, and stay own money, because the spend counts against the limit.
  await write({ event: 'Click', micros: -60_000_000n, campaign_id: 10, ad_group_id: 100 })
  const path = { memberGroupId: 1, advertiserId: 1 }
  const types = (await world.as('clientAdmin').send(contract.balances.byFundingType, { path })).reply.result
  expect(types.map(({ funding_type_id: id, balance }: { funding_type_id: number; balance: string }) => [id, balance])).toEqual([
    [1, '1000'],
    [2, '440'],
  ])
})

describe('promotional credit of an advertiser with a spend limit', () => {
  const path = { memberGroupId: 1, advertiserId: 1 }
  const click = (units: number) => write({ event: 'Click', micros: BigInt(-units * 1_000_000), campaign_id: 10, ad_group_id: 100 })
  const pay = (units: number) => write({ event: 'Invoice', micros: BigInt(units * 1_000_000), funding_type_id: 2, reference: 'invoice 1' })
  const giveCredit = async (units: number) => {
    await run(`insert into spend_limits (member_group_id, advertiser_id, amount, credit) values (1, 1, 500000000, ${units}000000);
      update advertiser_balances set spent = 0, invoiced = 0 where advertiser_id = 1`)
    await write({ event: 'BalanceRefill', micros: BigInt(units * 1_000_000), funding_type_id: 2 })
  }
  const balances = async () => {
    const types = (await world.as('clientAdmin').send(contract.balances.byFundingType, { path })).reply.result
    return types.map(({ funding_type_id: id, balance }: { funding_type_id: number; balance: string }) => [id, balance])
  }

  test('is not spent on the limit, and expires', async () => {
    await giveCredit(500)
    await write({ expires_on: '2026-11-21' })
    await click(60)
    await pay(60)
    await mailsAt('2026-11-22T12:00:00Z')
    expect(await expirations()).toMatchObject([{ micros: -30_000_000 }])
    expect(await balances()).toEqual([
      [1, '1000'],
      [2, '500'],
    ])
  })

  test('that was spent beyond the credit comes back when the invoice is paid, and then expires, too', async () => {
    await giveCredit(50)
    await write({ expires_on: '2026-11-21' })
    await click(70)
    await mailsAt('2026-11-22T12:00:00Z')
    expect(await expirations()).toMatchObject([{ micros: -10_000_000 }])
    expect(await balances()).toEqual([[1, '1000']])
    await pay(70)
    expect(await balances()).toEqual([
      [1, '1000'],
      [2, '50'],
      [3, '20'],
    ])
    await mailsAt('2026-11-23T12:00:00Z')
    expect(await expirations()).toMatchObject([{ micros: -10_000_000 }, { micros: -20_000_000 }])
    await mailsAt('2026-11-24T12:00:00Z')
    expect((await expirations()).length).toBe(2)
    expect(await balances()).toEqual([
      [1, '1000'],
      [2, '50'],
    ])
  })
})

test('users of the advertiser get a mail 14 and 3 days before, unless they turned it off', async () => {
  await run(`insert into user_notifications values (${people.clientViewer.userId}, 'funds', false)`)
  await write({ expires_on: '2026-12-05' })
  expect(await mailsAt('2026-11-20T12:00:00Z')).toEqual([])
  const mails = await mailsAt('2026-11-21T12:00:00Z')
  expect(recipients(mails)).toEqual(['advertiseradmin', 'clientadmin'])
  expect(mails[0]).toMatchObject({
    subject: '$30.00 of Advertiser-mark-1. expires on December 5, 2026',
    link: `${origin}/clients/1/advertisers/1/funds`,
  })
  expect((await mailsAt('2026-12-01T12:00:00Z')).length).toBe(2)
  await write({ event: 'SystemDebitAPI', micros: -12_000_000n })
  const later = await mailsAt('2026-12-02T12:00:00Z')
  expect(later.length).toBe(4)
  expect(later.at(-1)?.subject).toBe('$18.00 of Advertiser-mark-1. expires on December 5, 2026')
  expect((await mailsAt('2026-12-05T12:00:00Z')).length).toBe(4)
})
