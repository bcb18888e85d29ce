import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Locale } from '../contract/locales.ts'

/** Gives the words of a surface in a locale. */
export type LoadWords = (locale: string) => Promise<Messages>

/** The words of one runtime: one set for each surface and locale, loaded once. */
export interface WordStore {
  i18n(load: LoadWords, locale: Locale): Promise<I18n>
}

/** Makes the word store of a runtime. */
export function createWords(): WordStore {
  const kept = new Map<LoadWords, Map<Locale, Promise<I18n>>>()
  return {
    i18n: (load, locale) => {
      const byLocale = kept.get(load) ?? new Map<Locale, Promise<I18n>>()
      kept.set(load, byLocale)
      const known = byLocale.get(locale)
      if (known) return known
      const made = load(locale).then((messages) => setupI18n({ locale, messages: { [locale]: messages } }))
      byLocale.set(locale, made)
      made.then(
        // React reads what it finds so marked at once, where it would wait for any other promise.
        (value) => Object.assign(made, { status: 'fulfilled', value }),
        () => byLocale.delete(locale),
      )
      return made
    },
  }
}
