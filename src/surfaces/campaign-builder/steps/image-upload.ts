import { useState } from 'react'
import type { ExperienceAsset } from '../../../contract/clients/experiences.ts'
import { campaignImageEndpoints } from '../../../contract/images/images.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { toImageUpload, imageUploadTimeoutMs, type ImageInMemory } from '../../../parts/images/image-file.ts'
import type { UploadFile } from '../../../ui/upload/upload-list.ts'
import { pathOf, useDraftContext } from '../draft/context.ts'

/** Uploads the image of one slot, and stores it in the draft or removes it. */
export function useImageUpload(slot: ExperienceAsset) {
  const desk = useDraftContext()
  const { mutate } = useMutate()
  const { store, state } = desk
  const [sent, setSent] = useState<ImageInMemory>()
  const { experience_asset_id } = slot
  const keep = (asset_id: number | undefined) => {
    // Read the latest state, because another slot may have changed during the upload.
    const others = (store.getState().data.pictures ?? []).filter((one) => one.experience_asset_id !== experience_asset_id)
    store.set({ pictures: asset_id === undefined ? others : [...others, { experience_asset_id, asset_id }] })
  }
  const upload: UploadFile<number> = async (file) => {
    const { body, type } = await toImageUpload(slot, file)
    // An upload without connection fails and can be retried from its list.
    await store.ensure()
    const path = { ...pathOf(desk), campaignDraftUuid: store.getState().draft.campaign_draft_uuid }
    const { asset_id } = await mutate(campaignImageEndpoints.upload, { path, body }, { timeoutMs: imageUploadTimeoutMs })
    setSent({ assetId: asset_id, content: body.content, type })
    keep(asset_id)
    return asset_id
  }
  const chosen = state.data.pictures?.find((one) => one.experience_asset_id === experience_asset_id)?.asset_id
  return { chosen, sent, upload, remove: () => keep(undefined) }
}
