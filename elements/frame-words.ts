import { setupI18n } from '@lingui/core'
import { closestLocale } from '../src/contract/locales.ts'
import { wordsOf } from './error-words.ts'

/** The words of kit, ui and elements in a language, for what stands outside of any surface. */
export async function coreWords(language: string) {
  const locale = closestLocale(language)
  const { load } = await import('words:core')
  return setupI18n({ locale, messages: { [locale]: await load(locale) } })
}

/** What a frame that did not come says in its place. */
export async function troubleText(code: string, language: string) {
  const i18n = await coreWords(language)
  const { title, text } = wordsOf(code)
  return `${i18n._(title)}. ${i18n._(text)}`
}
