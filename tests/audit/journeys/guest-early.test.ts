import { type Request, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { figuresLoaded, reportNames, reportRequests, delayRendering } from '../../support/embedding/early-reports.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'
import { openHostPage } from '../../support/embedding/host-page.ts'

// The time zone of the charts' advertiser. In another zone it may be another day, which would add requests.
test.use({ timezoneId: 'America/Los_Angeles' })

const platform = demonstration()

test('a chart in a frame requests its data while its code is loading', async ({ page }) => {
  const release = await delayRendering(page)
  const requests = reportRequests(page)
  await openHostPage(page, platform(), {
    body: `<ad-frame src="${platform().origin}/embedded/clients/1/chart" title="A chart"></ad-frame>`,
  })
  await expect.poll(() => reportNames(requests)).toEqual(['total', 'trend'])
  release()
  await expect(page.frameLocator('iframe').locator('.figure dd').first()).toContainText('$')
  expect(reportNames(requests)).toEqual(['total', 'trend'])
})

test('attributes changed meanwhile are requested instead, and the outdated response is not awaited', async ({ page }) => {
  const release = await delayRendering(page)
  const requests = reportRequests(page)
  const cancelled: Request[] = []
  page.on('requestfailed', (request) => cancelled.push(request))
  const before: Request[] = []
  await page.route('**/v2/report/*', (route) => (before.length === 0 ? undefined : route.continue()))
  await openHostPage(page, platform(), {})
  await expect.poll(() => requests.length).toBe(2)
  before.push(...requests)
  await page.locator('ad-report-chart').evaluate((node) => node.setAttribute('date-range', 'last_7_days'))
  release()
  await figuresLoaded(page)
  expect(cancelled.filter((request) => before.includes(request))).toHaveLength(2)
  const now = requests.slice(2).map((request) => request.postDataJSON())
  expect(now).toHaveLength(2)
  for (const body of now) expect((Date.parse(body.end_date) - Date.parse(body.start_date)) / 86_400_000).toBe(6)
})

test('a chart removed before its code has loaded cancels its requests', async ({ page }) => {
  const release = await delayRendering(page)
  const requests = reportRequests(page)
  const cancelled: Request[] = []
  page.on('requestfailed', (request) => cancelled.push(request))
  await page.route('**/v2/report/*', () => undefined)
  await openHostPage(page, platform(), {})
  await expect.poll(() => requests.length).toBe(2)
  await page.locator('ad-report-chart').evaluate((node) => node.remove())
  await expect.poll(() => reportNames(cancelled)).toEqual(['total', 'trend'])
  release()
})

test('a page without a token gets one event, even if it said so before the code loaded', async ({ page }) => {
  const release = await delayRendering(page)
  const requests = reportRequests(page)
  const pageScript = `addEventListener('ad-session-expired', () => { window.expired = (window.expired ?? 0) + 1 })
document.querySelector('ad-report-chart').getToken = async () => { window.refused = true; throw new Error('Signed out') }`
  await openHostPage(page, platform(), { pageScript })
  await expect.poll(() => page.evaluate('window.refused')).toBe(true)
  release()
  await expect(page.getByText('Your session has expired', { exact: false })).toBeVisible()
  expect(await page.evaluate('window.expired')).toBe(1)
  expect(requests).toEqual([])
})
