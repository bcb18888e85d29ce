import type { Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { openHostPage } from './host-page.ts'
import { guestMarkup, guestReady, guestScript } from './guest-subjects.ts'
import type { PlatformProcess } from '../platform/process.ts'

/** The width of a narrow element on a wide page. */
export const narrow = 320
interface Box {
  readonly name: string
  readonly at: readonly number[]
}

/** The boxes of all nodes inside an element, relative to its corner. */
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

export async function boxesAt(page: Page, platform: PlatformProcess, tag: string, width: number, dir = 'ltr') {
  await page.setViewportSize({ width, height: 900 })
  const css = `body { margin: 0 } #box { width: ${narrow}px; margin-inline-start: ${width > narrow ? 100 : 0}px }`
  const body = `<div id="box" dir="${dir}">${guestMarkup(tag, platform.origin)}</div>`
  await openHostPage(page, platform, { css, body, pageScript: guestScript })
  await guestReady(page, tag)
  return boxesOf(page, tag)
}

/** The colours of all nodes inside an element, in document order. */
export const coloursOf = (page: Page, tag: string) =>
  page.evaluate<string[], string>((name) => {
    const nodes = [...(document.querySelector(name)?.shadowRoot?.querySelectorAll('*') ?? [])]
    return nodes.map((node) => {
      const { color, backgroundColor, borderColor, fill, stroke, boxShadow } = getComputedStyle(node)
      // A pattern's id changes on each render; its own nodes are in the list too.
      const filled = fill.replace(/^url\(.*\)$/, 'url')
      return [node.localName, color, backgroundColor, borderColor, filled, stroke, boxShadow].join(' ')
    })
  }, tag)

/** How far content reaches beyond the element. Content inside its own scroller is allowed; unreachable content is not. */
const beyondEdge = (page: Page, tag: string) =>
  page.evaluate<number, string>((name) => {
    const host = document.querySelector(name)
    const inner = host?.shadowRoot?.firstElementChild
    return Math.max((host?.scrollWidth ?? 0) - (host?.clientWidth ?? 0), inner ? inner.scrollWidth - inner.clientWidth : 0)
  }, tag)

/** Checks that a narrow element has the same layout on a wide and a narrow page, and no overflow. */
export async function expectNarrowLayout(page: Page, platform: PlatformProcess, tag: string) {
  const there = await boxesAt(page, platform, tag, 1000)
  expect(await beyondEdge(page, tag)).toBe(0)
  expect(there.length).toBeGreaterThan(0)
  expect(there).toEqual(await boxesAt(page, platform, tag, narrow))
  await boxesAt(page, platform, tag, 1000, 'rtl')
  expect(await beyondEdge(page, tag)).toBe(0)
}

/** Opens an element with a theme on a page that is light or dark. */
export async function openThemed(page: Page, platform: PlatformProcess, tag: string, theme: string, colorScheme: 'light' | 'dark') {
  const css = `body { margin: 0; background: ${colorScheme === 'dark' ? '#111' : '#fff'} }`
  await openHostPage(page, platform, { css, body: guestMarkup(tag, platform.origin, { theme }), pageScript: guestScript })
  await guestReady(page, tag)
}
