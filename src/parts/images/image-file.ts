import type { ExperienceAsset } from '../../contract/clients/experiences.ts'
import { imageHead, type ImageHead } from '../../contract/images/images.rules.ts'
import { maxImageBytes } from '../../contract/images/images.ts'
import { base64Of } from '../../ui/upload/base64.ts'
import type { FileLimits } from '../../ui/upload/file-kinds.ts'

/** Timeout for an upload: a few hundred kilobytes take a while on a slow connection. */
export const imageUploadTimeoutMs = 60_000

/** Thrown for a file that has the wrong size for its slot, or whose size cannot be read. */
export class WrongImageError extends Error {
  readonly found: { readonly width: number; readonly height: number } | undefined
  constructor(actual: WrongImageError['found']) {
    super('The slot takes an image of another size')
    this.found = actual
  }
}

/** An image uploaded from this page, whose bytes are still in memory. */
export interface ImageInMemory {
  readonly assetId: number
  readonly content: string
  readonly type: ImageHead['content_type']
}

/** The file limits checked before an upload. */
export const imageFileLimits = ({ bytes_most }: ExperienceAsset): FileLimits => ({
  kinds: ['png', 'jpeg', 'gif', 'webp'],
  maxBytes: Math.min(bytes_most, maxImageBytes),
  maxFiles: 1,
})

/** The request body for uploading a file to its slot; throws WrongImageError if the size is wrong. */
export async function toImageUpload({ experience_asset_id, width, height }: ExperienceAsset, file: File) {
  const head = imageHead(new Uint8Array(await file.arrayBuffer()))
  if (head?.width !== width || head.height !== height) throw new WrongImageError(head)
  const content = await base64Of(file)
  return { body: { experience_asset_id, file_name: file.name.slice(-200), content }, type: head.content_type }
}
