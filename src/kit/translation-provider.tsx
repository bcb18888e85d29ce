import { I18nProvider } from '@lingui/react'
import { type ReactNode, use, useDeferredValue } from 'react'
import { closestLocale } from '../contract/locales.ts'
import { useRuntime } from './runtime.tsx'
import type { LoadTranslations } from './translation-store.ts'

/** Suspends until the translations are loaded. When the locale changes, the old ones stay on screen until the new ones arrive. */
export function TranslationProvider({ load, locale, children }: { load: LoadTranslations; locale: string; children: ReactNode }) {
  const { translationStore } = useRuntime()
  const shownLocale = useDeferredValue(closestLocale(locale))
  return <I18nProvider i18n={use(translationStore.i18n(load, shownLocale))}>{children}</I18nProvider>
}
