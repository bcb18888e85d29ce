import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { macros } from '../../locales/macros.mjs'
import { load } from 'words:report-chart'
import { dateRangeLabels } from '../../src/ui/date/range-labels.ts'

const shown = async (locale: string) => {
  const i18n = setupI18n({ locale, messages: { [locale]: await load(locale) } })
  return i18n._(dateRangeLabels.yesterday)
}

test.each([
  ['en-US', 'Yesterday'],
  ['de', 'Gestern'],
  ['ja', '昨日'],
  ['es', 'Ayer'],
  ['zh-Hant-TW', '昨天'],
])('%s has its own words', async (locale, word) => {
  expect(await shown(locale)).toBe(word)
})

test.each([
  ['ja-JP', '昨日'],
  ['Es-419', 'Ayer'],
  ['zh-TW', '昨天'],
  ['fr-CA', 'Yesterday'],
])('%s inherits what it lacks', async (locale, word) => {
  expect(await shown(locale)).toBe(word)
})

test('the pseudo-locale changes every letter it can', async () => {
  expect(await shown('en-XA')).toBe('Ŷēśţēŕďàŷ')
})

test.each(['tlh', 'toString', '__proto__', ''])('an unknown locale (%j) gets the words of en-US', async (locale) => {
  expect(await load(locale)).toEqual(await load('en-US'))
})

test('macros: every Trans of the sources becomes this one', async () => {
  const { transform } = macros()
  if (typeof transform !== 'function') throw new Error('The macros are no plain transform any more')
  const code = "import { Trans } from '@lingui/react/macro'\nexport const Hello = () => <Trans>Hello</Trans>"
  const result = await Reflect.apply(transform, undefined, [code, '/src/hello.tsx'])
  expect(JSON.stringify(result)).toContain('src/kit/trans.tsx')
})
