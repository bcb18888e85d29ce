import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { housekeeping } from '../../demo/platform/jobs/housekeeping.ts'
import { contract } from '../../src/contract/index.ts'
import { savedReportQueryOf } from '../../src/contract/saved-reports/saved-reports.rules.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { factDay } from '../support/world/small-seed.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { savedReports, reportSchedules, reports } = contract
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-saved-reports` })
const match = (version: number) => ({ 'If-Match': String(version) })
const question = { dimensions: ['advertiser_id'], metrics: ['impressions'], date_range: { preset: 'last_30_days' } }
const make = (name: CallerName, body: object = {}) => {
  const report = { member_group_id: 1, name: 'Spring', question, ...body } as never // tests send what no form would
  return world.as(name).send(savedReports.create, { body: report }, keyed())
}
const made = async (name: CallerName, body: object = {}): Promise<number> => (await make(name, body)).reply.result.saved_report_id
const at = (savedReportId: number) => ({ path: { savedReportId } })
const one = (name: CallerName, id: number) => world.as(name).send(savedReports.one, at(id))
const change = (name: CallerName, id: number, body: object, version = 1) =>
  world.as(name).send(savedReports.change, { ...at(id), body }, match(version))
const list = async (name: CallerName, body: object = {}) =>
  (await world.as(name).send(savedReports.report, { body: { member_group_id: 1, ...body } })).reply.result
const names = (listed: { saved_reports: { name: string }[] }) => listed.saved_reports.map(({ name }) => name)

describe('a saved report', () => {
  test('contains how often it is mailed, the next run, and the last result', async () => {
    const id = await made('advertiserAdmin')
    const schedule = {
      frequency: 'daily',
      time: '08:00',
      time_zone: 'UTC',
      recipients: ['a@b.example'],
      format: 'csv',
      skip_if_empty: true,
    }
    const mail = (is_paused: boolean, version: number) =>
      world.as('advertiserAdmin').send(reportSchedules.change, { ...at(id), body: { ...schedule, is_paused } as never }, match(version)) // loosely typed
    const mailed = async () => (await one('advertiserAdmin', id)).reply.result.mailed
    const filtered = async (value: boolean) =>
      names(await list('advertiserAdmin', { filters: [{ field: 'is_mailed', operation: '=', value }] })).includes('Spring')
    expect(await mailed()).toBeNull()
    expect([await filtered(true), await filtered(false)]).toEqual([false, true])
    await mail(false, 0)
    expect([await filtered(true), await filtered(false)]).toEqual([true, false])
    expect(await mailed()).toEqual({ frequency: 'daily', next_run_at: '2026-11-22T08:00:00.000Z', last_result: null })
    await sql`insert into report_schedule_runs (member_group_id, saved_report_id, at, result, why, rows, recipients)
      values (1, ${id}, '2026-11-20T08:00:00Z', 'sent', null, 3, 1), (1, ${id}, '2026-11-21T08:00:00Z', 'failed', 'No way there', 0, 1)`.execute(
      world.database.kysely,
    )
    await mail(true, 1)
    expect(await mailed()).toEqual({ frequency: 'daily', next_run_at: null, last_result: 'failed' })
  })

  test('is private until it is shared', async () => {
    const id = await made('advertiserAdmin', { name: ' Spring ' })
    expect((await one('advertiserAdmin', id)).reply.result).toMatchObject({
      saved_report_id: id,
      member_group_id: 1,
      name: 'Spring',
      visibility: 'private',
      question,
      version: 1,
      owner: 'advertiserAdmin',
      is_own: true,
      is_changeable: true,
      created_at: '2026-11-21T10:00:00.000Z',
    })
    const others = ['superUser', 'clientAdmin', 'advertiserManager', 'partner'] as const
    for (const name of others) expect((await one(name, id)).status, name).toBe(404)
    await change('advertiserAdmin', id, { visibility: 'shared' })
    expect((await one('advertiserReporting', id)).reply.result).toMatchObject({ is_own: false, is_changeable: false })
    expect((await one('clientAdmin', id)).reply.result).toMatchObject({ is_own: false, is_changeable: true })
    await change('advertiserAdmin', id, { visibility: 'private' }, 2)
    expect((await one('clientAdmin', id)).status).toBe(404)
  })

  test('runs with the access of its reader', async () => {
    const id = await made('clientAdmin', { visibility: 'shared', question: { ...question, advertiser_ids: [1, 3] } })
    expect((await one('clientViewer', id)).reply.result.question.advertiser_ids).toEqual([1, 3])
    const redacted = (await one('advertiserViewer', id)).reply.result
    expect(redacted.question.advertiser_ids).toEqual([3])
    const query = savedReportQueryOf(redacted, '2026-11-21')
    expect(query).toMatchObject({ member_group_id: 1, start_date: '2026-10-22', end_date: '2026-11-20' })
    const response = await world.as('advertiserViewer').send(reports.rows, { body: query })
    expect(response.reply.result.rows).toMatchObject([{ dimensions: { advertiser_id: 3 }, metrics: { impressions: 8 } }])
  })

  test("of advertisers outside the caller's access is not found, by id or in the list", async () => {
    const id = await made('clientAdmin', { name: 'Elsewhere', visibility: 'shared', question: { ...question, advertiser_ids: [2] } })
    expect([(await one('advertiserAdmin', id)).status, (await one('advertiserManager', id)).status]).toEqual([404, 200])
    expect(names(await list('advertiserAdmin'))).toEqual(['Report of Advertiser-mark-1.'])
    expect(names(await list('advertiserManager'))).toEqual(['Elsewhere', 'Report of Advertiser-mark-2.', 'Report of Advertiser-mark-3.'])
    expect((await one('clientAdmin', 4)).status).toBe(404)
  })

  test('is changed by its owner, and if shared by users of the whole client', async () => {
    const id = await made('advertiserAdmin', { visibility: 'shared' })
    expect([
      (await change('clientViewer', id, { name: 'Mine' })).status,
      (await change('internalAdmin', id, { name: 'Ours' })).status,
    ]).toEqual([403, 200])
    expect((await change('clientAdmin', id, { visibility: 'private' }, 2)).reply.fields[0].path).toBe('visibility')
    const both = await made('clientAdmin', { visibility: 'shared', question })
    expect((await change('advertiserAdmin', both, { name: 'Mine' })).status).toBe(403)
    expect((await change('advertiserAdmin', id, { name: 'Late' }, 1)).status).toBe(412)
  })

  test("is copied as one's own, without advertisers outside the caller's access", async () => {
    const id = await made('clientAdmin', { visibility: 'shared', question: { ...question, advertiser_ids: [1, 2] } })
    const copy = (name: CallerName) => world.as(name).send(savedReports.copy, { ...at(id), body: { name: 'Again' } }, keyed())
    expect((await copy('advertiserAdmin')).reply.result).toMatchObject({
      name: 'Again',
      visibility: 'private',
      is_own: true,
      question: { ...question, advertiser_ids: [1] },
    })
    expect([(await copy('clientViewer')).status, (await copy('advertiserReporting')).status]).toEqual([403, 404])
  })

  test('that was removed can be restored for 30 days', async () => {
    const id = await made('advertiserAdmin')
    const remove = (name: CallerName, version = 1) => world.as(name).send(savedReports.remove, at(id), match(version))
    const restore = (name: CallerName) => world.as(name).send(savedReports.restore, at(id))
    expect([(await remove('clientAdmin')).status, (await remove('advertiserAdmin')).status]).toEqual([404, 200])
    expect([(await one('advertiserAdmin', id)).status, (await change('advertiserAdmin', id, { name: 'X' }, 2)).status]).toEqual([404, 404])
    expect((await restore('advertiserAdmin')).reply.result).toMatchObject({ saved_report_id: id, version: 3 })
    // A version from before the restore is outdated, so the removal fails.
    expect((await remove('advertiserAdmin')).status).toBe(412)
    await remove('advertiserAdmin', 3)
    await sql`update saved_reports set deleted_at = '2026-10-20T10:00:00Z' where saved_report_id = ${id}`.execute(world.database.kysely)
    expect((await restore('advertiserAdmin')).status).toBe(404)
  })
})

describe('the query of a saved report', () => {
  test.each([
    ['a sort by what is not there', { sort: [{ field: 'device', order: 'asc' }] }, 'question.sort.0.field'],
    ['a filter that no dimension has', { filters: [{ field: 'colour', operation: '=', value: 'red' }] }, 'question.filters.0.field'],
    ['hours of too long ago', { dimensions: ['hour'], date_range: { preset: 'last_60_days' } }, 'question.dimensions.0'],
    ['days backwards', { date_range: { preset: 'custom', start_date: factDay, end_date: '2026-11-01' } }, 'question.date_range.end_date'],
    ['too many days', { date_range: { preset: 'custom', start_date: '2020-01-01', end_date: factDay } }, 'question.date_range.end_date'],
    ['relative days with dates', { date_range: { preset: 'today', start_date: factDay } }, 'question.date_range.start_date'],
    ['a currency that nobody knows', { currency_code: 'XXX' }, 'question.currency_code'],
    ['no metric', { metrics: [] }, 'question.metrics'],
    ['three metrics in a chart', { chart: { metrics: ['clicks', 'cost', 'units'] } }, 'question.chart.metrics'],
  ])('with %s is refused, in a new report and in an existing one', async (_, part, path) => {
    const wrong = { question: { ...question, ...part } }
    const id = await made('clientAdmin')
    for (const { status, reply } of [await make('clientAdmin', wrong), await change('clientAdmin', id, wrong)])
      expect([status, reply.fields?.[0].path]).toEqual([422, path])
    expect((await one('clientAdmin', id)).reply.result).toMatchObject({ question, version: 1 })
  })

  test("about an advertiser outside the caller's access is refused", async () => {
    expect((await make('advertiserAdmin', { question: { ...question, advertiser_ids: [1, 2] } })).status).toBe(404)
  })

  test('for all time covers the longest range of a report', async () => {
    const id = await made('clientAdmin', { question: { ...question, date_range: { preset: 'all_time' } } })
    const query = savedReportQueryOf((await one('clientAdmin', id)).reply.result, '2026-11-21')
    expect((await world.as('clientAdmin').send(reports.rows, { body: query })).reply.result.rows).toHaveLength(3)
  })
})

describe('the list of saved reports', () => {
  test("is searched, sorted, paged, and limited to one's own on request", async () => {
    for (const name of ['Alpha', 'Beta', '100%']) await made('clientAdmin', { name })
    await made('advertiserAdmin', { name: 'Shared', visibility: 'shared' })
    const mine = { filters: [{ field: 'mine', operation: '=', value: true }], sort: [{ field: 'created_at', order: 'desc' }] }
    expect((await list('clientAdmin', mine)).total).toBe(3)
    expect(names(await list('clientAdmin', { filters: [{ field: 'name', operation: 'ILIKE', value: '%0%%' }] }))).toEqual(['100%'])
    const page = await list('clientAdmin', { pagination: { start: 2, count: 2 } })
    expect([page.total, names(page)]).toEqual([7, ['Beta', 'Report of Advertiser-mark-1.']])
    expect(names(await list('advertiserReporting', { filters: [{ field: 'visibility', operation: '=', value: 'shared' }] }))).toEqual([
      'Report of Advertiser-mark-3.',
      'Shared',
    ])
    const wrong = { member_group_id: 1, filters: [{ field: 'question', operation: '=', value: 'x' }] } as const
    expect((await world.as('clientAdmin').send(savedReports.report, { body: wrong as never })).status).toBe(422) // the list is readonly
  })

  test('is limited to 500 reports', async () => {
    const owner = people.advertiserAdmin.userId
    await sql`insert into saved_reports (member_group_id, owner_id, name, visibility, question, created_at, changed_at)
      select 1, ${owner}, 'Report ' || n, 'private', ${JSON.stringify(question)}::jsonb, now(), now() from generate_series(1, 499) n`.execute(
      world.database.kysely,
    )
    const last = await make('advertiserAdmin')
    expect([last.status, (await make('advertiserAdmin')).status]).toEqual([200, 409])
    // A removed report no longer counts, and cannot be restored beyond the limit.
    const id = last.reply.result.saved_report_id
    await world.as('advertiserAdmin').send(savedReports.remove, at(id), match(1))
    expect((await make('advertiserAdmin')).status).toBe(200)
    expect((await world.as('advertiserAdmin').send(savedReports.restore, at(id))).status).toBe(409)
  })
})

test('viewers cannot save reports', async () => {
  for (const name of ['clientViewer', 'advertiserViewer'] as const) {
    expect((await make(name)).status, name).toBe(403)
    expect((await list(name)).total, name).toBeGreaterThan(0)
  }
})

test('expired links and old removed reports are deleted with their data', async () => {
  const { kysely } = world.database
  const run = (text: string) => sql.raw(text).execute(kysely)
  const now = new Date('2026-11-21T10:00:00Z')
  await run('delete from report_shares')
  await run(`insert into report_shares (member_group_id, saved_report_id, hash, created_by, created_at, expires_at, revoked_at) values
    (1, 1, 'works', ${people.superUser.userId}, '2026-10-01', '2026-12-01', null), (1, 1, 'just over', ${people.superUser.userId}, '2026-10-01', '2026-11-20', null),
    (1, 1, 'over', ${people.superUser.userId}, '2026-10-01', '2026-11-10', null), (1, 1, 'revoked', ${people.superUser.userId}, '2026-10-01', '2026-12-01', '2026-11-10'),
    (1, 2, 'of a removed one', ${people.superUser.userId}, '2026-10-01', '2026-12-01', null)`)
  await run(
    `insert into report_schedule_runs select 1, report, '2026-01-01'::timestamptz, 'sent', null, 1, 1 from (values (1), (2)) reports (report)`,
  )
  await run("update saved_reports set deleted_at = '2026-10-20' where saved_report_id = 2")
  await run("update saved_reports set deleted_at = '2026-10-22' where saved_report_id = 3")
  await housekeeping.run({}, { database: world.database, now: () => now, log: () => undefined })
  const { rows: shares } = await sql`select hash from report_shares order by hash`.execute(kysely)
  const { rows: runs } = await sql`select saved_report_id from report_schedule_runs`.execute(kysely)
  const { rows: reports } = await sql`select r.saved_report_id, s.saved_report_id is not null as scheduled from saved_reports r
    left join report_schedules s using (saved_report_id) where r.saved_report_id <= 3 order by 1`.execute(kysely)
  expect(shares).toEqual([{ hash: 'just over' }, { hash: 'works' }])
  expect(runs).toEqual([{ saved_report_id: 1 }])
  expect(reports).toEqual([
    { saved_report_id: 1, scheduled: true },
    { saved_report_id: 3, scheduled: true },
  ])
})
