import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DraftEstimate } from '../../../contract/drafts/drafts.ts'
import type { SpendLimit } from '../../../contract/serving/serving.ts'
import { dayText } from '../../../ui/format/moment.ts'

type RunOut = NonNullable<DraftEstimate['run_out']>
type Sentence = (when: string) => MessageDescriptor

/** The forecast assumes that the draft spends as fast as allowed, so each date is the earliest possible. */
const earliestTexts: Readonly<Record<SpendLimit, Sentence>> = {
  ad_group: (when) => msg`An ad group’s budget runs out on ${when} at the earliest`,
  campaign: (when) => msg`The budget runs out on ${when} at the earliest`,
  insertion_order: (when) => msg`The insertion order is used up on ${when} at the earliest`,
  funds: (when) => msg`Funds run out on ${when} at the earliest`,
  spend_limit: (when) => msg`The spend limit is reached on ${when} at the earliest`,
  end_date: (when) => msg`It runs to its end on ${when}`,
}

/** Other campaigns reach the limit before this one starts. */
const before: Readonly<Partial<Record<SpendLimit, Sentence>>> = {
  insertion_order: (when) => msg`The insertion order is used up on ${when}, before it begins`,
  funds: (when) => msg`Funds run out on ${when}, before it begins`,
  spend_limit: (when) => msg`The spend limit is reached on ${when}, before it begins`,
}

/** The draft's own budgets and end date are planned limits. */
const planned: readonly SpendLimit[] = ['ad_group', 'campaign', 'end_date']

/** Says which limit stops the draft's campaign first, and when. Returns a warning if the limit is not planned. */
export function forecastRunOutText({ limit, day }: RunOut, begins: string | undefined, i18n: I18n) {
  const sentence = (begins && day < begins && before[limit]) || earliestTexts[limit]
  return {
    text: i18n._(sentence(dayText(day, i18n.locale, 'short'))),
    kind: planned.includes(limit) ? ('info' as const) : ('warning' as const),
  }
}
