import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { reportColumns } from '../../src/surfaces/reporting/report/columns.tsx'
import { KeyFigures } from '../../src/ui/chart/figures.tsx'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
const markupOf = (node: ReactNode) => renderToStaticMarkup(<I18nProvider i18n={i18n}>{node}</I18nProvider>)

describe('a key figure', () => {
  const item = { id: 'cost', label: 'Spend', value: '$12', explanation: 'What you paid.' }
  const stopsOf = (markup: string) => markup.split('<button').length - 1

  test('has one stop of the Tab key, on its label or on the number that explains itself', () => {
    const own = markupOf(<KeyFigures items={[{ ...item, shown: <button type="button">$12</button> }]} locale="en-US" />)
    expect([stopsOf(markupOf(<KeyFigures items={[item]} locale="en-US" />)), stopsOf(own)]).toEqual([1, 1])
    expect(own).toContain('Spend')
  })
})

describe('a compared metric in a row', () => {
  const context = { i18n, metadata: undefined, isCompared: true, entityWord: 'Entity', firstCell: () => null }
  const [clicks] = reportColumns([], ['clicks'], context)

  test('is one line with its change, and only the tooltip judges it', () => {
    const row = { dimensions: {}, metrics: { clicks: 50 }, before: { clicks: 100 }, settled: true }
    const markup = markupOf(clicks?.render?.(row))
    expect(markup).toContain('data-tooltip="worse, previous: 100"')
    expect(markup.replace(/<[^>]*>/g, '')).toBe('5050.0%')
    expect(markup).not.toContain('cell-lines')
  })

  test('without an earlier value is not judged', () => {
    const markup = markupOf(clicks?.render?.({ dimensions: {}, metrics: { clicks: 50 }, before: { clicks: 0 }, settled: true }))
    expect(markup).toContain('data-tooltip="previous: 0"')
  })
})
