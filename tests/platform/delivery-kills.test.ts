import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../demo/platform/database/database.ts'
import { openDatabase } from '../../demo/platform/database/open.ts'
import { biddingTypeIds } from '../../src/contract/budgets/budgets.rules.ts'
import { amount, isAudit } from '../support/platform/audit.ts'
import { type Child, startChild } from '../support/platform/child.ts'
import { books, booksAsText, deliveryBy, minuteMs, noon, onlyCampaigns, through } from '../support/delivery/delivery-world.ts'
import { freshDatabase } from '../support/database/fresh-database.ts'
import { commonPostgres } from '../support/database/postgres.ts'
import { type PreparedFolder, preparedFolder } from '../support/platform/prepared-folder.ts'
import { smallSeed } from '../support/world/small-seed.ts'
import { killSeed, momentsOf } from '../trust/kills.ts'

const kills = amount(6, 2)

type Said = Record<'daily' | 'hourly' | 'clicks' | 'days' | 'balance' | 'entries' | 'impressions', string>
const saidIn = (line: string): Said => JSON.parse(line.slice(line.indexOf('{')))

/** Three accounts of two clients, one of them charged per view, so that every minute writes rows. */
async function ground(database: Database) {
  await smallSeed(database)
  await onlyCampaigns(database, 10, 20, 40)
  await sql`update campaigns set budget = 900000000, pacing = 'ASAP', bidding_type_id = case when campaign_id = 20 then ${biddingTypeIds.CPM}::int else bidding_type_id end`.execute(
    database.kysely,
  )
  await sql`update ad_groups set base_bid = 700000`.execute(database.kysely)
}

let prepared: PreparedFolder
beforeAll(async () => {
  prepared = await preparedFolder()
  const database = await openDatabase({ dataDir: prepared.dataDir })
  await ground(database)
  await database.close()
})
afterAll(() => prepared?.remove())

/** Kills the delivery at random moments. Each next process must find consistent data with all acknowledged writes. */
async function killedAgainAndAgain(start: () => Promise<Child>) {
  const moment = momentsOf(killSeed(isAudit ? undefined : 1))
  let written = 0n
  let minutes = 0
  for (let kill = 0; kill < kills; kill++) {
    const child = await start()
    const { daily, hourly, clicks, days, balance, entries } = saidIn(await child.nextLine(/^found/))
    expect([hourly, clicks, days, balance], `after ${kill} kills`).toEqual([daily, daily, daily, entries])
    expect(BigInt(clicks)).toBeGreaterThanOrEqual(written)
    await child.nextLine(/^wrote/)
    await pause(moment().afterMs)
    await child.end('SIGKILL')
    const lines = child.lines.filter((line) => line.startsWith('wrote'))
    minutes += lines.length
    written = BigInt(saidIn(lines.at(-1) ?? '').clicks)
  }
  return { written, minutes }
}

/** Result of an uninterrupted delivery until the same minute. */
async function uninterrupted(until: Date) {
  const database = await openDatabase({ dataDir: prepared.copy() })
  const delivery = deliveryBy(database)
  await delivery.pass(0)
  while (delivery.now() < until) await delivery.pass()
  const came = await booksAsText(database)
  await database.close()
  return came
}

async function compare(database: Database, { written, minutes }: { written: bigint; minutes: number }) {
  const until = await through(database)
  await deliveryBy(database, until).pass(0)
  const came = await booksAsText(database)
  const { clicks } = await books(database)
  console.log(`delivery: ${kills} kills, ${(until.getTime() - noon.getTime()) / minuteMs} minutes, ${minutes} said, ${clicks} micros`)
  expect(clicks).toBeGreaterThanOrEqual(written)
  expect(clicks).toBeGreaterThan(0n)
  expect(came).toBe(await uninterrupted(until))
}

test('killing the server during delivery charges nothing twice and loses nothing', async () => {
  const dataDir = prepared.copy()
  const reported = await killedAgainAndAgain(() => startChild('delivery/killable-delivery.ts', dataDir))
  const database = await openDatabase({ dataDir })
  await compare(database, reported).finally(() => database.close())
}, 300_000)

if (isAudit)
  test('the same holds for a database that other servers can use', async () => {
    // Only the process that delivers is killed, so the database server can be the shared one.
    const server = await commonPostgres()
    const { database, url, close } = await freshDatabase({ server: server.url })
    await ground(database)
    const reported = await killedAgainAndAgain(() => startChild('delivery/killable-delivery.ts', url, 'postgres'))
    await compare(database, reported).finally(async () => {
      await close()
      await server.stop()
    })
  }, 300_000)
