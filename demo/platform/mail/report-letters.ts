import type { Days } from '../../../src/contract/dates/date-ranges.ts'
import { intlLocale } from '../../../src/contract/locales.ts'
import { type MailContent, letterOf, lines, oneLine, type Reader } from './letters.ts'
import type { LetterWords, StopReason, TestFailedReason } from './letter-language.ts'
import { wordsIn } from './letter-words.ts'

/** The report data in a mail. */
export interface MailedReport {
  readonly name: string
  readonly days: Days
  readonly rows: number
  readonly link: string
  readonly isTest?: boolean
}

function daysText({ start_date, end_date }: Days, { locale }: LetterWords) {
  const format = new Intl.DateTimeFormat(intlLocale(locale), { dateStyle: 'medium', timeZone: 'UTC' })
  return format.formatRange(new Date(`${start_date}T00:00:00Z`), new Date(`${end_date}T00:00:00Z`))
}

/** The mail that carries a report file, in the recipient's language. */
export function reportLetter({ name, days, rows, link, isTest = false }: MailedReport, locale: string): MailContent {
  const words = wordsIn(locale)
  const { subject, attached, asItIsNow, becauseTest, becauseScheduled } = words.report
  const about = `${oneLine(name)}, ${daysText(days, words)}`
  const count = new Intl.NumberFormat(intlLocale(words.locale)).format(rows)
  return {
    purpose: 'report',
    subject: subject(about, isTest),
    link,
    text: lines(attached(about, rows, count), asItIsNow, link, isTest ? becauseTest : becauseScheduled),
  }
}

/** To the owner of a report whose schedule was stopped. */
export const stoppedLetter = (to: Reader, name: string, why: StopReason, link: string): MailContent =>
  letterOf('report', to, wordsIn(to.locale).report.stopped(oneLine(name), why), link)

/** To a user whose test report could not be mailed. */
export const testFailedMail = (to: Reader, name: string, why: TestFailedReason, link: string): MailContent =>
  letterOf('report', to, wordsIn(to.locale).report.unmade(oneLine(name), why), link)
