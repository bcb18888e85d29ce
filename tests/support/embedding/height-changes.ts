import type { Frame, Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { fetchFromPlatform } from '../browser/fetch-from-platform.ts'
import { countHeights, rested } from './framed-height.ts'
import { openHostPage } from './host-page.ts'
import type { PlatformProcess } from '../platform/process.ts'

/** Opens a page with a chart in an ad-frame and counts its height messages; returns the frame. */
export async function framed(page: Page, platform: PlatformProcess): Promise<Frame> {
  const src = `${platform.origin}/embedded/clients/1/chart`
  await page.setViewportSize({ width: 1000, height: 800 })
  await openHostPage(page, platform, { body: `<ad-frame src="${src}" title="The chart" min-height="100"></ad-frame>` })
  await expect(page.frameLocator('ad-frame iframe').locator('.figure dd').first()).toContainText('$')
  const inner = page.frames().find((frame) => frame.url().startsWith(src))
  if (!inner) throw new Error('There is no frame')
  await countHeights(page)
  return inner
}

/** Adds a block with these styles to the frame's page, within the page's own policy. */
export const block = (inner: Frame, styles: Readonly<Record<string, string>>, into = 'main', id = 'block') =>
  inner.evaluate(
    ([chosen, selector, name]) => {
      const node = document.getElementById(name) ?? Object.assign(document.createElement('div'), { id: name })
      node.removeAttribute('style')
      Object.assign(node.style, chosen)
      document.querySelector(selector)?.append(node)
    },
    [styles, into, id] as const,
  )
export const unblock = (inner: Frame) =>
  inner.evaluate(() => {
    for (const node of document.querySelectorAll('#block, #late')) node.remove()
  })

type Change = readonly [name: string, make: (page: Page, inner: Frame) => Promise<unknown>]
/** A button by its name; a menu button adds the chosen value to its name. */
export const press = (inner: Frame, name: string) => inner.getByRole('button', { name: new RegExp(`^${name}($| )`) }).press('Enter')
const attribute = (page: Page, name: string, value: string | null) =>
  page.evaluate(
    ([attributeName, text]) => {
      const frame = document.querySelector('ad-frame')
      if (text === null) frame?.removeAttribute(attributeName)
      else frame?.setAttribute(attributeName, text)
    },
    [name, value] as const,
  )
const width = (page: Page, size: number) => page.setViewportSize({ width: size, height: 800 })
const zoom = (inner: Frame, text: string) => inner.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text)

/** Refreshes the element with a response cut to some rows. */
async function refresh(page: Page, inner: Frame, rows: number) {
  await page.unroute('**/v2/report/trend')
  await page.route('**/v2/report/trend', async (route) => {
    const original = await fetchFromPlatform(route)
    if (!original) return
    const body = JSON.parse(original.text)
    await route.fulfill({
      response: original.response,
      json: { ...body, result: { ...body.result, buckets: body.result.buckets.slice(0, rows) } },
    })
  })
  await page.evaluate(() => {
    const frame: (Element & { refresh?: () => void }) | null = document.querySelector('ad-frame')
    frame?.refresh?.()
  })
  await expect(inner.getByRole('row')).toHaveCount(rows + 2)
}

