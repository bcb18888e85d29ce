import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { savedReports } = contract
const question = { dimensions: ['advertiser_id'], metrics: ['impressions'], date_range: { preset: 'last_30_days' } }
const at = (savedReportId: number) => ({ path: { savedReportId } })
const run = (text: string) => sql.raw(text).execute(world.database.kysely)
const made = async (name: CallerName, body: object): Promise<number> => {
  const report = { member_group_id: 1, name: 'Spring', question, ...body } as never // loosely typed
  const { reply } = await world.as(name).send(savedReports.create, { body: report }, { 'Idempotency-Key': crypto.randomUUID() })
  return reply.result.saved_report_id
}
const listed = async (name: CallerName, said: object = {}): Promise<{ saved_report_id: number; name: string }[]> =>
  (await world.as(name).send(savedReports.report, { body: { member_group_id: 1, ...said } })).reply.result.saved_reports

test('a removed shared report is restored by a user who may change it, not by a reader', async () => {
  const id = await made('clientAdmin', { visibility: 'shared' })
  expect((await world.as('clientAdmin').send(savedReports.remove, at(id), { 'If-Match': '1' })).status).toBe(200)
  const restore = async (name: CallerName) => (await world.as(name).send(savedReports.restore, at(id))).status
  expect([await restore('advertiserAdmin'), await restore('advertiserManager'), await restore('clientViewer')]).toEqual([403, 403, 403])
  expect((await listed('clientAdmin')).map((one) => one.saved_report_id)).not.toContain(id)
  expect(await restore('internalAdmin')).toBe(200)
})

test('a report whose only advertiser was removed opens for no user', async () => {
  const id = await made('clientAdmin', { visibility: 'shared', question: { ...question, advertiser_ids: [1] } })
  await run('update advertisers set deleted_at = now() where advertiser_id = 1')
  for (const name of ['superUser', 'clientAdmin', 'advertiserAdmin'] as const)
    expect((await world.as(name).send(savedReports.one, at(id))).status, name).toBe(404)
})

test('the list is sorted by each of its fields, in both directions', async () => {
  for (const table of ['report_shares', 'report_schedules', 'saved_reports']) await run(`delete from ${table}`)
  const owners: CallerName[] = ['clientAdmin', 'superUser', 'internalAdmin']
  const ids: number[] = []
  for (const [index, owner] of owners.entries()) ids.push(await made(owner, { name: `Report ${'bca'[index]}`, visibility: 'shared' }))
  const [first = 0, second = 0, third = 0] = ids
  await run(`update saved_reports set created_at = ('2026-10-0' || (saved_report_id - ${first} + 1))::timestamptz,
    changed_at = ('2026-11-0' || (9 - saved_report_id + ${first}))::timestamptz`)
  await run(`update saved_reports set visibility = 'private' where saved_report_id = ${first}`)
  const daily = `'{"frequency": "daily"}'`
  const next = [2, 3, 1].map((day, index) => `(1, ${ids[index]}, ${daily}, '2026-12-0${day}', null, '2026-11-01')`).join(', ')
  await run(`insert into report_schedules (member_group_id, saved_report_id, schedule, next_run_at, stopped, changed_at) values ${next}`)
  const by = async (field: string, order: 'asc' | 'desc') =>
    (await listed('clientAdmin', { sort: [{ field, order }] })).map((one) => one.saved_report_id)
  const forwards: Readonly<Record<string, number[]>> = {
    name: [third, first, second],
    owner: [first, third, second],
    created_at: [first, second, third],
    changed_at: [third, second, first],
    next_run_at: [third, first, second],
  }
  for (const [field, expected] of Object.entries(forwards))
    expect([await by(field, 'asc'), await by(field, 'desc')], field).toEqual([expected, expected.toReversed()])
  for (const [field, less, more] of [
    ['visibility', [first], [second, third]],
    ['mine', [second, third], [first]],
  ] as const) {
    expect(await by(field, 'asc'), field).toEqual([...less, ...more])
    expect(await by(field, 'desc'), field).toEqual([...more, ...less])
  }
})
