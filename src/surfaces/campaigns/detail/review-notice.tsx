import { Trans, useLingui } from '@lingui/react/macro'
import { needsNewReview } from '../../../contract/campaigns/reviews.rules.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { useCampaign } from '../campaign/gate.tsx'

/** True when a change of entities, targeting or images puts the campaign under review again. */
export function useStartsReview() {
  const { campaign } = useCampaign()
  return needsNewReview(campaign, campaign.reviews_campaigns)
}

/** Warns before saving that the change starts another review. */
export function ReviewNotice() {
  const { t } = useLingui()
  return useStartsReview() ? (
    <Callout kind="info" heading={t`This sends the campaign back to review`}>
      <Trans>It stops serving until it’s approved.</Trans>
    </Callout>
  ) : null
}
