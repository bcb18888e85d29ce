import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { DraftEstimate } from '../../../../contract/campaign-drafts.ts'
import type { SpendLimit } from '../../../../contract/serving.ts'
import { useReachText } from '../../../../parts/targeting-builder/reach-text.ts'
import { dayText } from '../../../../ui/text/moment.ts'

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

/** What ends the money, and on which day, as a sentence. */
export function useRunOutSentence() {
  const { t, i18n } = useLingui()
  return ({ limit, day }: NonNullable<DraftEstimate['run_out']>) => {
    const when = dayText(day, i18n.locale, 'short')
    const sentences: Readonly<Record<SpendLimit, string>> = {
      ad_group: t`An ad group’s budget runs out on ${when}`,
      campaign: t`The budget runs out on ${when}`,
      insertion_order: t`The insertion order is used up on ${when}`,
      funds: t`Funds run out on ${when}`,
      spend_limit: t`The spend limit is reached on ${when}`,
      end_date: t`It runs to its end on ${when}`,
    }
    return sentences[limit]
  }
}
