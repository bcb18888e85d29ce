import { intlLocale, type Locale, namedLocale } from '../../contract/locales.ts'

/** Where weeks begin on Sunday; Firefox can say so since version 153 only. */
const onSunday: readonly Locale[] = ['en-US', 'ja', 'th', 'ko-KR', 'zh-Hant-TW', 'ja-JP', 'fr-CA', 'zh-TW', 'pt-BR']

/** 1 for Monday to 7 for Sunday; the calls know these two. Of other locales the browser is asked; Monday where it does not know. */
export function weekStartOf(locale: string): 1 | 7 {
  const known = namedLocale(locale)
  if (known) return onSunday.includes(known) ? 7 : 1
  const asked: Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } } = new Intl.Locale(
    intlLocale(locale),
  )
  return (asked.getWeekInfo?.() ?? asked.weekInfo)?.firstDay === 7 ? 7 : 1
}
