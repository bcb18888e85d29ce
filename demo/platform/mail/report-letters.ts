import type { Days } from '../../../src/contract/date-ranges.ts'
import { intlLocale } from '../../../src/contract/locales.ts'
import { greeting, type Letter, lines, oneLine } from './letters.ts'

/** What a letter says about a report. */
export interface MailedReport {
  readonly name: string
  readonly days: Days
  readonly rows: number
  readonly locale: string
  readonly link: string
  readonly isTest?: boolean
}

/** Days as the owner of the report reads them. */
function daysText({ start_date, end_date }: Days, locale: string) {
  const format = new Intl.DateTimeFormat(intlLocale(locale), { dateStyle: 'medium', timeZone: 'UTC' })
  return format.formatRange(new Date(`${start_date}T00:00:00Z`), new Date(`${end_date}T00:00:00Z`))
}

/** The letter that a report goes with. */
export function reportLetter({ name, days, rows, locale, link, isTest = false }: MailedReport): Letter {
  const about = `${oneLine(name)}, ${daysText(days, locale)}`
  const count = new Intl.NumberFormat(intlLocale(locale)).format(rows)
  return {
    purpose: 'report',
    subject: `${isTest ? 'Test: ' : ''}${about}`,
    link,
    text: lines(
      `${about}: the report is attached, with ${count} ${rows === 1 ? 'row' : 'rows'}.`,
      'The report as it is now:',
      link,
      isTest
        ? 'This is the test that you asked for; nobody else has got it.'
        : 'You get this because somebody who keeps this report has put your address into its schedule.',
    ),
  }
}

/** Told to the owner of a report that is no longer mailed. */
export const stoppedLetter = (firstName: string, name: string, why: string, link: string): Letter => ({
  purpose: 'report',
  subject: `${oneLine(name)} is no longer mailed`,
  link,
  text: lines(greeting(firstName), `the report ${oneLine(name)} is no longer mailed: ${why} Its schedule is paused:`, link),
})
