import { expect, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { complaintsOf } from '../support/opening.ts'
import { type PlatformProcess, startPlatformProcess } from '../support/platform-process.ts'

/** The pages that need no element, and where each is. */
const pages: Readonly<Record<string, (platform: PlatformProcess) => string>> = {
  'the start page': ({ origin }) => `${origin}/`,
  'the page that says why another is not shown': ({ origin }) => `${origin}/embedded/error?code=origin_refused`,
  'an embedded page that there is not': ({ origin }) => `${origin}/embedded/nowhere`,
  'a page that there is not': ({ origin }) => `${origin}/nowhere`,
  'the sign-in page': ({ origin }) => `${origin}/embedded/clients/1/chart`,
  'a sign-in that has expired': ({ origin }) => `${origin}/idp/sign-in/nobody`,
  'the page that signs out': ({ origin }) => `${origin}/idp/session/end`,
  'a partner’s page': ({ other }) => `${other}/shop/`,
  'a retailer’s portal': ({ other }) => `${other}/portal/`,
}
const widths = [1440, 360]

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(120_000)
  platform = await startPlatformProcess({ empty: true })
})
test.afterAll(() => platform?.clear())

for (const [name, addressOf] of Object.entries(pages))
  for (const colorScheme of ['light', 'dark'] as const)
    test(`${name} in ${colorScheme}: everybody can use it, and nothing is wider than the page`, async ({ browser }) => {
      const page = await browser.newPage({ colorScheme, bypassCSP: false })
      const heard = complaintsOf(page)
      await page.goto(addressOf(platform))
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        expect(await hardToUse(page)).toEqual([])
      }
      expect(heard.filter((text) => !/status of 40[04]/.test(text))).toEqual([])
      await page.close()
    })
