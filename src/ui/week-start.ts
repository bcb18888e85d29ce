import { intlLocale } from '../contract/locales.ts'

/** 1 for Monday to 7 for Sunday, as the locale has it; the calls know these two. */
export function weekStartOf(locale: string): 1 | 7 {
  const asked: Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } } = new Intl.Locale(
    intlLocale(locale),
  )
  return (asked.getWeekInfo?.() ?? asked.weekInfo)?.firstDay === 7 ? 7 : 1
}
