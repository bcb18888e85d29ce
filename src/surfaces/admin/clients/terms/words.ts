import type { I18n } from '@lingui/core'
import { intlLocale } from '../../../../contract/locales.ts'

/** The name of a language in the user's own. */
export const languageName = (code: string, { locale }: Pick<I18n, 'locale'>) =>
  new Intl.DisplayNames([intlLocale(locale)], { type: 'language' }).of(intlLocale(code).replace(/-u-.*$/, '')) ?? code
