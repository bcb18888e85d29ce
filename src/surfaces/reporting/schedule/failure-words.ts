import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type RunFailure, runFailureTexts } from '../../../contract/saved-reports/schedules.ts'

const words: Readonly<Record<RunFailure, MessageDescriptor>> = {
  owner_gone: msg`Its owner has left, or may no longer read it.`,
  nothing_seen: msg`Its owner no longer sees the advertisers that it is about.`,
  too_big: msg`Its file is too big for a mail. Add a filter, or choose a shorter range of days.`,
  too_slow: msg`It took too long. Add a filter, or choose a shorter range of days.`,
  refused: msg`What it asks cannot be answered any more. Open it, and it says what to change.`,
  given_up: msg`It could not be made, and was tried several times. The next run tries again.`,
  no_zone: msg`Its time zone is not known here. Choose another.`,
  outside_most: msg`Some people without an account got none: so many mails a day may go to them. Invite them, or send fewer.`,
  mail_refused: msg`The mail server refused some of its addresses. Check them.`,
  mail_given_up: msg`Some of its mails could not be sent, and were tried several times.`,
}
const faults = Object.keys(runFailureTexts) as RunFailure[] // the keys of the table above

/** Why a run failed or a schedule stopped. A text outside the table is shown as received. */
export function runFaultText(why: string, i18n: I18n): string {
  const fault = faults.find((one) => runFailureTexts[one] === why)
  return fault ? i18n._(words[fault]) : why
}
