import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import { reviewStatusIds } from '../../../contract/statuses.ts'
import { ifMatch } from '../../../kit/api.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useDisabledReason } from '../../../parts/scope/gate.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { useCampaigns } from '../context.tsx'
import { useCampaign } from './gate.tsx'
import { useInvalidateCampaigns } from '../invalidate.ts'
import { useMutationErrorText } from '../detail/mutation.ts'

const DenyDialog = lazyIdle(() => import('../review/deny-dialog.tsx'))

/** Approve and Deny buttons, visible to reviewers while the campaign is under review. */
export function ReviewActions({ isReadonly }: { readonly isReadonly: boolean }) {
  const { t } = useLingui()
  const { notify } = useElementContext()
  const { send } = useRuntime()
  const { emit } = useCampaigns()
  const { campaign, at } = useCampaign()
  const [isBusy, setBusy] = useState(false)
  const [isDenying, setDenying] = useState(false)
  const mayNot = useDisabledReason()({ permissions: ['campaigns.review'] })
  const stale = useInvalidateCampaigns()
  const reasonOf = useMutationErrorText()
  if (isReadonly || mayNot !== undefined || campaign.review_status_id !== reviewStatusIds.under_review) return null
  const approve = async () => {
    setBusy(true)
    try {
      await send(campaigns.approve, { path: at }, ifMatch(campaign.version))
      emit('ad-campaign-approved', { campaign_id: at.campaignId })
      notify({ kind: 'success', title: t`Campaign approved` })
    } catch (error) {
      notify({ kind: 'error', title: t`Couldn’t approve the campaign`, text: reasonOf(error) })
    }
    stale()
    setBusy(false)
  }
  const deny = async (comment: string) => {
    await send(campaigns.deny, { path: at, body: { comment } }, ifMatch(campaign.version))
    emit('ad-campaign-denied', { campaign_id: at.campaignId })
    notify({ kind: 'success', title: t`Campaign denied` })
    stale()
  }
  return (
    <>
      <Button kind="primary" isBusy={isBusy} onPress={() => void approve()}>
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
