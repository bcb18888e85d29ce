import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Serving, SpendLimit } from '../../../../contract/serving.ts'
import { Callout } from '../../../../ui/mark/callout.tsx'
import { dayText } from '../../../../ui/text/moment.ts'
import { useCampaign } from './campaign.tsx'

/** What ends the money, as the beginning of a sentence. */
const limitWords: Readonly<Record<SpendLimit, (day: string) => MessageDescriptor>> = {
  ad_group: (day) => msg`The budget of an ad group is used up on ${day}`,
  campaign: (day) => msg`The budget is used up on ${day}`,
  insertion_order: (day) => msg`The insertion order is used up on ${day}`,
  funds: (day) => msg`Funds run out on ${day}`,
  spend_limit: (day) => msg`The spend limit is reached on ${day}`,
  end_date: (day) => msg`It runs until its last day, ${day}`,
}

/** Which limit ends it first, and when, at the pace of now; nothing where none is near. */
export function useRunOut() {
  const { i18n } = useLingui()
  return ({ run_out }: Pick<Serving, 'run_out'>) => run_out && i18n._(limitWords[run_out.limit](dayText(run_out.day, i18n.locale, 'full')))
}

/** Warns of a limit that ends the campaign before it was meant to end. */
export function RunOutLine() {
  const { t } = useLingui()
  const { campaign } = useCampaign()
  const said = useRunOut()(campaign.serving)
  if (!said || !campaign.serving.run_out?.is_early) return null
  return (
    <Callout kind="warning" heading={said}>
      {t`At the pace of now; no other limit is reached before.`}
    </Callout>
  )
}
