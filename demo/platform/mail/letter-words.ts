import { closestLocale, intlLocale } from '../../../src/contract/locales.ts'
import type { LetterWords } from './letter-language.ts'
import { english } from './letter-words-en.ts'
import { german } from './letter-words-de.ts'
import { japanese } from './letter-words-ja.ts'

const languages: Readonly<Record<string, LetterWords>> = { de: german, ja: japanese, 'ja-JP': japanese }

/** Texts for a locale; English is the fallback. */
export const wordsIn = (locale: string): LetterWords => languages[closestLocale(locale)] ?? english

/** A day, formatted for the language. */
export const dayText = (day: string, { locale }: Pick<LetterWords, 'locale'>) =>
  new Intl.DateTimeFormat(intlLocale(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** An amount with its currency, formatted for the language; small bids keep their digits. */
export const amountText = (decimal: string, currency: string, { locale }: Pick<LetterWords, 'locale'>) => {
  const formatter = new Intl.NumberFormat(intlLocale(locale), { style: 'currency', currency })
  const { minimumFractionDigits } = formatter.resolvedOptions()
  const exact = new Intl.NumberFormat(intlLocale(locale), { style: 'currency', currency, minimumFractionDigits, maximumFractionDigits: 6 })
  return exact.format(Number(decimal))
}
