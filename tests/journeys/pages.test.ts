import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { isUsable, plainPages } from '../support/addresses/plain-pages.ts'
import { delayCode, shiftOf, watchShifts } from '../support/embedding/changing-chart.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { type PlatformProcess, openPlatform } from '../support/platform/process.ts'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(120_000)
  platform = await openPlatform({ empty: true })
})
test.afterAll(() => platform?.clear())

test('pages without an element are accessible and no wider than the window', inAudit, async ({ browser }) => {
  for (const [, address, heading] of plainPages) await isUsable(browser, platform, address, heading, 'light')
})

test('the error page shows a known code and nothing else from the address', async ({ page }) => {
  for (const said of ['', 'Call 555 0100', '<b>x</b>']) {
    await page.goto(`${platform.origin}/embedded/error?code=${encodeURIComponent(said)}`)
    await page.getByText('unknown', { exact: true }).waitFor()
    expect(await page.getByRole('main').textContent()).not.toContain(said || '?')
  }
})

/** The paths of all requests before the button is shown. */
async function requestsOfSignIn(page: Page, { origin }: PlatformProcess) {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto(`${origin}/login`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  return [...requests]
}

const isCall = (path: string) => /^\/(v\d|api|ofrep)/.test(path)

test('the sign-in page of a client contains its responses and links all of its code', async ({ page }) => {
  test.setTimeout(120_000)
  const seeded = await openPlatform()
  try {
    const requests = await requestsOfSignIn(page, seeded)
    expect(requests.filter(isCall)).toEqual([])
    const linked = await page
      .locator('link[rel="modulepreload"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(linked.length).toBeGreaterThan(5)
    const code = requests.filter((path) => path.startsWith('/chunks/') && path.endsWith('.js') && !linked.includes(path))
    // The menu of languages follows.
    expect(code.filter((path) => !/\/(menus|avatar)-/.test(path))).toEqual([])
    expect(requests.filter((path) => path.includes('words-sign-in'))).toHaveLength(1)
  } finally {
    await seeded.clear()
  }
})

test('the sign-in page of a platform without a client requests the client and nothing else', async ({ page }) => {
  expect((await requestsOfSignIn(page, platform)).filter(isCall)).toEqual(['/v1/member_groups/login_config_by_host_name'])
})

for (const width of [360, 1280])
  test(`the brand of the sign-in page stays where it is when the console arrives, with the languages at the end of its line, ${width} px`, async ({
    page,
  }) => {
    await page.addInitScript(watchShifts)
    await page.setViewportSize({ width, height: 800 })
    const release = await delayCode(page)
    await page.goto(`${platform.origin}/login`, { waitUntil: 'commit' })
    const early = page.locator('.brand')
    await expect(early).toBeVisible()
    const before = await early.locator('svg').boundingBox()
    release()
    const brand = page.locator('.console-brand')
    await expect(brand).toBeVisible()
    await expect(early).toBeHidden()
    expect(await brand.locator('svg').boundingBox()).toEqual(before)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(await shiftOf(page)).toBeLessThan(0.02)
    const [card, languages] = await Promise.all([
      page.locator('ad-sign-in .card').boundingBox(),
      page.getByRole('button', { name: 'Language' }).boundingBox(),
    ])
    if (!card || !languages || !before) throw new Error('The sign-in page is not shown')
    expect(languages.x + languages.width).toBeGreaterThan(card.x + card.width - 40)
    expect(Math.abs(languages.y + languages.height / 2 - (before.y + before.height / 2))).toBeLessThan(8)
  })

test.describe('a browser in German', () => {
  test.use({ locale: 'de-DE' })

  test('the error page is in German', async ({ page }) => {
    await page.goto(`${platform.origin}/embedded/error?code=origin_refused`)
    await page.getByRole('heading', { level: 1, name: 'Diese Seite kann hier nicht angezeigt werden' }).waitFor()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  })

  test('the console says in German that it could not start, before the sign-in', async ({ page }) => {
    await page.route('**/api/k1-ui/config', (route) => route.fulfill({ status: 500, json: { status: 'error' } }))
    await page.goto(`${platform.origin}/clients/1`)
    await page.getByRole('heading', { level: 2, name: 'Die Konsole konnte nicht gestartet werden' }).waitFor()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  })
})
