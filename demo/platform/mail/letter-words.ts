import type { RunFault } from '../../../src/contract/saved-reports/schedules.ts'
import type { StoppingGate } from '../../../src/contract/alerts/campaign-alerts.rules.ts'
import { closestLocale, intlLocale } from '../../../src/contract/locales.ts'
import { english } from './letter-words-en.ts'
import { german } from './letter-words-de.ts'
import { japanese } from './letter-words-ja.ts'

/** What a letter says before its link, and after it. */
export interface LetterText {
  readonly subject: string
  readonly before: string
  readonly after?: string
}
/** Why a schedule of a report was stopped. */
export type StopReason = RunFault
/** Why a report could not be mailed to whoever tried it. */
export type UnmadeReason = 'nothing_seen' | 'too_big' | 'too_slow' | 'refused'

/** Everything that letters say, in one language; days and amounts come as they are written in it. */
export interface LetterWords {
  /** Whose days and numbers it has. */
  readonly locale: string
  readonly hello: (name: string) => string
  readonly invitation: LetterText
  readonly welcome: LetterText
  readonly confirmation: (client: string) => LetterText
  readonly known: LetterText
  readonly reset: LetterText
  readonly changed: LetterText
  /** Why something is not shown; the amount is what it stands on, where there is one. */
  readonly stopped: Readonly<Record<StoppingGate, (amount: string) => string>>
  readonly stoppedSomehow: string
  /** What is new of a campaign, as its subject alone has it and as one sentence. */
  readonly news: {
    readonly approved: NewsText
    readonly denied: (comment: string) => NewsText
    readonly runsOut: (day: string) => NewsText
    /** Before the last day of the budget. */
    readonly usedUp: NewsText
    readonly stopped: (why: string) => NewsText
  }
  readonly someDay: string
  readonly several: (count: string) => string
  readonly toldOnce: string
  readonly report: {
    readonly subject: (about: string, isTest: boolean) => string
    readonly attached: (about: string, rows: number, count: string) => string
    readonly asItIsNow: string
    readonly becauseTest: string
    readonly becauseScheduled: string
    readonly stopped: (name: string, why: StopReason) => LetterText
    readonly unmade: (name: string, why: UnmadeReason) => LetterText
  }
}
export interface NewsText {
  readonly subject: (campaign: string) => string
  readonly sentence: (campaign: string, advertiser: string) => string
}

const languages: Readonly<Record<string, LetterWords>> = { de: german, ja: japanese, 'ja-JP': japanese }

/** The words for somebody with a locale; English where there are none in their language. */
export const wordsIn = (locale: string): LetterWords => languages[closestLocale(locale)] ?? english

/** A day as it is written there. */
export const dayText = (day: string, { locale }: Pick<LetterWords, 'locale'>) =>
  new Intl.DateTimeFormat(intlLocale(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** An amount as it is written there, with its currency; small bids keep their digits. */
export const amountText = (decimal: string, currency: string, { locale }: Pick<LetterWords, 'locale'>) => {
  const usual = new Intl.NumberFormat(intlLocale(locale), { style: 'currency', currency })
  const { minimumFractionDigits } = usual.resolvedOptions()
  const exact = new Intl.NumberFormat(intlLocale(locale), { style: 'currency', currency, minimumFractionDigits, maximumFractionDigits: 6 })
  return exact.format(Number(decimal))
}
