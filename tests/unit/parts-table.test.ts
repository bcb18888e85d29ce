import { setupI18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import { reportFilter, reportSource } from '../../src/parts/resource/report-source.ts'
import { parseColumns, toColumnsQuery, parseTableQuery, toTableQuery } from '../../src/parts/resource/table-query.ts'
import type { Send } from '../../src/kit/api.ts'
import { tableAboutLines, tableWorkbook, tableCsv } from '../../src/parts/resource/table-file.ts'
import type { GridColumn } from '../../src/ui/table/column.ts'
import { emptyGridQuery, type GridQuery, type GridSource } from '../../src/ui/table/query.ts'
import { sheetCells, unzip } from '../support/files/unzip.ts'

type Row = Readonly<Record<string, string | number | null>>
const columns: GridColumn<Row>[] = [
  { key: 'name', header: 'Campaign', kind: 'text', isSortable: true, filter: { kind: 'contains' }, value: (row) => row.name ?? null },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    filter: {
      kind: 'one-of',
      options: [
        { value: 'active', label: 'Active' },
        { value: 'a,b', label: 'Odd' },
      ],
    },
    value: (row) => row.status ?? null,
  },
  {
    key: 'cost',
    header: 'Spend',
    unit: 'USD',
    kind: 'money',
    isSortable: true,
    filter: { kind: 'between' },
    value: (row) => row.cost ?? null,
  },
]
const gridQuery: GridQuery = {
  sort: [
    { key: 'cost', order: 'desc' },
    { key: 'name', order: 'asc' },
  ],
  filters: {
    name: { kind: 'contains', text: 'ski & snow' },
    status: { kind: 'one-of', values: ['active', 'a,b'] },
    cost: { kind: 'between', from: '10' },
  },
}
const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
const queryOf = (query: Readonly<Record<string, string | undefined>>) =>
  new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))

describe('the address of a table', () => {
  test('stores sorting and filters, and restores them', () => {
    const query = toTableQuery(gridQuery, columns)
    expect(query).toEqual({ sort: '-cost,name', 'filter.name': 'ski & snow', 'filter.status': 'active,a%2Cb', 'filter.cost': '10..' })
    expect(parseTableQuery(new URLSearchParams(queryOf(query).toString()), columns)).toEqual(gridQuery)
  })

  test('ignores unknown columns', () => {
    const query = new URLSearchParams('sort=-nobody,status,name&filter.cost=1..2..3&filter.nobody=x&filter.status=&filter.name=%20')
    expect(parseTableQuery(query, columns)).toEqual({
      sort: [{ key: 'name', order: 'asc' }],
      filters: { status: { kind: 'one-of', values: [] } },
    })
  })

  test('uses the default sorting without one', () => {
    expect(parseTableQuery(new URLSearchParams(), columns, [{ key: 'cost', order: 'desc' }]).sort).toEqual([{ key: 'cost', order: 'desc' }])
  })

  test('names columns only when they differ from the default', () => {
    expect(toColumnsQuery([], columns)).toEqual({ columns: undefined })
    const chosen = parseColumns(new URLSearchParams('columns=name,cost'), columns) ?? []
    expect(chosen.map(({ key, isShown }) => `${key} ${isShown}`)).toEqual(['name true', 'cost true', 'status false'])
    expect(toColumnsQuery(chosen, columns)).toEqual({ columns: 'name,cost' })
    expect(parseColumns(new URLSearchParams(), columns)).toBeUndefined()
  })
})

test('the platform gets its own filter operations', () => {
  expect(Object.entries(gridQuery.filters).map(([key, filter]) => reportFilter(key, filter))).toEqual([
    { field: 'name', operation: 'ILIKE', value: 'ski & snow' },
    { field: 'status', operation: 'IN', value: ['active', 'a,b'] },
    { field: 'cost', operation: 'BETWEEN', value: ['10', '999999999999999'] },
  ])
})

test('a report has a total next to its rows, and without dimensions only the total', async () => {
  const requests: string[] = []
  const send = ((request: { path: string }) => {
    requests.push(request.path)
    return Promise.resolve({ rows: [], total: 1, kpis: [{ metric: 'cost', total: '3', before: null }] })
  }) as unknown as Send // one result for both queries; each uses its own part
  const totalsOf = async (dimensions: 'campaign_name'[]) => {
    const request = { member_group_id: 1, start_date: '2026-11-01', end_date: '2026-11-07', context: 'campaign' as const }
    const source = reportSource(send, { request: { ...request, dimensions, metrics: ['cost'] } })
    const { totals } = await source({ ...emptyGridQuery, start: 0, count: 50, needsTotals: true, signal: new AbortController().signal })
    return totals
  }
  expect(await totalsOf(['campaign_name'])).toEqual({ cost: '3', 'cost.before': null })
  expect(requests).toHaveLength(2)
  expect(await totalsOf([])).toBeUndefined()
  expect(requests).toHaveLength(3)
})

