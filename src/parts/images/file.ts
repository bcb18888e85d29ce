import type { ExperienceAsset } from '../../contract/clients/experiences.ts'
import { imageHead, type ImageHead } from '../../contract/images/images.rules.ts'
import { pictureBytesMost } from '../../contract/images/images.ts'
import type { FileLimits } from '../../ui/upload/file-kinds.ts'

/** A picture of some hundred thousand bytes takes a while on a slow line. */
export const pictureMs = 60_000

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

/** A file as a call sends it to its place; what does not fit there is not sent. */
export async function pictureFor({ experience_asset_id, width, height }: ExperienceAsset, file: File) {
  const head = imageHead(new Uint8Array(await file.arrayBuffer()))
  if (head?.width !== width || head.height !== height) throw new WrongPicture(head)
  const content = await base64Of(file)
  return { body: { experience_asset_id, file_name: file.name.slice(-200), content }, type: head.content_type }
}
