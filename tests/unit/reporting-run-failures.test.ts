import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { load } from 'words:reporting'
import { runFailureTexts } from '../../src/contract/saved-reports/schedules.ts'
import { runFaultText } from '../../src/surfaces/reporting/schedule/words.ts'

const languages = ['en-US', 'de', 'ja'] as const
const i18ns = await Promise.all(languages.map(async (locale) => setupI18n({ locale, messages: { [locale]: await load(locale) } })))

test.each(Object.values(runFailureTexts))('"%s" is shown in the reader\'s language', (why) => {
  const texts = i18ns.map((i18n) => runFaultText(why, i18n))
  expect(new Set(texts).size).toBe(languages.length)
  expect(texts[0]).toMatch(/\.$/)
})

test('the reason of a refused query is shown unchanged', () => {
  for (const i18n of i18ns) expect(runFaultText('Dates: This day has not begun', i18n)).toBe('Dates: This day has not begun')
})
