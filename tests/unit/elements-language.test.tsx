// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '../../elements/runtime/error-boundary.tsx'
import { languageOf } from '../../elements/runtime/language.ts'
import { dayFormat, numberFormat } from '../../src/ui/format/format.ts'
import { weekStartOf } from '../../src/ui/date/week-start.ts'
import { mount } from '../support/ui/react-page.tsx'

describe('an element has a valid language tag for any input', () => {
  test.each([
    ['en-US', 'en-US'],
    ['en_US', 'en-US'],
    ['de_DE', 'de-DE'],
    ['de_DE.UTF-8@euro', 'de-DE'],
    ['Es-419', 'es-419'],
    ['zh_Hant_TW', 'zh-Hant-TW'],
    ['en-US-u-nu-arab', 'en-US'],
    ['C', 'en-US'],
    ['C.UTF-8', 'en-US'],
    ['not a language', 'en-US'],
    ['--', 'en-US'],
    ['x', 'en-US'],
  ])('%s is read as %s', (given, language) => {
    const element = document.createElement('div')
    expect(languageOf(element, given)).toBe(language)
    element.lang = given
    expect(languageOf(element, undefined)).toBe(language)
    const options = { month: 'short' } as const
    expect(() => [weekStartOf(language), dayFormat(language, options), numberFormat(language, {})]).not.toThrow()
  })

  test('a browser without a language', () => {
    vi.stubGlobal('navigator', { language: 'C' })
    expect(languageOf(document.createElement('div'), '')).toBe('en-US')
    vi.unstubAllGlobals()
  })
})

function Child({ locale }: { locale: string }) {
  if (locale === 'wrong') throw new RangeError('wrong')
  return <p>{locale}</p>
}

describe('an error boundary recovers', () => {
  const tree = (locale: string, onRetry: () => void, more: unknown = undefined) => (
    <ErrorBoundary resetKeys={[locale, more]} onError={() => undefined} onRetry={onRetry} fallback={() => <p>broken</p>}>
      <Child locale={locale} />
    </ErrorBoundary>
  )
  afterEach(() => vi.restoreAllMocks())

  test('when an attribute changes, and not before', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const retry = vi.fn()
    const page = await mount(tree('wrong', retry))
    expect(page.text()).toBe('broken')
    await page.render(tree('wrong', retry))
    expect([page.text(), retry.mock.calls.length]).toEqual(['broken', 0])
    await page.render(tree('de', retry))
    expect([page.text(), retry.mock.calls.length]).toEqual(['de', 1])
    await page.render(tree('fr', retry))
    expect([page.text(), retry.mock.calls.length]).toEqual(['fr', 1])
    await act(() => page.unmount())
  })
})
