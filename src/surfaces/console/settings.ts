import { useCallback, useEffect, useState } from 'react'
import { complete } from 'words:console'
import { closestLocale, defaultLocale, fallbacksOf, type Locale } from '../../contract/locales.ts'
import { useGuest } from '../../kit/host/guest.tsx'
import { memoryOf } from '../../kit/memory.ts'
import { usePerson } from '../../parts/scope/person.tsx'

export type ThemeChoice = 'light' | 'dark' | 'auto'
const keys = { locale: 'placard-locale', theme: 'placard-theme' } as const
const themes: readonly string[] = ['light', 'dark', 'auto']
const isTheme = (text: string | null): text is ThemeChoice => text !== null && themes.includes(text)
const memory = () => memoryOf(() => localStorage)

/** The language in which the console speaks where a locale is asked for; nothing where it only writes days and numbers as that locale does. */
export function spokenIn(asked: string): Locale | undefined {
  const locale = closestLocale(asked)
  const kin = [locale, ...fallbacksOf(locale)].filter((one) => one === locale || one !== defaultLocale)
  return kin.find((one) => complete.includes(one)) && locale
}

/** Keeps an attribute of the console's own host. */
function setOn(host: Element, name: string, value: string) {
  if (host.getAttribute(name) !== value) host.setAttribute(name, value)
}

/** The look and the language that somebody has chosen in this browser; on a partner's page both are the partner's. */
export function useSettings(isRouted: boolean) {
  const { host } = useGuest().root
  const [theme, setTheme] = useState<ThemeChoice>(() => {
    const kept = isRouted ? memory().get(keys.theme) : host.getAttribute('theme')
    return isTheme(kept) ? kept : isRouted ? 'auto' : 'light'
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

/** Speaks the language that was chosen here, else the browser's, before anybody is known; the page says which it is. */
export function usePageLanguage(isRouted: boolean) {
  const { root, locale } = useGuest()
  useEffect(() => {
    if (isRouted && !root.host.hasAttribute('locale')) setOn(root.host, 'locale', memory().get(keys.locale) ?? navigator.language)
  }, [isRouted, root])
  useEffect(() => {
    if (isRouted) document.documentElement.lang = spokenIn(locale) ?? defaultLocale
  }, [isRouted, locale])
}

/** Speaks the language that was chosen here, else the person's, else the browser's. */
export function useOwnLocale(isRouted: boolean) {
  const { root } = useGuest()
  const known = usePerson()
  const persons = known.state === 'known' ? known.person?.locale.code : undefined
  useEffect(() => {
    if (isRouted) setOn(root.host, 'locale', memory().get(keys.locale) ?? persons ?? navigator.language)
  }, [isRouted, root, persons])
}
