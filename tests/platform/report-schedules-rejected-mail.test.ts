import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { mailJobs } from '../../demo/platform/mail/jobs.ts'
import { smtpServerOf } from '../../demo/platform/mail/smtp.ts'
import { contract } from '../../src/contract/index.ts'
import { runFailureTexts } from '../../src/contract/saved-reports/schedules.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { eight, mailOrigin, scheduleActions } from '../support/reports/schedules.ts'
import type { SmallWorld } from '../support/world/small-world.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})
let sink: Sink
afterEach(() => sink.close())

const { at, run, put, state, work } = scheduleActions(() => world)
const runs = async () => (await world.as('superUser').send(contract.reportSchedules.runs, at(1))).reply.result.runs
/** Mails one report every day to two addresses; the mail server gives the set reply to some of them. */
async function mailing(refused: RegExp, reply: string) {
  await run('delete from report_schedules where saved_report_id <> 1')
  await put('superUser', 1, { recipients: ['a@partner.example', 'b@partner.example'] })
  sink = await startSink({ replyTo: (line) => (/^RCPT/.test(line) && refused.test(line) ? reply : undefined) })
}
const mails = async () => {
  const { rows } = await sql<{ recipient: string; subject: string; problem: string | null }>`
    select recipient, subject, problem from mails order by mail_id`.execute(world.database.kysely)
  return rows
}
const stopped = 'Scheduled emails of Report of Advertiser-mark-1. stopped'
const stoppedMails = async () => (await mails()).filter(({ subject }) => subject === stopped)
const mornings = ['2026-11-22T08:00:01Z', '2026-11-23T08:00:01Z', '2026-11-24T08:00:01Z', '2026-11-25T08:00:01Z']
const both = /partner\.example/

test('a run with one refused address reaches the others and reports it once, even after restarts', async () => {
  await mailing(/<b@/, '550 nobody of that name')
  await work(mornings.slice(0, 1), sink.url)
  const expected = [{ at: eight, result: 'sent', why: runFailureTexts.mail_refused, rows: 1, recipients: 1 }]
  expect(await runs()).toEqual(expected)
  expect(sink.mails.map(({ to }) => to)).toEqual(['a@partner.example'])
  await run("update jobs set finished_at = null, locked_until = null where kind = 'send-mail'")
  await work(['2026-11-22T08:10:00Z'], sink.url)
  expect([await runs(), sink.mails.length]).toEqual([expected, 1])
  expect(sink.commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(2)
})

test('a run that no recipient accepts fails; on the third day the schedule is paused and its owner told once', async () => {
  await mailing(both, '550 nobody of that name')
  await work(mornings.slice(0, 2), sink.url)
  const failed = { result: 'failed', why: runFailureTexts.mail_refused, recipients: 0 }
  expect(await runs()).toMatchObject([failed, failed])
  expect([(await state(1)).stopped, await stoppedMails()]).toEqual([null, []])
  await work(mornings.slice(2), sink.url)
  expect(await runs()).toMatchObject([failed, failed, failed])
  expect(await state(1)).toMatchObject({ stopped: runFailureTexts.mail_refused, schedule: { is_paused: true }, next_runs: [] })
  expect(await stoppedMails()).toMatchObject([{ problem: null }])
  expect(sink.mails).toHaveLength(1)
})

test('a run whose mails failed after all retries fails and sends no more of them', async () => {
  await mailing(both, '450 come back later')
  const halfHours = Array.from({ length: 20 }, (_, index) => new Date(Date.parse(mornings[0] ?? '') + index * 1_860_000).toISOString())
  await work(halfHours.slice(0, 10), sink.url)
  expect(await runs()).toMatchObject([{ result: 'sent', why: null, recipients: 2 }])
  await work(halfHours.slice(10), sink.url)
  expect(await runs()).toMatchObject([{ result: 'failed', why: runFailureTexts.mail_given_up, recipients: 0 }])
  expect((await mails()).map(({ problem }) => problem)).toEqual([expect.stringContaining('450'), expect.stringContaining('450')])
})

test('refusals after the schedule is paused send no second notice', async () => {
  await mailing(both, '550 nobody of that name')
  const job = mailJobs({ origin: mailOrigin, isExternal: false, from: 'no-reply@ads.example' })['scheduled-report']
  const context = { database: world.database, now: () => new Date(mornings[3] ?? ''), log: () => undefined }
  for (const morning of mornings) await job?.run({ saved_report_id: 1, at: morning }, context)
  const { rows } = await sql<{ mail_id: number }>`select mail_id from mails order by mail_id desc`.execute(world.database.kysely)
  const options = { origin: mailOrigin, isExternal: false, from: 'no-reply@ads.example', smtp: smtpServerOf(sink.url) }
  const send = mailJobs(options)['send-mail']
  for (const { mail_id } of rows) await send?.run({ mail_id }, context)
  expect((await runs()).map(({ result }: { result: string }) => result)).toEqual(['failed', 'failed', 'failed', 'failed'])
  expect(await stoppedMails()).toHaveLength(1)
})
