import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import type { JobContext } from '../../demo/platform/sql/queue.ts'
import { mailJobs } from '../../demo/platform/mail/jobs.ts'
import { contract } from '../../src/contract/index.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { dailySchedule } from '../support/world/small-seed.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let server: Pick<PostgresServer, 'url' | 'stop'>
let world: SmallWorld
beforeAll(async () => {
  server = await commonPostgres()
  world = await startSmallWorld({ server: server.url })
})
afterAll(async () => {
  await world.close()
  await server.stop()
})

const serversMany = 20
const day = (number: number) => new Date(`2026-11-${22 + number}T08:00:01Z`)

test('when twenty servers find a report due, one mails it, each day', async () => {
  await sql`delete from report_schedules where saved_report_id > 1`.execute(world.database.kysely)
  let now = day(0)
  const context: JobContext = { database: world.database, now: () => now, log: () => undefined }
  const kinds = mailJobs({ origin: 'https://ads.example', isExternal: false, from: 'no-reply@ads.example' })
  const servers = await Promise.all(Array.from({ length: serversMany }, () => startJobs(context, kinds)))
  const atOnce = (work: (index: number) => Promise<unknown> | undefined) => Promise.all(servers.map((_, index) => work(index)))
  for (let number = 0; number < 3; number++) {
    now = day(number)
    // All servers look for due schedules, including those that got no job from the queue.
    await atOnce(() => kinds['report-schedules']?.run({}, context))
    await atOnce((index) => servers[index]?.tick())
    // All servers execute the same run, as after an expired lease.
    const payload = { saved_report_id: 1, at: `2026-11-${22 + number}T08:00:00.000Z` }
    await atOnce(() => kinds['scheduled-report']?.run(payload, context))
  }
  await Promise.all(servers.map((one) => one.stop()))
  const { rows } = await sql<{ mails: number; runs: number; files: number }>`select
    (select count(*)::int from mails where purpose = 'report') as mails, (select count(*)::int from report_schedule_runs) as runs,
    (select count(*)::int from mail_attachments) as files`.execute(world.database.kysely)
  expect(rows).toEqual([{ mails: 3, runs: 3, files: 3 }])
})

test('when two users change a schedule at once, one is refused', async () => {
  const change = (version: number) =>
    world
      .as('superUser')
      .send(contract.reportSchedules.change, { path: { savedReportId: 2 }, body: dailySchedule }, { 'If-Match': String(version) })
  await sql`delete from report_schedules where saved_report_id = 2`.execute(world.database.kysely)
  for (let version = 0; version < 10; version++) {
    const statuses = (await Promise.all([change(version), change(version)])).map(({ status }) => status)
    expect(statuses.toSorted(), `version ${version}`).toEqual([200, 412])
  }
})
