import { expect, type Page, test } from 'playwright/test'
import { answered } from '../support/answered.ts'
import { demonstration } from '../support/guest-journey.ts'
import { openGuestPage } from '../support/guest-page.ts'
import { pixelsApart, steadyPicture } from '../support/picture-difference.ts'
import { guestMarkup, guestReady, guestScript, guestTags } from '../support/guest-subjects.ts'

const platform = demonstration()
const narrow = 320
/** The ends of a few round corners may come out otherwise when they are drawn again; another theme changes thousands of pixels. */
const corners = 16

interface Box {
  readonly name: string
  readonly at: readonly number[]
}

/** Where everything that is drawn inside an element stands, seen from the element's own corner. */
const boxesOf = (page: Page, tag: string) =>
  page.evaluate<Box[], string>((name) => {
    const host = document.querySelector(name)
    const corner = host?.getBoundingClientRect()
    return [...(host?.shadowRoot?.querySelectorAll('*') ?? [])].flatMap((node) => {
      const { left, top, right, bottom } = node.getBoundingClientRect()
      if (!corner || left === right || top === bottom) return []
      const at = [left - corner.left, top - corner.top, right - corner.left, bottom - corner.top].map(Math.round)
      return [{ name: `${node.localName}.${node.getAttribute('class') ?? ''}`, at }]
    })
  }, tag)

async function boxesAt(page: Page, tag: string, width: number, dir = 'ltr') {
  await page.setViewportSize({ width, height: 900 })
  const css = `body { margin: 0 } #box { width: ${narrow}px; margin-inline-start: ${width > narrow ? 100 : 0}px }`
  const body = `<div id="box" dir="${dir}">${guestMarkup(tag, platform().origin)}</div>`
  await openGuestPage(page, platform(), { css, body, own: guestScript })
  await guestReady(page, tag)
  return boxesOf(page, tag)
}

/** Every colour that is drawn inside an element, in its order. */
const coloursOf = (page: Page, tag: string) =>
  page.evaluate<string[], string>((name) => {
    const nodes = [...(document.querySelector(name)?.shadowRoot?.querySelectorAll('*') ?? [])]
    return nodes.map((node) => {
      const { color, backgroundColor, borderColor, fill, stroke, boxShadow } = getComputedStyle(node)
      // A pattern's id is another each time; what it is drawn with is among the nodes.
      const filled = fill.replace(/^url\(.*\)$/, 'url')
      return [node.localName, color, backgroundColor, borderColor, filled, stroke, boxShadow].join(' ')
    })
  }, tag)

/** What scrolls inside itself may be wider; what nobody can reach may not. */
const beyondEdge = (page: Page, tag: string) =>
  page.evaluate<number, string>((name) => {
    const host = document.querySelector(name)
    const inner = host?.shadowRoot?.firstElementChild
    return Math.max((host?.scrollWidth ?? 0) - (host?.clientWidth ?? 0), inner ? inner.scrollWidth - inner.clientWidth : 0)
  }, tag)

/** The same bundle, but for rules that ask how wide the page is instead of the element. */
const askThePage = (page: Page) =>
  page.route('**/chunks/*.js', async (route) => {
    const answer = await answered(route)
    if (!answer) return
    const { response, text } = answer
    await route.fulfill({ response, body: text.replace(/@container (surface ?)?/g, '@media ') })
  })

for (const tag of guestTags)
  test(`${tag} in ${narrow} px of a wide page is as on a page that is no wider, and nothing is beyond its edge`, async ({ page }) => {
    const there = await boxesAt(page, tag, 1000)
    expect(await beyondEdge(page, tag)).toBe(0)
    expect(there.length).toBeGreaterThan(0)
    expect(there).toEqual(await boxesAt(page, tag, narrow))
    await boxesAt(page, tag, 1000, 'rtl')
    expect(await beyondEdge(page, tag)).toBe(0)
  })

test('rules that ask the page are found', async ({ page }) => {
  await askThePage(page)
  const there = await boxesAt(page, 'ad-report-chart', 1000)
  expect(there).not.toEqual(await boxesAt(page, 'ad-report-chart', narrow))
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const tag of guestTags)
    test(`the theme auto of ${tag} is ${colorScheme} where the person wants that`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme })
      const page = await context.newPage()
      const [pictures, colours]: [Buffer[], string[][]] = [[], []]
      for (const theme of ['auto', colorScheme, colorScheme === 'dark' ? 'light' : 'dark']) {
        const css = `body { margin: 0; background: ${colorScheme === 'dark' ? '#111' : '#fff'} }`
        await openGuestPage(page, platform(), { css, body: guestMarkup(tag, platform().origin, { theme }), own: guestScript })
        await guestReady(page, tag)
        pictures.push(await steadyPicture(() => page.locator(tag).screenshot({ animations: 'disabled' })))
        colours.push(await coloursOf(page, tag))
      }
      const [auto = Buffer.of(), same = Buffer.of(), other = Buffer.of()] = pictures
      expect(colours[0]).toEqual(colours[1])
      expect(await pixelsApart(page, auto, same)).toBeLessThanOrEqual(corners)
      expect(await pixelsApart(page, auto, other)).toBeGreaterThan(1000)
      await context.close()
    })

test('ten elements share their sheets', async ({ page }) => {
  const tags = [...guestTags, ...Array.from({ length: 10 }, () => 'ad-report-chart')]
  const body = tags.map((tag) => guestMarkup(tag, platform().origin)).join('')
  await openGuestPage(page, platform(), { body, own: guestScript })
  for (const tag of guestTags) await guestReady(page, tag)
  const counted = await page.evaluate(() => {
    const charts = [...document.querySelectorAll('ad-report-chart')].map((one) => one.shadowRoot?.adoptedStyleSheets ?? [])
    const rulesOf = (sheet: CSSStyleSheet) => [...sheet.cssRules].reduce((sum, rule) => sum + rule.cssText.length, 0)
    const [first = []] = charts
    // A sheet of an element's own holds its client's colours and the tokens of its host, and no rule beside them.
    const own = charts.flatMap((sheets) => sheets.filter((sheet) => !first.includes(sheet)))
    const shared = first.filter((sheet) => charts.every((sheets) => sheets.includes(sheet)))
    return { charts: charts.length, shared: shared.reduce((sum, one) => sum + rulesOf(one), 0), own: Math.max(0, ...own.map(rulesOf)) }
  })
  expect(counted.charts).toBe(11)
  expect(counted.shared).toBeGreaterThan(5000)
  expect(counted.own * 10).toBeLessThan(counted.shared)
})
