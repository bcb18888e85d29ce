import { setupI18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { closestLocale } from '../../src/contract/locales.ts'
import { errorTextsOf } from './error-texts.ts'

/** The messages of kit, ui and elements in a language, for code outside any surface. */
export async function loadCoreMessages(language: string) {
  const locale = closestLocale(language)
  const { load } = await import('words:core')
  return setupI18n({ locale, messages: { [locale]: await load(locale) } })
}

/** The error shown in place of a frame that did not load. */
export interface FrameError {
  readonly text: string
  /** The label of the retry button; absent if a retry is pointless. */
  readonly again: string | undefined
}

/** The error texts of a code. */
export async function toFrameError(code: string, retryable: boolean, language: string): Promise<FrameError> {
  const i18n = await loadCoreMessages(language)
  const { title, text } = errorTextsOf(code)
  return { text: `${i18n._(title)}. ${i18n._(text)}`, again: retryable ? i18n._(msg`Try again`) : undefined }
}
