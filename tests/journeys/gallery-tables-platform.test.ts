import { expect, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'
import { columnToFilter, enter, focused, press, table } from '../support/table-hands.ts'

test.describe('a report of the platform', () => {
  let platform: PlatformProcess
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    platform = await openPlatform()
  })
  test.afterAll(() => platform?.clear())

  test('is sorted, filtered and paged by the platform, which remembers the columns of each person', async ({ page }) => {
    test.setTimeout(120_000)
    const report = table(page, 'Entities of the last thirty days')
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('/v2/report') && asked.push(request.postData() ?? ''))
    await page.goto(`${platform.origin}/ui/tables?source=platform`)
    await page.getByLabel('E-mail').fill('dana.whitfield@harborline.example')
    await page.getByLabel('Password').fill(platform.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(report.locator('[aria-rowindex="3"]')).toContainText('.')
    await expect(report.getByRole('columnheader', { name: 'Spend, USD' })).toHaveAttribute('aria-sort', 'descending')
    expect(asked.at(-1)).toContain('"order":"desc"')

    await enter(page, 'Entities of the last thirty days')
    await press(page, 'Control+End', 'Home')
    await expect.poll(async () => (await focused(page)).text).not.toBe('')
    await expect.poll(() => asked.some((body) => /"start":[1-9]\d*00/.test(body))).toBe(true)

    await press(page, 'Control+Home', 'ArrowUp', 'ArrowUp', 'Enter')
    await expect(page).toHaveURL(/sort=entity_name/)
    await expect.poll(() => asked.at(-1)).toContain('"field":"entity_name","order":"asc"')

    await page.getByRole('button', { name: 'Filter', exact: true }).first().focus()
    await press(page, 'Enter')
    await expect(columnToFilter(page)).toBeFocused()
    await press(page, 'Enter')
    await expect(page.getByLabel('Contains')).toBeFocused()
    await page.keyboard.type('a')
    await press(page, 'Enter')
    await expect.poll(() => asked.at(-1)).toContain('"operation":"ILIKE"')

    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().includes('/settings/table.gallery-report'),
    )
    await page.getByRole('button', { name: 'Columns' }).first().focus()
    await press(page, 'Enter')
    await expect(page.getByRole('dialog').locator('input').first()).toBeFocused()
    await press(page, 'Tab', 'Tab', 'ArrowDown')
    expect((await saved).status()).toBe(200)
    const names = () => report.getByRole('columnheader').allTextContents()
    await expect.poll(async () => (await names())[1]).toContain('Spend')
    // The person's own memory, without the address that would say the same.
    await page.goto(`${platform.origin}/ui/tables?source=platform`)
    await expect.poll(async () => (await names())[1]).toContain('Spend')
    expect(await hardToUse(page)).toEqual([])
  })
})
