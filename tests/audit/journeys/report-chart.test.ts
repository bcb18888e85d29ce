import { type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { openMarkup } from '../../support/reports/chart-markup.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'
import { reportChartTests } from '../../support/reports/chart-tests.ts'

test.describe('on the embedded database', () => reportChartTests())

test.describe('the chart markup', () => {
  const platform = demonstration()
  const spend = (page: Page) => page.getByRole('button', { name: 'Spend', exact: true })

  test('with unknown names reports them once and shows the defaults', async ({ page }) => {
    const { codes, warnings } = await openMarkup(
      page,
      platform(),
      'advertiser-id="1" date-range="fortnight" granularity="minute" metrics="nonsense"',
    )
    await expect(spend(page)).toBeVisible()
    await page.locator('ad-report-chart').evaluate((element) => element.setAttribute('currency-code', 'USD'))
    await expect.poll(codes).toEqual(['attribute_invalid'])
    expect(warnings()).toEqual(['<ad-report-chart> cannot read date-range="fortnight" granularity="minute" metrics="nonsense"'])
    await page.locator('ad-report-chart').evaluate((element) => element.setAttribute('granularity', 'second'))
    await expect.poll(codes).toEqual(['attribute_invalid', 'attribute_invalid'])
  })

  test("keeps a figure's button on its first focus and says its formula", async ({ page }) => {
    await openMarkup(page, platform(), 'advertiser-id="1"')
    const first = await spend(page).elementHandle()
    await spend(page).focus()
    await expect(page.getByRole('tooltip').filter({ visible: true })).toBeVisible()
    expect(await first?.evaluate((node) => node.isConnected && node.getRootNode() instanceof ShadowRoot && node.matches(':focus'))).toBe(
      true,
    )
  })
})
