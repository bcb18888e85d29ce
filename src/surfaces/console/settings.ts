import { useCallback, useEffect, useState } from 'react'
import { completeLocales } from 'words:console'
import { closestLocale, defaultLocale, fallbacksOf, intlLocale, type Locale } from '../../contract/locales.ts'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { safeStorageOf } from '../../kit/safe-storage.ts'
import { useViewer } from '../../parts/scope/viewer.tsx'

export type ThemeChoice = 'light' | 'dark' | 'auto'
const keys = { locale: 'placard-locale', theme: 'placard-theme' } as const
const themes: readonly string[] = ['light', 'dark', 'auto']
const isTheme = (text: string | null): text is ThemeChoice => text !== null && themes.includes(text)
const storage = () => safeStorageOf(() => localStorage)

/** The locale, if the UI is translated for it; undefined if the locale only changes date and number formats. */
export function translatedLocale(requested: string): Locale | undefined {
  const locale = closestLocale(requested)
  const related = [locale, ...fallbacksOf(locale)].filter((item) => item === locale || item !== defaultLocale)
  return related.find((item) => completeLocales.includes(item)) && locale
}

/** True if two codes name the same language, script and region, such as ja and ja-JP. */
export const isSameLocale = (one: string, other: string): boolean =>
  new Intl.Locale(intlLocale(one)).maximize().baseName === new Intl.Locale(intlLocale(other)).maximize().baseName

/** The translated locales, and those that only change date and number formats. Duplicate locales are dropped; the first one is kept. */
export function localeGroups(codes: readonly string[]) {
  const distinct = codes.filter((code, index) => codes.findIndex((other) => isSameLocale(other, code)) === index)
  return {
    languages: distinct.filter((code) => translatedLocale(code)),
    formats: distinct.filter((code) => !translatedLocale(code)),
  }
}

/** Sets an attribute of the host element if it differs. */
function setOn(host: Element, name: string, value: string) {
  if (host.getAttribute(name) !== value) host.setAttribute(name, value)
}

/** Theme and language, stored in this browser if the console owns the page. On a partner's page both belong to the partner. */
export function useSettings(ownsPage: boolean) {
  const { host } = useElementContext().root
  const [theme, setTheme] = useState<ThemeChoice>(() => {
    const storedTheme = ownsPage ? storage().get(keys.theme) : host.getAttribute('theme')
    return isTheme(storedTheme) ? storedTheme : ownsPage ? 'auto' : 'light'
  })
  useEffect(() => {
    if (ownsPage) setOn(host, 'theme', theme)
  }, [ownsPage, host, theme])
  const chooseTheme = useCallback((next: ThemeChoice) => {
    storage().set(keys.theme, next)
    setTheme(next)
  }, [])
  const chooseLocale = useCallback(
    (next: string) => {
      storage().set(keys.locale, next)
      setOn(host, 'locale', next)
    },
    [host],
  )
  return { theme, chooseTheme, chooseLocale, ownsPage }
}
export type Settings = ReturnType<typeof useSettings>

/** Before sign-in, uses the stored or the browser's language, and sets the page's `lang`. */
export function usePageLanguage(ownsPage: boolean) {
  const { root, locale } = useElementContext()
  useEffect(() => {
    if (ownsPage && !root.host.hasAttribute('locale')) setOn(root.host, 'locale', storage().get(keys.locale) ?? navigator.language)
  }, [ownsPage, root])
  useEffect(() => {
    if (ownsPage) document.documentElement.lang = translatedLocale(locale) ?? defaultLocale
  }, [ownsPage, locale])
}

/**
 * Language of a user: the one chosen in this browser, then the one of the profile, then the browser's own. The default language in a
 * profile is ignored, because every new profile has it.
 */
export const languageFor = (chosen: string | null, profileLocale: string | undefined, browserLanguage: string): string =>
  chosen ?? (profileLocale === undefined || profileLocale === defaultLocale ? browserLanguage : profileLocale)

/** Sets the language of the signed-in user. */
export function useUserLocale(ownsPage: boolean) {
  const { root } = useElementContext()
  const viewer = useViewer()
  const profileLocale = viewer.state === 'known' ? viewer.person?.locale.code : undefined
  useEffect(() => {
    if (ownsPage) setOn(root.host, 'locale', languageFor(storage().get(keys.locale), profileLocale, navigator.language))
  }, [ownsPage, root, profileLocale])
}
