import puppeteer from 'puppeteer-core'
import { findFirefox } from './install.mjs'
import { type Driver, type EnginePage, pageOf } from './engine.ts'
import { openHearingProxy } from './hearing-proxy.ts'

/** Messages that every page causes, and downloads that end because the page is left (NS_BINDING_ABORTED). */
const harmless = [/preload.*not used|Layout was forced before/i, /download failed.*status=2152398850/]

/** Whether a message of Firefox is a fault of the page. */
export const isFault = (message: string) => !harmless.some((pattern) => pattern.test(message))

/** Opens Firefox over WebDriver BiDi; only one instance at a time can have the focus. */
export async function openFirefox(): Promise<EnginePage> {
  const executablePath = findFirefox()
  if (!executablePath) throw new Error('There is no Firefox; install firefox-esr')
  const proxy = await openHearingProxy()
  const through = {
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': proxy.port,
    'network.proxy.allow_hijacking_localhost': true,
  }
  const browser = await puppeteer.launch({
    browser: 'firefox',
    protocol: 'webDriverBiDi',
    executablePath,
    headless: true,
    // Without it Firefox sends no focus or blur events, because no window has the focus.
    extraPrefsFirefox: { ...through, 'focusmanager.testmode': true, 'intl.accept_languages': 'en-US' },
  })
  const page = await browser.newPage()
  await page.setViewport({ width: 1280, height: 900 })
  const errors: string[] = []
  const note = (kind: 'error' | 'console', message: string) => {
    if (isFault(message)) errors.push(`${kind}: ${message}`)
  }
  page.on('pageerror', (error) => note('error', error instanceof Error ? error.message : String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') note('console', message.text())
  })
  const driver: Driver = {
    name: 'firefox',
    open: async (url) => {
      await page.goto(url, { waitUntil: 'domcontentloaded' })
    },
    run: async (expression) => {
      const result: unknown = await page.evaluate(expression)
      return typeof result === 'string' ? result : null
    },
    noted: () => [...errors.splice(0), ...proxy.noted()],
    close: async () => {
      await browser.close()
      await proxy.close()
    },
  }
  return pageOf(driver)
}
