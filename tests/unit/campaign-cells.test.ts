import { setupI18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import { isEarly } from '../../src/surfaces/campaigns/cells/cells.tsx'
import { spentWarning } from '../../src/surfaces/campaigns/cells/cell-checks.ts'
import { isPaceAlarming, paceOf } from '../../src/ui/chart/pace.ts'
import { cardColumns, cardParts } from '../../src/ui/table/cards.ts'
import type { ColumnInfo } from '../../src/ui/table/column.ts'
import { wholeRowsHeight } from '../../src/ui/table/use-fitting-height.ts'

const english = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
const euro = { currency_code: 'EUR', currency_digits: 2 }

describe('a budget at or below what its period has spent', () => {
  const row = (budget_period: string) => ({ budget_period, currency_code: 'EUR', serving: { spent_period: '14238.00' } })
  const warn = (text: string, period: string) => spentWarning(text, row(period), euro, english)

  test.each([
    ['Daily', 'At or below today’s spend of €14,238.00: it stops serving now'],
    ['Weekly', 'At or below this week’s spend of €14,238.00: it stops serving now'],
    ['Monthly', 'At or below this month’s spend of €14,238.00: it stops serving now'],
  ])('that starts anew %s, warns before it is saved', (period, text) => {
    expect(warn('1', period)).toBe(text)
    expect(warn('14,238', period)).toBe(text)
  })

  test('that never starts anew is refused by the platform, and a higher one needs no warning', () => {
    expect(warn('1', 'One Time')).toBeUndefined()
    expect([warn('14,238.01', 'Monthly'), warn('20,000', 'Monthly')]).toEqual([undefined, undefined])
  })
})

describe('a pace', () => {
  const now = new Date('2026-11-21T12:00:00Z')

  test.each([
    [0.6, 0.7, false],
    [0.3, 0.7, true],
    [0.9, 0.7, true],
    [0.7, 0.7, false],
    [0, 0, false],
  ])('of %d spent at %d of the time is a problem: %s', (spent, time, isAlarming) => {
    expect(isPaceAlarming(paceOf(spent, time), false)).toBe(isAlarming)
    expect(isPaceAlarming(paceOf(spent, time), true)).toBe(false)
  })

  test.each([
    ['Daily', 0.2, '2026-11-01T00:00:00Z', true],
    ['Daily', 0.6, '2026-11-01T00:00:00Z', false],
    ['Monthly', 0.01, '2026-11-01T00:00:00Z', true],
    ['Monthly', 0.5, '2026-11-21T11:59:00Z', true],
    ['One Time', 0.01, '2026-11-01T00:00:00Z', false],
  ])('of a %s budget at %d of the period, submitted %s, is early: %s', (period, share, since, early) =>
    expect(isEarly(period, share, since, now)).toBe(early),
  )
})

describe('a row as a card', () => {
  const column = (key: string, kind: ColumnInfo['kind'], card?: ColumnInfo['card']): ColumnInfo => ({
    key,
    header: key,
    kind,
    ...(card && { card }),
  })
  const keysOf = (columns: readonly ColumnInfo[]) => cardColumns(columns).map(({ key }) => key)

  test('has the name, the status and the figures that the columns declare, in the order of their importance', () => {
    const columns = [
      column('name', 'text'),
      column('status', 'status'),
      column('budget', 'money', 'figure-3'),
      column('cost', 'money', 'figure-1'),
      column('clicks', 'number'),
      column('roas', 'ratio', 'figure-2'),
    ]
    expect(keysOf(columns)).toEqual(['name', 'status', 'cost', 'roas', 'budget'])
    expect(cardParts(cardColumns(columns))).toEqual(['title', 'line', 'figure-1', 'figure-2', 'figure-3'])
  })

  test('takes the first numbers if no column declares a part, and leaves out what the user hides', () => {
    const columns = [column('name', 'text'), column('city', 'text'), column('clicks', 'number'), column('cost', 'money')]
    expect(keysOf(columns)).toEqual(['name', 'clicks', 'cost'])
    expect(cardParts(cardColumns(columns))).toEqual(['title', 'figure-1', 'figure-2'])
    expect(keysOf([])).toEqual([])
  })
})

test('a table that fits its page ends with a whole row', () => {
  expect(wholeRowsHeight(560, { headRows: 2, rowHeight: 56 })).toBe(2 * 36 + 8 * 56)
  expect(wholeRowsHeight(100, { headRows: 2, rowHeight: 56 })).toBe(2 * 36 + 5 * 56)
})