describe('a table file', () => {
  const currency = { currency_code: 'USD', currency_digits: 2 }
  const file = {
    label: 'Campaigns',
    zone: 'America/New_York',
    currency,
    query: gridQuery,
    columns: [columns[0], columns[2]].flatMap((one) => one ?? []),
    allColumns: columns,
  }
  test('has a header that names its content', () => {
    expect(tableAboutLines(file, i18n)).toEqual([
      ['Table', 'Campaigns'],
      ['Time zone', 'America/New_York'],
      ['Currency', 'USD'],
      ['Sorted by', 'Spend, USD (descending), Campaign (ascending)'],
      ['Filter', 'Campaign: “ski & snow”'],
      ['Filter', 'Status: Active, Odd'],
      ['Filter', 'Spend, USD: ≥ 10.00'],
    ])
  })

  test('names the dates and advertisers of its figures, and which may still change', () => {
    const days = { start_date: '2026-11-01', end_date: '2026-11-14' }
    const figures = { days, advertisers: ['#7', '#14'], settledThrough: '2026-11-11', ratesOf: '2026-11-14' }
    const columns = file.columns.map((column) => (column.kind === 'money' ? { ...column, currencyOf: () => currency } : column))
    expect(tableAboutLines({ ...file, columns, figures, zone: undefined, query: emptyGridQuery }, i18n)).toEqual([
      ['Table', 'Campaigns'],
      ['Dates', '2026-11-01 – 2026-11-14'],
      ['Advertisers', '#7, #14'],
      ['Final through', '2026-11-11'],
      ['Rates of', '2026-11-14'],
      ['Time zone', 'Each advertiser’s time zone'],
      ['Currency of the totals', 'USD'],
    ])
  })

  const rows = Array.from({ length: 2500 }, (_, index) => ({
    name: index === 0 ? '=2+2' : `Row ${index}`,
    status: 'active',
    cost: `${index}.50`,
  }))
  const source: GridSource<Row> = async ({ start, count }) => ({ rows: rows.slice(start, start + count), total: rows.length })
  test('contains every row, loaded page by page, with raw figures and no formulas', async () => {
    const seen: number[] = []
    const pieces = await tableCsv({ ...file, source }, i18n, {
      signal: new AbortController().signal,
      onProgress: (done) => seen.push(done),
    })
    const lines = pieces.join('').split('\r\n')
    expect(seen).toEqual([1000, 2000, 2500])
    expect(lines[0]).toBe('\uFEFFTable,Campaigns')
    expect(lines.slice(7, 10)).toEqual(['', 'Campaign,"Spend, USD"', "'=2+2,0.50"])
    expect(lines.filter((line) => line.startsWith('Row '))).toHaveLength(2499)
  })

  const summed: GridSource<Row> = async (ask) => ({ ...(await source(ask)), ...(ask.needsTotals && { totals: { cost: '3124.75' } }) })
  test('has the total of all rows once', async () => {
    const way = { signal: new AbortController().signal, onProgress: () => undefined }
    const lines = (await tableCsv({ ...file, source: summed }, i18n, way)).join('').split('\r\n')
    expect(lines[9]).toBe('Total,3124.75')
    expect(lines.filter((line) => line.startsWith('Total'))).toHaveLength(1)
  })

  test('can be a workbook with numbers, and explanations on a second sheet', async () => {
    const seen: number[] = []
    const way = { signal: new AbortController().signal, onProgress: (done: number) => seen.push(done) }
    const book = await tableWorkbook({ ...file, label: 'Campaigns of [A/B]', source: summed }, i18n, way)
    const files = unzip(Buffer.from(await book.arrayBuffer()))
    expect(seen).toEqual([1000, 2000, 2500])
    expect(files.get('xl/workbook.xml')).toContain('<sheet name="Campaigns of  A B" sheetId="1"')
    const cells = sheetCells(files.get('xl/worksheets/sheet1.xml') ?? '')
    expect(cells.slice(0, 4)).toEqual([
      ['Campaign', 'Spend, USD'],
      ['Total', 3124.75],
      ['=2+2', 0.5],
      ['Row 1', 1.5],
    ])
    expect(cells).toHaveLength(2502)
    expect(sheetCells(files.get('xl/worksheets/sheet2.xml') ?? '').slice(0, 2)).toEqual([
      ['Table', 'Campaigns of [A/B]'],
      ['Time zone', 'America/New_York'],
    ])
  })

  test('can be cancelled', async () => {
    const controller = new AbortController()
    const made = tableCsv({ ...file, source }, i18n, { signal: controller.signal, onProgress: () => controller.abort() })
    await expect(made).rejects.toThrow(/abort/i)
    const again = new AbortController()
    const book = tableWorkbook({ ...file, source }, i18n, { signal: again.signal, onProgress: () => again.abort() })
    await expect(book).rejects.toThrow(/abort/i)
  })
})
