import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type RunFailure, runFailureTexts } from '../../../contract/saved-reports/schedules.ts'

const words: Readonly<Record<RunFailure, MessageDescriptor>> = {
  owner_gone: msg`The owner’s account was removed or lost access to the report. Duplicate the report to send it from your account.`,
  nothing_seen: msg`The owner no longer has access to the report’s advertisers. Choose other advertisers.`,
  too_big: msg`The file is too large to email. Add a filter or choose a shorter date range.`,
  too_slow: msg`The report took too long. Add a filter or choose a shorter date range.`,
  refused: msg`The report’s settings are no longer valid. Open it to see what to change.`,
  given_up: msg`The report failed after several attempts. Open it to check whether it loads.`,
  no_zone: msg`The time zone is not supported. Choose another one.`,
  outside_most: msg`Some recipients without an account did not receive the email because the daily limit was reached. Invite them or reduce recipients.`,
  mail_refused: msg`The mail server rejected some recipient addresses. Check them.`,
  mail_given_up: msg`Some emails could not be sent after several attempts. Ask the platform operator to check the mail server.`,
}
const faults = Object.keys(runFailureTexts) as RunFailure[] // the keys of the table above

/** Why a run failed or a schedule stopped. A text outside the table is shown as received. */
export function runFaultText(why: string, i18n: I18n): string {
  const fault = faults.find((item) => runFailureTexts[item] === why)
  return fault ? i18n._(words[fault]) : why
}
