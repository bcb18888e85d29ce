import type { Browser, Locator, Page } from 'playwright'
import { frame, measured, type Phase } from './page-phases.ts'

/** Turns the mouse wheel over a table, once per animation frame. */
async function wheel(page: Page, grid: Locator, deltas: readonly number[]) {
  const box = await grid.boundingBox()
  if (!box) throw new Error('The table is not visible')
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height / 2, 200))
  for (const delta of deltas) {
    await page.mouse.wheel(0, delta)
    await page.evaluate(frame)
  }
  return deltas.length
}

async function toTop(grid: Locator) {
  await grid.evaluate((node) => node.scrollTo(0, 0))
  await grid.locator('[aria-rowindex="2"]').waitFor()
}

/** Scrolls a table row by row, and then from its first row to its last. */
export async function scrolled(browser: Browser, page: Page, grid: Locator): Promise<Phase[]> {
  const times = (count: number, delta: number) => Array.from({ length: count }, () => delta)
  const byRow = await measured(browser, page, 'wheel, row by row', () => wheel(page, grid, times(120, 120)))
  await toTop(grid)
  const toEnd = await measured(browser, page, 'wheel, end to end', () => wheel(page, grid, times(300, 16_000)))
  const { top, maxTop } = await grid.evaluate((node) => ({ top: node.scrollTop, maxTop: node.scrollHeight - node.clientHeight }))
  if (top < maxTop - 1) throw new Error(`The table was scrolled to ${top} of ${maxTop}: its end was not reached`)
  await toTop(grid)
  return [byRow, toEnd]
}
