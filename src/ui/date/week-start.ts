import { intlLocale, type Locale, findLocale } from '../../contract/locales.ts'

/** Locales with weeks starting on Sunday. Firefox supports getWeekInfo only since version 153. */
const onSunday: readonly Locale[] = ['en-US', 'ja', 'th', 'ko-KR', 'zh-Hant-TW', 'ja-JP', 'fr-CA', 'zh-TW', 'pt-BR']

/** First day of the week: 7 for Sunday, else 1 for Monday; reports accept only these two. For unknown locales, uses the browser's data. */
export function weekStartOf(locale: string): 1 | 7 {
  const knownLocale = findLocale(locale)
  if (knownLocale) return onSunday.includes(knownLocale) ? 7 : 1
  const intl: Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } } = new Intl.Locale(
    intlLocale(locale),
  )
  return (intl.getWeekInfo?.() ?? intl.weekInfo)?.firstDay === 7 ? 7 : 1
}
