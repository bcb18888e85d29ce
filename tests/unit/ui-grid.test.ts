import { describe, expect, test } from 'vitest'
import { nextCell, clampCell } from '../../src/ui/table/cell-steps.ts'
import { cellText, tsvOf, valueText } from '../../src/ui/table/cell-text.ts'
import {
  orderedColumns,
  withColumnPreference,
  clampColumnWidth,
  shownColumns,
  gridTracksOf,
  columnWidthOf,
} from '../../src/ui/table/column-choice.ts'
import { moveColumn, reorderPeersOf, withRemovedColumns } from '../../src/ui/table/column-moves.ts'
import type { GridColumn } from '../../src/ui/table/column.ts'
import { emptyGridQuery, nextSort, withFilter } from '../../src/ui/table/query.ts'
import { fullSelection, selectedCount, isSelected, addRows, emptySelection, rangeBetween, toggleRow } from '../../src/ui/table/selection.ts'

type Row = Readonly<Record<string, string | number | null>>
const column = (key: string, more: Partial<GridColumn<Row>> = {}): GridColumn<Row> => ({
  key,
  header: key,
  kind: 'text',
  value: (row) => row[key] ?? null,
  ...more,
})
const columns = [
  column('name'),
  column('cost', { kind: 'money' }),
  column('clicks', { kind: 'number' }),
  column('note', { isOptional: true }),
]
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key).join(' ')

describe('table columns', () => {
  test('are the defaults at first', () => {
    expect(keys(shownColumns(columns, []))).toBe('name cost clicks')
  })

  test('keep the selected order without hidden ones', () => {
    const choices = [
      { key: 'name', isShown: true },
      { key: 'clicks', isShown: true },
      { key: 'cost', isShown: false },
      { key: 'note', isShown: true },
    ]
    expect(keys(shownColumns(columns, choices))).toBe('name clicks note')
  })

  test('start with the first column, which cannot be hidden', () => {
    const choices = [
      { key: 'clicks', isShown: true },
      { key: 'name', isShown: false },
    ]
    expect(keys(shownColumns(columns, choices))).toMatch(/^name /)
    const list = orderedColumns(columns, [])
    expect(reorderPeersOf(columns, 'name')).toEqual(['name'])
    expect(keys(moveColumn(list, reorderPeersOf(columns, 'name'), 'name', 2))).toBe('name cost clicks note')
    expect(keys(moveColumn(list, reorderPeersOf(columns, 'clicks'), 'clicks', -1))).toBe('name clicks cost note')
  })

  test('include new ones after their predecessor, and ignore removed ones', () => {
    const choices = [
      { key: 'name', isShown: true },
      { key: 'clicks', isShown: true },
      { key: 'gone', isShown: true },
    ]
    expect(keys(orderedColumns(columns, choices))).toBe('name cost clicks note')
  })

  test('move by positions, within the ends', () => {
    const list = orderedColumns(columns, [])
    const peers = reorderPeersOf(columns, 'cost')
    expect(keys(moveColumn(list, peers, 'cost', 1))).toBe('name clicks cost note')
    expect(keys(moveColumn(list, peers, 'cost', 99))).toBe('name clicks note cost')
    expect(keys(moveColumn(list, peers, 'nobody', 1))).toBe(keys(list))
  })

  test('move within their group, past bound ones, and the first one there too', () => {
    const groups = { campaign: 'splits', day: 'splits', cost: 'figures', 'cost.before': 'cost.before', clicks: 'figures' }
    const columns = Object.entries(groups).map(([key, group]) => column(key, { group, isOptional: key === 'cost.before' }))
    const list = orderedColumns(columns, [])
    expect(keys(moveColumn(list, reorderPeersOf(columns, 'clicks'), 'clicks', 0))).toBe('campaign day clicks cost.before cost')
    expect(keys(moveColumn(list, reorderPeersOf(columns, 'day'), 'day', 0))).toBe('day campaign cost cost.before clicks')
    expect(reorderPeersOf(columns, 'cost.before')).toEqual(['cost.before'])
  })

  test('stay in the list of all while it is open, except next to removed ones', () => {
    const before = ['name', 'cost', 'cost.before', 'clicks'].map((key) => column(key, { isOptional: key === 'cost.before' }))
    const left = [column('name'), column('clicks')]
    expect(keys(withRemovedColumns(left, before))).toBe('name cost clicks')
    expect(keys(withRemovedColumns([...left].reverse(), before))).toBe('clicks name cost')
    expect(keys(withRemovedColumns(before, left))).toBe('name cost cost.before clicks')
  })

  test('have a minimum and a maximum width', () => {
    const wide = withColumnPreference(orderedColumns(columns, []), 'cost', { width: 5000 })
    expect(columnWidthOf(column('cost', { kind: 'money' }), wide)).toBe(800)
    expect(clampColumnWidth(3)).toBe(56)
    expect(gridTracksOf([200, 90])).toBe('minmax(min(200px, 50cqi), 1fr) 90px')
  })
})

