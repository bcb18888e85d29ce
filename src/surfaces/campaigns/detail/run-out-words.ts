import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Serving, SpendLimit } from '../../../contract/serving/serving.ts'
import { dayText } from '../../../ui/format/moment.ts'

const limitWords: Readonly<Record<SpendLimit, (day: string) => MessageDescriptor>> = {
  ad_group: (day) => msg`An ad group’s budget runs out on ${day}`,
  campaign: (day) => msg`The budget runs out on ${day}`,
  insertion_order: (day) => msg`The insertion order runs out on ${day}`,
  funds: (day) => msg`Funds run out on ${day}`,
  spend_limit: (day) => msg`The spend limit is reached on ${day}`,
  end_date: (day) => msg`Runs until its end date, ${day}`,
}

const adGroupLimitWords: typeof limitWords = { ...limitWords, ad_group: (day) => msg`The ad group budget runs out on ${day}` }

/** The serving fields that the text needs. */
export type RunOutInput = Pick<Serving, 'run_out' | 'spent_today' | 'spent_total'>

/** On the first day of spending the pace is unknown, so the forecast is the earliest possible day. */
const isEarliestDay = ({ run_out, spent_today, spent_total }: RunOutInput) =>
  run_out !== null && run_out.limit !== 'end_date' && !run_out.is_early && spent_today === spent_total

/** Says which limit stops the campaign or ad group first, and when, at the current pace; null when no limit is near. */
export function runOutText(spending: RunOutInput, of: 'campaign' | 'ad_group', i18n: I18n): string | null {
  const { run_out } = spending
  if (run_out === null) return null
  const words = of === 'ad_group' ? adGroupLimitWords : limitWords
  const sentence = i18n._(words[run_out.limit](dayText(run_out.day, i18n.locale, 'full')))
  return isEarliestDay(spending) ? i18n._(msg`${{ sentence }}, at the earliest`) : sentence
}
