import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { DraftEstimate } from '../../../contract/drafts/drafts.ts'
import type { SpendLimit } from '../../../contract/serving/serving.ts'
import { useReachText } from '../../../parts/targeting-builder/reach-text.ts'
import { useDesk } from '../draft/context.ts'
import { runOutSaid } from './run-out-words.ts'

/** What each limit of spend is called. */
export const limitWords: Readonly<Record<SpendLimit, MessageDescriptor>> = {
  ad_group: msg`Ad group budget`,
  campaign: msg`Campaign budget`,
  insertion_order: msg`Insertion order`,
  funds: msg`Funds`,
  spend_limit: msg`Spend limit`,
  end_date: msg`End date`,
}

/** How many people, as it may be told. */
export function useReachWords() {
  const { t } = useLingui()
  const textOf = useReachText()
  return (reach: DraftEstimate['reach']) => (reach === null ? t`Not known` : textOf(reach))
}

/** What ends the money, and on which day, as a sentence, and how much that matters. */
export function useRunOutSaid() {
  const { i18n } = useLingui()
  const { data } = useDesk().state.draft
  return (run_out: NonNullable<DraftEstimate['run_out']>) => runOutSaid(run_out, data.start_date, i18n)
}
