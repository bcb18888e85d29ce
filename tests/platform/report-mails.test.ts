import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { runFailureTexts } from '../../src/contract/saved-reports/schedules.ts'
import { partsOf } from '../support/mail/mime.ts'
import { people } from '../support/world/people.ts'
import { scheduleActions } from '../support/reports/schedules.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import { sheetCells, unzip } from '../support/files/unzip.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await startSmallWorld({ server: '' })
})
afterAll(() => world.close())

const { at, run, put, state, work } = scheduleActions(() => world)
/** Each test has its own day, because jobs only move forward in time. */
const dueOn = (day: number) => `2026-11-${day}T08:00:01Z`
/** Makes one schedule due, and leaves all others without a next run. */
const alone = (id: number, dueAt: string) =>
  run(`update report_schedules set next_run_at = case when saved_report_id = ${id} then timestamptz '${dueAt}' end`)
const asks = (id: number, question: object) =>
  run(`update saved_reports set question = '${JSON.stringify(question)}' where saved_report_id = ${id}`)
const lastRun = async (id: number) => (await world.as('superUser').send(contract.reportSchedules.runs, at(id))).reply.result.runs[0]
const count = async (from: string) =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(from)}`.execute(world.database.kysely)).rows[0]?.count

test('a mailed workbook has the figures of the report', async () => {
  const sink = await startSink()
  await run('update facts_daily set clicks = 1, cost = 1234567 where advertiser_id = 2')
  const question = {
    dimensions: ['campaign_name', 'day'],
    metrics: ['impressions', 'cost', 'click_through_rate'],
    compare: 'previous_period' as const,
    sort: [{ field: 'campaign_name', order: 'desc' as const }],
  }
  await asks(1, { ...question, date_range: { preset: 'last_30_days' } })
  await put('superUser', 1, { format: 'xlsx' })
  await alone(1, dueOn(22))
  await work([dueOn(22), '2026-11-22T08:01:00Z'], sink.url)
  await sink.close()
  expect(sink.mails).toHaveLength(1)
  const files = unzip(partsOf(sink.mails[0]?.message ?? '')[1]?.content ?? Buffer.alloc(0))
  const days = { start_date: '2026-10-23', end_date: '2026-11-21' }
  const response = (await world.as('superUser').send(contract.reports.rows, { body: { member_group_id: 1, ...question, ...days } })).reply
    .result
  type Row = (typeof response.rows)[number]
  const figures = ({ impressions, cost, click_through_rate: rate }: Record<string, unknown>) => [impressions, Number(cost), rate]
  /** Each figure, the one of the comparison period, and the change. */
  const withChanges = (now: readonly unknown[], before: readonly unknown[]) =>
    now.flatMap((figure, index) => {
      const [current, previous] = [Number(figure), Number(before[index])]
      return [figure, before[index], previous === 0 ? null : (current - previous) / previous]
    })
  const [heads, ...below] = sheetCells(files.get('xl/worksheets/sheet1.xml') ?? '')
  const rows = below.slice(0, -1)
  const total = below.at(-1)
  const metrics = ['Impressions', 'Spend', 'Click-through rate']
  expect(heads?.slice(0, 2)).toEqual(['Campaign', 'Day'])
  expect(heads?.slice(2)).toHaveLength(metrics.length * 3 + 1)
  expect(heads?.at(-1)).toBe('May still change')
  expect(rows).toEqual(
    response.rows.map(({ dimensions, metrics: now, before }: Row) => [
      ...[dimensions.campaign_name, dimensions.day],
      ...withChanges(figures(now), figures(before)),
      null,
    ]),
  )
  const { dimensions: _, sort: __, ...whole } = { member_group_id: 1, ...question, ...days }
  const { kpis } = (await world.as('superUser').send(contract.reports.total, { body: whole })).reply.result
  const of = (name: 'total' | 'before') => figures(Object.fromEntries(kpis.map((kpi: (typeof kpis)[number]) => [kpi.metric, kpi[name]])))
  expect(total).toEqual(['Total', null, ...withChanges(of('total'), of('before')), null])
  expect([rows.length, response.total, await lastRun(1)]).toMatchObject([3, 3, { result: 'sent', rows: 3 }])
  expect(sheetCells(files.get('xl/worksheets/sheet2.xml') ?? '')).toContainEqual(['Dates', `${days.start_date} – ${days.end_date}`])
})

test('an owner who turned off report notifications is not told that a schedule was paused', async () => {
  const owner = people.advertiserAdmin.userId
  await run(`update saved_reports set owner_id = ${owner} where saved_report_id = 2`)
  await run(`insert into user_activities values (${owner}, 'base', 0, 'reports.read', false)`)
  await run(`insert into user_notifications values (${owner}, 'reports', false)`)
  await alone(2, dueOn(23))
  const before = await count('mails')
  await work([dueOn(23)])
  expect([await lastRun(2), (await state(2)).stopped]).toMatchObject([{ result: 'failed' }, runFailureTexts.owner_gone])
  expect(await count('mails')).toBe(before)
})

test('a report that is too large for a mail fails with the reason and releases its rows', async () => {
  // The first chunk contains one row, which already exceeds the size limit of a mail.
  await run("update campaigns set name = repeat('long ', 1410000) where campaign_id = 30")
  await asks(3, { dimensions: ['campaign_name'], metrics: ['impressions'], date_range: { preset: 'last_30_days' } })
  await alone(3, dueOn(24))
  const before = await count('mails')
  await work([dueOn(24)])
  expect(await lastRun(3)).toMatchObject({ result: 'failed', why: runFailureTexts.too_big, rows: 0, recipients: 0 })
  expect([await count('mails'), await count("pg_cursors where name like 'report_rows%'")]).toEqual([before, 0])
})

test('a report mailed on the first day of its dates has no comparison, because a morning cannot be compared with a day', async () => {
  const sink = await startSink()
  const compared = { dimensions: ['campaign_name'], metrics: ['impressions'], compare: 'previous_period' }
  await asks(1, { ...compared, date_range: { preset: 'month_to_date' } })
  await put('superUser', 1, { format: 'csv', skip_if_empty: false }, 2)
  const days = ['2026-12-01', '2026-12-02']
  for (const day of days) {
    await alone(1, `${day}T08:00:01Z`)
    await work([`${day}T08:00:01Z`, `${day}T08:01:00Z`], sink.url)
  }
  await sink.close()
  const files = sink.mails.map(({ message }) => (partsOf(message)[1]?.content ?? Buffer.alloc(0)).toString('utf8'))
  const filesWith = (text: string) => files.map((file) => file.includes(text))
  expect(filesWith('Campaign,Impressions')).toEqual([true, true])
  expect(filesWith('Impressions, previous')).toEqual([false, true])
})
