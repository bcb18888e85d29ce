import { array, type Infer, object, string } from 'superstruct'
import { get } from './endpoint.ts'
import { Id } from './ids.ts'

/** The locales of the specification, written as it writes them. */
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

/** Where a locale looks for a word that it lacks; en-US comes last for all. */
const parents: Partial<Record<Locale, Locale>> = { 'ja-JP': 'ja', 'Es-419': 'es', 'zh-TW': 'zh-Hant-TW', 'fr-CA': 'fr-FR' }

/** The locales to ask after this one, in order. */
export function fallbacksOf(locale: Locale): Locale[] {
  const parent = parents[locale]
  if (parent) return [parent, ...fallbacksOf(parent)]
  return locale === defaultLocale ? [] : [defaultLocale]
}

/** Language codes that name one of the locales in another way. */
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

const wanted = (asked: string) => asked.toLowerCase().replaceAll('_', '-')

/** The locale that is called so; nothing for one of another country. */
export const namedLocale = (asked: string): Locale | undefined =>
  locales.find((locale) => locale.toLowerCase() === wanted(asked)) ?? languageCodes[wanted(asked)]

/** The nearest locale to what was asked for; en-US when there is none. */
export const closestLocale = (asked = ''): Locale => namedLocale(asked) ?? languageCodes[wanted(asked).split('-')[0] ?? ''] ?? defaultLocale

/** The form that Intl understands, with the Gregorian calendar everywhere. */
export const intlLocale = (locale: string) => `${locale === 'Es-419' ? 'es-419' : locale}-u-ca-gregory`

export const LocaleRow = object({ id: Id, code: string(), name: string() })
export type LocaleRow = Infer<typeof LocaleRow>

export const localeLookups = { list: get('v1/locales', { may: 'locales.read', result: array(LocaleRow) }) }
