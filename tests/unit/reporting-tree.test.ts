import { describe, expect, test } from 'vitest'
import type { ReportRow } from '../../src/parts/resource/report-source.ts'
import { createTree, hasTree, sortOfLevel, type TableRow, treeLevels } from '../../src/surfaces/reporting/report/tree.ts'
import type { GridRequest } from '../../src/ui/table/query.ts'

const levels = [['advertiser_name'], ['campaign_name']]
const campaigns: Readonly<Record<string, readonly string[]>> = {
  Harborline: ['Autumn', 'Winter'],
  Seabright: ['Spring'],
}

/** A tree over `campaigns`, and the groups it requested. */
function openTree(names: Readonly<Record<string, readonly string[]>> = campaigns) {
  const requested: string[] = []
  let version = 0
  const tree = createTree({
    levels,
    version: () => version,
    sourceOf:
      ([dimension = ''], inside) =>
      async ({ start, count, sort, needsTotals }) => {
        const advertiser = inside?.dimensions.advertiser_name
        const all = advertiser === undefined ? Object.keys(names) : (names[String(advertiser)] ?? [])
        const ordered = sort[0]?.order === 'desc' ? [...all].reverse() : all
        requested.push(`${advertiser ?? 'all'} ${start}`)
        const rows = ordered
          .slice(start, start + count)
          .map((name): ReportRow => ({ dimensions: { [dimension]: name }, metrics: {}, before: null, settled: true }))
        return { rows, total: all.length, totals: needsTotals ? { clicks: 7 } : undefined }
      },
  })
  const read = (request: Partial<GridRequest> = {}) =>
    tree.read({ start: 0, count: 100, sort: [], filters: {}, needsTotals: false, signal: new AbortController().signal, ...request })
  return { ...tree, read, requested, refresh: () => (version += 1) }
}
const textOf = ({ level = 0, isOpen, dimensions }: TableRow) =>
  `${isOpen === undefined ? '' : isOpen ? '- ' : '+ '}${dimensions[levels[level]?.[0] ?? '']}`

describe('the tree of a report', () => {
  test('has a level for each dimension, and one for a name and its id', () => {
    expect(treeLevels(['advertiser_name', 'campaign_id', 'campaign_name', 'day'])).toEqual([
      ['advertiser_name'],
      ['campaign_name', 'campaign_id'],
      ['day'],
    ])
    expect(treeLevels(['campaign_id'])).toEqual([['campaign_id']])
  })

  test('needs two levels, no metric filter, and hours last', () => {
    const can = (dimensions: readonly string[], field?: string) =>
      hasTree({ dimensions, filters: field ? [{ field, operation: '>', value: '1' }] : [] })
    expect([can(['campaign_name']), can(['campaign_name', 'campaign_id']), can(['campaign_name', 'day'])]).toEqual([false, false, true])
    expect([can(['campaign_name', 'hour']), can(['hour', 'campaign_name'])]).toEqual([true, false])
    expect([can(['campaign_name', 'day'], 'clicks'), can(['campaign_name', 'day'], 'campaign_id')]).toEqual([false, true])
  })

  test('sorts each level by its own name, and rows inside a period by the metric', () => {
    const sort = [{ key: 'advertiser_name', order: 'desc' } as const]
    expect(sortOfLevel(sort, levels, 0)).toEqual(sort)
    expect(sortOfLevel(sort, levels, 1)).toEqual([{ key: 'campaign_name', order: 'desc' }])
    const withDays = [['advertiser_name'], ['day']]
    expect(sortOfLevel(sort, withDays, 1)).toEqual([])
    const months = [['month'], ['campaign_name']]
    const byMonth = [{ key: 'month', order: 'desc' } as const, { key: 'clicks', order: 'asc' } as const]
    expect(sortOfLevel(byMonth, months, 0)).toEqual(byMonth)
    expect(sortOfLevel(byMonth, months, 1)).toEqual([{ key: 'clicks', order: 'asc' }])
  })

  test('opens its first group, and loads another group when it is opened', async () => {
    const tree = openTree()
    const first = await tree.read({ needsTotals: true })
    expect(first.rows.map(textOf)).toEqual(['- Harborline', 'Autumn', 'Winter', '+ Seabright'])
    expect(first).toMatchObject({ total: 4, totals: { clicks: 7 } })
    expect(tree.requested).toEqual(['all 0', 'Harborline 0'])
    const seabright = first.rows[3]
    if (!seabright) throw new Error('The second group is missing')
    tree.toggle(seabright)
    const second = await tree.read()
    expect(second.rows.map(textOf)).toEqual(['- Harborline', 'Autumn', 'Winter', '- Seabright', 'Spring'])
    expect(second.rows[4]?.dimensions).toEqual({ advertiser_name: 'Seabright', campaign_name: 'Spring' })
    expect(tree.requested).toEqual(['all 0', 'Harborline 0', 'Seabright 0'])
  })

  test('keeps a closed group closed and an open group open in another order', async () => {
    const tree = openTree()
    const [harborline] = (await tree.read()).rows
    if (!harborline) throw new Error('The first group is missing')
    tree.toggle(harborline)
    expect((await tree.read()).rows.map(textOf)).toEqual(['+ Harborline', '+ Seabright'])
    tree.toggle(harborline)
    const { rows } = await tree.read({ sort: [{ key: 'clicks', order: 'desc' }] })
    expect(rows.map(textOf)).toEqual(['+ Seabright', '- Harborline', 'Winter', 'Autumn'])
  })

  test('returns the visible rows of a range, and loads only the pages of the range', async () => {
    const many = Array.from({ length: 250 }, (_, at) => `Campaign ${at}`)
    const tree = openTree({ Harborline: many, Seabright: ['Spring'] })
    const { rows, total } = await tree.read({ start: 199, count: 3 })
    expect(rows.map(textOf)).toEqual(['Campaign 198', 'Campaign 199', 'Campaign 200'])
    expect(total).toBe(252)
    expect(tree.requested).toEqual(['all 0', 'Harborline 0', 'Harborline 100', 'Harborline 200'])
    expect((await tree.read({ start: 250, count: 10 })).rows.map(textOf)).toEqual(['Campaign 249', '+ Seabright'])
  })

  test('loads its rows again when they are stale', async () => {
    const tree = openTree()
    await tree.read()
    await tree.read()
    expect(tree.requested).toHaveLength(2)
    tree.refresh()
    await tree.read()
    expect(tree.requested).toHaveLength(4)
  })
})
