import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { DraftEstimate } from '../../../contract/drafts/drafts.ts'
import type { SpendLimit } from '../../../contract/serving/serving.ts'
import { useReachText } from '../../../parts/targeting-builder/targeting-reads.tsx'
import { useDraftContext } from '../draft/context.ts'
import { forecastRunOutText } from './run-out-words.ts'

export const limitWords: Readonly<Record<SpendLimit, MessageDescriptor>> = {
  ad_group: msg`Ad group budget`,
  campaign: msg`Campaign budget`,
  insertion_order: msg`Insertion order`,
  funds: msg`Funds`,
  spend_limit: msg`Spend limit`,
  order_end: msg`End of insertion order`,
  line_end: msg`End of insertion order line`,
  end_date: msg`End date`,
}

/** Estimated reach as text. */
export function useForecastReachText() {
  const { t } = useLingui()
  const textOf = useReachText()
  return (reach: DraftEstimate['reach']) => (reach === null ? t`Unknown` : textOf(reach))
}

/** `forecastRunOutText` for the open draft, in the user's language. */
export function useForecastRunOutText() {
  const { i18n } = useLingui()
  const { data } = useDraftContext().state.draft
  return (run_out: NonNullable<DraftEstimate['run_out']>) => forecastRunOutText(run_out, data.start_date, i18n)
}
