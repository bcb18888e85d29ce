import type { Browser } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { hardToUse } from '../browser/axe.ts'
import { errorsOf } from '../browser/opening.ts'
import type { PlatformProcess } from '../platform/process.ts'

/** The pages without an element: name, address and first heading. */
export const plainPages = [
  ['the start page', '/start', 'An advertising console to embed'],
  ['the page that says why another is not shown', '/embedded/error?code=origin_refused', 'This page can’t be shown here'],
  ['an embedded page that there is not', '/embedded/nowhere', 'Page not found'],
  ['a page that there is not', '/nowhere', 'Page not found'],
  ['the sign-in page', '/embedded/clients/1/chart', 'Sign in'],
  ['a sign-in that has expired', '/idp/sign-in/nobody', 'This sign-in has expired'],
  ['what one sees after signing out', '/idp/session/end', 'You are signed out'],
] as const

/** A page shows its heading, is accessible and no wider than the window. */
export async function isUsable(
  browser: Browser,
  platform: PlatformProcess,
  address: string,
  heading: string,
  colorScheme: 'light' | 'dark',
) {
  const page = await browser.newPage({ colorScheme })
  const errors = errorsOf(page)
  await page.goto(platform.origin + address)
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await hardToUse(page)).toEqual([])
  }
  expect(errors.filter((text) => !/status of 40[04]/.test(text))).toEqual([])
  await page.close()
}
