import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { type CampaignDraftRow, draftLists } from '../../contract/drafts/draft-lists.ts'
import { campaignDrafts } from '../../contract/drafts/drafts.ts'
import { useMutate } from '../../kit/mutate.ts'
import { useScope } from '../scope/scope.tsx'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { draftName } from './draft-words.ts'

interface RemoveDraftProps {
  readonly draft: CampaignDraftRow
  /** Emits the event of the surrounding element. */
  readonly onDeleted: (uuid: string) => void
  readonly onEnd: () => void
}

/** Deletes a draft after a confirmation. */
export default function RemoveDraft({ draft, onDeleted, onEnd }: RemoveDraftProps) {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { confirm, question } = useConfirm()
  const { mutate, showError } = useMutate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once, on mount
  useEffect(() => {
    const { advertiser_id: advertiserId, campaign_draft_uuid: campaignDraftUuid } = draft
    const name = draftName(draft, i18n)
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
        stale: [draftLists],
        event: () => onDeleted(campaignDraftUuid),
      }).catch(showError(t`Couldn’t delete the draft`))
    }
    void ask().finally(onEnd)
  }, [])
  return question
}
