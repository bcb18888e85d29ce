import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { type CampaignDraftRow, campaignDrafts } from '../../../contract/drafts/drafts.ts'
import { useRefresh } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { asProblem, problemText } from '../../../kit/problem.ts'
import { useWrite } from '../../../kit/mutate.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { useBuilder } from '../context.tsx'

interface RemoveDraftProps {
  readonly draft: CampaignDraftRow
  readonly onEnd: () => void
}

/** Deletes a draft after a confirmation. */
export default function RemoveDraft({ draft, onEnd }: RemoveDraftProps) {
  const { t, i18n } = useLingui()
  const { notify } = useElementContext()
  const { clientId: memberGroupId } = useScope()
  const { emit } = useBuilder()
  const { confirm, question } = useConfirm()
  const refresh = useRefresh()
  const removing = useWrite(campaignDrafts.remove, campaignDrafts.list)
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
      try {
        await removing.trigger({
          path: { memberGroupId, advertiserId, campaignDraftUuid },
          query: { version: draft.version, held_version: draft.held_version },
        })
        emit('ad-campaign-draft-deleted', { campaign_draft_uuid: campaignDraftUuid })
      } catch (failure) {
        // Another user may have changed the draft, so reload the list.
        refresh(campaignDrafts.list)
        notify({ kind: 'error', title: t`Couldn’t delete the draft`, text: problemText(asProblem(failure), i18n) })
      }
    }
    void ask().finally(onEnd)
  }, [])
  return question
}