const heights = [1, 50, 200.5, 333.33, 999.99, 1500.01, 4000, 0.4, 12.7, 64]
export const heightChanges: readonly Change[] = [
  ['the table is opened', (_, inner) => press(inner, 'Table')],
  ['the chart is opened', (_, inner) => press(inner, 'Table')],
  ['the table is opened again', (_, inner) => press(inner, 'Table')],
  ...[700, 420, 360, 1280, 999, 1001, 1000].map((size): Change => [`the page is ${size} wide`, (page) => width(page, size)]),
  ...['de', 'ja', 'en-US'].map((locale): Change => [`the language is ${locale}`, (page) => attribute(page, 'locale', locale)]),
  ...['dark', 'auto', 'light'].map((theme): Change => [`the theme is ${theme}`, (page) => attribute(page, 'theme', theme)]),
  ['the chart is opened once more', (_, inner) => press(inner, 'Table')],
  ...heights.map((height): Change => [`a block of ${height}`, (_, inner) => block(inner, { height: `${height}px` })]),
  ['margins that collapse', (_, inner) => block(inner, { height: '20px', margin: '40px 0' })],
  ['a margin at the end', (_, inner) => block(inner, { height: '20px', marginBottom: '55.5px' }, 'body')],
  ['a margin before the first', (_, inner) => inner.evaluate(() => document.body.style.setProperty('margin-top', '33px'))],
  ['no margin any more', (_, inner) => inner.evaluate(() => document.body.style.removeProperty('margin-top'))],
  ['more padding', (_, inner) => inner.evaluate(() => document.body.style.setProperty('padding-bottom', '1000px'))],
  ['as before', (_, inner) => inner.evaluate(() => document.body.style.removeProperty('padding-bottom'))],
  ['a block as tall as it is wide', (_, inner) => block(inner, { width: '47%', aspectRatio: '1' })],
  ['a block of so many lines', (_, inner) => block(inner, { lineHeight: '19.3px', height: '7lh' })],
  ['a block that is gone', (_, inner) => unblock(inner)],
  ['larger letters', (_, inner) => zoom(inner, '30px')],
  ['a larger page', (_, inner) => inner.evaluate(() => document.documentElement.style.setProperty('zoom', '1.25'))],
  ['the page as it was', (_, inner) => inner.evaluate(() => document.documentElement.style.removeProperty('zoom'))],
  ['usual letters', (_, inner) => zoom(inner, '')],
  ['a menu that opens', (_, inner) => press(inner, 'Dates')],
  ['a menu that closes', (_, inner) => inner.locator('body').press('Escape')],
  [
    'a picture that is late',
    (_, inner) =>
      inner.evaluate(() => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 271 })
        setTimeout(() => document.body.append(Object.assign(canvas, { id: 'late' })), 90)
      }),
  ],
  ['the picture is gone', (_, inner) => unblock(inner)],
  [
    'three steps in one change',
    (_, inner) =>
      inner.evaluate(async () => {
        for (const height of ['100px', '140px', '90px']) {
          document.body.style.setProperty('padding-top', height)
          await new Promise((resolve) => setTimeout(resolve, 30))
        }
      }),
  ],
  ['the steps are gone', (_, inner) => inner.evaluate(() => document.body.style.removeProperty('padding-top'))],
  [
    'other words in a heading',
    (_, inner) =>
      inner.evaluate(() =>
        document.body.append(Object.assign(document.createElement('p'), { id: 'late', textContent: 'Word '.repeat(300) })),
      ),
  ],
  ['the words are gone', (_, inner) => unblock(inner)],
  ['another least height', (page) => attribute(page, 'min-height', '200')],
  ['the table is opened for fresh data', (_, inner) => press(inner, 'Table')],
  ['fresh data of few rows', (page, inner) => refresh(page, inner, 3)],
  ['fresh data of more rows', (page, inner) => refresh(page, inner, 8)],
]
/** Changes that must change the height. */
const isSeen = (name: string) =>
  /^(a block (of|as)|fresh data|the steps|the words|the picture is|other words|a margin|more padding)/.test(name)

/** Makes changes in turn; returns those after which the frame's height differs from its content, or that took over two messages. */
export async function heightFaults(page: Page, platform: PlatformProcess, changes: readonly Change[]) {
  const inner = await framed(page, platform)
  const wrong: string[] = []
  let before = 0
  for (const [name, make] of changes) {
    const { messages, frame, content } = await rested(page, inner, () => make(page, inner))
    if (isSeen(name) && content === before) wrong.push(`${name}: changes nothing`)
    before = content
    if (messages > 2 || Math.abs(frame - content) > 1) wrong.push(`${name}: ${messages} messages, ${frame} beside ${content}`)
  }
  return wrong
}
