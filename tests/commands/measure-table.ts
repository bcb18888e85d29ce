import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { buildIfStale } from '../measures/fresh-build.ts'
import { barMs, frame, measured, type Phase, printPhases, watch } from '../measures/page-phases.ts'
import { chromiumArguments, findChromium } from '../support/browser/chromium.mjs'
import { startPlatformProcess } from '../support/platform/process.ts'

const slower = 4
const rowCount = 100_000

const grid = (page: Page) => page.getByRole('grid', { name: 'Campaigns' })
const scrollPosition = (page: Page) =>
  grid(page).evaluate((node) => ({ top: node.scrollTop, maxTop: node.scrollHeight - node.clientHeight }))

async function boxOf(page: Page) {
  const box = await grid(page).boundingBox()
  if (!box) throw new Error('The table is not visible')
  return box
}

async function wheel(page: Page, deltas: readonly number[]) {
  const { x, y, width, height } = await boxOf(page)
  await page.mouse.move(x + width / 2, y + height / 2)
  for (const delta of deltas) {
    await page.mouse.wheel(0, delta)
    await page.evaluate(frame)
  }
  return deltas.length
}

/** Offsets at which to grab the thumb: at the top of the scrollbar, or below an arrow button. */
const holds = [8, 22]

/** Grabs the scrollbar's thumb; returns the y coordinate of the pointer. */
async function hold(page: Page, bar: number, top: number): Promise<number> {
  for (const at of holds.map((below) => top + below)) {
    await page.mouse.move(bar, at)
    await page.mouse.down()
    await page.mouse.move(bar, at + 8, { steps: 4 })
    for (let tries = 0; tries < 20; tries++) {
      await page.evaluate(frame)
      if ((await scrollPosition(page)).top > 0) return at
    }
    await page.mouse.up()
  }
  throw new Error('No scrollbar could be grabbed')
}

/** Drags the scrollbar's thumb from one end to the other, at the speed of a user. */
async function dragBar(page: Page, steps: number) {
  const { x, y, width, height } = await boxOf(page)
  const bar = x + width - 6
  const from = await hold(page, bar, y)
  for (let step = 1; step <= steps; step++) {
    await page.mouse.move(bar, from + ((height + 40) * step) / steps)
    await page.evaluate(frame)
  }
  await page.mouse.up()
  return steps
}

async function toTop(page: Page) {
  await grid(page).evaluate((node) => node.scrollTo(0, 0))
  await grid(page).locator('[aria-rowindex="3"]').getByText('Harbor').waitFor()
  await page.waitForTimeout(500)
}

async function expectEnd(page: Page) {
  const { top, maxTop } = await scrollPosition(page)
  if (top < maxTop - 1) throw new Error(`The table was scrolled to ${top} of ${maxTop}: its end was not reached`)
  await grid(page)
    .locator(`[aria-rowindex="${rowCount + 2}"]`)
    .getByText(`${rowCount}`)
    .first()
    .waitFor()
}

async function phases(browser: Browser, page: Page, slow: CDPSession): Promise<Phase[]> {
  await slow.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const ticks = Array.from({ length: 120 }, () => 120)
  const found = [await measured(browser, page, 'wheel, row by row', () => wheel(page, ticks))]
  await toTop(page)
  found.push(await measured(browser, page, 'scrollbar, end to end', () => dragBar(page, 150)))
  await expectEnd(page)
  await toTop(page)
  const throws = Array.from({ length: 240 }, () => 16_000)
  found.push(await measured(browser, page, 'wheel, end to end', () => wheel(page, throws)))
  await expectEnd(page)
  return found
}

buildIfStale()
const platform = await startPlatformProcess({ empty: true })
const executablePath = await findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: chromiumArguments,
  // Playwright hides scrollbars by default, and a hidden one cannot be dragged.
  ignoreDefaultArgs: ['--hide-scrollbars'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(watch)
  await page.goto(`${platform.origin}/ui/tables`)
  await grid(page).getByText('Harbor', { exact: false }).first().waitFor()
  const rows = await phases(browser, page, await page.context().newCDPSession(page))
  const longest = printPhases(`${rowCount} rows`, rows, slower)
  process.exitCode = longest > barMs ? 1 : 0
} finally {
  await browser.close()
  await platform.clear()
}
