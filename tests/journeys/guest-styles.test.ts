import { expect, type Page, test } from 'playwright/test'
import { chartTag, openGuestPage } from '../support/guest-page.ts'
import { type PlatformProcess, startPlatformProcess } from '../support/platform-process.ts'

/** What pages do to everything on them; none of it is written against us. */
const hostile = {
  'a reset of everything': '* { all: unset !important }',
  'a colourful theme': '* { color: #c00 !important; background: #ff0 !important; border: 3px dashed #00f !important }',
  'other letters':
    '* { font: italic 900 31px/3 Georgia, serif !important; letter-spacing: .3em !important; text-transform: uppercase !important }',
  'other boxes': '* { box-sizing: content-box !important; padding: 13px !important; margin: 11px !important; min-width: 90px !important }',
  'tags by name':
    'button, svg, table, div, span, dl, dt, dd, h2, p, a { display: inline !important; float: left !important; fill: red !important; stroke: red !important }',
  'classes that we have too':
    '.figure, .row, .toolbar, .chip, .button, .report, .chart, .table { display: none !important; opacity: .1 !important }',
  'what is inherited':
    'body { user-select: none; cursor: wait; text-align: right; word-spacing: 2em; white-space: pre; text-indent: 4em; line-height: 5; quotes: none; list-style: square; direction: rtl }',
  motion: 'body * { transition: all 9s !important; animation: spin 1s infinite !important } @keyframes spin { to { rotate: 1turn } }',
  'a large root': ':root { font-size: 41px; color-scheme: dark; writing-mode: horizontal-tb; zoom: 1 }',
  'a font of the same name and marks':
    "@font-face { font-family: Inter; src: local('Georgia') } @font-face { font-family: Arial; src: local('Georgia') } ::selection { background: red } *::before, *::after { content: 'x' !important }",
} as const

/** The partner's own place for us: whatever the page does, as wide as this. */
const place = (inside: string) =>
  `<div id="box" style="all: initial !important; display: block !important; position: fixed !important; inset: 0 auto auto 0 !important; inline-size: 900px !important; animation: none !important; background: #fff !important; padding-block-end: 9px !important">${inside}</div>`
const own =
  '<div style="all: initial; position: fixed; inset: 640px auto auto 0; width: 400px"><h2 class="row">Our own</h2><button class="button">Press</button><table class="table"><tr><td>1</td></tr></table></div>'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await startPlatformProcess()
})
test.afterAll(() => platform?.clear())

async function pictureOf(page: Page, css: string) {
  await page.setViewportSize({ width: 1000, height: 900 })
  await openGuestPage(page, platform, { css: `${css} #box::before, #box::after { display: none !important }`, body: place(chartTag) })
  await expect(page.locator('.figure dd').first()).toContainText('$')
  await page.evaluate(() => document.fonts.ready)
  return page.locator('ad-report-chart').screenshot()
}

test('no style of the page comes in', async ({ page }) => {
  test.setTimeout(180_000)
  const plain = await pictureOf(page, '')
  expect(await pictureOf(page, ''), 'the picture itself is steady').toEqual(plain)
  const changed: string[] = []
  for (const [name, css] of Object.entries(hostile)) if (!(await pictureOf(page, css)).equals(plain)) changed.push(name)
  expect(changed).toEqual([])
  // The same eyes see what a host may do: a filter, opacity and transform on the element are its right.
  expect((await pictureOf(page, 'ad-report-chart { filter: invert(1) }')).equals(plain)).toBe(false)
})

test('no style of ours goes out', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 900 })
  const clip = { x: 0, y: 640, width: 400, height: 200 }
  await openGuestPage(page, platform, { body: own, script: '' })
  const before = await page.screenshot({ clip })
  await openGuestPage(page, platform, { body: place(chartTag) + own })
  await expect(page.locator('.figure dd').first()).toContainText('$')
  expect((await page.screenshot({ clip })).equals(before)).toBe(true)
  expect(
    await page.evaluate(() => [document.adoptedStyleSheets.length, document.styleSheets.length, document.querySelectorAll('style').length]),
  ).toEqual([0, 1, 0])
})
