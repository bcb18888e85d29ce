import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { housekeeping } from '../../demo/platform/jobs/housekeeping.ts'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import type { JobContext } from '../../demo/platform/sql/queue.ts'
import { mailJobs } from '../../demo/platform/mail/jobs.ts'
import { allowedRecipients, externalMailsPerDay } from '../../demo/platform/mail/external-recipients.ts'
import { StatementTooLong } from '../../demo/platform/database/problems.ts'
import { contract } from '../../src/contract/index.ts'
import { runFailureTexts, runsShown } from '../../src/contract/saved-reports/schedules.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { eight, scheduleActions } from '../support/reports/schedules.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { run, put, state } = scheduleActions(() => world)
const alone = (id: number) => run(`delete from report_schedules where saved_report_id <> ${id}`)
const runsOf = async (id: number) => {
  const { rows } = await sql<{ result: string; why: string | null }>`select result, why from report_schedule_runs
    where saved_report_id = ${id} order by at`.execute(world.database.kysely)
  return rows
}
const mails = async () => (await world.database.kysely.selectFrom('mails').select(['recipient', 'subject', 'text']).execute()).reverse()

const minuteMs = 60_000
/** Runs all due jobs at the given moments, with retries. */
async function work(moments: readonly string[], tries = 1, pauseMs = 2 * minuteMs) {
  let now = new Date(0)
  const context: JobContext = { database: world.database, now: () => now, log: () => undefined }
  const jobs = await startJobs(context, mailJobs({ origin: 'https://ads.example', isExternal: false, from: 'no-reply@ads.example' }))
  for (const moment of moments)
    for (let turn = 0; turn <= tries; turn++) {
      now = new Date(Date.parse(moment) + turn * pauseMs)
      await jobs.tick()
    }
  await jobs.stop()
}
/** Renames a column, so that every report fails with an unexpected error. */
const broken = () => run('alter table facts_daily rename column impressions to impressed')
/** All twelve tries of a report, and a turn before and after them. Their pauses double up to half an hour. */
const tries = 13
const longestPauseMs = 30 * minuteMs
const mornings = ['2026-11-22T08:00:01Z', '2026-11-23T08:00:01Z', '2026-11-24T08:00:01Z', '2026-11-25T08:00:01Z']

describe('a schedule', () => {
  test('whose report fails three times in a row, with retries, is paused, and its owner is told', async () => {
    await alone(1)
    await broken()
    await work(mornings, tries, longestPauseMs)
    expect(await runsOf(1)).toEqual(Array.from({ length: 3 }, () => ({ result: 'failed', why: runFailureTexts.given_up })))
    expect(await state(1)).toMatchObject({ stopped: runFailureTexts.given_up, schedule: { is_paused: true }, next_runs: [] })
    expect(await mails()).toMatchObject([{ subject: 'Scheduled emails of Report of Advertiser-mark-1. stopped' }])
  })

  test('whose report fails for half an hour is mailed afterwards', async () => {
    await alone(1)
    await broken()
    await work(mornings.slice(0, 1), 15)
    const { rows } = await sql<{ attempts: number }>`select attempts from jobs where kind = 'scheduled-report'`.execute(
      world.database.kysely,
    )
    expect(rows[0]?.attempts).toBeGreaterThan(5)
    expect(await runsOf(1)).toEqual([])
    await run('alter table facts_daily rename column impressed to impressions')
    await work(['2026-11-22T08:40:00Z'], 5)
    expect(await runsOf(1)).toEqual([{ result: 'sent', why: null }])
  })

  test('that is saved again starts with three failures before it pauses', async () => {
    await alone(1)
    const dates = { preset: 'custom', start_date: '2000-01-01', end_date: '2026-11-01' }
    await run(`update saved_reports set question = jsonb_set(question, '{date_range}', '${JSON.stringify(dates)}')`)
    await work(mornings.slice(0, 3))
    const { stopped, version } = await state(1)
    expect(stopped).toBe(runFailureTexts.refused)
    expect((await put('superUser', 1, { is_paused: false }, version)).status).toBe(200)
    await run("update report_schedules set changed_at = '2026-11-24T09:00:00Z', next_run_at = '2026-11-25T08:00:00Z'")
    await work([mornings[3] ?? ''])
    expect([(await state(1)).stopped, (await runsOf(1)).length]).toEqual([null, 4])
  })

  test('with an unknown time zone is paused, and the next schedule is mailed', async () => {
    await run('delete from report_schedules where saved_report_id > 2')
    await run(
      `update report_schedules set schedule = jsonb_set(schedule, '{time_zone}', '"Mars/Olympus"'), next_run_at = '2026-11-22T07:00:00Z' where saved_report_id = 1`,
    )
    await work(mornings.slice(0, 1))
    expect(await runsOf(1)).toEqual([{ result: 'failed', why: runFailureTexts.no_zone }])
    const { rows } = await sql`select stopped, next_run_at from report_schedules where saved_report_id = 1`.execute(world.database.kysely)
    expect(rows).toEqual([{ stopped: runFailureTexts.no_zone, next_run_at: null }])
    expect(await runsOf(2)).toMatchObject([{ result: 'sent' }])
  })

  test('with a report that is too slow blocks the shared lane once, not five times', async () => {
    await alone(1)
    const transformQuery = () => {
      throw new StatementTooLong(120_000)
    }
    const files = world.database.files.withPlugin({ transformQuery, transformResult: async ({ result }) => result })
    const now = () => new Date(mornings[0] ?? '')
    const context: JobContext = { database: { ...world.database, files }, now, log: () => undefined }
    const jobs = await startJobs(context, mailJobs({ origin: 'https://ads.example', isExternal: false, from: 'no-reply@ads.example' }))
    for (let turn = 0; turn < 3; turn++) await jobs.tick()
    await jobs.stop()
    expect(await runsOf(1)).toEqual([{ result: 'failed', why: runFailureTexts.too_slow }])
  })

  test('stores as many runs as its history shows', async () => {
    await alone(1)
    await run(`insert into report_schedule_runs select 1, 1, '2026-01-01'::timestamptz + n * interval '1 day', 'sent', null, 1, 1
      from generate_series(1, 60) n`)
    await work(mornings.slice(0, 1))
    const { rows } = await sql<{ kept: number; last: Date }>`select count(*)::int as kept, max(at) as last from report_schedule_runs
      where saved_report_id = 1`.execute(world.database.kysely)
    expect(rows).toEqual([{ kept: runsShown.past, last: new Date(eight) }])
  })
})

