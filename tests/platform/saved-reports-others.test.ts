import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { runFailureTexts } from '../../src/contract/saved-reports/schedules.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { watchedStatements } from '../support/reports/asker.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { eight, scheduleActions } from '../support/reports/schedules.ts'
import { dailySchedule, leakMarkers } from '../support/world/small-seed.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { savedReports, reportShares, reportSchedules } = contract
const { at, run, put, work, state } = scheduleActions(() => world)
const storedQuery = {
  dimensions: ['advertiser_name', 'campaign_name'],
  metrics: ['impressions'],
  date_range: { preset: 'last_30_days' as const },
}
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-other-reports` })
const made = (name: CallerName, said: object = {}) =>
  world.as(name).send(savedReports.create, { body: { member_group_id: 1, name: 'Own', question: { ...storedQuery }, ...said } }, keyed())
const say = (name: keyof typeof people, level: string, thing: number, permission: string, granted: boolean) =>
  run(`insert into user_activities values (${people[name].userId}, '${level}', ${thing}, '${permission}', ${granted})`)

describe("the schedule of another user's report", () => {
  const runs = async (name: CallerName) => (await world.as(name).send(reportSchedules.runs, at(1))).reply.result.runs
  const boss = 'boss@rival.example'
  async function mailed() {
    await run(`delete from report_schedules where saved_report_id <> 1`)
    await run(
      `update saved_reports set visibility = 'shared', question = '${JSON.stringify(storedQuery)}', owner_id = ${people.superUser.userId} where saved_report_id = 1`,
    )
    await put('superUser', 1, { recipients: [boss, 'cfo@client.example'] })
    await work(['2026-11-22T08:00:01Z'])
    await run(`update report_schedules set stopped = '${runFailureTexts.too_big}' where saved_report_id = 1`)
    await run(`insert into report_schedule_runs (member_group_id, saved_report_id, at, result, why, rows, recipients)
      values (1, 1, '2026-11-21T08:00:00Z', 'failed', 'Expected an id', 0, 0)`)
  }

  test.each([
    ['advertiserReporting', 0, false],
    ['advertiserViewer', 0, false],
    ['advertiserAdmin', 0, false],
    ['clientViewer', 0, true],
    ['clientAdmin', 2, true],
    ['superUser', 2, true],
  ] as const)('shows %s %i of its addresses, and of its rows: %s', async (name, addresses, tellsRows) => {
    await mailed()
    const report = await state(1, name)
    const history = await runs(name)
    expect([report.recipients, report.schedule.recipients.length, report.schedule.time_zone]).toEqual([
      2,
      addresses,
      dailySchedule.time_zone,
    ])
    expect(JSON.stringify([report, history]).includes(boss)).toBe(addresses > 0)
    expect(history).toMatchObject([
      { at: eight, result: 'sent', recipients: 2, rows: tellsRows ? expect.any(Number) : null },
      { result: 'failed', why: tellsRows ? 'Expected an id' : null },
    ])
    expect(report.last_run).toEqual(history[0])
    expect(report.stopped).toBe(tellsRows ? runFailureTexts.too_big : null)
    if (tellsRows) expect(history[0].rows).toBeGreaterThan(1)
  })
})

describe('a user with saved report permissions at one advertiser only', () => {
  const actions = ['create', 'change', 'remove', 'read']
  async function mayAt(granted: number) {
    for (const action of actions) {
      await say('advertiserViewer', 'base', 0, `saved_reports.${action}`, false)
      await say('advertiserViewer', 'advertiser', granted, `saved_reports.${action}`, true)
    }
  }

  test('can do what these allow with their own reports', async () => {
    await mayAt(3)
    const { reply } = await made('advertiserViewer')
    expect(reply.result).toMatchObject({ is_own: true, is_changeable: true })
    const there = at(reply.result.saved_report_id)
    const who = world.as('advertiserViewer')
    const responses = [
      await who.send(savedReports.one, there),
      await who.send(savedReports.change, { ...there, body: { name: 'Other' } }, { 'If-Match': '1' }),
      await who.send(reportSchedules.change, { ...there, body: dailySchedule }, { 'If-Match': '0' }),
      await who.send(reportShares.create, { ...there, body: { days: 1 } }),
      await who.send(savedReports.remove, there, { 'If-Match': '2' }),
      await who.send(savedReports.restore, there),
    ]
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    const list = (await who.send(savedReports.report, { body: { member_group_id: 1 } })).reply.result.saved_reports
    expect(list.filter((one: { is_own: boolean }) => one.is_own)).toMatchObject([{ name: 'Other', is_changeable: true }])
  })

  test('can do nothing with other reports', async () => {
    await mayAt(3)
    const { saved_report_id } = (await made('superUser', { visibility: 'shared' })).reply.result
    const who = world.as('advertiserViewer')
    const response = await who.send(savedReports.one, at(saved_report_id))
    expect([response.status, response.reply.result.is_changeable]).toEqual([200, false])
    const change = await who.send(savedReports.change, { ...at(saved_report_id), body: { name: 'Mine' } }, { 'If-Match': '1' })
    const remove = await who.send(savedReports.remove, at(saved_report_id), { 'If-Match': '1' })
    expect([change.status, remove.status]).toEqual([403, 403])
  })

  test('cannot save a report of other advertisers, or change one after losing access', async () => {
    await mayAt(1)
    expect((await made('advertiserViewer')).status).toBe(403)
    await run('delete from user_activities')
    const { saved_report_id } = (await made('advertiserAdmin')).reply.result
    await say('advertiserAdmin', 'advertiser', 1, 'saved_reports.change', false)
    const who = world.as('advertiserAdmin')
    expect((await who.send(savedReports.one, at(saved_report_id))).reply.result.is_changeable).toBe(false)
    expect((await who.send(savedReports.change, { ...at(saved_report_id), body: { name: 'Mine' } }, { 'If-Match': '1' })).status).toBe(403)
  })
})

test('a page of many reports needs no more queries than one', async () => {
  const watched = watchedStatements(world.database)
  const startSecondPlatform = await world.startSecondPlatform({ database: watched.database })
  const filters = [
    ...['a', 'Hidden', leakMarkers.campaign(20)].map((value) => ({ field: 'entity_name', operation: 'ILIKE', value })),
    { field: 'campaign_name', operation: 'IN', value: [leakMarkers.campaign(20), 'Hidden'] },
  ]
  const query = JSON.stringify({ ...storedQuery, filters })
  const keep = (count: number) =>
    sql`insert into saved_reports (member_group_id, owner_id, name, visibility, question, created_at, changed_at)
      select 1, 1, 'Many ' || n, 'shared', ${query}::jsonb, now(), now() from generate_series(1, ${count}::int) n`.execute(
      world.database.kysely,
    )
  const page = async () => {
    watched.statements.length = 0
    const body = { member_group_id: 1, pagination: { start: 0, count: 100 } }
    const { reply } = await startSecondPlatform.as('advertiserViewer').send(savedReports.report, { body })
    return { reports: reply.result.saved_reports, count: watched.statements.length, text: JSON.stringify(reply) }
  }
  await keep(1)
  // Warms caches, such as the caller's permissions.
  await page()
  const one = await page()
  await keep(40)
  const many = await page()
  expect([many.reports.length - one.reports.length, many.count]).toEqual([40, one.count])
  expect(one.count).toBeGreaterThan(2)
  expect(many.text).not.toContain('Hidden')
  await startSecondPlatform.close()
})
