/** The accepted image types. Types that a browser would execute are excluded. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

/** Type and size, read from the first bytes of an image. */
export interface ImageHead {
  readonly content_type: ImageType
  readonly width: number
  readonly height: number
}

const begins = (bytes: Uint8Array, at: number, text: string) =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0))
const big = (bytes: Uint8Array, at: number, count: number) =>
  Array.from({ length: count }, (_, index) => bytes[at + index] ?? 0).reduce((sum, byte) => sum * 256 + byte, 0)
const little = (bytes: Uint8Array, at: number, count: number) =>
  Array.from({ length: count }, (_, index) => bytes[at + count - 1 - index] ?? 0).reduce((sum, byte) => sum * 256 + byte, 0)

const isPng = (bytes: Uint8Array) => big(bytes, 0, 4) === 0x89504e47 && big(bytes, 4, 4) === 0x0d0a1a0a && begins(bytes, 12, 'IHDR')

/** JPEG markers that contain the size; the three excluded ones are no frame markers. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) at++
    else if (isFrame(marker)) return { width: big(bytes, at + 7, 2), height: big(bytes, at + 5, 2) }
    else at += 2 + Math.max(big(bytes, at + 2, 2), 2)
  }
  return undefined
}

function webpSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  if (begins(bytes, 12, 'VP8X')) return { width: little(bytes, 24, 3) + 1, height: little(bytes, 27, 3) + 1 }
  if (begins(bytes, 12, 'VP8L')) {
    const bits = little(bytes, 21, 4)
    return { width: (bits % 16_384) + 1, height: (Math.floor(bits / 16_384) % 16_384) + 1 }
  }
  if (begins(bytes, 12, 'VP8 ')) return { width: little(bytes, 26, 2) % 16_384, height: little(bytes, 28, 2) % 16_384 }
  return undefined
}

const sized = (content_type: ImageType, size: { width: number; height: number } | undefined): ImageHead | undefined =>
  size && size.width > 0 && size.height > 0 ? { content_type, ...size } : undefined

/** Type and size of an image, from its bytes and not from its name; undefined if the type is not accepted. */
export function imageHead(bytes: Uint8Array): ImageHead | undefined {
  if (isPng(bytes)) return sized('image/png', { width: big(bytes, 16, 4), height: big(bytes, 20, 4) })
  if (begins(bytes, 0, 'GIF87a') || begins(bytes, 0, 'GIF89a'))
    return sized('image/gif', { width: little(bytes, 6, 2), height: little(bytes, 8, 2) })
  if (begins(bytes, 0, 'RIFF') && begins(bytes, 8, 'WEBP')) return sized('image/webp', webpSize(bytes))
  return big(bytes, 0, 3) === 0xffd8ff ? sized('image/jpeg', jpegSize(bytes)) : undefined
}