test('recipients are internal when their account is active and can see the client', async () => {
  const context = { database: world.database, now: () => new Date(eight), log: () => undefined }
  const known = await world.database.kysely
    .selectFrom('users')
    .select(['user_id', 'email'])
    .where('user_id', 'in', [5, 7])
    .orderBy('user_id')
    .execute()
  const [here = '', closed = ''] = known.map(({ email }) => email)
  await run("update users set status = 'inactive' where user_id = 7")
  const crowd = Array.from({ length: externalMailsPerDay }, (_, index) => `reader${index}@partner.example`)
  for (const client of [1, 2]) expect(await allowedRecipients(context, client, crowd)).toEqual(crowd)
  expect(await allowedRecipients(context, 1, [here, closed, 'x@elsewhere.example'])).toEqual([here])
  expect(await allowedRecipients(context, 2, [here])).toEqual([])
})

test('a row that cleanup cannot delete does not block the others', async () => {
  const logged: string[] = []
  await run("insert into rate_limits values ('of-a-test', 1, true, '2000-01-01', '2000-01-01')")
  await run('alter table report_shares rename to shares_of_reports')
  const now = () => new Date(eight)
  await housekeeping.run({}, { database: world.database, now, log: (_, event, said) => void logged.push(`${event} ${said?.step}`) })
  expect(logged).toEqual(['housekeeping reports'])
  const { rows } = await sql`select from rate_limits where name_hash = 'of-a-test'`.execute(world.database.kysely)
  expect(rows).toEqual([])
})

test('a run that fails and is retried counts each recipient once', async () => {
  await alone(1)
  await put('superUser', 1, { recipients: ['a@partner.example', 'b@partner.example'] })
  const job = mailJobs({ origin: 'https://ads.example', isExternal: false, from: 'no-reply@ads.example' })['scheduled-report']
  const once = async () =>
    job?.run({ saved_report_id: 1, at: eight }, { database: world.database, now: () => new Date(eight), log: () => undefined })
  const left = async () =>
    (await world.database.kysely.selectFrom('rate_limits').select('left_over').execute()).map(({ left_over }) => left_over)
  await run("alter table mails add constraint nobody check (recipient <> 'b@partner.example')")
  await expect(once()).rejects.toThrow('nobody')
  await run('alter table mails drop constraint nobody')
  expect(await left()).toEqual([])
  await once()
  expect(await left()).toEqual([externalMailsPerDay - 2])
  // Its server stopped before it recorded the job as done.
  await once()
  expect(await left()).toEqual([externalMailsPerDay - 2])
  expect(await mails()).toHaveLength(2)
})

test('a test is mailed once, even if its server stops before it is recorded', async () => {
  await alone(1)
  const key = { 'Idempotency-Key': 'key-of-a-test-that-is-tried' }
  const ask = async () => (await world.as('clientAdmin').send(contract.reportSchedules.test, { path: { savedReportId: 1 } }, key)).status
  // A repeated request with the same key starts no second test.
  expect([await ask(), await ask()]).toEqual([200, 200])
  await work(['2026-11-21T10:00:01Z'])
  await run("update jobs set finished_at = null, locked_until = null where kind = 'report-test'")
  await work(['2026-11-21T10:02:01Z'])
  expect(await mails()).toHaveLength(1)
})
