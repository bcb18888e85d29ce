import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { factDay, impressionsOf, leakMarkers } from '../support/world/small-seed.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { reports } = contract
const payload = { pagination: { start: 0, count: 20 }, sort: [{ field: 'impressions', order: 'desc' }], filters: [] }
type ReportCall = keyof typeof reports
const report = (body: object, name: CallerName = 'clientAdmin', call: ReportCall = 'rows') =>
  world.as(name).send(reports[call], { body: body as never }) // loosely typed

const rowOf = (advertiser: number) => ({
  dimensions: { advertiser_name: leakMarkers.advertiser(advertiser), campaign_name: leakMarkers.campaign(advertiser * 10) },
  impressions: impressionsOf(advertiser),
})
const seenRows = (rows: readonly { dimensions: object; metrics: { impressions: number } }[]) =>
  rows.map(({ dimensions, metrics }) => ({ dimensions, impressions: metrics.impressions }))
const byImpressions = (advertisers: readonly number[]) =>
  advertisers.map(rowOf).toSorted((left, right) => right.impressions - left.impressions)

describe('report payload of pages, sort and filters', () => {
  test('answers with the default client, the last 30 days and the default fields', async () => {
    const { status, reply } = await report(payload)
    expect(status).toBe(200)
    const { rows, total, start_date, end_date, before } = reply.result
    expect({ start_date, end_date, before, total }).toEqual({ start_date: '2026-10-22', end_date: '2026-11-20', before: null, total: 3 })
    expect(seenRows(rows)).toEqual(byImpressions([1, 2, 3]))
    const metrics = ['cost', 'impressions', 'clicks', 'click_through_rate', 'revenue', 'return_on_ad_spend']
    expect(Object.keys(rows[0].metrics)).toEqual(metrics)
  })

  test.each(['rows', 'targeting', 'trend', 'total', 'franchise'] as const)('answers %s, also when the body is empty', async (call) => {
    const whole = await report(payload, 'clientAdmin', call)
    const empty = await report({}, 'clientAdmin', call)
    expect([whole.status, empty.status]).toEqual([200, 200])
    expect(empty.reply.result).toMatchObject({ start_date: '2026-10-22', end_date: '2026-11-20', currency_code: 'USD' })
  })

  test('uses the default fields of the context that an endpoint implies', async () => {
    const { reply } = await report(payload, 'clientAdmin', 'targeting')
    expect(Object.keys(reply.result.rows[0].dimensions)).toEqual(['advertiser_name'])
  })

  test('answers each caller for their own client and advertisers', async () => {
    await sql.raw('update facts_daily set impressions = impressions + 1 where member_group_id <> 1').execute(world.database.kysely)
    const advertiserRows = (await report(payload, 'advertiserViewer')).reply.result.rows
    expect(advertiserRows.map(({ dimensions }: { dimensions: object }) => dimensions)).toEqual([
      { campaign_name: leakMarkers.campaign(30) },
    ])
    const partnerRows = (await report(payload, 'partner')).reply.result.rows
    expect(partnerRows.map(({ dimensions }: { dimensions: object }) => dimensions)).toEqual([{ campaign_name: leakMarkers.campaign(10) }])
    expect(seenRows((await report(payload, 'superUser')).reply.result.rows)).toEqual(byImpressions([1, 2, 3]))
  })

  test('takes the client from the advertisers that it names', async () => {
    const { reply } = await report({ ...payload, advertiser_ids: [4] }, 'superUser')
    expect(reply.result.rows.map(({ dimensions }: { dimensions: object }) => dimensions)).toEqual([
      { campaign_name: leakMarkers.campaign(40) },
    ])
    expect((await report({ ...payload, advertiser_ids: [4] }, 'clientAdmin')).status).toBe(404)
  })

  test('keeps what the request names', async () => {
    const named = { ...payload, dimensions: ['device'], metrics: ['impressions'], start_date: factDay, end_date: factDay }
    const { reply } = await report(named)
    expect(reply.result).toMatchObject({ start_date: factDay, end_date: factDay, total: 1 })
    expect(reply.result.rows[0]).toMatchObject({ dimensions: { device: 'mobile' } })
    expect(Object.keys(reply.result.rows[0].metrics)).toEqual(['impressions'])
  })

  test('is refused with a sentence when the caller has no client', async () => {
    await sql.raw('delete from user_access where user_id = 3').execute(world.database.kysely)
    const { status, reply } = await report(payload)
    expect([status, reply.fields]).toEqual([
      422,
      [{ path: 'member_group_id', rule: 'You have no default client; send the ID of a client' }],
    ])
  })

  test('does not open another client', async () => {
    expect((await report({ ...payload, member_group_id: 2 })).status).toBe(404)
    expect((await report(payload, 'nobody')).status).toBe(401)
  })
})

