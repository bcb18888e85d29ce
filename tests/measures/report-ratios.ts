import { sql } from 'kysely'
import type { Database } from '../../demo/platform/database/database.ts'
import { metricOf } from '../../src/contract/reports/metrics.ts'
import type { Total, Trend } from '../../src/contract/reports/trends.ts'
import type { Report } from '../../src/contract/reports/reports.ts'
import { manyPeople } from './many-people.ts'
import { median } from './median.ts'
import { startMeasuredPlatform } from './measured-platform.ts'
import type { MeasuredQuery } from './report-queries.ts'

/** Result of one query: both medians in milliseconds, and how many rows differ. */
export interface MeasuredRatio {
  readonly name: string
  readonly endpointMs: number
  readonly bareMs: number
  readonly ratio: number
  readonly rows: number
  readonly differing: number
}
export interface ReportMeasure {
  /** Runs of each query, per way. */
  readonly runs: number
  /** Maximum ratio. */
  readonly bar: number
  readonly progress?: (text: string) => void
}
type Values = Readonly<Record<string, unknown>>

const prefixed = (values: Values | null | undefined) =>
  Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [`before_${name}`, value]))

/** Response of an endpoint as flat rows, with the column names of the bare statement. */
function flat({ path }: MeasuredQuery, result: unknown): Values[] {
  if (path === 'v2/report') {
    const { rows, total } = result as Report // what the contract says of this path
    return rows.map(({ dimensions, metrics, before }) => ({ ...dimensions, ...metrics, ...prefixed(before), total }))
  }
  if (path === 'v2/report/total') {
    const { kpis, before } = result as Total // what the contract says of this path
    const changes = (kpi: Total['kpis'][number]) => (before ? [[`${kpi.metric}_change`, kpi.percentage] as const] : [])
    return [Object.fromEntries(kpis.flatMap((kpi) => [[kpi.metric, kpi.total] as const, ...changes(kpi)]))]
  }
  const { buckets } = result as Trend // what the contract says of this path
  return buckets.map(({ start, metrics, before }) => ({
    start,
    ...metrics,
    ...(before && { before_start: before.start, ...prefixed(before.metrics) }),
  }))
}

/** Compares sums exactly, and quotients to twelve digits. */
function written([name, value]: readonly [string, unknown]): string {
  const isExact = metricOf(name.replace(/^before_/, ''))?.column !== undefined
  if (value === null || value === undefined) return `${name}=`
  if (isExact)
    return `${name}=${String(value)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '')}`
  return `${name}=${typeof value === 'string' && Number.isNaN(Number(value)) ? value : Number(Number(value).toPrecision(12))}`
}
const line = (row: Values) => Object.entries(row).map(written).sort().join(' ')

/** Counts the rows that differ between the two responses. */
export function differing(one: readonly Values[], other: readonly Values[]): number {
  const mine = one.map(line)
  const theirs = other.map(line)
  return Math.max(mine.length, theirs.length) - mine.filter((text, index) => text === theirs[index]).length
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const began = performance.now()
  const result = await work()
  return [performance.now() - began, result]
}

/** Sends the query to the platform over HTTP, as a page does, and parses the response. */
async function ask(origin: string, token: string, { name, path, body }: MeasuredQuery): Promise<unknown> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const response = await fetch(`${origin}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${name}: ${response.status} ${text}`)
  return JSON.parse(text).result
}

interface Ways {
  readonly endpoint: (query: MeasuredQuery) => Promise<unknown>
  readonly bare: (query: MeasuredQuery) => Promise<readonly Values[]>
}

/** One query, or several that are sent at once. */
interface Measured {
  readonly name: string
  readonly queries: readonly MeasuredQuery[]
}
type Times = Record<keyof Ways, number[]>

/** Runs both ways in alternating order, so that each is first equally often. Several queries are sent at once. */
async function interleave(queries: readonly MeasuredQuery[], runs: number, ways: Ways, times: Times) {
  for (let run = 0; run < runs; run++) {
    const order = run % 2 ? (['bare', 'endpoint'] as const) : (['endpoint', 'bare'] as const)
    for (const way of order) times[way].push((await timed(() => Promise.all(queries.map((one) => ways[way](one)))))[0])
  }
}

/** Medians of one query. A query past the limit runs as many times again, and all times count. */
async function measureOne(measured: Measured, { runs, bar }: ReportMeasure, ways: Ways): Promise<MeasuredRatio> {
  const { name, queries } = measured
  const results: { rows: number; differing: number }[] = []
  for (const query of queries) {
    const mine = flat(query, await ways.endpoint(query))
    const theirs = await ways.bare(query)
    results.push({ rows: mine.length, differing: differing(mine, theirs) })
  }
  const sumOf = (key: 'rows' | 'differing') => results.reduce((sum, response) => sum + response[key], 0)
  const times: Times = { endpoint: [], bare: [] }
  const ratio = () => median(times.endpoint) / median(times.bare)
  await interleave(queries, runs, ways, times)
  if (ratio() > bar) await interleave(queries, runs, ways, times)
  return {
    name,
    endpointMs: median(times.endpoint),
    bareMs: median(times.bare),
    ratio: ratio(),
    rows: sumOf('rows'),
    differing: sumOf('differing'),
  }
}

/** Compares every query on a filled database: the endpoint and the bare statement, over the same connections. */
export async function reportRatios(
  database: Database,
  queries: readonly MeasuredQuery[],
  measure: ReportMeasure,
  dashboard: readonly MeasuredQuery[] = [],
): Promise<MeasuredRatio[]> {
  await manyPeople(database, 1)
  const platform = await startMeasuredPlatform(database)
  try {
    const token = await platform.tokenOf(1)
    const ways: Ways = {
      endpoint: (query) => ask(platform.origin, token, query),
      bare: async ({ bare }) => (await sql<Values>`${sql.raw(bare)}`.execute(database.reports)).rows,
    }
    const found: MeasuredRatio[] = []
    const single = queries.map((query) => ({ name: query.name, queries: [query] }))
    const atOnce = dashboard.length > 0 ? [{ name: `a dashboard of ${dashboard.length}, all at once`, queries: dashboard }] : []
    for (const measured of [...single, ...atOnce]) {
      found.push(await measureOne(measured, measure, ways))
      measure.progress?.(`${measured.name}: ${found.at(-1)?.ratio.toFixed(2)}`)
    }
    return found
  } finally {
    await platform.close()
  }
}
