import { expect, type Page, test } from 'playwright/test'
import { chartTag, openGuestPage } from '../support/guest-page.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

const places = {
  page: () => chartTag,
  frame: () => `<ad-frame src="${platform.origin}/embedded/clients/1/chart" title="The chart"></ad-frame>`,
}
type Place = keyof typeof places

async function opened(page: Page, place: Place) {
  await openGuestPage(page, platform, { body: places[place]() })
  const chart = place === 'page' ? page.locator('ad-report-chart') : page.frameLocator('ad-frame iframe').locator('ad-report-chart')
  await expect(chart.locator('.figure dd').first()).toContainText('$')
  const button = chart.getByRole('button', { name: 'Dates' })
  /** Gives what the button says from then on. */
  const choose = async (dates: string) => {
    const before = (await button.textContent()) ?? ''
    await button.press('Enter')
    await chart.getByRole('menuitemcheckbox', { name: dates }).click()
    await expect(button).not.toHaveText(before)
    return (await button.textContent()) ?? ''
  }
  return { chart, button, choose }
}

const block = async (page: Page, patterns: readonly RegExp[]) => {
  for (const pattern of patterns) await page.route(pattern, (route) => route.abort('blockedbyclient'))
}
const reportCalls = /\/v2\/report/
const words = 'Please disable your ad blocker to view all details on this page.'

for (const place of ['page', 'frame'] as const) {
  for (const [what, patterns] of Object.entries({
    'the reports': [reportCalls],
    'the reports and the sign of life': [reportCalls, /\/health$/],
  }))
    test(`a blocker that takes ${what} in the ${place} is named, what was chosen stays, and again works`, async ({ page }) => {
      const { chart, button, choose } = await opened(page, place)
      await block(page, patterns)
      const chosen = await choose('Last 7 days')
      await expect(chart.getByText('Ad Blocker Detected', { exact: true })).toBeVisible()
      await expect(chart.getByText(words).first()).toBeVisible()
      await expect(button).toHaveText(chosen)
      await page.unrouteAll()
      await chart.getByRole('button', { name: 'Try again' }).press('Enter')
      await expect(chart.getByText('The report did not arrive')).toBeHidden()
      await expect(button).toHaveText(chosen)
      await expect(chart.locator('.figure dd').first()).toContainText('$')
    })

  test(`an outage in the ${place} is no blocker`, async ({ page }) => {
    const { chart, choose } = await opened(page, place)
    await block(page, [reportCalls, /\/(health|ready)$/])
    await choose('Last 7 days')
    await expect(chart.getByText('The report did not arrive')).toBeVisible()
    await expect(chart.getByText(words)).toHaveCount(0)
    await expect(chart.getByText('Ad Blocker Detected', { exact: true })).toHaveCount(0)
    await page.unrouteAll()
    await chart.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(chart.getByText('The report did not arrive')).toBeHidden()
  })

  test(`a blocker that takes every address with the word advertiser leaves the chart in the ${place} alone`, async ({ page }) => {
    await block(page, [/advertiser/])
    const { chart, choose } = await opened(page, place)
    await choose('Last 7 days')
    await expect(chart.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(chart.getByText('The report did not arrive')).toHaveCount(0)
  })
}

test('a report that only fails is not called blocked', async ({ page }) => {
  const { chart, choose } = await opened(page, 'page')
  await page.route(reportCalls, (route) =>
    route.fulfill({ status: 500, headers: { 'Access-Control-Allow-Origin': '*' }, json: { status: 'error' } }),
  )
  await choose('Last 7 days')
  await expect(chart.getByText('The report did not arrive')).toBeVisible()
  await expect(chart.getByText('Ad Blocker Detected', { exact: true })).toHaveCount(0)
})
