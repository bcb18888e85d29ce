import { I18nProvider } from '@lingui/react'
import { type ReactNode, use, useDeferredValue } from 'react'
import { closestLocale } from '../contract/locales.ts'
import { useRuntime } from './runtime.tsx'
import type { LoadWords } from './word-store.ts'

/** Waits for the words, then keeps the old ones on screen until a changed locale's have come. */
export function Words({ load, locale, children }: { load: LoadWords; locale: string; children: ReactNode }) {
  const { words } = useRuntime()
  const shown = useDeferredValue(closestLocale(locale))
  return <I18nProvider i18n={use(words.i18n(load, shown))}>{children}</I18nProvider>
}
