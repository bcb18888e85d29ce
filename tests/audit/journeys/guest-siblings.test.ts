import { type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { fetchFromPlatform } from '../../support/browser/fetch-from-platform.ts'
import { amountOf, demonstration, oneIdentity, painted, plainChart, requestsOf, wordsOf } from '../../support/embedding/guest-journey.ts'
import { openHostPage } from '../../support/embedding/host-page.ts'
import { errorsOf } from '../../support/browser/opening.ts'

// The time zone of the charts' advertiser. In another zone it may be another day, which would add requests.
test.use({ timezoneId: 'America/Los_Angeles' })

const platform = demonstration()
const charts = (page: Page) => page.locator('ad-report-chart')

const open = (page: Page, body: string, pageScript = oneIdentity) => openHostPage(page, platform(), { body, pageScript })

/** Opens several charts; returns their requests and how long the page was busy. */
async function openMany(page: Page, count: number) {
  const requests = requestsOf(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await open(page, plainChart().repeat(count))
  for (let at = 0; at < count; at++) await painted(charts(page).nth(at))
  await page.evaluate(() => document.fonts.ready)
  const { metrics } = await session.send('Performance.getMetrics')
  const taskMs = 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  return { requests: [...requests], taskMs, paintedMs: await page.evaluate(() => performance.now()) }
}

test('ten charts send the requests of one, and a later one sends only its own', async ({ page, context }) => {
  const one = await openMany(page, 1)
  const second = await context.newPage()
  const ten = await openMany(second, 10)
  expect(wordsOf(ten.requests)).toEqual(wordsOf(one.requests))
  for (const part of ['/theme', 'words-', '/shop/token', '/v2/report/'])
    expect(ten.requests.filter(({ address }) => address.includes(part)).length, part).toBe(part === '/v2/report/' ? 2 : 1)
  console.log(
    `ten charts beside one: ${(ten.paintedMs / one.paintedMs).toFixed(2)} × the time, ${(ten.taskMs / one.taskMs).toFixed(2)} × the work`,
  )
  const later = requestsOf(page)
  await page.evaluate(
    "document.body.append(Object.assign(document.createElement('ad-report-chart'), { clientId: '1', advertiserId: '1', dateRange: 'last_7_days', locale: 'en-US', getToken: window.getToken }))",
  )
  await painted(charts(page).nth(1))
  expect(later.filter(({ isScript }) => isScript)).toEqual([])
  expect(wordsOf(later).filter((word) => wordsOf(one.requests).includes(word))).toEqual([])
  expect(later.map(({ address }) => new URL(address.slice('POST '.length)).pathname).sort()).toEqual([
    '/v2/report/total',
    '/v2/report/trend',
  ])
})

/** Gives trend responses with cost per click an unknown time zone, so that they cannot be drawn; returns the repair. */
async function breakTrends(page: Page) {
  let isBroken = true
  await page.route('**/v2/report/trend', async (route) => {
    const body: string = route.request().postData() ?? ''
    const original = await fetchFromPlatform(route)
    if (!original) return
    const { response, text } = original
    const isMeant = isBroken && body.includes('"cost_per_click"')
    return route.fulfill({
      response,
      body: isMeant ? text.replace(/"time_zones":\[[^\]]*\]/, '"time_zones":["Nowhere/At_all"]') : text,
    })
  })
  return () => {
    isBroken = false
  }
}

test('an element that crashes says so and recovers, and its sibling is not affected', async ({ page }) => {
  const mend = await breakTrends(page)
  await open(page, plainChart() + plainChart('metrics="cost_per_click,cost"'))
  const sibling = charts(page).nth(0)
  const broken = charts(page).nth(1)
  await painted(sibling)
  await expect(broken.getByRole('alert')).toContainText('This part of the page stopped working')
  const reportedErrors: unknown[] = []
  await page.exposeFunction('recordError', (detail: unknown) => reportedErrors.push(detail))
  await page.evaluate(
    "document.addEventListener('ad-error', ({ target, detail }) => window.recordError([target.getAttribute('metrics'), detail]))",
  )
  await broken.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => reportedErrors).toEqual([['cost_per_click,cost', { code: 'crashed', retryable: true }]])
  await sibling.getByRole('button', { name: 'Table' }).click()
  await expect(sibling.getByRole('row')).toHaveCount(32)
  mend()
  await broken.getByRole('button', { name: 'Try again' }).click()
  await painted(broken)
  await expect(sibling.getByRole('row')).toHaveCount(32)
})

test('a report that fails names its request and is retried, and its sibling is not affected', async ({ page }) => {
  let isDown = true
  await page.route('**/v2/report/*', (route) =>
    isDown && route.request().postData()?.includes('cost_per_click')
      ? route.continue({ postData: '{"metrics":["no_such_metric"]}' })
      : route.continue(),
  )
  await open(page, plainChart() + plainChart('metrics="cost_per_click,cost"'))
  const sibling = charts(page).nth(0)
  const broken = charts(page).nth(1)
  await painted(sibling)
  await expect(broken.getByRole('alert')).toContainText(/Request \S{8,}/)
  isDown = false
  await broken.getByRole('button', { name: 'Try again' }).click()
  await expect(amountOf(broken, 'Cost per click')).toContainText('$')
  await sibling.getByRole('button', { name: 'Table' }).click()
  await expect(sibling.getByRole('row')).toHaveCount(32)
})

test('a chunk that fails to load affects one release of the page only, and a retry loads it', async ({ page }) => {
  const errors = errorsOf(page)
  let isCut = true
  await page.route('**/chunks/shoelace-*', (route) => (isCut ? route.abort() : route.continue()))
  await open(page, plainChart())
  await painted(charts(page))
  await page.getByRole('button', { name: 'Dates' }).click()
  await expect.poll(() => errors.length).toBeGreaterThan(0)
  await painted(charts(page))
  isCut = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Last 7 days' })).toBeVisible()
})
