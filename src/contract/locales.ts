import { array, type Infer, object, string } from 'superstruct'
import { get } from './endpoint.ts'
import { Id } from './ids.ts'

/** The specification's locales, in its spelling. */
export const locales = [
  'en-US',
  'es',
  'de',
  'ja',
  'it',
  'tr',
  'th',
  'vi',
  'zh',
  'ko-KR',
  'zh-Hant-TW',
  'ja-JP',
  'fr-FR',
  'fr-CA',
  'zh-TW',
  'Es-419',
  'pt-BR',
] as const
export type Locale = (typeof locales)[number]

export const defaultLocale: Locale = 'en-US'

/** Fallback of a locale for missing translations; en-US is the last fallback of all. */
const parents: Partial<Record<Locale, Locale>> = { 'ja-JP': 'ja', 'Es-419': 'es', 'zh-TW': 'zh-Hant-TW', 'fr-CA': 'fr-FR' }

/** The fallback locales of a locale, in order. */
export function fallbacksOf(locale: Locale): Locale[] {
  const parent = parents[locale]
  if (parent) return [parent, ...fallbacksOf(parent)]
  return locale === defaultLocale ? [] : [defaultLocale]
}

/** Other language codes for the supported locales. */
export const languageCodes: Readonly<Record<string, Locale>> = {
  'es-la': 'Es-419',
  'pt-br': 'pt-BR',
  'fr-ca': 'fr-CA',
  'fr-fr': 'fr-FR',
  fr: 'fr-FR',
  pt: 'pt-BR',
  ko: 'ko-KR',
  ja: 'ja',
  it: 'it',
  tr: 'tr',
  de: 'de',
  th: 'th',
  vi: 'vi',
  zh: 'zh',
  'zh-tw': 'zh-TW',
  'en-us': 'en-US',
  en: 'en-US',
  es: 'es',
  'zh-hant': 'zh-Hant-TW',
}

const normalizedCode = (requested: string) => requested.toLowerCase().replaceAll('_', '-')
/** A requested code may be the name of an inherited property, such as `constructor`. */
const localeOfCode = (code: string) => (Object.hasOwn(languageCodes, code) ? languageCodes[code] : undefined)

/** The locale with this code; undefined if it is not supported. */
export const findLocale = (requested: string): Locale | undefined =>
  locales.find((locale) => locale.toLowerCase() === normalizedCode(requested)) ?? localeOfCode(normalizedCode(requested))

/** The closest supported locale; en-US if there is none. */
export const closestLocale = (requested = ''): Locale =>
  findLocale(requested) ?? localeOfCode(normalizedCode(requested).split('-')[0] ?? '') ?? defaultLocale

/** The locale for Intl, always with the Gregorian calendar. */
export const intlLocale = (locale: string) => `${locale === 'Es-419' ? 'es-419' : locale}-u-ca-gregory`

export const LocaleRow = object({ id: Id, code: string(), name: string() })
export type LocaleRow = Infer<typeof LocaleRow>

export const localeLookups = { list: get('v1/locales', { may: 'locales.read', result: array(LocaleRow) }) }
