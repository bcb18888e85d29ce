import { expect, test } from 'vitest'
import type { OrderLine } from '../../src/contract/insertion-orders/insertion-orders.ts'
import { type Stop, stopsOf } from '../../src/surfaces/insertion-orders/form/stops.ts'
import { type LineValues, noBilling, type OrderValues } from '../../src/surfaces/insertion-orders/form/values.ts'

const days = { start_date: '2026-06-01', end_date: '2026-06-30' }
const lineOf = (line_id: number, change: Partial<OrderLine> = {}): OrderLine => ({
  line_id,
  name: `Line ${line_id}`,
  channel: null,
  type: 'cpc',
  rate: null,
  quantity: null,
  amount: '100',
  ...days,
  is_hard_cap: false,
  ...change,
})
const order = { ...days, currency_digits: 2, lines: [lineOf(1), lineOf(2, { is_hard_cap: true, end_date: '2026-06-20' })] }

/** The stops of an order whose form has other values, on 10 June. */
function stops(change: Partial<OrderValues>, lineChanges: Readonly<Record<number, Partial<LineValues>>> = {}): Stop[] {
  const lines = order.lines.map((line) => ({
    ...line,
    key: String(line.line_id),
    channel: '',
    rate: '',
    quantity: '',
    ...lineChanges[line.line_id],
  }))
  const values: OrderValues = {
    advertiser_of: 'all',
    advertiser_id: null,
    currency_code: 'USD',
    name: 'Summer',
    ...days,
    total: '200',
    po_number: '',
    notes: '',
    internal_notes: '',
    locale: 'en-US',
    ...noBilling,
    lines,
    moves: [],
    ...change,
  }
  return stopsOf(order, values, '2026-06-10')
}

test('a change of an order stops nothing with more days, a higher cap, another total or a line that is removed', () => {
  expect(stops({})).toEqual([])
  expect(stops({ end_date: '2026-07-31', start_date: '2026-05-01', total: '100' }, { 2: { amount: '150' } })).toEqual([])
  expect(stops({ lines: [] })).toEqual([])
  expect(stops({ end_date: '2026-06', start_date: '2026-06-05' })).toEqual([])
})

test('a change of an order stops campaigns with an earlier end, and a line that ends with its order is named once', () => {
  const ends = { code: 'ends', day: '2026-06-15', before: '2026-06-30', line: undefined }
  expect(stops({ end_date: '2026-06-15' }, { 1: { end_date: '2026-06-15' }, 2: { end_date: '2026-06-15' } })).toEqual([ends])
  const line = { line_id: 2, name: 'Line 2' }
  expect(stops({}, { 2: { end_date: '2026-06-12' } })).toEqual([{ code: 'ends', day: '2026-06-12', before: '2026-06-20', line }])
})

test('a change of an order stops campaigns with a later start only if it is to come', () => {
  expect(stops({ start_date: '2026-06-10' })).toEqual([])
  expect(stops({ start_date: '2026-06-11' })).toMatchObject([{ code: 'starts', day: '2026-06-11' }])
})

test('a change of an order can stop campaigns with a new or lower hard cap', () => {
  expect(stops({}, { 1: { amount: '50' } })).toEqual([])
  expect(stops({}, { 1: { is_hard_cap: true } })).toMatchObject([{ code: 'cap', amount: 100_000_000n, line: { line_id: 1 } }])
  expect(stops({}, { 2: { amount: '99.99' } })).toMatchObject([{ code: 'cap', amount: 99_990_000n, line: { line_id: 2 } }])
  expect(stops({}, { 2: { is_hard_cap: false, amount: '50' } })).toEqual([])
})
