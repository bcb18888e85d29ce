import type { Page, Route } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { openHostPage } from './host-page.ts'
import type { PlatformProcess } from '../platform/process.ts'
import { chartIn, type Embedding } from './embeddings.ts'

const minute = 60_000

/** How the partner's server responds to token requests. */
const responses = {
  responds: (route: Route) => route.continue(),
  'gives a dead token first': (route: Route, requests: number) =>
    requests === 1 ? responses['gives a dead token'](route) : route.continue(),
  fails: (route: Route) => route.fulfill({ status: 500, body: 'broken' }),
  'gives a dead token': (route: Route) => route.fulfill({ json: { access_token: 'dead', expires_at: Date.now() / 1000 + 6000 } }),
  'never responds': () => undefined,
} as const

async function opened(page: Page, platform: PlatformProcess, embedding: Embedding, first: keyof typeof responses = 'responds') {
  const host = { response: first, requests: 0 }
  await page.clock.install()
  await page.route('**/shop/token', (route) => {
    host.requests += 1
    return responses[host.response](route, host.requests)
  })
  await openHostPage(page, platform, { body: chartIn(embedding, platform.origin) })
  await page.evaluate(() => {
    const events: string[] = []
    Object.assign(window, { events })
    for (const name of ['expiring', 'expired', 'restored']) document.addEventListener(`ad-session-${name}`, () => events.push(name))
  })
  const chart = embedding === 'page' ? page.locator('ad-report-chart') : page.frameLocator('ad-frame iframe').locator('ad-report-chart')
  const dates = chart.getByRole('button', { name: 'Dates' })
  /** Chooses a period and waits for the new button text; returns that text. */
  const choose = async (name: string) => {
    const before = (await dates.textContent()) ?? ''
    await dates.press('Enter')
    await chart.getByRole('menuitemradio', { name }).click()
    await expect(dates).not.toHaveText(before)
    return (await dates.textContent()) ?? ''
  }
  const shows = () => expect(chart.locator('.figure dd').first()).toContainText('$')
  const events = () => page.evaluate(() => Reflect.get(window, 'events'))
  return { host, chart, dates, choose, shows, events }
}

/** Checks of a session, for the page and for a frame, by name. */
export const sessionChecks = {
  'a token is renewed once before it ends': async (page: Page, platform: PlatformProcess, embedding: Embedding) => {
    const { host, shows, events } = await opened(page, platform, embedding)
    await shows()
    expect(host.requests).toBe(1)
    await page.clock.fastForward(8 * minute + 5000)
    await expect.poll(() => host.requests).toBe(2)
    expect(await events()).toEqual([])
  },
  'a host that fails before the end of a token is asked again, and reports still arrive': async (
    page: Page,
    platform: PlatformProcess,
    embedding: Embedding,
  ) => {
    const { host, chart, dates, choose, shows, events } = await opened(page, platform, embedding)
    await shows()
    host.response = 'fails'
    await page.clock.fastForward(8 * minute + 5000)
    await expect.poll(events).toEqual(['expiring'])
    const chosen = await choose('Last 7 days')
    await expect(chart.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(chart.getByText('Couldn’t load the report')).toHaveCount(0)
    host.response = 'responds'
    await page.clock.fastForward(minute)
    await expect.poll(events).toEqual(['expiring', 'restored'])
    await expect(dates).toHaveText(chosen)
  },
  'a host that keeps failing ends the session once, and the chosen dates stay': async (
    page: Page,
    platform: PlatformProcess,
    embedding: Embedding,
  ) => {
    const { host, chart, dates, choose, shows, events } = await opened(page, platform, embedding)
    await shows()
    await choose('Last 7 days')
    await expect(chart.locator('[aria-busy=true]')).toHaveCount(0)
    host.response = 'fails'
    await page.clock.fastForward(8 * minute)
    // The host's message reaches the frame in real time, and only then does the frame set its timer.
    const later = async () => {
      await page.clock.fastForward(5000)
      return host.requests
    }
    for (const requests of [2, 3, 4]) await expect.poll(later, { intervals: [100] }).toBe(requests)
    await expect.poll(() => later().then(events), { intervals: [100] }).toEqual(['expiring', 'expired'])
    await page.clock.fastForward(60 * minute)
    const chosen = await choose('Last 60 days')
    await expect(chart.getByText('Your session has expired.').first()).toBeVisible()
    await expect(dates).toHaveText(chosen)
    expect([host.requests, await events()]).toEqual([4, ['expiring', 'expired']])
  },
  'a host that never responds has ten seconds, and can be asked again': async (
    page: Page,
    platform: PlatformProcess,
    embedding: Embedding,
  ) => {
    const { host, chart, shows } = await opened(page, platform, embedding, 'never responds')
    await expect.poll(() => host.requests).toBe(1)
    // The loader sends requests before the code that times them out has loaded.
    await expect(async () => {
      await page.clock.fastForward(11_000)
      await expect(chart.getByText('Couldn’t load the report')).toBeVisible({ timeout: 1000 })
    }).toPass()
    const { requests } = host
    host.response = 'responds'
    await page.clock.fastForward(5000)
    await chart.getByRole('button', { name: 'Try again' }).press('Enter')
    await shows()
    expect(host.requests).toBe(requests + 1)
  },
  'a refused token is replaced once for all calls': async (page: Page, platform: PlatformProcess, embedding: Embedding) => {
    const { host, shows } = await opened(page, platform, embedding, 'gives a dead token first')
    await shows()
    expect(host.requests).toBe(2)
  },
}
