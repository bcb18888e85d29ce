import { expect, test } from 'playwright/test'
import { openMarkup } from '../support/chart-markup.ts'
import { demonstration } from '../support/guest-journey.ts'
import { reportChartTests } from '../support/report-chart-tests.ts'

test.describe('on the embedded database', () => reportChartTests('embedded'))

test.describe('its markup', () => {
  const platform = demonstration()

  test('chart markup: a report that does not exist says what to do, without a second try', async ({ page }) => {
    const { codes, told } = await openMarkup(page, platform(), 'advertiser-id="999999"')
    await expect(page.getByRole('heading', { name: 'There is no such report' })).toBeVisible()
    await expect(page.getByText('Ask whoever runs this page.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect.poll(codes).toContain('not_found')
    expect(told()).toEqual([])
  })

  test('chart markup: today has no comparison, and the menu says why', async ({ page }) => {
    await openMarkup(page, platform(), 'advertiser-id="1" date-range="today" compare')
    await page.getByRole('button', { name: 'Compare with' }).click()
    const before = page.getByRole('menuitemcheckbox', { name: 'Previous period' })
    await expect(before).toBeDisabled()
    await expect(before).toHaveAttribute('title', 'Today is not over')
    await page.getByRole('button', { name: 'Compare with' }).press('Escape')
    await page.getByRole('button', { name: 'Dates' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Last 7 days' }).click()
    await expect(page.getByRole('button', { name: 'Compare with' })).toContainText('compared with')
  })
})