describe('report filter on the day', () => {
  const days = async (filters: readonly object[], said: object = {}) => {
    const { status, reply } = await report({ ...payload, filters, ...said })
    return status === 200
      ? [reply.result.start_date, reply.result.end_date, reply.result.total]
      : [status, reply.fields[0].path, reply.fields[0].rule]
  }
  const on = (operation: string, value: unknown) => ({ field: 'day', operation, value })

  test('chooses the days of the report', async () => {
    expect(await days([on('=', factDay)])).toEqual([factDay, factDay, 3])
    expect(await days([on('BETWEEN', ['2026-11-01', '2026-11-09'])])).toEqual(['2026-11-01', '2026-11-09', 0])
    expect(await days([on('>', '2026-11-09')])).toEqual([factDay, '2026-11-21', 3])
    expect(await days([on('>', factDay)])).toEqual(['2026-11-11', '2026-11-21', 0])
  })

  test('narrows dates, and other filters on the day', async () => {
    const dates = { start_date: '2026-11-05', end_date: '2026-11-15' }
    expect(await days([on('>', '2026-11-09')], dates)).toEqual([factDay, '2026-11-15', 3])
    expect(await days([on('BETWEEN', ['2026-11-01', '2026-11-12'])], dates)).toEqual(['2026-11-05', '2026-11-12', 3])
    expect(await days([on('>', '2026-11-09'), on('BETWEEN', ['2026-11-01', '2026-11-12'])])).toEqual([factDay, '2026-11-12', 3])
  })

  test('moves the comparison, and applies to totals and trends', async () => {
    const body = { ...payload, filters: [on('=', factDay)], compare: 'previous_day', metrics: ['impressions'] }
    const before = { start_date: '2026-11-09', end_date: '2026-11-09' }
    const impressions = [1, 2, 3].reduce((sum, advertiser) => sum + impressionsOf(advertiser), 0)
    const total = (await report(body, 'clientAdmin', 'total')).reply.result
    expect([total.before, total.kpis[0].total, total.kpis[0].before]).toEqual([before, impressions, 0])
    const trend = (await report({ ...body, granularity: 'day' }, 'clientAdmin', 'trend')).reply.result
    expect(trend.buckets.map(({ start }: { start: string }) => start)).toEqual([factDay])
  })

  test('is refused with the reason', async () => {
    const none = 'No day of the report matches this filter'
    expect(await days([on('=', '2026-11-16')], { start_date: '2026-11-05', end_date: '2026-11-15' })).toEqual([
      422,
      'filters.0.value',
      none,
    ])
    expect(await days([on('=', '2026-11-16'), on('=', '2026-11-15')])).toEqual([422, 'filters.0.value', none])
    expect(await days([on('=', '2026-11-40')])).toEqual([422, 'filters.0.value', 'Expected a date as YYYY-MM-DD'])
    const backwards = 'The second value must be greater than the first'
    expect(await days([on('BETWEEN', ['2026-11-02', '2026-11-01'])])).toEqual([422, 'filters.0.value', backwards])
    expect(await days([on('BETWEEN', ['2020-01-01', factDay])])).toEqual([422, 'filters.0.value.0', 'A report covers at most 1100 days'])
    const [status, path, rule] = await days([on('IN', [factDay])])
    expect([status, path]).toEqual([422, 'filters.0.operation'])
    expect(rule).toBe('This filter is not available for this field. Expected one of BETWEEN, =, >')
  })

  test('is not part of a saved report, which has its own date range', async () => {
    const query = { dimensions: ['device'], metrics: ['clicks'], date_range: { preset: 'last_7_days' }, filters: [on('=', factDay)] }
    const body = { name: 'By day', member_group_id: 1, question: query } as never // loosely typed
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const { status, reply } = await world.as('clientAdmin').send(contract.savedReports.create, { body }, key)
    expect([status, reply.fields[0].path]).toEqual([422, 'question.filters.0.field'])
  })
})
