import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { hardToUse } from '../../support/browser/axe.ts'
import { partnerPages, worksByKeyboard } from '../../support/embedding/partner-pages.ts'
import { pictures } from '../../support/ui/gallery-page.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'
import { errorsOf } from '../../support/browser/opening.ts'

const platform = demonstration()

test('the portal shows messages and changes settings and session by keyboard', ({ page }) => worksByKeyboard(page, platform(), 'portal'))

for (const name of ['shop', 'portal'] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`${name} is accessible and no wider than the page, ${colorScheme}`, async ({ browser }) => {
      const page = await browser.newPage({ colorScheme })
      const errors = errorsOf(page)
      for (const open of ['', '?hood=open']) {
        await page.goto(`${platform().other}/${name}/${open}`)
        await expect(partnerPages[name](page).getByRole('slider')).toBeVisible()
        for (const width of [1440, 768, 360]) {
          await page.setViewportSize({ width, height: 900 })
          await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
          await page.screenshot({ path: `${pictures}${name}${open && '-open'}-${width}-${colorScheme}.png`, fullPage: true })
        }
        expect(await hardToUse(page)).toEqual([])
      }
      expect(errors).toEqual([])
      await page.close()
    })
