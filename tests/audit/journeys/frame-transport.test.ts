import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { frameChecks, shown } from '../../support/embedding/frame-checks.ts'
import { refusesWithout } from '../../support/embedding/sandbox.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'
import { openHostPage } from '../../support/embedding/host-page.ts'
import { otherHost } from '../../support/embedding/other-frame.ts'
import { frameKinds, openTransportPage } from '../../support/embedding/transport-page.ts'

const path = '/embedded/clients/1/chart'
const platform = demonstration()

for (const kind of frameKinds)
  for (const [name, check] of Object.entries(frameChecks)) test(`${kind}: ${name}`, ({ page }) => check(page, platform(), kind))

for (const flag of ['allow-scripts', 'allow-same-origin'] as const)
  test(`a sandboxed frame without ${flag} shows nothing and requests no token`, ({ page }) => refusesWithout(flag, page, platform()))

test('a plain frame navigates when told to, repeats requests, and answers a ping', async ({ page }) => {
  const { inner, say, document: inside } = await shown(page, platform(), 'a plain frame')
  await say('navigate', { path: '?view=table' })
  await expect(inner.getByRole('table')).toBeVisible()
  const again = page.waitForRequest((request) => request.frame() === inside() && request.method() === 'POST')
  await say('refresh')
  await again
  expect(await page.evaluate('window.connection.request("ping", {})')).toEqual({})
})

test('a plain frame is told which part of it is visible', async ({ page }) => {
  const { say, document: inside } = await shown(page, platform(), 'a plain frame')
  await say('viewport', { top: 120, height: 345 })
  const viewportTop = () => inside()?.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ad-viewport-top'))
  await expect.poll(viewportTop).toBe('120px')
})

test('ad-frame tells the frame which part of it is visible', async ({ page }) => {
  const { document: inside } = await shown(page, platform(), 'ad-frame')
  const viewportTop = () =>
    inside()?.evaluate(() => Number.parseFloat(document.documentElement.style.getPropertyValue('--ad-viewport-top')))
  await expect.poll(viewportTop).toBe(0)
  await page.setViewportSize({ width: 700, height: 250 })
  await page.mouse.wheel(0, 200)
  await expect.poll(viewportTop).toBeGreaterThan(50)
})

test('the frame of a host with another version says why it shows nothing', async ({ page }) => {
  await openHostPage(page, platform(), { body: otherHost(platform().origin + path), script: '' })
  const inside = page.frameLocator('iframe')
  await expect(inside.getByText('version_unsupported')).toBeVisible()
  await expect(inside.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an unknown request to the frame is refused with a code', async ({ page }) => {
  const { inner } = await openTransportPage(page, platform(), 'a plain frame')
  await expect(inner.locator('.figure dd').first()).toContainText('$')
  const requests = ['token', 'before'].map((type) =>
    page.evaluate(`window.connection.request('${type}', { reason: 'start', event: 'ad-notice', detail: {} }).catch(({ code }) => code)`),
  )
  expect(await Promise.all(requests)).toEqual(['no_answer', 'no_answer'])
  expect(await page.evaluate('window.connection.request("confirm-leave", {})')).toEqual({ allowed: true })
})
