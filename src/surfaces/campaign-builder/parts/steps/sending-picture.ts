import { useState } from 'react'
import { imageHead, type ImageHead } from '../../../../contract/images.rules.ts'
import type { ExperienceAsset } from '../../../../contract/experiences.ts'
import { mediaDrafts, pictureBytesMost } from '../../../../contract/media-drafts.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'
import type { FileLimits } from '../../../../ui/upload/file-kinds.ts'
import type { SendFile } from '../../../../ui/upload/upload-list.ts'
import { pathOf, useDesk } from '../draft/desk.ts'

/** A picture of some hundred thousand bytes takes a while on a slow line. */
const longMs = 60_000

/** A picture that its place does not take: it has another size, or no size can be read in it. */
export class WrongPicture extends Error {
  readonly found: { readonly width: number; readonly height: number } | undefined
  constructor(found: WrongPicture['found']) {
    super('The place takes another picture')
    this.found = found
  }
}

/** A picture that was sent from this page, whose bytes are still here. */
export interface SentPicture {
  readonly assetId: number
  readonly content: string
  readonly type: ImageHead['content_type']
}

/** What of a file is looked at before anything is sent. */
export const limitsOf = ({ bytes_most }: ExperienceAsset): FileLimits => ({
  kinds: ['png', 'jpeg', 'gif', 'webp'],
  maxBytes: Math.min(bytes_most, pictureBytesMost),
  maxFiles: 1,
})

/** The bytes of a file in base 64. */
const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'))
    reader.readAsDataURL(file)
  })

/** Sends a picture for one place of the experience, and puts it into the draft or out of it. */
export function usePictureFor(place: ExperienceAsset) {
  const desk = useDesk()
  const { send } = useRuntime()
  const { store, state } = desk
  const [sent, setSent] = useState<SentPicture>()
  const { experience_asset_id, width, height } = place
  const keep = (asset_id: number | undefined) => {
    // Another place may have got its picture meanwhile.
    const others = (store.getState().data.pictures ?? []).filter((one) => one.experience_asset_id !== experience_asset_id)
    store.set({ pictures: asset_id === undefined ? others : [...others, { experience_asset_id, asset_id }] })
  }
  const upload: SendFile<number> = async (file) => {
    const head = imageHead(new Uint8Array(await file.arrayBuffer()))
    if (head?.width !== width || head.height !== height) throw new WrongPicture(head)
    const content = await base64Of(file)
    // What cannot be reached now may be asked again from the list.
    await store.ensure()
    const path = { ...pathOf(desk), campaignDraftUuid: store.getState().draft.campaign_draft_uuid }
    const body = { experience_asset_id, file_name: file.name.slice(-200), content }
    const { asset_id } = await send(mediaDrafts.upload, { path, body }, { timeoutMs: longMs })
    setSent({ assetId: asset_id, content, type: head.content_type })
    keep(asset_id)
    return asset_id
  }
  const chosen = state.data.pictures?.find((one) => one.experience_asset_id === experience_asset_id)?.asset_id
  return { chosen, sent, upload, remove: () => keep(undefined) }
}
