import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { type CampaignDraftRow, campaignDrafts } from '../../../contract/drafts/drafts.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { useBuilder } from '../context.tsx'

interface RemoveDraftProps {
  readonly draft: CampaignDraftRow
  readonly onEnd: () => void
}

/** Deletes a draft after a confirmation. */
export default function RemoveDraft({ draft, onEnd }: RemoveDraftProps) {
  const { t } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { emit } = useBuilder()
  const { confirm, question } = useConfirm()
  const { mutate, showError } = useMutate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once, on mount
  useEffect(() => {
    const { advertiser_id: advertiserId, campaign_draft_uuid: campaignDraftUuid } = draft
    const name = draft.name.trim() || t`Unnamed campaign`
    const ask = async () => {
      const isSure = await confirm({
        heading: t`Delete draft ${name}?`,
        text: t`You’ll lose everything entered in it.`,
        label: t`Delete draft`,
      })
      if (!isSure) return
      const call = {
        path: { memberGroupId, advertiserId, campaignDraftUuid },
        query: { version: draft.version, held_version: draft.held_version },
      }
      await mutate(campaignDrafts.remove, call, {
        stale: [campaignDrafts.list],
        event: () => emit('ad-campaign-draft-deleted', { campaign_draft_uuid: campaignDraftUuid }),
      }).catch(showError(t`Couldn’t delete the draft`))
    }
    void ask().finally(onEnd)
  }, [])
  return question
}
