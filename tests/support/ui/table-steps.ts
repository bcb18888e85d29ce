import type { FrameLocator, Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'

export const table = (page: Page | FrameLocator, name = 'Campaigns') =>
  page.getByRole('grid', { name }).or(page.getByRole('treegrid', { name }))
/**
 * Waits until the rows are loaded and no request is pending. An `expect` would describe the whole page at each look, which takes long
 * on a page with a table.
 */
export const tableLoaded = (page: Page | FrameLocator, name?: string) =>
  table(page, name).and(page.locator('[aria-busy=false]:not([aria-rowcount="-1"])')).waitFor()
/** The focused cell, through all shadow roots. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    let node = document.activeElement
    while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement
    const row = node?.closest('[role=row]')
    return {
      text: node?.textContent ?? '',
      row: Number(row?.getAttribute('aria-rowindex')),
      column: Number(node?.getAttribute('aria-colindex')),
    }
  })
export const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
export const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })

/** Saves the table as a file, by keyboard only. */
export async function saveAs(page: Page, kind: 'CSV' | 'XLSX') {
  await page.getByRole('button', { name: 'Export' }).first().focus()
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem', { name: 'Export as CSV' })).toBeFocused()
  if (kind === 'XLSX') await press(page, 'ArrowDown')
  await press(page, 'Enter')
}
