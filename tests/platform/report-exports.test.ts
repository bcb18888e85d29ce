import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { factDay } from '../support/world/small-seed.ts'
import type { SmallWorld } from '../support/world/small-world.ts'
import { sheetCells, unzip } from '../support/files/unzip.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { reportExports, reports } = contract
const run = (text: string) => sql.raw(text).execute(world.database.kysely)
const request = {
  member_group_id: 1,
  start_date: factDay,
  end_date: factDay,
  dimensions: ['campaign_name', 'day'],
  metrics: ['impressions', 'cost', 'click_through_rate'],
  compare: 'previous_period' as const,
}
const columns = [
  { id: 'campaign_name', label: 'Hotel, campaign' },
  { id: 'day', label: 'Tag' },
  { id: 'impressions', label: 'Impressions' },
  { id: 'impressions', label: 'Vorher', is_before: true },
  { id: 'cost', label: 'Spend' },
  { id: 'click_through_rate', label: 'CTR' },
]
const body = { ...request, title: 'Größe "A"', columns, format: 'csv' as const }
const ask = (name: CallerName, said: object = {}) => world.as(name).send(reportExports.file, { body: { ...body, ...said } })
const clicked = () => run(`update facts_daily set clicks = 1, cost = 1234567 where advertiser_id = 2`)

