import type { Page } from 'playwright/test'

/** The number of values that differ by more than the rounding of an edge; the page only compares them. */
export const differences = (page: Page, one: Buffer, other: Buffer) =>
  page.evaluate(
    async (both) => {
      const [first, second] = await Promise.all(
        both.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
          const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
          context?.drawImage(image, 0, 0)
          return context?.getImageData(0, 0, image.width, image.height).data ?? []
        }),
      )
      return [...(first ?? [])].filter((value, at) => Math.abs(value - (second?.[at] ?? 0)) > 8).length
    },
    [one, other].map((picture) => picture.toString('base64')),
  )
