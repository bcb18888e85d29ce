import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import { canResubmit } from '../../../contract/campaigns/campaigns.rules.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { useLockedReason } from './budget.tsx'
import { useCampaign } from './gate.tsx'
import { useCampaignEffects } from '../detail/mutation.tsx'

const SubmitAgainDialog = lazyIdle(() => import('./submit-again-dialog.tsx'))

/** Submits a denied campaign for another review. */
export function SubmitAgain({ isReadonly }: { readonly isReadonly: boolean }) {
  const { t } = useLingui()
  const { mutate } = useMutate()
  const { campaign, at } = useCampaign()
  const effects = useCampaignEffects()
  const locked = useLockedReason()
  const [isAsking, setAsking] = useState(false)
  if (isReadonly || !canResubmit(campaign)) return null
  const submit = async (comment: string) => {
    const call = { path: at, body: comment === '' ? {} : { comment } }
    await mutate(campaigns.submitAgain, call, {
      version: campaign.version,
      ...effects({ fields: ['review_status_id'] }),
      title: t`Resubmitted`,
      text: campaign.name,
    })
  }
  return (
    <>
      <Button kind="primary" disabledBecause={locked} onPress={() => setAsking(true)}>
        <Trans>Resubmit…</Trans>
      </Button>
      {isAsking && (
        <Suspense>
          <SubmitAgainDialog
            {...{ name: campaign.name, denied: campaign.review_comment, onSubmit: submit }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
