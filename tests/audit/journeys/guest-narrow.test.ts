import { type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { fetchFromPlatform } from '../../support/browser/fetch-from-platform.ts'
import { boxesAt, coloursOf, expectNarrowLayout, narrow, openThemed } from '../../support/embedding/narrow-elements.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'
import { openHostPage } from '../../support/embedding/host-page.ts'
import { guestMarkup, guestReady, guestScript, guestTags } from '../../support/embedding/guest-subjects.ts'
import { pixelsApart, steadyPicture } from '../../support/browser/picture-difference.ts'

const platform = demonstration()
/** Anti-aliasing may change a few corner pixels between renders; another theme changes thousands of pixels. */
const corners = 16

/** Serves the same bundle with media queries instead of container queries. */
const askThePage = (page: Page) =>
  page.route('**/chunks/*.js', async (route) => {
    const original = await fetchFromPlatform(route)
    if (!original) return
    const { response, text } = original
    await route.fulfill({ response, body: text.replace(/@container (surface ?)?/g, '@media ') })
  })

for (const tag of guestTags)
  test(`${tag} in ${narrow} px of a wide page has the narrow layout`, ({ page }) => expectNarrowLayout(page, platform(), tag))

test('rules with media queries of the page are detected', async ({ page }) => {
  await askThePage(page)
  const there = await boxesAt(page, platform(), 'ad-report-chart', 1000)
  expect(there).not.toEqual(await boxesAt(page, platform(), 'ad-report-chart', narrow))
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const tag of guestTags)
    test(`${tag} with the theme auto is ${colorScheme} for a user who prefers that`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme })
      const page = await context.newPage()
      const [pictures, colours]: [Buffer[], string[][]] = [[], []]
      for (const theme of ['auto', colorScheme, colorScheme === 'dark' ? 'light' : 'dark']) {
        await openThemed(page, platform(), tag, theme, colorScheme)
        pictures.push(await steadyPicture(() => page.locator(tag).screenshot({ animations: 'disabled' })))
        colours.push(await coloursOf(page, tag))
      }
      const [auto = Buffer.of(), same = Buffer.of(), other = Buffer.of()] = pictures
      expect(colours[0]).toEqual(colours[1])
      expect(await pixelsApart(page, auto, same)).toBeLessThanOrEqual(corners)
      expect(await pixelsApart(page, auto, other)).toBeGreaterThan(1000)
      await context.close()
    })

test('ten elements share their style sheets', async ({ page }) => {
  const tags = [...guestTags, ...Array.from({ length: 10 }, () => 'ad-report-chart')]
  const body = tags.map((tag) => guestMarkup(tag, platform().origin)).join('')
  await openHostPage(page, platform(), { body, pageScript: guestScript })
  for (const tag of guestTags) await guestReady(page, tag)
  const counted = await page.evaluate(() => {
    const charts = [...document.querySelectorAll('ad-report-chart')].map((one) => one.shadowRoot?.adoptedStyleSheets ?? [])
    const rulesOf = (sheet: CSSStyleSheet) => [...sheet.cssRules].reduce((sum, rule) => sum + rule.cssText.length, 0)
    const [first = []] = charts
    // An element's own sheet contains only its client's colours and its host's tokens.
    const own = charts.flatMap((sheets) => sheets.filter((sheet) => !first.includes(sheet)))
    const shared = first.filter((sheet) => charts.every((sheets) => sheets.includes(sheet)))
    return { charts: charts.length, shared: shared.reduce((sum, one) => sum + rulesOf(one), 0), own: Math.max(0, ...own.map(rulesOf)) }
  })
  expect(counted.charts).toBe(11)
  expect(counted.shared).toBeGreaterThan(5000)
  expect(counted.own * 10).toBeLessThan(counted.shared)
})
