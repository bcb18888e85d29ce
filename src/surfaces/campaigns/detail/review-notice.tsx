import { Trans, useLingui } from '@lingui/react/macro'
import { isReviewedAgain } from '../../../contract/campaigns/reviews.rules.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { useCampaign } from '../campaign/gate.tsx'

/** Whether the campaign is looked at again when more is added to it, or when it is shown otherwise. */
export function useIsReviewedAgain() {
  const { campaign } = useCampaign()
  return isReviewedAgain(campaign, campaign.reviews_campaigns)
}

/** Says before it is saved that the campaign is looked at again by that. */
export function ReviewedAgain() {
  const { t } = useLingui()
  return useIsReviewedAgain() ? (
    <Callout kind="info" heading={t`This puts the campaign under review again`}>
      <Trans>It is not shown until that is passed; then it goes on as before.</Trans>
    </Callout>
  ) : null
}
