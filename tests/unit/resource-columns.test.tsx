import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { columns } from '../../src/parts/resource/columns.tsx'
import type { GridColumn } from '../../src/ui/table/column.ts'

interface Order {
  readonly name: string
  readonly status: string
  readonly budget: string | null
  readonly end_date: string | null
  readonly lines: { readonly count: number }
}
const order: Order = { name: 'Autumn', status: 'active', budget: '10.00', end_date: null, lines: { count: 3 } }
const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })

describe('list columns', () => {
  test('show the field of their key, or the given value', () => {
    const budget: GridColumn<Order> = columns.money('budget', 'Budget', { width: 120 })
    const count: GridColumn<Order> = columns.number('count', 'Lines', { value: ({ lines }) => lines.count })
    expect(budget).toMatchObject({ key: 'budget', header: 'Budget', kind: 'money', width: 120 })
    expect([budget.value(order), count.value(order)]).toEqual(['10.00', 3])
    expect('filter' in budget).toBe(false)
  })

  test('have a filter by kind, options or search', () => {
    const text: GridColumn<Order> = columns.text('name', 'Name', { isFiltered: true })
    const amount: GridColumn<Order> = columns.money('budget', 'Budget', { isFiltered: true })
    const options = [{ value: 'a', label: 'A' }]
    const choice: GridColumn<Order> = columns.text('name', 'Name', { options })
    const searched: GridColumn<Order> = columns.link('name', 'Name', { isSearched: true })
    expect([text.filter, amount.filter, choice.filter, searched.filter]).toEqual([
      { kind: 'contains' },
      { kind: 'between' },
      { kind: 'one-of', options },
      { kind: 'contains' },
    ])
    expect([text.isFilteredElsewhere, searched.isFilteredElsewhere]).toEqual([undefined, true])
  })

  test('with a status are filtered by translated values', () => {
    const status: GridColumn<Order> = columns.status('status', 'Status', { i18n, statuses: ['active', 'paused'] })
    expect(status.filter).toMatchObject({ kind: 'one-of', options: [{ value: 'active' }, { value: 'paused' }] })
    expect(status.value(order)).toBe('active')
  })

  test('show a text for a missing day', () => {
    const end: GridColumn<Order> = columns.date('end_date', 'End date', { none: 'Always on' })
    const plain: GridColumn<Order> = columns.date('end_date', 'End date')
    expect(end.render?.(order)).toBe('Always on')
    expect(plain.render).toBeUndefined()
  })

  test('keep the link of a name out of the tab order: Enter in its cell follows it, and Tab leaves the table', () => {
    const link: GridColumn<Order> = columns.link('name', 'Name', { target: () => ({ href: '/orders/1', onNavigate: () => undefined }) })
    const markup = renderToStaticMarkup(<I18nProvider i18n={i18n}>{link.render?.(order)}</I18nProvider>)
    expect(markup).toContain('href="/orders/1"')
    expect(markup).toMatch(/<a [^>]*tabindex="-1"/i)
  })

  test('open a name with a target on Enter, and only such a name', () => {
    const open: GridColumn<Order> = columns.link('name', 'Name', { target: () => ({ onNavigate: () => undefined }) })
    const still: GridColumn<Order> = columns.link('name', 'Name', {})
    expect([open.isPressed, still.isPressed]).toEqual([true, undefined])
  })
})
