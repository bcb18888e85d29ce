import type { Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { fetchFromPlatform } from '../browser/fetch-from-platform.ts'
import { replyAsOtherFrame } from './other-frame.ts'
import type { PlatformProcess } from '../platform/process.ts'
import { type FrameKind, openTransportPage } from './transport-page.ts'

/** Opens a page with its frame and waits for the figures. */
export async function shown(page: Page, platform: PlatformProcess, kind: FrameKind) {
  const opened = await openTransportPage(page, platform, kind)
  await expect(opened.inner.locator('.figure dd').first()).toContainText('$')
  return opened
}
export const eventNames = async ({ events }: Awaited<ReturnType<typeof shown>>) => (await events()).map(([type]) => type)

/** Checks of a frame, created by ad-frame or by the page itself, by name. */
export const frameChecks = {
  'language and theme change in place': async (page: Page, platform: PlatformProcess, kind: FrameKind) => {
    const opened = await shown(page, platform, kind)
    const { inner, document: inside, say, events, requests } = opened
    await inner.getByRole('button', { name: 'Table' }).click()
    await expect(inner.getByRole('table')).toBeVisible()
    await inside()?.evaluate(() => document.querySelector('ad-report-chart')?.setAttribute('data-same', 'yes'))
    const before = await requests()
    await say('configure', { attributes: { locale: 'de', theme: 'dark' } })
    await expect(inner.getByRole('button', { name: 'Tabelle' })).toBeVisible()
    await expect(inner.getByRole('table')).toBeVisible()
    await expect(inner.locator('ad-report-chart')).toHaveAttribute('theme', 'dark')
    await expect(inner.locator('ad-report-chart')).toHaveAttribute('data-same', 'yes')
    expect(await requests()).toBe(before)
    expect((await events()).filter(([type]) => type === 'ad-ready')).toHaveLength(1)
  },
  'navigation inside is reported outside': async (page: Page, platform: PlatformProcess, kind: FrameKind) => {
    const opened = await shown(page, platform, kind)
    await opened.inner.getByRole('button', { name: 'Table' }).click()
    await expect
      .poll(async () => (await opened.events()).find(([type]) => type === 'ad-navigated'))
      .toMatchObject(['ad-navigated', { path: expect.stringContaining('view=table') }])
  },
  'a cancelable event waits for the page, which may prevent it': async (page: Page, platform: PlatformProcess, kind: FrameKind) => {
    const { document: inside, refuse, events } = await shown(page, platform, kind)
    const ask = () =>
      inside()?.evaluate(() => {
        const decisions: Promise<boolean>[] = []
        const event = new CustomEvent('ad-notice', { detail: { kind: 'info', title: 'Saved', text: '' }, cancelable: true })
        const waits = Object.assign(event, { waitUntil: (decision: Promise<boolean>) => decisions.push(decision) })
        document.querySelector('ad-report-chart')?.dispatchEvent(waits)
        return Promise.all(decisions)
      })
    expect(await ask()).toEqual([true])
    await refuse('ad-notice')
    expect(await ask()).toEqual([false])
    expect((await events()).find(([type]) => type === 'ad-notice')?.[1]).toEqual({ kind: 'info', title: 'Saved', text: '' })
  },
  "a host that is not on the client's list gets no frame, and without the header no handshake": async (
    page: Page,
    platform: PlatformProcess,
    kind: FrameKind,
  ) => {
    const stranger = { ...platform, other: platform.other.replace('localhost', '127.0.0.1') }
    const code = kind === 'ad-frame' ? 'ad-error' : 'failed'
    const failure = async ({ events }: Awaited<ReturnType<typeof shown>>) => (await events()).find(([type]) => type === code)?.[1]
    await page.clock.install()
    const blocked = await openTransportPage(page, stranger, kind)
    // The host waits ten seconds for a frame.
    await page.clock.fastForward(11_000)
    await expect.poll(() => failure(blocked)).toMatchObject({ code: 'timed_out' })
    expect(blocked.document()).toBeUndefined()
    await page.route(`${platform.origin}/embedded/clients/1/chart`, async (route) => {
      const original = await fetchFromPlatform(route)
      if (!original) return
      const { 'content-security-policy': policy = '', ...headers } = original.response.headers()
      await route.fulfill({
        response: original.response,
        headers: { ...headers, 'content-security-policy': policy.replace(/frame-ancestors[^;]*/, '') },
      })
    })
    const refused = await openTransportPage(page, stranger, kind)
    await expect(refused.inner.getByText('origin_refused')).toBeVisible()
    expect(await refused.requests()).toBe(0)
  },
  'focus sent to the frame arrives at its first control': async (page: Page, platform: PlatformProcess, kind: FrameKind) => {
    const { inner, document: inside, focus } = await shown(page, platform, kind)
    await focus()
    await expect(inner.locator('ad-report-chart')).toBeFocused()
    const at = await inside()?.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.localName)
    expect(at).toBe('button')
    await page.keyboard.press('Tab')
    await expect(inner.locator('ad-report-chart')).toBeFocused()
  },
  'a frame of another version is refused, and both sides learn why': async (page: Page, platform: PlatformProcess, kind: FrameKind) => {
    await replyAsOtherFrame(page, `${platform.origin}/embedded/clients/1/chart`, { oldest: 2, newest: 3 })
    const { events, document: inside, requests } = await openTransportPage(page, platform, kind)
    const name = kind === 'ad-frame' ? 'ad-error' : 'failed'
    await expect.poll(async () => (await events()).find(([type]) => type === name)?.[1]).toMatchObject({ code: 'version_unsupported' })
    if (kind === 'ad-frame') await expect(page.getByRole('alert')).toContainText('version')
    else expect(await inside()?.evaluate('window.receivedMessages')).toMatchObject([{ type: 'connect', code: 'version_unsupported' }])
    expect(await requests()).toBe(0)
  },
}
