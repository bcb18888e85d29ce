import type { Frame, Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { oneIdentity, painted, plainChart } from './guest-journey.ts'
import { openHostPage } from './host-page.ts'
import { steadyPicture } from '../browser/picture-difference.ts'
import type { PlatformProcess } from '../platform/process.ts'

export const chart = (page: Page) => page.locator('ad-report-chart')
export const change = (page: Page, script: string) =>
  page.evaluate(`(() => { const chart = document.querySelector('ad-report-chart'); ${script} })()`)

export async function openChart(
  page: Page,
  platform: PlatformProcess,
  { attributes = '', css = '', around = (inside: string) => inside } = {},
) {
  await page.setViewportSize({ width: 1000, height: 900 })
  await openHostPage(page, platform, {
    body: around(plainChart(attributes)),
    css: `body { margin: 0; background: #fff } ${css}`,
    pageScript: oneIdentity,
  })
  await painted(chart(page))
  await page.evaluate(() => document.fonts.ready)
}

/** Stores the focused inner node, for a later comparison. */
export const keepFocused = (page: Page) => change(page, 'window.kept = chart.shadowRoot.activeElement')
export const isStillFocused = (page: Page) => change(page, 'return Boolean(window.kept) && chart.shadowRoot.activeElement === window.kept')

export const picture = (page: Page) => steadyPicture(() => chart(page).screenshot({ animations: 'disabled' }))
/** A computed style of a node inside the element. */
export const styleOf = (page: Page, selector: string, property: string) =>
  change(page, `return getComputedStyle(chart.shadowRoot.querySelector('${selector}')).getPropertyValue('${property}')`)

export const watchShifts = () => {
  const shifts: number[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value) // the types do not define this entry
  }).observe({ type: 'layout-shift', buffered: true })
}
export const shiftOf = (page: Page | Frame) =>
  page.evaluate<number>(
    'new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(window.shifts.reduce((sum, one) => sum + one, 0)), 50)))',
  )
/** Pages may style all their elements; padding must not affect the element or its placeholder. */
export const padded = 'body > * { padding: 20px; border: 1px solid }'
export const story = '<p>What stands below.</p>'.repeat(12)

/** Delays all code but the loader; returns a function that releases it. */
export async function delayCode(page: Page) {
  let release: () => void = () => undefined
  const blocked = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/chunks/**', async (route) => {
    await blocked
    return route.continue()
  })
  return release
}

/** The placeholder is as tall as the chart: nothing below it moves when the chart arrives. */
export async function expectNoShift(page: Page, platform: PlatformProcess, width: number) {
  await page.addInitScript(watchShifts)
  const release = await delayCode(page)
  await page.setViewportSize({ width, height: 900 })
  const opening = openHostPage(page, platform, { body: `<h1>A page</h1>${plainChart()}${story}`, css: padded, pageScript: oneIdentity })
  await page.waitForFunction("document.querySelector('ad-report-chart')?.shadowRoot?.querySelectorAll('.waiting > div').length === 5")
  expect(await change(page, 'return chart.getBoundingClientRect().height')).toBeGreaterThanOrEqual(400)
  expect(await change(page, "return customElements.get('ad-report-chart') === undefined")).toBe(true)
  release()
  await opening
  await painted(chart(page))
  const inPage = await shiftOf(page)
  console.log(`layout shift in the page: ${inPage.toFixed(4)}`)
  expect(inPage).toBeLessThan(0.02)
}
