import type { Browser, BrowserContext, Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { hardToUse } from '../browser/axe.ts'
import { storeSession } from '../identity/stored-session.ts'
import { superUser } from './sign-in.ts'
import type { PlatformProcess } from '../platform/process.ts'

export const clientViewer = 'mika.sato@harborline.example'

/** The button of the account menu, in any locale. */
export const account = (page: Page) => page.locator('ad-console .console-person')
export const heading = (page: Page, name: string) => page.getByRole('heading', { name })
export const trail = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' })
export const at = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

export interface Visit {
  readonly address?: string
  readonly email?: string
  readonly options?: Parameters<Browser['newContext']>[0]
  readonly before?: (context: BrowserContext) => Promise<unknown>
}

/** A new browser context with a user signed in at an address, without the sign-in page. */
export async function entered(
  platform: PlatformProcess,
  browser: Browser,
  { address = '/clients/1', email = superUser, options, before }: Visit = {},
) {
  const context = await browser.newContext(options)
  await before?.(context)
  const page = await context.newPage()
  await storeSession(page, platform, email)
  await page.goto(platform.origin + address)
  await account(page).waitFor()
  return { context, page }
}

/** Navigates without another sign-in or a reload. */
export const go = (page: Page, path: string) =>
  page.locator('ad-console').evaluate((node, to) => {
    history.pushState(null, '', `/${to}`)
    node.setAttribute('path', to)
  }, path)

/** Checks width and accessibility at desktop, tablet and phone widths, and takes pictures. */
export async function look(page: Page, picture: string, widths = [1440, 768, 360]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await hardToUse(page), `${picture} ${width}`).toEqual([])
    await page.screenshot({ path: `${picture}-${width}.png` })
  }
}
