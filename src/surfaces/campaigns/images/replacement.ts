import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isOver, canResubmit } from '../../../contract/campaigns/campaigns.rules.ts'
import type { ExperienceAsset } from '../../../contract/clients/experiences.ts'
import { campaignImageEndpoints } from '../../../contract/images/images.ts'
import { reviewStatusIds } from '../../../contract/statuses.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { toImageUpload, imageUploadTimeoutMs, type ImageInMemory } from '../../../parts/images/image-file.ts'
import { useLockedReason } from '../campaign/budget.tsx'
import { useCampaign } from '../campaign/gate.tsx'
import { useCampaignEffects, useStartsReview } from '../detail/mutation.tsx'

type Sent = Readonly<Record<number, ImageInMemory>>

/** Why the images cannot be replaced. */
export function useImagesLockedReason(): string | undefined {
  const { t } = useLingui()
  const { campaign } = useCampaign()
  const locked = useLockedReason()
  const isLooked = campaign.review_status_id === reviewStatusIds.under_review && !isOver(campaign.status)
  return isLooked ? t`These images are under review. You can replace them once the campaign is approved or rejected.` : locked
}

/** Tells the user when the new images are shown: immediately, or after a review. */
function useDoneText() {
  const { t } = useLingui()
  const { campaign } = useCampaign()
  const isAgain = useStartsReview()
  if (isAgain) return t`The new images serve once the campaign is approved.`
  return canResubmit(campaign) ? t`Resubmit the campaign once all issues are fixed.` : t`The new images serve from now on.`
}

/** Collects uploaded replacements and saves them in one request. */
export function useImageReplacement() {
  const { t } = useLingui()
  const { mutate } = useMutate()
  const { campaign, at } = useCampaign()
  const effects = useCampaignEffects()
  const text = useDoneText()
  const [sent, setSent] = useState<Sent>({})
  const put = (slot: number, picture: ImageInMemory | undefined) =>
    setSent(({ [slot]: _, ...others }) => (picture ? { ...others, [slot]: picture } : others))
  const upload = (slot: ExperienceAsset) => async (file: File) => {
    const { body, type } = await toImageUpload(slot, file)
    const { asset_id } = await mutate(campaignImageEndpoints.add, { path: at, body }, { timeoutMs: imageUploadTimeoutMs })
    put(slot.experience_asset_id, { assetId: asset_id, content: body.content, type })
    return asset_id
  }
  const save = async (comment: string) => {
    const body = {
      pictures: Object.entries(sent).map(([slot, { assetId }]) => ({ experience_asset_id: Number(slot), asset_id: assetId })),
      ...(comment !== '' && { comment }),
    }
    const changed = { version: campaign.version, ...effects({ fields: ['pictures'] }), title: t`Images replaced`, text }
    await mutate(campaignImageEndpoints.create, { path: at, body }, changed)
    setSent({})
  }
  return { sent, isDirty: Object.keys(sent).length > 0, put, upload, save, discard: () => setSent({}) }
}
