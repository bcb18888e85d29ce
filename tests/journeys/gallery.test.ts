import { mkdirSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'

const pictures = new URL('../output/pictures/', import.meta.url).pathname
mkdirSync(pictures, { recursive: true })
const screens = ['', 'fields', 'choosing', 'tables', 'overlays', 'places']
const widths = [1440, 768, 360]

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(120_000)
  platform = await openPlatform({ empty: true })
})
test.afterAll(() => platform?.clear())

for (const screen of screens)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`${screen || 'states'} in ${colorScheme}: everybody can use it, and nothing is wider than the page`, async ({ browser }) => {
      const page = await browser.newPage({ colorScheme })
      const heard: string[] = []
      page.on('console', (message) => message.type() === 'error' && heard.push(message.text()))
      page.on('pageerror', (error) => heard.push(error.message))
      await page.goto(`${platform.origin}/ui${screen && `/${screen}`}`)
      await page.locator('ad-gallery').getByRole('heading').first().waitFor()
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        await page.screenshot({ path: `${pictures}gallery-${screen || 'states'}-${width}-${colorScheme}.png`, fullPage: true })
      }
      expect(await hardToUse(page)).toEqual([])
      expect(heard).toEqual([])
      await page.close()
    })
