import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Locale } from '../contract/locales.ts'

/** Loads the translations of a surface for a locale. */
export type LoadTranslations = (locale: string) => Promise<Messages>

/** Translations of one runtime, loaded once per surface and locale. */
export interface TranslationStore {
  i18n(load: LoadTranslations, locale: Locale): Promise<I18n>
}

export function createTranslationStore(): TranslationStore {
  const kept = new Map<LoadTranslations, Map<Locale, Promise<I18n>>>()
  return {
    i18n: (load, locale) => {
      const byLocale = kept.get(load) ?? new Map<Locale, Promise<I18n>>()
      kept.set(load, byLocale)
      const known = byLocale.get(locale)
      if (known) return known
      const made = load(locale).then((messages) => setupI18n({ locale, messages: { [locale]: messages } }))
      byLocale.set(locale, made)
      made.then(
        // React reads a promise marked like this at once, instead of suspending.
        (value) => Object.assign(made, { status: 'fulfilled', value }),
        () => byLocale.delete(locale),
      )
      return made
    },
  }
}
