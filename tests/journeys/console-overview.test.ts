import { expect, type Page, test } from 'playwright/test'
import { answered } from '../support/answered.ts'
import { hardToUse } from '../support/axe.ts'
import { pictures } from '../support/gallery-page.ts'
import { openGuestPage } from '../support/guest-page.ts'
import { personToken } from '../support/person-token.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'

let platform: PlatformProcess
let dana: string
let carla: string
test.beforeAll(async () => {
  test.setTimeout(240_000)
  platform = await openPlatform()
  dana = await personToken(platform, 'dana.whitfield@harborline.example')
  carla = await personToken(platform, 'carla.ruiz@palisade.example')
})
test.afterAll(() => platform?.clear())

interface Look {
  readonly width?: number
  readonly theme?: string
  readonly locale?: string
  readonly path?: string
}

/** The console at the client's first page, in a page that has a token of somebody's. */
async function open(page: Page, token: string, { width = 1440, theme = 'light', locale = 'en-US', path = 'clients/1' }: Look = {}) {
  await page.setViewportSize({ width, height: 900 })
  await openGuestPage(page, platform, {
    css: `body { margin: 0; padding: 16px; background: ${theme === 'dark' ? '#111' : '#fff'} }`,
    body: `<main><ad-console path="${path}" locale="${locale}" theme="${theme}"></ad-console></main>`,
    own: `document.querySelector('ad-console').getToken = async () => ({ access_token: '${token}', expires_at: Date.now() / 1000 + 300 })`,
  })
}
const figures = (page: Page) => page.getByRole('term').or(page.locator('dl.figures dt'))
const section = (page: Page, name: string) => page.getByRole('region', { name })
const settled = (page: Page) => section(page, 'Campaigns by status').getByRole('listitem').first().waitFor()
const pathOf = (page: Page) => page.locator('ad-console').getAttribute('path')

test('a client admin sees figures against the days before, what needs attention, campaigns by status and alerts', async ({ page }) => {
  await open(page, dana)
  await settled(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Harborline Stays' })).toBeVisible()
  await expect(figures(page)).toContainText(['Impressions', 'Clicks', 'Click-through rate', 'Spend', 'Revenue', 'Return on Ad Spend'])
  await expect(section(page, 'Needs attention').getByRole('listitem').first()).toBeVisible()
  await expect(section(page, 'Alerts').getByRole('link').first()).toBeVisible()
  const active = section(page, 'Campaigns by status').getByRole('link', { name: 'Active', exact: true })
  await active.press('Enter')
  await expect.poll(() => pathOf(page)).toBe('clients/1/campaigns?filter.status=active')
})

test('the dates are in the address, and what they say is asked for', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/v2/report/total') && asked.push(request.postData() ?? ''))
  await open(page, dana, { path: 'clients/1?start_date=2026-11-01&end_date=2026-11-03&compare=previous_week' })
  await settled(page)
  await expect.poll(() => asked.at(-1)).toContain('"start_date":"2026-11-01","end_date":"2026-11-03","compare":"previous_week"')
  await page.getByRole('button', { name: /^Dates/ }).press('Enter')
  await page.getByText('Last 14 days', { exact: true }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => pathOf(page)).toBe('clients/1?compare=previous_week&date_range=last_14_days')
})

test('somebody of one advertiser sees that advertiser’s alone, and another client’s page is nobody’s', async ({ page }) => {
  await open(page, carla)
  await settled(page)
  const own = await section(page, 'Campaigns by status').getByRole('listitem').allTextContents()
  await open(page, dana)
  await settled(page)
  await expect.poll(() => section(page, 'Campaigns by status').getByRole('listitem').allTextContents()).not.toEqual(own)
  await open(page, carla, { path: 'clients/2' })
  await expect(page.getByRole('heading', { name: 'There is no such client' })).toBeVisible()
})

test('what does not arrive is said where it would stand, and asked for again', async ({ page }) => {
  let isDown = true
  await page.route('**/v1/member_groups/1/overview', (route) =>
    isDown ? route.fulfill({ status: 500, json: { status: 'error', error: 'No' } }) : route.continue(),
  )
  await open(page, dana)
  await expect(page.getByRole('heading', { name: 'What needs attention could not be read' })).toBeVisible()
  await expect(figures(page)).toContainText(['Impressions'])
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await settled(page)
})

for (const theme of ['light', 'dark'])
  test(`is easy to use and fits, ${theme}, at every width`, async ({ page }) => {
    test.setTimeout(120_000)
    for (const width of [1440, 768, 360]) {
      await open(page, dana, { width, theme })
      await settled(page)
      expect(await hardToUse(page)).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await page.screenshot({ path: `${pictures}console-overview-${width}-${theme}.png`, fullPage: true })
    }
  })

test('alerts past the first ones come up in their place, and the address says so', async ({ page }) => {
  await page.route('**/overview*', async (route) => {
    const answer = await answered(route)
    if (!answer) return
    const body = JSON.parse(answer.text)
    const [one] = body.result.alerts
    body.result.alerts = Array.from({ length: 45 }, (_, at) => ({ ...one, campaign: { campaign_id: 9000 + at, name: `Many ${at}` } }))
    body.result.alert_counts = [{ code: one.code, count: 45 }]
    await route.fulfill({ response: answer.response, json: body })
  })
  await open(page, dana)
  const lines = section(page, 'Alerts').getByRole('listitem')
  await expect(lines).toHaveCount(20)
  await section(page, 'Alerts').getByRole('button', { name: 'Show 25 more' }).press('Enter')
  await expect(lines).toHaveCount(45)
  await expect.poll(() => pathOf(page)).toContain('alerts=all')
})
