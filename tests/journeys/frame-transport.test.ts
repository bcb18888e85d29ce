import { expect, test } from 'playwright/test'
import { answered } from '../support/answered.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'
import { type FrameKind, frameKinds, openTransportPage } from '../support/transport-page.ts'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

/** A page with its frame, once the figures are there. */
async function shown(page: Parameters<typeof openTransportPage>[0], kind: FrameKind, path?: string) {
  const opened = await openTransportPage(page, platform, kind, path)
  await expect(opened.inner.locator('.figure dd').first()).toContainText('$')
  return opened
}
const names = async ({ heard }: Awaited<ReturnType<typeof shown>>) => (await heard()).map(([type]) => type)

for (const kind of frameKinds) {
  test(`${kind}: language and theme change where the chart stands, and what is shown stays`, async ({ page }) => {
    const opened = await shown(page, kind)
    const { inner, document: inside, say, heard, asked } = opened
    await inner.getByRole('button', { name: 'Table' }).click()
    await expect(inner.getByRole('table')).toBeVisible()
    await inside()?.evaluate(() => document.querySelector('ad-report-chart')?.setAttribute('data-same', 'yes'))
    const before = await asked()
    await say('configure', { attributes: { locale: 'de', theme: 'dark' } })
    await expect(inner.getByRole('button', { name: 'Tabelle' })).toBeVisible()
    await expect(inner.getByRole('table')).toBeVisible()
    await expect(inner.locator('ad-report-chart')).toHaveAttribute('theme', 'dark')
    await expect(inner.locator('ad-report-chart')).toHaveAttribute('data-same', 'yes')
    expect(await asked()).toBe(before)
    expect((await heard()).filter(([type]) => type === 'ad-ready')).toHaveLength(1)
  })

  test(`${kind}: what the person does inside is told outside`, async ({ page }) => {
    const opened = await shown(page, kind)
    await opened.inner.getByRole('button', { name: 'Table' }).click()
    await expect
      .poll(async () => (await opened.heard()).find(([type]) => type === 'ad-navigated'))
      .toMatchObject(['ad-navigated', { path: expect.stringContaining('view=table') }])
  })

  test(`${kind}: an event that waits asks the page, which may prevent what follows`, async ({ page }) => {
    const { document: inside, refuse, heard } = await shown(page, kind)
    const ask = () =>
      inside()?.evaluate(() => {
        const answers: Promise<boolean>[] = []
        const event = new CustomEvent('ad-notice', { detail: { kind: 'info', title: 'Saved', text: '' }, cancelable: true })
        const waits = Object.assign(event, { waitUntil: (answer: Promise<boolean>) => answers.push(answer) })
        document.querySelector('ad-report-chart')?.dispatchEvent(waits)
        return Promise.all(answers)
      })
    expect(await ask()).toEqual([true])
    await refuse('ad-notice')
    expect(await ask()).toEqual([false])
    expect((await heard()).find(([type]) => type === 'ad-notice')?.[1]).toEqual({ kind: 'info', title: 'Saved', text: '' })
  })

  test(`${kind}: a host that is not on the client's list gets no frame, and with the header gone no handshake`, async ({ page }) => {
    const stranger = { ...platform, other: platform.other.replace('localhost', '127.0.0.1') }
    const code = kind === 'ad-frame' ? 'ad-error' : 'failed'
    const failure = async ({ heard }: Awaited<ReturnType<typeof shown>>) => (await heard()).find(([type]) => type === code)?.[1]
    const blocked = await openTransportPage(page, stranger, kind)
    await expect.poll(() => failure(blocked), { timeout: 20_000 }).toMatchObject({ code: 'timed_out' })
    expect(blocked.document()).toBeUndefined()
    await page.route(`${platform.origin}/embedded/clients/1/chart`, async (route) => {
      const answer = await answered(route)
      if (!answer) return
      const { 'content-security-policy': policy = '', ...headers } = answer.response.headers()
      await route.fulfill({
        response: answer.response,
        headers: { ...headers, 'content-security-policy': policy.replace(/frame-ancestors[^;]*/, '') },
      })
    })
    const refused = await openTransportPage(page, stranger, kind)
    await expect(refused.inner.getByText('origin_refused')).toBeVisible()
    expect(await refused.asked()).toBe(0)
  })
}

test('a plain frame: goes where it is sent, asks again, and answers a ping', async ({ page }) => {
  const { inner, say, document: inside } = await shown(page, 'a plain frame')
  await say('navigate', { path: '?view=table' })
  await expect(inner.getByRole('table')).toBeVisible()
  const again = page.waitForRequest((request) => request.frame() === inside() && request.method() === 'POST')
  await say('refresh')
  await again
  expect(await page.evaluate('window.connection.request("ping", {})')).toEqual({})
})

test('a plain frame: learns which part of it is seen', async ({ page }) => {
  const { say, document: inside } = await shown(page, 'a plain frame')
  await say('viewport', { top: 120, height: 345 })
  const told = () => inside()?.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ad-viewport-top'))
  await expect.poll(told).toBe('120px')
})

for (const kind of frameKinds)
  test(`${kind}: the focus that is sent to it is at the first thing inside`, async ({ page }) => {
    const { inner, document: inside, focus } = await shown(page, kind)
    await focus()
    await expect(inner.locator('ad-report-chart')).toBeFocused()
    const at = await inside()?.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.localName)
    expect(at).toBe('button')
    await page.keyboard.press('Tab')
    await expect(inner.locator('ad-report-chart')).toBeFocused()
  })

test('ad-frame: tells which part of it is seen', async ({ page }) => {
  const { document: inside } = await shown(page, 'ad-frame')
  const told = () => inside()?.evaluate(() => Number.parseFloat(document.documentElement.style.getPropertyValue('--ad-viewport-top')))
  await expect.poll(told).toBe(0)
  await page.setViewportSize({ width: 700, height: 250 })
  await page.mouse.wheel(0, 200)
  await expect.poll(told).toBeGreaterThan(50)
})

test('a plain frame: signed out, it says so and asks for nothing more', async ({ page }) => {
  const opened = await shown(page, 'a plain frame')
  const before = await opened.asked()
  await opened.say('sign-out')
  await expect.poll(() => names(opened)).toContain('ad-session-expired')
  await opened.say('refresh')
  // What goes through a port keeps its order, so the answer comes after the refresh.
  await page.evaluate('window.connection.request("ping", {})')
  expect(await opened.asked()).toBe(before)
})
