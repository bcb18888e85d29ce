import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import { reviewStatusIds } from '../../../contract/statuses.ts'
import { useAttempt, useMutate } from '../../../kit/mutate.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { useApprove } from '../review/use-approve.ts'
import { campaignData } from '../campaign-data.ts'
import { useCampaigns } from '../context.tsx'
import { useCampaign } from './gate.tsx'

const DenyDialog = lazyIdle(() => import('../review/deny-dialog.tsx'))

/** Approve and Deny buttons, visible to reviewers while the campaign is under review. */
export function ReviewActions({ isReadonly }: { readonly isReadonly: boolean }) {
  const { t } = useLingui()
  const { mutate, showError } = useMutate()
  const { emit } = useCampaigns()
  const approveCampaign = useApprove()
  const { campaign, at } = useCampaign()
  const { isPending, attempt } = useAttempt()
  const [isDenying, setDenying] = useState(false)
  const mayNot = useDisabledReason()({ permissions: ['campaigns.review'] })
  if (isReadonly || mayNot !== undefined || campaign.review_status_id !== reviewStatusIds.under_review) return null
  const approve = () => attempt(approveCampaign({ path: at }, campaign).catch(showError(t`Couldn’t approve the campaign`)))
  const deny = (comment: string) => {
    const effects = {
      version: campaign.version,
      stale: campaignData,
      event: () => emit('ad-campaign-denied', { campaign_id: at.campaignId }),
      title: t`Campaign denied`,
    }
    return mutate(campaigns.deny, { path: at, body: { comment } }, effects)
  }
  return (
    <>
      <Button kind="primary" isBusy={isPending} onPress={() => void approve()}>
        <Trans>Approve</Trans>
      </Button>
      <Button onPress={() => setDenying(true)}>
        <Trans>Deny</Trans>
      </Button>
      {isDenying && (
        <Suspense>
          <DenyDialog name={campaign.name} onDeny={deny} onClose={() => setDenying(false)} />
        </Suspense>
      )}
    </>
  )
}
