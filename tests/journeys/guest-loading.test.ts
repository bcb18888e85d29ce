import { expect, test } from 'playwright/test'
import { amountOf, demonstration, oneIdentity, plainChart, requestsOf } from '../support/guest-journey.ts'
import { openGuestPage } from '../support/guest-page.ts'

const platform = demonstration()

for (const file of ['core', 'report-chart'])
  test(`where ${file} does not come, each place says so, and one press brings them all`, async ({ page }) => {
    const asked = requestsOf(page)
    await page.route(`**/chunks/${file}-*.js`, (route) => route.abort())
    await openGuestPage(page, platform(), { body: plainChart() + plainChart(), own: oneIdentity })
    const charts = page.locator('ad-report-chart')
    for (const at of [0, 1]) await expect(charts.nth(at).getByRole('alert')).toContainText('could not be loaded. Check the connection')
    await page.unrouteAll({ behavior: 'wait' })
    const before = asked.length
    await charts.nth(1).getByRole('button', { name: 'Try again' }).press('Enter')
    for (const at of [0, 1]) {
      await expect(amountOf(charts.nth(at))).toContainText('$')
      await expect(charts.nth(at).getByRole('alert')).toHaveCount(0)
    }
    expect(asked.slice(before).filter(({ address }) => address.includes(`/chunks/${file}-`))).toHaveLength(1)
  })
