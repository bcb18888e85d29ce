import type { CellValue } from '../../../ui/table/column.ts'
import type { GridRequest, GridResponse, GridFilter } from '../../../ui/table/query.ts'

export interface SampleRow {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly budget: string
  readonly cost: string
  readonly impressions: number
  readonly clicks: number
  readonly ctr: number | null
  readonly roas: number | null
  readonly ends: string | null
}
export type SampleField = keyof SampleRow

export const sampleStatuses = ['active', 'paused', 'pending', 'ended'] as const
const places = ['Harbor', 'Alpine', 'Desert', 'Lakeside', 'Old town', 'Coast', 'Vineyard', 'Island']
const seasons = ['early bird', 'weekends', 'long stays', 'last minute', 'members', 'family tables', 'brand terms']

/** Deterministic 32-bit hash of the seed. */
function spread(seed: number) {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d)
  return (Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) ^ (mixed >>> 15)) >>> 0
}
const cents = (amount: number) => (amount / 100).toFixed(2)

/** A sample row, computed from its index. */
export function sampleRow(index: number): SampleRow {
  const item = spread(index + 1)
  const two = spread(index + 7919)
  const impressions = (item % 90_000) * 10
  const clicks = Math.floor(impressions * 0.002 * ((two % 90) / 30))
  const cost = clicks * (30 + (two % 150))
  return {
    id: index + 1,
    name: `${places[item % places.length]} ${seasons[two % seasons.length]} ${index + 1}`,
    status: sampleStatuses[two % sampleStatuses.length] ?? 'active',
    budget: cents(((item % 400) + 5) * 1000),
    cost: cents(cost),
    impressions,
    clicks,
    ctr: impressions === 0 ? null : clicks / impressions,
    roas: cost === 0 ? null : ((item % 900) + 50) / 100,
    ends: two % 5 === 0 ? null : `2027-${String((item % 12) + 1).padStart(2, '0')}-${String((two % 28) + 1).padStart(2, '0')}`,
  }
}

const isBetween = (value: CellValue, from: string | undefined, to: string | undefined) => {
  if (value === null) return false
  const compared = (bound: string) =>
    typeof value === 'number' || !value.includes('-') ? Number(value) - Number(bound) : value.localeCompare(bound)
  return (!from || compared(from) >= 0) && (!to || compared(to) <= 0)
}
function meets(value: CellValue, filter: GridFilter): boolean {
  if (filter.kind === 'contains') return String(value).toLowerCase().includes(filter.text.toLowerCase())
  return filter.kind === 'one-of' ? filter.values.includes(String(value)) : isBetween(value, filter.from, filter.to)
}
function compare(one: CellValue, other: CellValue): number {
  const a = Number(one ?? Number.NaN)
  const b = Number(other ?? Number.NaN)
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b
  return String(one ?? '').localeCompare(String(other ?? ''))
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

const isField = (key: string, row: SampleRow): key is SampleField => Object.hasOwn(row, key)
const fieldOf = (row: SampleRow, key: string): CellValue => (isField(key, row) ? row[key] : null)

/** Sample rows, generated on demand, with the user's edits applied. */
export function sampleSource(size: number, changes: ReadonlyMap<number, Partial<SampleRow>> = new Map(), delayMs = 60) {
  const rowAt = (index: number): SampleRow => ({ ...sampleRow(index), ...changes.get(index + 1) })
  let kept: { query: string; rows: readonly SampleRow[] } | undefined
  const matching = ({ sort, filters }: GridRequest): readonly SampleRow[] | undefined => {
    const conditions = Object.entries(filters)
    if (sort.length === 0 && conditions.length === 0) return undefined
    const query = JSON.stringify([sort, filters, [...changes]])
    if (kept?.query === query) return kept.rows
    const rows = Array.from({ length: size }, (_, index) => rowAt(index))
      .filter((row) => conditions.every(([key, filter]) => meets(fieldOf(row, key), filter)))
      .sort((a, b) =>
        sort.reduce((found, { key, order }) => found || compare(fieldOf(a, key), fieldOf(b, key)) * (order === 'asc' ? 1 : -1), 0),
      )
    kept = { query, rows }
    return rows
  }
  return async (ask: GridRequest): Promise<GridResponse<SampleRow>> => {
    await wait(delayMs, ask.signal)
    const found = matching(ask)
    const total = found?.length ?? size
    const count = Math.max(0, Math.min(ask.count, total - ask.start))
    const rows = found?.slice(ask.start, ask.start + count) ?? Array.from({ length: count }, (_, index) => rowAt(ask.start + index))
    return { rows, total, ...(ask.needsTotals && { totals: totalsOf(found ?? rows, found ? 1 : size / Math.max(1, count)) }) }
  }
}

/** Totals of all rows. For large unfiltered tables, the totals of a sample are multiplied. */
function totalsOf(rows: readonly SampleRow[], times: number) {
  const sum = (key: 'impressions' | 'clicks' | 'cost') => rows.reduce((total, row) => total + Number(row[key]), 0) * times
  const impressions = sum('impressions')
  const clicks = sum('clicks')
  const cost = sum('cost')
  return {
    impressions: Math.round(impressions),
    clicks: Math.round(clicks),
    cost: cost.toFixed(2),
    ctr: impressions ? clicks / impressions : null,
  }
}
