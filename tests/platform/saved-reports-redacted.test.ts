import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { Filter } from '../../src/contract/list.ts'
import { savedReportQueryOf } from '../../src/contract/saved-reports/saved-reports.rules.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { scheduleActions } from '../support/reports/schedules.ts'
import { leakMarkers } from '../support/world/small-seed.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { savedReports, reportShares, reportSchedules, reports } = contract
const { at, run, put } = scheduleActions(() => world)
const question = { dimensions: ['advertiser_id'] as const, metrics: ['impressions'], date_range: { preset: 'last_30_days' as const } }
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-redacted-reports` })
async function made(name: CallerName, said: object): Promise<number> {
  const body = { member_group_id: 1, name: 'Told', visibility: 'shared', question: { ...question, ...said } } as never // tests send what no form would
  return (await world.as(name).send(savedReports.create, { body }, keyed())).reply.result.saved_report_id
}
const readReport = async (name: CallerName, id: number) => (await world.as(name).send(savedReports.one, at(id))).reply.result
const change = (name: CallerName, id: number, body: object, version = 1) =>
  world.as(name).send(savedReports.change, { ...at(id), body }, { 'If-Match': String(version) })
const deny = (name: keyof typeof people, advertiser: number, permission = 'reports.read') =>
  run(`insert into user_activities values (${people[name].userId}, 'advertiser', ${advertiser}, '${permission}', false)`)

const secret = [leakMarkers.advertiser(1), leakMarkers.campaign(20), 'Hidden launch']
const conditions: Filter[] = [
  { field: 'advertiser_name', operation: 'IN', value: [leakMarkers.advertiser(1), leakMarkers.advertiser(3)] },
  { field: 'campaign_name', operation: '=', value: leakMarkers.campaign(20) },
  { field: 'campaign_name', operation: '!=', value: leakMarkers.campaign(20) },
  { field: 'ad_group_name', operation: 'ILIKE', value: 'Hidden launch' },
  { field: 'advertiser_id', operation: 'IN', value: [1, 2, 3] },
  { field: 'campaign_id', operation: '=', value: 20 },
  { field: 'entity_name', operation: 'IN', value: [leakMarkers.campaign(20), 'Hidden launch'] },
  { field: 'device', operation: '=', value: 'mobile' },
]

describe('the filters of a shared report', () => {
  test("hide values outside a reader's access, in the report, the list, a link and a copy", async () => {
    const id = await made('superUser', { filters: conditions })
    const { token } = (await world.as('superUser').send(reportShares.create, { ...at(id), body: { days: 30 } })).reply.result
    const responses = [
      await readReport('advertiserReporting', id),
      (await world.as('advertiserReporting').send(savedReports.report, { body: { member_group_id: 1 } })).reply.result,
      (await world.as('advertiserViewer').send(reportShares.open, { path: { shareToken: token } })).reply.result,
    ]
    for (const response of responses) for (const name of secret) expect(JSON.stringify(response)).not.toContain(name)
    const copy = await world.as('advertiserAdmin').send(savedReports.copy, { ...at(id), body: { name: 'Mine' } }, keyed())
    expect(copy.status).toBe(200)
    for (const name of secret.slice(1)) expect(copy.text).not.toContain(name)
    expect(responses[0].question.filters).toEqual([
      { field: 'advertiser_name', operation: 'IN', value: [leakMarkers.advertiser(3)] },
      { field: 'campaign_name', operation: '=', value: '–' },
      { field: 'ad_group_name', operation: '=', value: '–' },
      { field: 'advertiser_id', operation: 'IN', value: [3] },
      { field: 'campaign_id', operation: '=', value: 0 },
      { field: 'entity_name', operation: '=', value: '–' },
      { field: 'device', operation: '=', value: 'mobile' },
    ])
    expect((await readReport('clientViewer', id)).question.filters).toEqual(conditions)
    expect((await readReport('superUser', id)).question.filters).toEqual(conditions)
  })

  test.each(conditions.slice(0, 7))('give the reader the same figures as the full filters: $field $operation', async (filter) => {
    const id = await made('superUser', { filters: [filter] })
    const rowsWith = async (filters: readonly Filter[]) => {
      const body = savedReportQueryOf(
        { member_group_id: 1, question: { ...question, dimensions: ['advertiser_id'], filters: [...filters] } },
        '2026-11-21',
      )
      const { status, reply } = await world.as('advertiserReporting').send(reports.rows, { body })
      return [status, reply.result.rows]
    }
    const { filters = [] } = (await readReport('advertiserReporting', id)).question
    const inAll = await world.as('superUser').send(reports.rows, {
      body: savedReportQueryOf(
        { member_group_id: 1, question: { ...question, dimensions: ['advertiser_id'], filters: [filter] } },
        '2026-11-21',
      ),
    })
    const theirs = inAll.reply.result.rows.filter(
      ({ dimensions }: { dimensions: { advertiser_id: number } }) => dimensions.advertiser_id === 3,
    )
    expect(await rowsWith(filters)).toEqual([200, theirs])
  })
})

describe("another user's report", () => {
  test("is changed and scheduled only by users who see as much as its owner, because it is mailed with the owner's access", async () => {
    const id = await made('superUser', {})
    expect((await readReport('clientAdmin', id)).is_changeable).toBe(true)
    await deny('clientAdmin', 2)
    expect((await readReport('clientAdmin', id)).is_changeable).toBe(false)
    const responses = [
      await change('clientAdmin', id, { question: { ...question, metrics: ['clicks'] } }),
      await put('clientAdmin', id, { recipients: ['clientadmin@placard.example'] }, 0),
      await world.as('clientAdmin').send(reportSchedules.test, at(id), { 'Idempotency-Key': 'key-of-a-test-by-another' }),
      await world.as('clientAdmin').send(reportShares.create, { ...at(id), body: { days: 3 } }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect((await world.as('superUser').send(reportSchedules.one, at(id))).reply.result).toBeNull()
  })

  test('keeps its filters when changed by a user who sees only a part of it', async () => {
    const id = await made('superUser', { advertiser_ids: [1, 2, 3] })
    await deny('clientAdmin', 2, 'saved_reports.read')
    const seen = (await readReport('clientAdmin', id)).question
    expect(seen.advertiser_ids).toEqual([1, 3])
    expect((await change('clientAdmin', id, { question: { ...seen, metrics: ['clicks'] } })).status).toBe(403)
    expect((await readReport('superUser', id)).question.advertiser_ids).toEqual([1, 2, 3])
  })
})

test('a stored range of names is hidden from readers without full access', async () => {
  const id = await made('superUser', {})
  const filters = [{ field: 'entity_name', operation: 'BETWEEN', value: ['Hidden launch', leakMarkers.campaign(20)] }]
  await run(
    `update saved_reports set question = jsonb_set(question, '{filters}', '${JSON.stringify(filters)}') where saved_report_id = ${id}`,
  )
  expect((await readReport('advertiserReporting', id)).question.filters).toEqual([{ field: 'entity_name', operation: '=', value: '–' }])
  expect((await readReport('superUser', id)).question.filters).toEqual(filters)
})

test('a copy, and the reply to a change, contain only what the caller may read', async () => {
  const id = await made('superUser', { advertiser_ids: [1, 2, 3] })
  const own = await made('clientAdmin', { advertiser_ids: [1, 2, 3] })
  await deny('clientAdmin', 2, 'saved_reports.read')
  const copy = await world.as('clientAdmin').send(savedReports.copy, { ...at(id), body: { name: 'Mine' } }, keyed())
  expect(copy.reply.result.question.advertiser_ids).toEqual([1, 3])
  const changed = await change('clientAdmin', own, { name: 'Other' })
  expect([changed.reply.result.name, changed.reply.result.question.advertiser_ids]).toEqual(['Other', [1, 3]])
  expect((await readReport('superUser', id)).question.advertiser_ids).toEqual([1, 2, 3])
})

test('a report of several advertisers is returned without those removed since', async () => {
  const id = await made('superUser', { advertiser_ids: [1, 2] })
  await sql`update advertisers set deleted_at = now() where advertiser_id = 2`.execute(world.database.kysely)
  const { question: left, version } = await readReport('superUser', id)
  expect(left.advertiser_ids).toEqual([1])
  const body = savedReportQueryOf({ member_group_id: 1, question: left }, '2026-11-21')
  expect((await world.as('superUser').send(reports.rows, { body })).status).toBe(200)
  expect((await change('superUser', id, { question: left }, version)).status).toBe(200)
})
