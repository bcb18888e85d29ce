import { useCallback, useEffect, useState } from 'react'
import { complete } from 'words:console'
import { closestLocale, defaultLocale, fallbacksOf, type Locale } from '../../contract/locales.ts'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { safeStorageOf } from '../../kit/safe-storage.ts'
import { useViewer } from '../../parts/scope/viewer.tsx'

export type ThemeChoice = 'light' | 'dark' | 'auto'
const keys = { locale: 'placard-locale', theme: 'placard-theme' } as const
const themes: readonly string[] = ['light', 'dark', 'auto']
const isTheme = (text: string | null): text is ThemeChoice => text !== null && themes.includes(text)
const memory = () => safeStorageOf(() => localStorage)

/** The locale, if the UI is translated for it; undefined if the locale only changes date and number formats. */
export function translatedLocale(requested: string): Locale | undefined {
  const locale = closestLocale(requested)
  const related = [locale, ...fallbacksOf(locale)].filter((item) => item === locale || item !== defaultLocale)
  return related.find((item) => complete.includes(item)) && locale
}

/** Sets an attribute of the host element if it differs. */
function setOn(host: Element, name: string, value: string) {
  if (host.getAttribute(name) !== value) host.setAttribute(name, value)
}

/** Theme and language stored in this browser. On a partner's page both belong to the partner. */
export function useSettings(isRouted: boolean) {
  const { host } = useElementContext().root
  const [theme, setTheme] = useState<ThemeChoice>(() => {
    const storedTheme = isRouted ? memory().get(keys.theme) : host.getAttribute('theme')
    return isTheme(storedTheme) ? storedTheme : isRouted ? 'auto' : 'light'
  })
  useEffect(() => {
    if (isRouted) setOn(host, 'theme', theme)
  }, [isRouted, host, theme])
  const chooseTheme = useCallback((next: ThemeChoice) => {
    memory().set(keys.theme, next)
    setTheme(next)
  }, [])
  const chooseLocale = useCallback(
    (next: string) => {
      memory().set(keys.locale, next)
      setOn(host, 'locale', next)
    },
    [host],
  )
  return { theme, chooseTheme, chooseLocale, isOwn: isRouted }
}
export type Settings = ReturnType<typeof useSettings>

/** Before sign-in, uses the stored or the browser's language, and sets the page's `lang`. */
export function usePageLanguage(isRouted: boolean) {
  const { root, locale } = useElementContext()
  useEffect(() => {
    if (isRouted && !root.host.hasAttribute('locale')) setOn(root.host, 'locale', memory().get(keys.locale) ?? navigator.language)
  }, [isRouted, root])
  useEffect(() => {
    if (isRouted) document.documentElement.lang = translatedLocale(locale) ?? defaultLocale
  }, [isRouted, locale])
}

/** Uses the stored language, then the user's, then the browser's. */
export function useUserLocale(isRouted: boolean) {
  const { root } = useElementContext()
  const viewer = useViewer()
  const persons = viewer.state === 'known' ? viewer.person?.locale.code : undefined
  useEffect(() => {
    if (isRouted) setOn(root.host, 'locale', memory().get(keys.locale) ?? persons ?? navigator.language)
  }, [isRouted, root, persons])
}
