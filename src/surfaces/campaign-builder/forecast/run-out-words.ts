import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DraftEstimate } from '../../../contract/drafts/drafts.ts'
import { isDayLimit, type SpendLimit } from '../../../contract/serving/serving.ts'
import { dayText } from '../../../ui/format/moment.ts'

type RunOut = NonNullable<DraftEstimate['run_out']>
type Sentence = (when: string) => MessageDescriptor

/** The forecast assumes that the draft spends as fast as allowed, so each date is the earliest possible. */
const earliestTexts: Readonly<Record<SpendLimit, Sentence>> = {
  ad_group: (when) => msg`An ad group’s budget could run out as early as ${when}`,
  campaign: (when) => msg`The budget could run out as early as ${when}`,
  insertion_order: (when) => msg`The insertion order could be used up as early as ${when}`,
  funds: (when) => msg`Funds could run out as early as ${when}`,
  spend_limit: (when) => msg`The spend limit could be reached as early as ${when}`,
  order_end: (when) => msg`The insertion order ends on ${when}`,
  line_end: (when) => msg`The line of the insertion order ends on ${when}`,
  end_date: (when) => msg`Runs until its end date, ${when}`,
}

/** Other campaigns reach the limit before this one starts. */
const before: Readonly<Partial<Record<SpendLimit, Sentence>>> = {
  insertion_order: (when) => msg`The insertion order is used up on ${when}, before the campaign starts`,
  funds: (when) => msg`Funds run out on ${when}, before the campaign starts`,
  spend_limit: (when) => msg`The spend limit is reached on ${when}, before the campaign starts`,
}

/** The draft's own budgets and last days are planned limits. */
const isPlanned = (limit: SpendLimit) => limit === 'ad_group' || limit === 'campaign' || isDayLimit(limit)

/** Says which limit stops the draft's campaign first, and when. Returns a warning if the limit is not planned. */
export function forecastRunOutText({ limit, day }: RunOut, begins: string | undefined, i18n: I18n) {
  const sentence = (begins && day < begins && before[limit]) || earliestTexts[limit]
  return {
    text: i18n._(sentence(dayText(day, i18n.locale, 'short'))),
    kind: isPlanned(limit) ? ('info' as const) : ('warning' as const),
  }
}
