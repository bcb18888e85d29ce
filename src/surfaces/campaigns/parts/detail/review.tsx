import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { campaigns } from '../../../../contract/campaigns.ts'
import { required } from '../../../../contract/fields.rules.ts'
import { reviewStatusIds } from '../../../../contract/statuses.ts'
import { useGuest } from '../../../../kit/guest.tsx'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { useMayDo } from '../../../../parts/gate.tsx'
import { Button } from '../../../../ui/button.tsx'
import { ErrorSummary } from '../../../../ui/form/error-summary.tsx'
import { TextArea } from '../../../../ui/form/text-field.tsx'
import { useForm } from '../../../../ui/form/use-form.ts'
import { Modal } from '../../../../ui/overlay/modal.tsx'
import { useCampaigns } from '../campaigns.ts'
import { useCampaign } from './campaign.tsx'
import { useFormRejection, useReasonOf, useStale } from './changing.ts'

const commentMost = 500

/** Sends a campaign back, with why; whoever made it reads the comment. */
function DenyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { notify } = useGuest()
  const { send } = useRuntime()
  const { emit } = useCampaigns()
  const { at } = useCampaign()
  const stale = useStale()
  const rejection = useFormRejection()
  const form = useForm({
    initial: { comment: '' },
    rules: { comment: [required] },
    submit: rejection(({ comment }: { comment: string }) => send(campaigns.deny, { path: at, body: { comment: comment.trim() } })),
    done: () => {
      emit('ad-campaign-denied', { campaign_id: at.campaignId })
      notify({ kind: 'success', title: t`Campaign denied` })
      stale()
      onClose()
    },
  })
  return (
    <Modal
      heading={t`Deny this campaign?`}
      note={t`Whoever made it reads your comment and can change it.`}
      isBusy={form.isSending}
      answers={[
        { does: 'cancel', onPress: onClose },
        { does: 'delete', label: t`Deny campaign`, onPress: () => void form.send() },
      ]}
      onClose={onClose}
    >
      <ErrorSummary form={form} />
      <TextArea {...form.field('comment', t`What has to change`)} maxLength={commentMost} />
    </Modal>
  )
}

/** Passes or denies what waits for a review, for those who may. */
export function ReviewActs({ isReadonly }: { readonly isReadonly: boolean }) {
  const { t } = useLingui()
  const { notify } = useGuest()
  const { send } = useRuntime()
  const { emit } = useCampaigns()
  const { campaign, at } = useCampaign()
  const [isBusy, setBusy] = useState(false)
  const [isDenying, setDenying] = useState(false)
  const mayNot = useMayDo()({ permissions: ['campaigns.review'] })
  const [stale, reasonOf] = [useStale(), useReasonOf()]
  if (isReadonly || mayNot !== undefined || campaign.review_status_id !== reviewStatusIds.under_review) return null
  const approve = async () => {
    setBusy(true)
    try {
      await send(campaigns.approve, { path: at })
      emit('ad-campaign-approved', { campaign_id: at.campaignId })
      notify({ kind: 'success', title: t`Campaign approved` })
    } catch (error) {
      notify({ kind: 'error', title: t`It was not approved`, text: reasonOf(error) })
    }
    stale()
    setBusy(false)
  }
  return (
    <>
      <Button kind="primary" isBusy={isBusy} onPress={() => void approve()}>
        <Trans>Approve</Trans>
      </Button>
      <Button onPress={() => setDenying(true)}>
        <Trans>Deny</Trans>
      </Button>
      {isDenying && <DenyDialog onClose={() => setDenying(false)} />}
    </>
  )
}
