import { useLingui } from '@lingui/react/macro'
import { Callout } from '../../../../ui/mark/callout.tsx'
import { useCampaign } from './campaign.tsx'
import { runOutSaid, type Spending } from './run-out-words.ts'

/** Says in the person's own words which limit ends a campaign or an ad group first. */
export function useRunOut(of: 'campaign' | 'ad_group' = 'campaign') {
  const { i18n } = useLingui()
  return (spending: Spending) => runOutSaid(spending, of, i18n)
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
