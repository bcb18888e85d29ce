import puppeteer from 'puppeteer-core'
import { findFirefox } from './install.mjs'
import { type Driver, type EnginePage, pageOf } from './engine.ts'
import { inPage } from './hands.ts'
import { hearFaults } from './hearing.ts'

/** Messages of the browser about what every page does. */
const harmless = /favicon|preload.*not used|Layout was forced before/i

/** Opens Firefox over WebDriver BiDi; only one at a time believes that its window has the focus. */
export async function openFirefox(): Promise<EnginePage> {
  const executablePath = findFirefox()
  if (!executablePath) throw new Error('There is no Firefox; install firefox-esr')
  const browser = await puppeteer.launch({
    browser: 'firefox',
    protocol: 'webDriverBiDi',
    executablePath,
    headless: true,
    // Without it neither focus nor blur is told, because no window has the focus.
    extraPrefsFirefox: { 'focusmanager.testmode': true, 'intl.accept_languages': 'en-US' },
  })
  const page = await browser.newPage()
  await page.setViewport({ width: 1280, height: 900 })
  await page.evaluateOnNewDocument(inPage(`(${hearFaults})()`))
  const heard: string[] = []
  page.on('pageerror', (error) => heard.push(`error: ${error instanceof Error ? error.message : String(error)}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !harmless.test(message.text())) heard.push(`console: ${message.text()}`)
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
    noted: () => heard.splice(0),
    close: () => browser.close(),
  }
  return pageOf(driver)
}
