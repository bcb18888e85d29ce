import { expect, type Page, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { pictures } from '../support/gallery-page.ts'
import { complaintsOf } from '../support/opening.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(120_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

const passed = (page: Page) => page.getByRole('list', { name: 'Messages, newest first' })
const places = [
  { name: 'shop', within: (page: Page) => page.locator('ad-report-chart') },
  { name: 'portal', within: (page: Page) => page.locator('ad-frame').frameLocator('iframe') },
] as const

async function press(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

for (const { name, within } of places) {
  test(`the ${name} shows what passes, and turns it by keyboard`, async ({ page }) => {
    const heard = complaintsOf(page)
    await page.goto(`${platform.other}/${name}/`)
    const chart = within(page)
    await expect(chart.getByRole('slider')).toBeVisible()
    await expect(passed(page)).toBeHidden()
    await page.locator('summary').press('Enter')
    await expect(passed(page)).toContainText('ad-ready')
    await expect(passed(page)).toContainText(name === 'portal' ? 'hello' : 'window')
    await expect(page.getByText(/because of “start”, given until/)).toBeVisible()
    expect(await page.content()).not.toMatch(/eyJ[\w-]{20,}/)
    await page.getByLabel('Locale').focus()
    await page.keyboard.type('de')
    await expect(chart.getByText('Ausgaben').first()).toBeVisible()
    await page.reload()
    await expect(chart.getByText('Ausgaben').first()).toBeVisible()
    await expect(passed(page)).toBeVisible()
    await press(page, 'Refresh')
    await expect(chart.getByRole('slider')).toBeVisible()
    await press(page, 'Refuse tokens')
    await expect(page.getByText('Expired: the page gave no new token.')).toBeVisible()
    await press(page, 'Give tokens')
    await expect(page.getByText('Active.')).toBeVisible()
    await expect(chart.getByRole('slider')).toBeVisible()
    await press(page, 'Sign out')
    await expect(page.getByText('Signed out.')).toBeVisible()
    expect(heard).toEqual([])
  })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`the ${name} in ${colorScheme}: everybody can use it, and nothing is wider than the page`, async ({ browser }) => {
      const page = await browser.newPage({ colorScheme })
      const heard = complaintsOf(page)
      for (const open of ['', '?hood=open']) {
        await page.goto(`${platform.other}/${name}/${open}`)
        await expect(within(page).getByRole('slider')).toBeVisible()
        for (const width of [1440, 768, 360]) {
          await page.setViewportSize({ width, height: 900 })
          await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
          await page.screenshot({ path: `${pictures}${name}${open && '-open'}-${width}-${colorScheme}.png`, fullPage: true })
        }
        expect(await hardToUse(page)).toEqual([])
      }
      expect(heard).toEqual([])
      await page.close()
    })
}

test('calls that are blocked give the notice, and come back when they are let through', async ({ page }) => {
  await page.goto(`${platform.other}/shop/?hood=open`)
  const chart = page.locator('ad-report-chart')
  await expect(chart.getByRole('slider')).toBeVisible()
  await press(page, 'Block calls')
  await chart.getByRole('button', { name: 'Dates' }).press('Enter')
  await chart.getByRole('menuitemcheckbox', { name: 'Last 7 days' }).click()
  await expect(chart.getByText('Ad Blocker Detected', { exact: true })).toBeVisible()
  await expect(passed(page)).toContainText('ad-notice')
  await press(page, 'Block calls')
  await chart.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(chart.getByRole('slider')).toBeVisible()
  await expect(chart.getByText('The report did not arrive')).toBeHidden()
})
