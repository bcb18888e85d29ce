import { chromium, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { hardToUse } from '../support/browser/axe.ts'
import { chromiumArguments, findChromium } from '../support/browser/chromium.mjs'
import { errorsOf } from '../support/browser/opening.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { type PlatformProcess, openPlatform } from '../support/platform/process.ts'
import { press, table } from '../support/ui/table-steps.ts'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(120_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

test('each gallery screen works with links, back and reload, and asks about unsaved changes before closing', inAudit, async ({ page }) => {
  const complaints = errorsOf(page)
  await page.goto(`${platform.origin}/ui/choosing`)
  await page.getByRole('link', { name: 'Fields' }).click()
  const name = page.getByRole('form', { name: 'A campaign' }).getByRole('textbox', { name: 'Campaign name' })
  await name.waitFor()
  await expect(page).toHaveURL(/\/ui\/fields$/)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Multi-select' })).toBeVisible()
  await page.goto(`${platform.origin}/ui/navigation?tab=targeting`)
  const targeting = page.getByRole('tablist', { name: 'Campaign' }).getByRole('tab', { name: 'Targeting' })
  await expect(targeting).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await expect(targeting).toHaveAttribute('aria-selected', 'true')
  expect(await hardToUse(page)).toEqual([])

  await page.goto(`${platform.origin}/ui/fields`)
  await name.fill('Lakeside')
  const closing = page.waitForEvent('dialog')
  const reloading = page.reload({ timeout: 5000 }).catch(() => undefined)
  const dialog = await closing
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await reloading
  await expect(name).toHaveValue('Lakeside')
  expect(complaints).toEqual([])
})

test('the platform sorts the report table and stores the column order of each user', async ({ page }) => {
  const report = table(page, 'Entities, last 30 days')
  const requests: string[] = []
  page.on('request', (request) => request.url().endsWith('/v2/report') && requests.push(request.postData() ?? ''))
  await page.goto(`${platform.origin}/ui/tables?source=platform`)
  await page.getByLabel('Email').fill('dana.whitfield@harborline.example')
  await page.getByLabel('Password').fill(platform.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const spend = report.getByRole('columnheader', { name: 'Spend, USD' })
  await expect(spend).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => requests.at(-1)).toContain('"order":"desc"')

  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/settings/table.gallery-report'),
  )
  await page.getByRole('button', { name: 'Columns' }).first().press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Search columns' })).toBeFocused()
  await press(page, 'Tab', 'Tab', 'ArrowDown')
  expect((await saved).status()).toBe(200)
  const names = () => report.getByRole('columnheader').allTextContents()
  await expect.poll(async () => (await names())[1]).toContain('Spend')
  // The query is removed because it would select the same source.
  await page.goto(`${platform.origin}/ui/tables?source=platform`)
  await expect.poll(async () => (await names())[1]).toContain('Spend')
})

test('opening a dialog hides the scroll bar without moving the page sideways', async () => {
  const executablePath = await findChromium()
  const options = { args: chromiumArguments, ignoreDefaultArgs: ['--hide-scrollbars'] }
  const browser = await chromium.launch({ ...options, ...(executablePath && { executablePath }) })
  const page = await browser.newPage({ viewport: { width: 900, height: 500 } })
  await page.goto(`${platform.origin}/ui/overlays`)
  const opener = page.getByRole('button', { name: 'Long text', exact: true })
  await opener.waitFor()
  expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
  // The font loads late and changes the width.
  await expect.poll(() => page.evaluate(() => [...document.fonts].map(({ status }) => status))).toEqual(['loaded'])
  const left = () => opener.evaluate((node) => node.getBoundingClientRect().x)
  const before = await left()
  await opener.press('Enter')
  expect(await left()).toBe(before)
  await page.keyboard.press('Escape')
  expect(await left()).toBe(before)
  await browser.close()
})
