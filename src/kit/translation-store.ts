import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Locale } from '../contract/locales.ts'

/** Loads the translations of a surface for a locale. */
export type LoadTranslations = (locale: string) => Promise<Messages>

/** Translations of one runtime, loaded once per surface and locale. */
export interface TranslationStore {
  i18n(load: LoadTranslations, locale: Locale): Promise<I18n>
}

export function createTranslationStore(): TranslationStore {
  const translations = new Map<LoadTranslations, Map<Locale, Promise<I18n>>>()
  return {
    i18n: (load, locale) => {
      const byLocale = translations.get(load) ?? new Map<Locale, Promise<I18n>>()
      translations.set(load, byLocale)
      const cached = byLocale.get(locale)
      if (cached) return cached
      const loading = load(locale).then((messages) => setupI18n({ locale, messages: { [locale]: messages } }))
      byLocale.set(locale, loading)
      loading.then(
        // React reads a promise marked like this at once, instead of suspending.
        (value) => Object.assign(loading, { status: 'fulfilled', value }),
        () => byLocale.delete(locale),
      )
      return loading
    },
  }
}
