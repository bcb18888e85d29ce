import type { Page } from 'playwright/test'

/** The allowed difference of a colour, of 255: round corners on another layer differ slightly. */
const shade = 2

/** The number of pixels that differ visibly. Runs on a new page, so that other pages cannot affect it. */
export async function pixelsApart(page: Page, one: Buffer, other: Buffer): Promise<number> {
  if (one.equals(other)) return 0
  const blank = await page.context().newPage()
  const apart = await blank.evaluate(
    async ([shade, ...pictures]) => {
      const pixels = async (base64: string) => {
        const image = new Image()
        image.src = `data:image/png;base64,${base64}`
        await image.decode()
        const context = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }).getContext('2d')
        context?.drawImage(image, 0, 0)
        return context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
      }
      const [first, second] = await Promise.all([pixels(pictures[0] ?? ''), pixels(pictures[1] ?? '')])
      if (!first || !second || first.length !== second.length) return Number.POSITIVE_INFINITY
      const differing = new Set<number>()
      for (let at = 0; at < first.length; at++) if (Math.abs((first[at] ?? 0) - (second[at] ?? 0)) > shade) differing.add(at >> 2)
      return differing.size
    },
    [shade, one.toString('base64'), other.toString('base64')] as const,
  )
  await blank.close()
  return apart
}

/** Takes pictures until two in a row are equal, so that late and moving content has settled. */
export async function steadyPicture(take: () => Promise<Buffer>): Promise<Buffer> {
  let before = await take()
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const now = await take()
    if (now.equals(before)) return now
    before = now
  }
  throw new Error('The picture does not settle')
}
