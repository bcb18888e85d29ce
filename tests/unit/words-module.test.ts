import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { macros } from '../../locales/macros.mjs'
import { load } from 'words:report-chart' // virtual module, see locales/words.mjs
import { dateRangeLabels, offeredRangeLabel } from '../../src/ui/date/range-labels.ts'

const yesterdayIn = async (locale: string) => {
  const i18n = setupI18n({ locale, messages: { [locale]: await load(locale) } })
  return i18n._(dateRangeLabels.yesterday)
}

test.each([
  ['en-US', 'Yesterday'],
  ['de', 'Gestern'],
  ['ja', '昨日'],
  ['es', 'Ayer'],
  ['zh-Hant-TW', '昨天'],
])('%s has its own messages', async (locale, word) => {
  expect(await yesterdayIn(locale)).toBe(word)
})

test.each([
  ['en-US', 'All time (up to 1,100 days)'],
  ['de', 'Gesamter Zeitraum (bis zu 1.100 Tage)'],
  ['ja', '全期間（最大 1,100 日）'],
  ['es', 'Todo el periodo (hasta 1100 días)'],
  ['zh-Hant-TW', '所有時間（最多 1,100 天）'],
])('%s says how far back "All time" goes where it is offered', async (locale, label) => {
  const i18n = setupI18n({ locale, messages: { [locale]: await load(locale) } })
  expect(offeredRangeLabel('all_time', i18n)).toBe(label)
  expect(offeredRangeLabel('today', i18n)).toBe(i18n._(dateRangeLabels.today))
})

test.each([
  ['ja-JP', '昨日'],
  ['Es-419', 'Ayer'],
  ['zh-TW', '昨天'],
  ['fr-CA', 'Yesterday'],
])('%s falls back to a parent locale, or to en-US', async (locale, word) => {
  expect(await yesterdayIn(locale)).toBe(word)
})

test('the pseudo-locale en-XA accents every Latin letter', async () => {
  expect(await yesterdayIn('en-XA')).toBe('Ŷēśţēŕďàŷ')
})

test.each(['tlh', 'toString', '__proto__', ''])('an unknown locale (%j) gets the messages of en-US', async (locale) => {
  expect(await load(locale)).toEqual(await load('en-US'))
})

test('the transform replaces Lingui’s Trans with the one in src/kit/trans.tsx', async () => {
  const { transform } = macros()
  if (typeof transform !== 'function') throw new Error('macros().transform is not a function: adapt this test')
  const code = "import { Trans } from '@lingui/react/macro'\nexport const Hello = () => <Trans>Hello</Trans>"
  const result = await Reflect.apply(transform, undefined, [code, '/src/hello.tsx'])
  expect(JSON.stringify(result)).toContain('src/kit/trans.tsx')
})