describe('table sorting', () => {
  const name = columns[0] ?? column('x')
  const cost = columns[1] ?? column('x')
  test('starts figures with the largest and text with A; the third press removes it', () => {
    const first = nextSort([], cost, false)
    const second = nextSort(first, cost, false)
    expect([first, second, nextSort(second, cost, false)]).toEqual([[{ key: 'cost', order: 'desc' }], [{ key: 'cost', order: 'asc' }], []])
    expect(nextSort([], name, false)).toEqual([{ key: 'name', order: 'asc' }])
  })

  test('adds a second key and reverses it in place', () => {
    const both = nextSort(nextSort([], cost, false), name, true)
    expect(keys(both)).toBe('cost name')
    expect(nextSort(both, cost, true)).toEqual([
      { key: 'cost', order: 'asc' },
      { key: 'name', order: 'asc' },
    ])
    expect(keys(nextSort(both, name, false))).toBe('name')
  })

  test('an empty filter is ignored', () => {
    expect(withFilter(emptyGridQuery, 'name', { kind: 'contains', text: ' ' })).toEqual(emptyGridQuery)
    expect(withFilter(emptyGridQuery, 'cost', { kind: 'between' })).toEqual(emptyGridQuery)
    const one = withFilter(emptyGridQuery, 'name', { kind: 'contains', text: 'a' })
    expect(one.filters).toEqual({ name: { kind: 'contains', text: 'a' } })
    expect(withFilter(one, 'name', undefined)).toEqual(emptyGridQuery)
  })
})

describe('row selection', () => {
  const row = (id: string) => [id, { id }] as const
  test('toggles a row', () => {
    const one = toggleRow<{ id: string }>(emptySelection, 'a', { id: 'a' })
    expect([isSelected(one, 'a'), selectedCount(one, 9)]).toEqual([true, 1])
    expect(selectedCount(toggleRow(one, 'a', { id: 'a' }), 9)).toBe(0)
  })

  test('adds a range without duplicates', () => {
    const base = addRows<{ id: string }>(emptySelection, [row('a')])
    expect(selectedCount(addRows(base, [row('a'), row('b')]), 9)).toBe(2)
    expect(selectedCount(base, 9)).toBe(1)
    expect(rangeBetween(7, 3)).toEqual({ first: 3, last: 7 })
  })

  test('of all matching rows can exclude and include a row again', () => {
    const without = toggleRow<{ id: string }>(fullSelection, 'a', { id: 'a' })
    expect([isSelected(without, 'a'), isSelected(without, 'b'), selectedCount(without, 1234)]).toEqual([false, true, 1233])
    expect(selectedCount(addRows(without, [row('a')]), 1234)).toBe(1234)
  })
})

describe('keyboard moves in a table', () => {
  const shape = { head: -2, rows: 100, columns: 4, page: 10 }
  const step = (key: string, row: number, column: number, isToEnd = false, isRightToLeft = false) => {
    const cell = nextCell({ row, column }, { key, isToEnd, isRightToLeft }, shape)
    return cell && [cell.row, cell.column]
  }
  test.each<[string, number, number, boolean, [number, number]]>([
    ['ArrowDown', 5, 1, false, [6, 1]],
    ['ArrowUp', 0, 1, false, [-1, 1]],
    ['ArrowUp', -2, 1, false, [-2, 1]],
    ['ArrowRight', 5, 3, false, [5, 3]],
    ['ArrowLeft', 5, 1, false, [5, 0]],
    ['Home', 5, 3, false, [5, 0]],
    ['End', 5, 0, false, [5, 3]],
    ['Home', 50, 3, true, [0, 0]],
    ['End', 5, 0, true, [99, 3]],
    ['PageDown', 95, 0, false, [99, 0]],
    ['PageUp', 4, 0, false, [0, 0]],
    ['ArrowDown', 5, 0, true, [99, 0]],
  ])('%s from row %i, column %i, to the end: %s', (key, row, column, isToEnd, expected) => {
    expect(step(key, row, column, isToEnd)).toEqual(expected)
  })

  test('are mirrored from right to left', () => {
    expect(step('ArrowLeft', 5, 1, false, true)).toEqual([5, 2])
    expect(step('ArrowRight', 5, 1, true, true)).toEqual([5, 0])
  })

  test('ignore other keys, and use the nearest cell when one is gone', () => {
    expect(step('x', 5, 1)).toBeUndefined()
    expect(clampCell({ row: 500, column: 9 }, shape)).toEqual({ row: 99, column: 3 })
    expect(clampCell({ row: 3, column: 0 }, { ...shape, rows: 0 })).toEqual({ row: -1, column: 0 })
  })
})

describe('the text of a cell', () => {
  const format = { locale: 'en-US', currency: { currency_code: 'USD', currency_digits: 2 } }
  test('follows its kind', () => {
    const said = [
      valueText('money', '1234567.5', format),
      valueText('number', 1234, format),
      valueText('percent', 0.0066, format),
      valueText('ratio', 5.784, format),
      valueText('date', '2026-11-10', format),
      valueText('number', null, format),
      valueText('text', null, format),
      valueText('date', 'soon', format),
    ]
    expect(said).toEqual(['1,234,567.50', '1,234', '0.66%', '5.78×', 'Nov 10, 2026', '–', '', 'soon'])
  })

  test('is the label of a value that has one', () => {
    const status = column('status', { kind: 'status', filter: { kind: 'one-of', options: [{ value: 'on', label: 'Active' }] } })
    expect(cellText(status, { status: 'on' }, format)).toBe('Active')
  })

  test('is copied in one line without formulas', () => {
    expect(
      tsvOf([
        ['a\tb\nc', '=1+1', '-5.20'],
        ['@x', '+49', '-2%'],
      ]),
    ).toBe("a b c\t'=1+1\t-5.20\n'@x\t'+49\t-2%")
  })
})
