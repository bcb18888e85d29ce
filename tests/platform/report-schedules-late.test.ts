import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { housekeeping } from '../../demo/platform/jobs/housekeeping.ts'
import { contract } from '../../src/contract/index.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { scheduleActions } from '../support/reports/schedules.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { at, run, put, work } = scheduleActions(() => world)
const alone = (id: number) => run(`delete from report_schedules where saved_report_id <> ${id}`)
const runs = async (id: number) => (await world.as('superUser').send(contract.reportSchedules.runs, at(id))).reply.result.runs
const mails = async () => {
  const { rows } = await sql<{ subject: string; content: string | null }>`
    select subject, content from mails left join mail_attachments using (mail_attachment_id) order by mail_id`.execute(
    world.database.kysely,
  )
  return rows
}
const isOf = (preset: string) =>
  run(`update saved_reports set question = jsonb_set(question, '{date_range}', '{"preset": "${preset}"}') where saved_report_id = 1`)

test('a report of today that runs just after midnight covers the day when it was due', async () => {
  await alone(1)
  await isOf('today')
  await run("update facts_daily set day = '2026-11-21'")
  await put('superUser', 1, { time: '23:59', time_zone: 'UTC', skip_if_empty: true })
  await work(['2026-11-22T00:00:20Z'])
  expect(await runs(1)).toEqual([{ at: '2026-11-21T23:59:00.000Z', result: 'sent', why: null, rows: 1, recipients: 1 }])
  const [mail] = await mails()
  expect(mail?.subject).toMatch(/, Nov 21, 2026$/)
  expect(Buffer.from(mail?.content ?? '', 'base64').toString()).toMatch(/^\ufeffCampaign,Impressions\r\n(.*\r\n)*Campaign-mark-10\.,2\r\n$/)
})

test('a schedule whose next run a clock that was ahead has set runs at its next time', async () => {
  await alone(1)
  await put('superUser', 1, { time: '20:00', time_zone: 'UTC' })
  const { kysely } = world.database
  const nextRun = async () =>
    (await kysely.selectFrom('report_schedules').select('next_run_at').executeTakeFirst())?.next_run_at?.toISOString()
  expect(await nextRun()).toBe('2026-11-21T20:00:00.000Z')
  await run("update report_schedules set next_run_at = '2026-12-02T20:00:00Z'")
  await housekeeping.run({}, { database: world.database, now: fixedNow, log: () => undefined })
  expect(await nextRun()).toBe('2026-11-21T20:00:00.000Z')
})

test('a report that runs hours late covers the day when it was due', async () => {
  await alone(1)
  await isOf('yesterday')
  await put('superUser', 1, { time: '20:00', time_zone: 'UTC' })
  await work(['2026-11-22T06:30:00Z'])
  expect((await mails()).map(({ subject }) => subject)).toEqual([expect.stringMatching(/, Nov 20, 2026$/)])
})
