import type { Frame, Page } from 'playwright/test'

/** Height messages, frame height and content height after one change has settled. */
export interface Rested {
  readonly messages: number
  readonly frame: number
  readonly content: number
}

const quietMs = 500

/** Counts the height messages of a page's first frame from now on. */
export async function countHeights(page: Page) {
  await page.evaluate(() => {
    const heights: number[] = []
    Object.assign(window, { sentHeights: heights })
    const frame = document.querySelector('ad-frame')?.shadowRoot?.querySelector('iframe')
    if (frame) new MutationObserver(() => heights.push(performance.now())).observe(frame, { attributeFilter: ['style'] })
  })
}

const readHeights = (page: Page) =>
  page.evaluate(() => {
    const heights: unknown = Reflect.get(window, 'sentHeights')
    return Array.isArray(heights)
      ? { count: heights.length, quietMs: performance.now() - Number(heights.at(-1) ?? 0) }
      : { count: 0, quietMs: 0 }
  })

/** Makes one change and waits until no message has come for half a second. */
export async function rested(page: Page, inner: Frame, change: () => Promise<unknown>): Promise<Rested> {
  const before = (await readHeights(page)).count
  await change()
  // Two animation frames let pictures load; then the wait for silence starts.
  await inner.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.waitForTimeout(quietMs)
  let now = await readHeights(page)
  for (let times = 0; now.quietMs < quietMs && times < 10; times++) {
    await page.waitForTimeout(quietMs - now.quietMs)
    now = await readHeights(page)
  }
  const frame = await page.locator('ad-frame').evaluate((node) => node.getBoundingClientRect().height)
  const content = await inner.evaluate(() => document.documentElement.getBoundingClientRect().height)
  return { messages: now.count - before, frame, content }
}
