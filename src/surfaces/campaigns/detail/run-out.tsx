import { useLingui } from '@lingui/react/macro'
import { usePath } from '../../../kit/path.ts'
import { limitRemedy, type Remedy } from './serving-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { useCampaignLinks } from '../host-links.ts'
import { useCampaign } from '../campaign/gate.tsx'
import { runOutText, type RunOutInput } from './run-out-words.ts'

/** `runOutText` in the user's language. */
export function useRunOutText(of: 'campaign' | 'ad_group' = 'campaign') {
  const { i18n } = useLingui()
  return (spending: RunOutInput) => runOutText(spending, of, i18n)
}

/** Tab of the campaign page for each fix. */
const tabs: Partial<Readonly<Record<Remedy, string>>> = { budget: 'budget', dates: 'budget', ad_groups: 'ad_groups' }

/** Warns that a limit will stop the campaign before its planned end, and links to the fix. */
export function RunOutNotice() {
  const { t, i18n } = useLingui()
  const { campaign } = useCampaign()
  const hostLinks = useCampaignLinks()
  const { setQuery } = usePath()
  const text = useRunOutText()(campaign.serving)
  const first = campaign.serving.run_out
  if (!text || !first?.is_early) return null
  const remedy = limitRemedy(first.limit, i18n)
  const tab = remedy && tabs[remedy.does]
  const openFix = () => (tab === undefined ? hostLinks.funds(campaign.advertiser_id) : setQuery({ tab }))
  return (
    <Callout kind="warning" heading={text} act={remedy && <Button onPress={openFix}>{remedy.label}</Button>}>
      {t`At the current pace.`}
    </Callout>
  )
}
