import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { isUsable, plainPages } from '../../support/addresses/plain-pages.ts'
import { type PlatformProcess, openPlatform } from '../../support/platform/process.ts'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(120_000)
  platform = await openPlatform({ empty: true })
})
test.afterAll(() => platform?.clear())

for (const [name, address, heading] of plainPages)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`${name} is accessible and no wider than the window, ${colorScheme}`, ({ browser }) =>
      isUsable(browser, platform, address, heading, colorScheme))

test.describe('a browser in German', () => {
  test.use({ locale: 'de-DE' })

  test('the console prefers the language selected in this browser', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('placard-locale', 'en-US'))
    await page.route('**/api/k1-ui/config', (route) => route.fulfill({ status: 500, json: { status: 'error' } }))
    await page.goto(`${platform.origin}/clients/1`)
    await page.getByRole('heading', { level: 2, name: 'Couldn’t start the console' }).waitFor()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  })
})
