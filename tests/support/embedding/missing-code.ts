import type { Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { amountOf, oneIdentity, plainChart, requestsOf } from './guest-journey.ts'
import { openHostPage } from './host-page.ts'
import type { PlatformProcess } from '../platform/process.ts'

/** When a chunk fails to load, each chart shows it, and one press of "Try again" loads it for all. */
export async function expectRecoveryFromMissing(file: 'core' | 'report-chart', page: Page, platform: PlatformProcess) {
  const requests = requestsOf(page)
  await page.route(`**/chunks/${file}-*.js`, (route) => route.abort())
  await openHostPage(page, platform, { body: plainChart() + plainChart(), pageScript: oneIdentity })
  const charts = page.locator('ad-report-chart')
  for (const at of [0, 1]) await expect(charts.nth(at).getByRole('alert')).toContainText('could not be loaded. Check the connection')
  await page.unrouteAll({ behavior: 'wait' })
  const before = requests.length
  await charts.nth(1).getByRole('button', { name: 'Try again' }).press('Enter')
  for (const at of [0, 1]) {
    await expect(amountOf(charts.nth(at))).toContainText('$')
    await expect(charts.nth(at).getByRole('alert')).toHaveCount(0)
  }
  expect(requests.slice(before).filter(({ address }) => address.includes(`/chunks/${file}-`))).toHaveLength(1)
}
