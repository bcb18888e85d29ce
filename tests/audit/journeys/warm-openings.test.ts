import { type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { errorsOf } from '../../support/browser/opening.ts'
import { enterConsole } from '../../support/console/sign-in.ts'
import { demonstration, painted } from '../../support/embedding/guest-journey.ts'
import { partnerPages } from '../../support/embedding/partner-pages.ts'

const platform = demonstration()
const openings = 20

/** Logs each `ad-error` of the page and of its frames as a console error. */
function logAdErrors() {
  addEventListener('ad-error', (event) => console.error('ad-error', JSON.stringify(event instanceof CustomEvent && event.detail)), true)
}

/** The number of code files that the browser has read from its cache since the last call. */
async function cachedCode(page: Page) {
  const session = await page.context().newCDPSession(page)
  let count = 0
  const codeIds = new Set<string>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => request.url.includes('/chunks/') && codeIds.add(requestId))
  // Of each kind of cache, memory and disk, one event tells.
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    if (codeIds.delete(requestId)) count += 1
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache && codeIds.delete(requestId)) count += 1
  })
  await session.send('Network.enable')
  return () => {
    const counted = count
    count = 0
    return counted
  }
}

/** Opens an address once to fill the cache, then often, and expects no error event, no page error and no refused call. */
async function opensOften(page: Page, address: string, isReady: () => Promise<unknown>) {
  await page.addInitScript(logAdErrors)
  await page.goto(address)
  await isReady()
  const cached = await cachedCode(page)
  const errors = errorsOf(page)
  for (let opening = 1; opening <= openings; opening++) {
    // A navigation to the same address would be a reload, which checks the cached files again.
    await page.goto('about:blank')
    cached()
    await page.goto(address)
    await isReady()
    expect(cached(), `opening ${opening} reads its code from the cache`).toBeGreaterThan(0)
    expect(errors, `opening ${opening}`).toEqual([])
  }
}

for (const name of ['shop', 'portal'] as const)
  test(`${openings} openings of the ${name} with a warm cache emit no ad-error`, async ({ page }) => {
    await opensOften(page, `${platform().other}/${name}/`, () => painted(partnerPages[name](page)))
  })

test(`${openings} openings of the console with a warm cache emit no ad-error`, async ({ page }) => {
  await enterConsole(page, platform())
  await opensOften(page, `${platform().origin}/clients/1/campaigns`, () => expect(page.getByRole('row').nth(2)).toBeVisible())
})

test(`${openings} openings of an embedded chart with a warm cache emit no ad-error`, async ({ page }) => {
  await enterConsole(page, platform())
  await opensOften(page, `${platform().origin}/embedded/clients/1/chart`, () => painted(page))
})

test('an opening whose page provides no token is heard', async ({ page }) => {
  await page.addInitScript(logAdErrors)
  const errors = errorsOf(page)
  await page.route('**/shop/token', (route) => route.fulfill({ status: 401, body: '{}' }))
  await page.goto(`${platform().other}/shop/`)
  await expect.poll(() => errors.filter((text) => text.startsWith('ad-error')).length).toBeGreaterThan(0)
})
