import { expect, type Page, type Request, test } from 'playwright/test'
import { chartTag, openGuestPage } from '../support/guest-page.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'

// Where the advertiser of these charts is: elsewhere it may be another day, whose figures are then asked for as well.
test.use({ timezoneId: 'America/Los_Angeles' })

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

/** Keeps the code back that draws, until what comes back is called. */
async function withoutCode(page: Page) {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/chunks/core-*.js', async (route) => {
    await held
    await route.continue()
  })
  return () => release()
}

/** What is asked of the reports from now on. */
function reportsAsked(page: Page) {
  const asked: Request[] = []
  page.on('request', (request) => request.method() === 'POST' && request.url().includes('/v2/report/') && asked.push(request))
  return asked
}
const names = (asked: readonly Request[]) => asked.map((request) => request.url().replace(/^.*\//, '')).sort()
const figures = (page: Page) => expect(page.locator('.figure dd').first()).toContainText('$')
const drawn = (page: Page) => page.locator('ad-report-chart').evaluate((node) => customElements.get(node.localName) !== undefined)

test('a chart asks for its figures while its code is on the way, and not again when it is there', async ({ page }) => {
  const [release, asked] = [await withoutCode(page), reportsAsked(page)]
  await openGuestPage(page, platform, {})
  await expect.poll(() => names(asked)).toEqual(['total', 'trend'])
  expect(await drawn(page)).toBe(false)
  for (const request of asked) expect((await request.response())?.status()).toBe(200)
  release()
  await figures(page)
  await page.waitForLoadState('networkidle')
  expect(names(asked)).toEqual(['total', 'trend'])
})

test('a chart in a frame does so too', async ({ page }) => {
  const [release, asked] = [await withoutCode(page), reportsAsked(page)]
  await openGuestPage(page, platform, { body: `<ad-frame src="${platform.origin}/embedded/clients/1/chart" title="A chart"></ad-frame>` })
  await expect.poll(() => names(asked)).toEqual(['total', 'trend'])
  release()
  await expect(page.frameLocator('iframe').locator('.figure dd').first()).toContainText('$')
  expect(names(asked)).toEqual(['total', 'trend'])
})

test('what the page has changed meanwhile is asked instead, and the answer that nobody wants is not waited for', async ({ page }) => {
  const [release, asked] = [await withoutCode(page), reportsAsked(page)]
  const cancelled: Request[] = []
  page.on('requestfailed', (request) => cancelled.push(request))
  const before: Request[] = []
  await page.route('**/v2/report/*', (route) => (before.length === 0 ? undefined : route.continue()))
  await openGuestPage(page, platform, {})
  await expect.poll(() => asked.length).toBe(2)
  before.push(...asked)
  await page.locator('ad-report-chart').evaluate((node) => node.setAttribute('date-range', 'last_7_days'))
  release()
  await figures(page)
  expect(cancelled.filter((request) => before.includes(request))).toHaveLength(2)
  const now = asked.slice(2).map((request) => request.postDataJSON())
  expect(now).toHaveLength(2)
  for (const body of now) expect((Date.parse(body.end_date) - Date.parse(body.start_date)) / 86_400_000).toBe(6)
})

test('a chart that leaves before its code has come takes its questions back', async ({ page }) => {
  const [release, asked] = [await withoutCode(page), reportsAsked(page)]
  const cancelled: Request[] = []
  page.on('requestfailed', (request) => cancelled.push(request))
  await page.route('**/v2/report/*', () => undefined)
  await openGuestPage(page, platform, {})
  await expect.poll(() => asked.length).toBe(2)
  await page.locator('ad-report-chart').evaluate((node) => node.remove())
  await expect.poll(() => names(cancelled)).toEqual(['total', 'trend'])
  release()
})

test('without a token nothing is asked, and two charts of two people ask each with their own', async ({ page }) => {
  const [release, asked] = [await withoutCode(page), reportsAsked(page)]
  const own = `const give = (who) => async () => { (window.given ??= []).push(who); return (await fetch('/shop/token?' + who)).json() }
for (const who of ['one', 'two']) document.querySelector('#' + who).getToken = give(who)`
  const body = ['none', 'one', 'two'].map((id) => chartTag.replace(' client-id', ` id="${id}" client-id`)).join('')
  await openGuestPage(page, platform, { body, own })
  await expect.poll(() => names(asked)).toEqual(['total', 'total', 'trend', 'trend'])
  expect(await page.evaluate('window.given.sort().join()')).toBe('one,two')
  release()
  for (const id of ['one', 'two']) await expect(page.locator(`#${id} .figure dd`).first()).toContainText('$')
  await expect(page.locator('#none').getByText('Your session has expired', { exact: false })).toBeVisible()
  expect(asked).toHaveLength(4)
})

test('a page that gives no token hears so once, though it said so before the code was there', async ({ page }) => {
  const [release, asked] = [await withoutCode(page), reportsAsked(page)]
  const own = `addEventListener('ad-session-expired', () => { window.expired = (window.expired ?? 0) + 1 })
document.querySelector('ad-report-chart').getToken = async () => { window.refused = true; throw new Error('Signed out') }`
  await openGuestPage(page, platform, { own })
  await expect.poll(() => page.evaluate('window.refused')).toBe(true)
  release()
  await expect(page.getByText('Your session has expired', { exact: false })).toBeVisible()
  expect(await page.evaluate('window.expired')).toBe(1)
  expect(asked).toEqual([])
})
