import { setupI18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { closestLocale } from '../../src/contract/locales.ts'
import { wordsOf } from './error-words.ts'

/** The words of kit, ui and elements in a language, for what stands outside of any surface. */
export async function coreWords(language: string) {
  const locale = closestLocale(language)
  const { load } = await import('words:core')
  return setupI18n({ locale, messages: { [locale]: await load(locale) } })
}

/** What stands in the place of a frame that did not come. */
export interface Trouble {
  readonly text: string
  /** The words of another try, where one is worth it. */
  readonly again: string | undefined
}

/** A code as what stands in the frame's place. */
export async function troubleOf(code: string, retryable: boolean, language: string): Promise<Trouble> {
  const i18n = await coreWords(language)
  const { title, text } = wordsOf(code)
  return { text: `${i18n._(title)}. ${i18n._(text)}`, again: retryable ? i18n._(msg`Try again`) : undefined }
}