/** The file as bytes. */
async function bytesOf(said: object) {
  const headers = { Authorization: 'Bearer token-of-clientAdmin', 'Content-Type': 'application/json' }
  const response = await fetch(`${world.origin}/v2/report/export`, { method: 'POST', headers, body: JSON.stringify({ ...body, ...said }) })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('an export', () => {
  test('as CSV starts with its header and has every row; with notes, the totals and a description follow', async () => {
    await clicked()
    await run(`update campaigns set name = '=HYPERLINK("x")' where campaign_id = 30`)
    const { status, text, headers } = await ask('clientAdmin', { has_notes: true })
    expect([status, headers.get('x-total-rows'), headers.get('content-type')]).toEqual([200, '3', 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Gr_e A ${factDay} ${factDay}.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20A%20${factDay}%20${factDay}.csv`,
    )
    const rowLines = [
      '"Hotel, campaign",Tag,Impressions,Vorher,Spend,CTR,May still change',
      `"'=HYPERLINK(""x"")",${factDay},8,0,0,0,`,
      `Campaign-mark-10.,${factDay},2,0,0,0,`,
      `Campaign-mark-20.,${factDay},4,0,1.234567,0.25,`,
      '',
    ]
    expect(text.split('\r\n')).toEqual([
      ...rowLines,
      // The total's ratio is calculated from the sums: one click in fourteen views, which is the rate of no row.
      `Total,,14,0,1.234567,0.071429,`,
      'Report,"Größe ""A"""',
      'Advertisers,All',
      `Dates,${factDay} – ${factDay}`,
      'Compared with,2026-11-09 – 2026-11-09',
      'Final through,2026-11-17',
      'Time zone,UTC',
      'Currency,USD',
      '',
    ])
    expect((await ask('clientAdmin')).text.split('\r\n')).toEqual(rowLines)
  })

  test('as a workbook has the same figures as the report', async () => {
    await clicked()
    const sort = [{ field: 'impressions', order: 'desc' as const }]
    const { response, bytes } = await bytesOf({ format: 'xlsx', sort })
    expect(response.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const files = unzip(bytes)
    const rows = (await world.as('clientAdmin').send(reports.rows, { body: { ...request, sort } as never })).reply.result.rows // the list is readonly
    expect(sheetCells(files.get('xl/worksheets/sheet1.xml') ?? '').slice(1, -1)).toEqual(
      rows.map(({ dimensions, metrics, before }: (typeof rows)[number]) => [
        ...[dimensions.campaign_name, dimensions.day, metrics.impressions, before.impressions],
        ...[Number(metrics.cost), metrics.click_through_rate, null],
      ]),
    )
    const whole = { ...request, dimensions: undefined }
    const { kpis } = (await world.as('clientAdmin').send(reports.total, { body: whole as never })).reply.result // only without the dimensions
    const totals = Object.fromEntries(kpis.map((kpi: { metric: string }) => [kpi.metric, kpi]))
    expect(sheetCells(files.get('xl/worksheets/sheet1.xml') ?? '').at(-1)).toEqual([
      ...['Total', null, totals.impressions.total, totals.impressions.before],
      ...[Number(totals.cost.total), totals.click_through_rate.total, null],
    ])
    expect(sheetCells(files.get('xl/worksheets/sheet2.xml') ?? '')).toContainEqual(['Currency', 'USD'])
  })

  test('has the change from the comparison period, of the total too, and none from zero', async () => {
    await clicked()
    await run(
      `insert into facts_daily select (jsonb_populate_record(facts, jsonb_build_object('day', day - 1, 'impressions', impressions * 4))).*
       from facts_daily facts where advertiser_id = 1`,
    )
    const changed = { id: 'impressions', label: 'Change', is_change: true }
    const exportRequest = { format: 'xlsx', dimensions: ['campaign_name'], columns: [columns[0], columns[2], columns[3], changed] }
    const sheet = unzip((await bytesOf(exportRequest)).bytes).get('xl/worksheets/sheet1.xml') ?? ''
    expect(sheetCells(sheet).map((cells) => cells.at(-1))).toEqual(['Change', null, null, -0.75, 0.75])
    // The total is in row 5, outside the filter.
    expect(sheet).toContain('<autoFilter ref="A1:D4"/>')
  })

  test('has a total in its language for the shown columns, and none with a metric filter', async () => {
    await clicked()
    const partsOf = async (said: object) => {
      const parts = (await ask('clientAdmin', { has_notes: true, ...said })).text.split('\r\n\r\n')
      return parts.map((part) => part.trimEnd().split('\r\n'))
    }
    const rowsIn = async (said: object) => (await partsOf(said))[0] ?? []
    const totalIn = async (said: object) => (await partsOf(said))[1]?.[0]
    expect(await totalIn({ locale: 'de' })).toMatch(/^Gesamt,,14,/)
    expect(await totalIn({ locale: 'ja', columns: [columns[2], columns[1], columns[4]] })).toBe('14,合計,1.234567,')
    expect(await totalIn({ columns: [columns[2]] })).toBe('Report,"Größe ""A"""')
    // A file with only metrics has no total, because its row would have no column for the label.
    expect(await rowsIn({ columns: [columns[2]] })).toEqual(['Impressions', '2', '4', '8'])
    const some = await rowsIn({ filters: [{ field: 'impressions', operation: '>', value: 3 }] })
    expect(some.map((line) => line.split(',')[0])).toEqual(['"Hotel', 'Campaign-mark-20.', 'Campaign-mark-30.'])
  })

  test('marks each row of a time breakdown that may still change', async () => {
    await run("update facts_daily set day = '2026-11-20' where advertiser_id = 2")
    const { text } = await ask('clientAdmin', { end_date: '2026-11-20', compare: 'none', columns: [columns[1], columns[2]] })
    const lines = text.trimEnd().split('\r\n')
    expect(lines[0]).toBe('Tag,Impressions,May still change')
    expect(
      new Set(
        lines.slice(1).map((line) =>
          line
            .split(',')
            .filter((_, at) => at !== 1)
            .join(' '),
        ),
      ),
    ).toEqual(new Set([`${factDay} `, '2026-11-20 yes']))
    const whole = await ask('clientAdmin', { dimensions: ['campaign_name'], compare: 'none', columns: [columns[0], columns[2]] })
    expect(whole.text).not.toContain('May still change')
  })

  test('contains only what the caller may see', async () => {
    const { text, headers } = await ask('advertiserAdmin')
    expect(headers.get('x-total-rows')).toBe('1')
    expect(text).toContain('Campaign-mark-10.')
    expect(text).not.toMatch(/mark-[2-6]/)
    expect((await ask('advertiserAdmin', { advertiser_ids: [2] })).status).toBe(404)
  })

  test('names its user, subject and filters in the requested language', async () => {
    const filters = [
      { field: 'entity_name', operation: '!=', value: 'Room 1' },
      { field: 'click_through_rate', operation: 'IS NULL' },
      { field: 'impressions', operation: 'BETWEEN', value: [0, 9] },
    ]
    const about = { context: 'ad_group_entity', advertiser_ids: [1, 2], campaign_ids: [10], filters, start_date: '2026-08-01' }
    const headOf = async (locale: string) => {
      const { text } = await ask('clientAdmin', { ...about, locale, has_notes: true })
      return text
        .slice(text.indexOf('\r\n\r\n') + 4)
        .trimEnd()
        .split('\r\n')
    }
    expect(await headOf('en-US')).toEqual([
      'Report,"Größe ""A"""',
      'Report on,Ad groups and their entities',
      'Advertisers,"Advertiser-mark-1., Advertiser-mark-2."',
      'Campaigns,Campaign-mark-10.',
      `Dates,2026-08-01 – ${factDay}`,
      expect.stringMatching(/^Compared with,2026-/),
      'Final through,2026-11-17',
      'Entities available from,2026-09-22',
      'Time zone,UTC',
      'Currency,USD',
      'Filter,Hotel is not Room 1',
      'Filter,Click-through rate has no value',
      'Filter,Impressions is between 0 – 9',
    ])
    expect(await headOf('de')).toEqual(
      expect.arrayContaining([
        'Bericht über,Anzeigengruppen und ihre Objekte',
        'Kampagnen,Campaign-mark-10.',
        'Filter,Klickrate hat keinen Wert',
      ]),
    )
    await run("update member_groups set label_singular = 'Suite' where member_group_id = 1")
    expect(await headOf('ja-JP')).toEqual(expect.arrayContaining(['フィルター,Suite が次でない Room 1']))
    expect((await ask('advertiserAdmin', { has_notes: true })).text).toContain('Advertisers,Advertiser-mark-1.\r\n')
  })

  test('is in the language of the user by default', async () => {
    const spoken = async () => (await ask('clientAdmin', { has_notes: true })).text
    expect(await spoken()).toContain('\r\nReport,')
    await run("update locales set code = 'de' where id = (select locale_id from users where user_id = 3)")
    expect(await spoken()).toContain('\r\nBericht,')
  })

  test('without rows has only its header', async () => {
    const { status, text, headers } = await ask('clientAdmin', { start_date: '2026-11-01', end_date: '2026-11-02' })
    expect([status, headers.get('x-total-rows')]).toEqual([200, '0'])
    expect(text.trimEnd().endsWith('Impressions,Vorher,Spend,CTR,May still change')).toBe(true)
  })

  test.each([
    ['a column that was not asked for', { columns: [{ id: 'clicks', label: 'Clicks' }] }, 'columns.0.id'],
    ['the time before of what is not compared', { compare: 'none' }, 'columns.3.is_before'],
    [
      'the change of what is not compared',
      { compare: 'none', columns: [{ id: 'cost', label: 'Change', is_change: true }] },
      'columns.0.is_change',
    ],
    [
      'the change of the time before',
      { columns: [{ id: 'cost', label: 'Change', is_before: true, is_change: true }] },
      'columns.0.is_change',
    ],
    ['the time before of a name', { columns: [{ id: 'day', label: 'Day', is_before: true }] }, 'columns.0.is_before'],
    ['no column', { columns: [] }, 'columns'],
    ['a format that is none', { format: 'pdf' }, 'format'],
    ['a sort by what is not there', { sort: [{ field: 'device', order: 'asc' }] }, 'sort.0.field'],
  ])('with %s is refused', async (_, said, path) => {
    const { status, reply } = await ask('clientAdmin', said)
    expect([status, reply.fields?.[0].path]).toEqual([422, path])
  })
})
