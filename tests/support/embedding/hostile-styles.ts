import type { Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { openHostPage } from './host-page.ts'
import { guestMarkup, guestReady, guestScript, guestScriptWith } from './guest-subjects.ts'
import { tokenJson } from '../identity/person-token.ts'
import { pixelsApart, steadyPicture } from '../browser/picture-difference.ts'
import type { PlatformProcess } from '../platform/process.ts'

/** Hostile page styles. #around is the parent of the element, for inherited properties. */
export const hostileSheets = {
  'a reset of everything': '* { all: unset !important }',
  'a colourful theme': '* { color: #c00 !important; background: #ff0 !important; border: 3px dashed #00f !important }',
  'text styles':
    '* { font: italic 900 31px/3 Georgia, serif !important; letter-spacing: .3em !important; text-transform: uppercase !important; text-shadow: 2px 2px red !important; -webkit-text-stroke: 2px lime !important }',
  'box model':
    '* { box-sizing: content-box !important; padding: 13px !important; margin: 11px !important; min-width: 90px !important; columns: 3 !important; overflow-wrap: anywhere !important }',
  'tags by name':
    'button, svg, table, div, span, dl, dt, dd, h2, p, a { display: inline !important; float: left !important; fill: red !important; stroke: red !important }',
  'our own class names':
    '.figure, .row, .toolbar, .chip, .button, .report, .chart, .table, .island, .waiting { display: none !important; opacity: .1 !important }',
  'inherited properties':
    '#around { user-select: none; cursor: wait; color: red; text-align: right; word-spacing: 2em; white-space: pre; text-indent: 4em; line-height: 5; quotes: none; list-style: square; direction: rtl; hyphens: auto; tab-size: 9; font: italic 40px Georgia; font-variant: small-caps; font-stretch: condensed; letter-spacing: 1em; border-collapse: collapse; caption-side: bottom; accent-color: red; caret-color: red; stroke: red; fill: red; stroke-width: 9px; text-anchor: end; paint-order: stroke; image-rendering: pixelated; word-break: break-all; text-wrap: nowrap }',
  motion:
    '* { transition: all 9s !important; animation: flash 1s infinite !important } @keyframes flash { to { color: red; background: red; padding: 40px; border: 9px solid red; font-size: 60px; letter-spacing: 1em } }',
  'writing mode': '* { writing-mode: vertical-rl !important; direction: rtl !important; text-orientation: upright !important }',
  'a large, dark root':
    ':root { font-size: 41px; color-scheme: dark; line-height: 4 } * { color-scheme: dark !important; forced-color-adjust: none !important }',
  'same font names and pseudo-elements':
    "@font-face { font-family: Inter; src: local('Georgia') } @font-face { font-family: Arial; src: local('Georgia') } ::selection { background: red } *::before, *::after { content: 'x' !important }",
} as const

/** Position, display and size of an element belong to the page, so the test's page sets them. */
const positionStyle =
  'display: block !important; position: fixed !important; inset: 0 auto auto 0 !important; margin: 0 !important; width: 900px !important; height: 460px !important'
const wrapped = (tag: string, platform: string) => `<div id="around">${guestMarkup(tag, platform, { style: positionStyle })}</div>`
/** The page's own content, below the element so that long elements cannot cover it. */
const pageContent =
  '<div style="all: initial; position: fixed; inset: 640px auto auto 0; width: 400px; height: 200px; background: #fff"><h2 class="row">Our own</h2><button class="button">Press</button><table class="table"><tr><td>1</td></tr></table></div>'

async function pictureOf(page: Page, platform: PlatformProcess, tag: string, css: string, pageScript: string) {
  await page.setViewportSize({ width: 1000, height: 900 })
  await openHostPage(page, platform, { css, body: wrapped(tag, platform.origin), pageScript })
  await guestReady(page, tag)
  // Later requests of an element also change the picture.
  await page.waitForLoadState('networkidle')
  return steadyPicture(() => page.screenshot({ clip: { x: 0, y: 0, width: 900, height: 460 }, animations: 'disabled' }))
}

/** The page's background would show through the element, so it is plain white. */
const plainBackground =
  'head, title, script, link, meta { display: none !important } html, body, #around { background: #fff !important; border-color: transparent !important } html::before, html::after, body::before, body::after, #around::before, #around::after { display: none !important }'

interface Sheets {
  readonly names?: readonly string[]
  /** Rules with which the page may change the element itself. */
  readonly allowedRules?: readonly string[]
}

/** Checks that no hostile sheet changes a pixel of an element, and that the page's own filter, opacity and transform do change it. */
export async function expectUnaffectedByPage(
  page: Page,
  platform: PlatformProcess,
  tag: string,
  { names = Object.keys(hostileSheets), allowedRules = ['filter: invert(1)', 'opacity: .5', 'transform: scale(.9)'] }: Sheets = {},
) {
  // A user's token, so that every element has content.
  const pageScript = guestScriptWith(`(${await tokenJson(platform, 'dana.whitfield@harborline.example')})`)
  const pictured = (css: string) => pictureOf(page, platform, tag, css + plainBackground, pageScript)
  const plain = await pictured('')
  expect(await pixelsApart(page, await pictured(''), plain), 'the picture itself is steady').toBe(0)
  const changed: string[] = []
  for (const [name, css] of Object.entries(hostileSheets).filter(([one]) => names.includes(one))) {
    const apart = await pixelsApart(page, await pictured(css), plain)
    if (apart > 0) changed.push(`${name}: ${apart} pixels`)
  }
  expect(changed).toEqual([])
  // The same comparison must detect what a host may do: filter, opacity and transform on the element.
  for (const rule of allowedRules) expect(await pixelsApart(page, await pictured(`${tag} { ${rule} }`), plain), rule).toBeGreaterThan(1000)
}

/** Checks that our elements leave the page's own content and style sheets unchanged. */
export async function expectPageUnchanged(page: Page, platform: PlatformProcess, tags: readonly string[]) {
  await page.setViewportSize({ width: 1000, height: 900 })
  const clip = { x: 0, y: 640, width: 400, height: 200 }
  await openHostPage(page, platform, { body: pageContent, script: '' })
  const before = await page.screenshot({ clip })
  for (const tag of tags) {
    await openHostPage(page, platform, { body: wrapped(tag, platform.origin) + pageContent, pageScript: guestScript })
    await guestReady(page, tag)
    expect(await pixelsApart(page, await page.screenshot({ clip }), before), tag).toBe(0)
    expect(
      await page.evaluate(() => [
        document.adoptedStyleSheets.length,
        document.styleSheets.length,
        document.querySelectorAll('style').length,
      ]),
    ).toEqual([0, 1, 0])
  }
}
