import { expect, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { complaintsOf } from '../support/opening.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'

/** The pages that need no element: where each is, and its first heading. */
const pages = [
  ['the start page', '/start', 'An advertising console to embed'],
  ['the page that says why another is not shown', '/embedded/error?code=origin_refused', 'This page may not be shown here'],
  ['an embedded page that there is not', '/embedded/nowhere', 'There is no such page'],
  ['a page that there is not', '/nowhere', 'There is no such page'],
  ['the sign-in page', '/embedded/clients/1/chart', 'Sign in'],
  ['a sign-in that has expired', '/idp/sign-in/nobody', 'This sign-in has expired'],
  ['what one sees after signing out', '/idp/session/end', 'You are signed out'],
] as const
const widths = [1440, 360]

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(120_000)
  platform = await openPlatform({ empty: true })
})
test.afterAll(() => platform?.clear())

for (const [name, address, heading] of pages)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`${name} in ${colorScheme}: everybody can use it, and nothing is wider than the page`, async ({ browser }) => {
      const page = await browser.newPage({ colorScheme })
      const heard = complaintsOf(page)
      await page.goto(platform.origin + address)
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        expect(await hardToUse(page)).toEqual([])
      }
      expect(heard.filter((text) => !/status of 40[04]/.test(text))).toEqual([])
      await page.close()
    })

test('the error page shows a code and nothing else that stands in the address', async ({ page }) => {
  for (const said of ['', 'Call 555 0100', '<b>x</b>']) {
    await page.goto(`${platform.origin}/embedded/error?code=${encodeURIComponent(said)}`)
    await page.getByText('unknown', { exact: true }).waitFor()
    expect(await page.getByRole('main').textContent()).not.toContain(said || '?')
  }
})

test.describe('whoever reads German', () => {
  test.use({ locale: 'de-DE' })

  test('reads in German why a page is not shown', async ({ page }) => {
    await page.goto(`${platform.origin}/embedded/error?code=origin_refused`)
    await page.getByRole('heading', { level: 1, name: 'Diese Seite darf hier nicht angezeigt werden' }).waitFor()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  })

  test('reads in German that the console could not be started, before anybody is known', async ({ page }) => {
    await page.route('**/api/k1-ui/config', (route) => route.fulfill({ status: 500, json: { status: 'error' } }))
    await page.goto(`${platform.origin}/clients/1`)
    await page.getByRole('heading', { level: 2, name: 'Die Konsole konnte nicht gestartet werden' }).waitFor()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  })

  test('reads what was chosen in this browser before', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('placard-locale', 'en-US'))
    await page.route('**/api/k1-ui/config', (route) => route.fulfill({ status: 500, json: { status: 'error' } }))
    await page.goto(`${platform.origin}/clients/1`)
    await page.getByRole('heading', { level: 2, name: 'The console could not be started' }).waitFor()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  })
})
