import { expect, type Page, type Route, test } from 'playwright/test'
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
const minute = 60_000

/** What the partner's server does with each question for a token. */
const ways = {
  answers: (route: Route) => route.continue(),
  'gives a dead token first': (route: Route, asked: number) => (asked === 1 ? ways['gives a dead token'](route) : route.continue()),
  fails: (route: Route) => route.fulfill({ status: 500, body: 'broken' }),
  'gives a dead token': (route: Route) => route.fulfill({ json: { access_token: 'dead', expires_at: Date.now() / 1000 + 6000 } }),
  'never answers': () => undefined,
} as const

async function opened(page: Page, place: keyof typeof places, first: keyof typeof ways = 'answers') {
  const host = { way: first, asked: 0 }
  await page.clock.install()
  await page.route('**/shop/token', (route) => {
    host.asked += 1
    return ways[host.way](route, host.asked)
  })
  await openGuestPage(page, platform, { body: places[place]() })
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    for (const name of ['expiring', 'expired', 'restored']) document.addEventListener(`ad-session-${name}`, () => heard.push(name))
  })
  const chart = place === 'page' ? page.locator('ad-report-chart') : page.frameLocator('ad-frame iframe').locator('ad-report-chart')
  const dates = chart.getByRole('button', { name: 'Dates' })
  /** Gives what the button says from then on. */
  const choose = async (name: string) => {
    const before = (await dates.textContent()) ?? ''
    await dates.press('Enter')
    await chart.getByRole('menuitemcheckbox', { name }).click()
    await expect(dates).not.toHaveText(before)
    return (await dates.textContent()) ?? ''
  }
  const shows = () => expect(chart.locator('.figure dd').first()).toContainText('$')
  const heard = () => page.evaluate(() => Reflect.get(window, 'heard'))
  return { host, chart, dates, choose, shows, heard }
}

for (const place of ['page', 'frame'] as const) {
  test(`in the ${place} a token is renewed before its end, once, and nobody notices`, async ({ page }) => {
    const { host, shows, heard } = await opened(page, place)
    await shows()
    expect(host.asked).toBe(1)
    await page.clock.fastForward(8 * minute + 5000)
    await expect.poll(() => host.asked).toBe(2)
    expect(await heard()).toEqual([])
  })

  test(`in the ${place} a host that fails before the end is asked again; what is chosen meanwhile is answered`, async ({ page }) => {
    const { host, chart, dates, choose, shows, heard } = await opened(page, place)
    await shows()
    host.way = 'fails'
    await page.clock.fastForward(8 * minute + 5000)
    await expect.poll(heard).toEqual(['expiring'])
    const chosen = await choose('Last 7 days')
    await expect(chart.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(chart.getByText('The report did not arrive')).toHaveCount(0)
    host.way = 'answers'
    await page.clock.fastForward(minute)
    await expect.poll(heard).toEqual(['expiring', 'restored'])
    await expect(dates).toHaveText(chosen)
  })

  test(`in the ${place} a host that fails for good ends the session once, and what was chosen stays`, async ({ page }) => {
    const { host, chart, dates, choose, shows, heard } = await opened(page, place)
    await shows()
    await choose('Last 7 days')
    await expect(chart.locator('[aria-busy=true]')).toHaveCount(0)
    host.way = 'fails'
    await page.clock.fastForward(8 * minute)
    // The host's answer crosses to the frame in real time, and only then does the frame know how long to wait.
    const later = async () => {
      await page.clock.fastForward(5000)
      return host.asked
    }
    for (const asked of [2, 3, 4]) await expect.poll(later, { intervals: [100] }).toBe(asked)
    await expect.poll(() => later().then(heard), { intervals: [100] }).toEqual(['expiring', 'expired'])
    await page.clock.fastForward(60 * minute)
    const chosen = await choose('Last 60 days')
    await expect(chart.getByText('Your session has expired.').first()).toBeVisible()
    await expect(dates).toHaveText(chosen)
    expect([host.asked, await heard()]).toEqual([4, ['expiring', 'expired']])
  })

  test(`in the ${place} a host that never answers is given ten seconds, and may be asked again`, async ({ page }) => {
    const { host, chart, shows } = await opened(page, place, 'never answers')
    await expect.poll(() => host.asked).toBe(1)
    // The loader asks before there is code to give up the waiting.
    await expect(async () => {
      await page.clock.fastForward(11_000)
      await expect(chart.getByText('The report did not arrive')).toBeVisible({ timeout: 1000 })
    }).toPass()
    const { asked } = host
    host.way = 'answers'
    await page.clock.fastForward(5000)
    await chart.getByRole('button', { name: 'Try again' }).press('Enter')
    await shows()
    expect(host.asked).toBe(asked + 1)
  })

  test(`in the ${place} a token that the platform refuses is replaced once for all calls`, async ({ page }) => {
    const { host, shows } = await opened(page, place, 'gives a dead token first')
    await shows()
    expect(host.asked).toBe(2)
  })
}
