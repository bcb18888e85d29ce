import type { Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import type { PlatformProcess } from '../platform/process.ts'

export interface DeclaredElement {
  readonly tagName: string
  readonly attributes: readonly { readonly name: string }[]
}

export const playgroundChart = (page: Page) => page.locator('ad-report-chart')
export const snippet = (page: Page) => page.getByRole('tabpanel')
export const openPlayground = (page: Page, platform: PlatformProcess, query = '') => page.goto(`${platform.other}/playground/${query}`)
export const figuresCame = (page: Page) => expect(playgroundChart(page).getByRole('slider')).toBeVisible()

/** Chooses an option by typing its first letters. */
export async function choose(page: Page, name: string, letters: string) {
  await page.getByLabel(name, { exact: true }).focus()
  await page.keyboard.type(letters)
}

export async function clickByKey(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

/** Opens one element and checks that each attribute has a control. */
export async function opensWithControls(page: Page, platform: PlatformProcess, { tagName, attributes }: DeclaredElement) {
  await openPlayground(page, platform, `?tag=${tagName}`)
  await expect(page.locator('main').locator(tagName)).toBeAttached()
  for (const { name } of attributes) await expect(page.getByRole('complementary').getByLabel(name, { exact: true })).toBeVisible()
}
