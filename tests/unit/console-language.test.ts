import { expect, test } from 'vitest'
import { locales } from '../../src/contract/locales.ts'
import { languageFor, localeGroups } from '../../src/surfaces/console/settings.ts'

test.each([
  ['the one chosen in this browser', 'ja', 'de', 'ja'],
  ['the one of the profile', null, 'de', 'de'],
  ["the browser's, while the profile has the default", null, 'en-US', 'fr-FR'],
  ["the browser's without a profile", null, undefined, 'fr-FR'],
])('the language of the console is %s', (_, chosen, profileLocale, language) => {
  expect(languageFor(chosen, profileLocale, 'fr-FR')).toBe(language)
})

test('the language menu lists each language once, translated ones apart', () => {
  const { languages, formats } = localeGroups(locales)
  expect(languages).toEqual(['en-US', 'de', 'ja'])
  expect(formats).toContain('fr-FR')
  expect(formats.filter((code) => code.startsWith('zh'))).toEqual(['zh', 'zh-Hant-TW'])
})
