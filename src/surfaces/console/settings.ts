import { useCallback, useEffect, useState } from 'react'
import { complete } from 'words:console'
import { closestLocale, defaultLocale, fallbacksOf, intlLocale, type Locale } from '../../contract/locales.ts'
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

/**
 * Language of a user: the one chosen in this browser, then the one of the profile, then the browser's. The default language in a profile
 * is ignored, because every new profile has it.
 */
export const languageFor = (chosen: string | null, ofProfile: string | undefined, browsers: string): string =>
  chosen ?? (ofProfile === undefined || ofProfile === defaultLocale ? browsers : ofProfile)

/** Sets the language of the signed-in user. */
export function useUserLocale(isRouted: boolean) {
  const { root } = useElementContext()
  const viewer = useViewer()
  const persons = viewer.state === 'known' ? viewer.person?.locale.code : undefined
  useEffect(() => {
    if (isRouted) setOn(root.host, 'locale', languageFor(memory().get(keys.locale), persons, navigator.language))
  }, [isRouted, root, persons])
}
