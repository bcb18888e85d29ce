import type { RebillMail } from '../auto-rebills/notify.ts'
import type { FundsNews } from './funds-news.ts'
import type { RunFailure } from '../../../src/contract/saved-reports/schedules.ts'
import type { SpendLimit } from '../../../src/contract/serving/serving.ts'
import type { StoppingGate } from '../../../src/contract/alerts/campaign-alerts.rules.ts'

/** The text of a mail before and after its link. */
export interface LetterText {
  readonly subject: string
  readonly before: string
  readonly after?: string
}

/** Why a report schedule was stopped. */
export type StopReason = RunFailure

/** Why a test report could not be mailed. */
export type TestFailedReason = 'nothing_seen' | 'too_big' | 'too_slow' | 'refused'

/** The order of a mail with its number, its version, and the user who decided. */
export interface OrderAbout {
  readonly order: string
  readonly version: string
  readonly by: string
}

type SpendOrderEvent = Exclude<FundsNews['event'], 'invoice_overdue' | 'card_expires'>

/** All mail texts of one language. Dates and amounts are passed already formatted. */
export interface LetterWords {
  /** The language's locale for dates and numbers. */
  readonly locale: string
  readonly hello: (name: string) => string
  readonly invitation: LetterText
  readonly welcome: LetterText
  readonly confirmation: (client: string) => LetterText
  readonly known: LetterText
  readonly reset: LetterText
  readonly changed: LetterText
  /** Why a campaign is not serving; `amount` is the value behind the gate, if there is one. */
  readonly stopped: Readonly<Record<StoppingGate, (amount: string) => string>>
  readonly stoppedSomehow: string
  /** Campaign news, as a subject for a single item and as a sentence. */
  readonly news: {
    readonly approved: NewsText
    readonly denied: (comment: string) => NewsText
    readonly runsOut: (day: string, limit: SpendLimit | null) => NewsText
    /** `day` is the last day with budget. */
    readonly usedUp: NewsText
    readonly stopped: (why: string) => NewsText
  }
  readonly someDay: string
  readonly several: (count: string) => string
  readonly sentOnce: string
  /** Decisions on insertion orders; `isInForce` says that no approval is missing. */
  readonly order: {
    /** The user submitted the version, or approved it for the other side. */
    readonly waiting: (about: OrderAbout, since: string, isApproved: boolean) => LetterText
    readonly approved: (about: OrderAbout, isInForce: boolean) => LetterText
    readonly closed: (about: OrderAbout, reason: string) => LetterText
    /** The order ended after its last day or when its total was spent, and dropped the version that waited. */
    readonly ended: (about: OrderAbout, cause: 'days' | 'total', dropped: { total: string; end: string }) => LetterText
  }
  /** News of an advertiser's auto-rebill; `available` is its funds. */
  readonly rebill: Readonly<Record<RebillMail['event'], (advertiser: string, available: string) => LetterText>>
  /** A credit expires at the end of the day. */
  readonly expiring: (advertiser: string, amount: string, day: string) => LetterText
  /** News of an advertiser's funds. */
  readonly fundsNews: Readonly<
    Record<SpendOrderEvent, (advertiser: string, order: { campaign: string; over: string; by: string }) => LetterText>
  > & {
    readonly invoice_overdue: (advertiser: string, invoice: { number: string; unpaid: string; due: string }) => LetterText
    readonly card_expires: (advertiser: string, card: { card: string; day: string }) => LetterText
  }
  readonly report: {
    readonly subject: (about: string, isTest: boolean) => string
    readonly attached: (about: string, rows: number, count: string) => string
    readonly asItIsNow: string
    readonly becauseTest: string
    readonly becauseScheduled: string
    readonly stopped: (name: string, why: StopReason) => LetterText
    readonly unmade: (name: string, why: TestFailedReason) => LetterText
  }
}

/** News of one campaign, as a subject and as a sentence. */
export interface NewsText {
  readonly subject: (campaign: string) => string
  readonly sentence: (campaign: string, advertiser: string) => string
}

/** Ends a sentence, unless its last words, such as a reviewer's comment, end it already. */
export const endSentence = (text: string, end: string) => (/[.!?…。．！？]$/.test(text) ? text : `${text}${end}`)
