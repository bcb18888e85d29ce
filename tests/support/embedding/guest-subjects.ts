import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'

interface Listed {
  readonly tagName: string
  readonly attributes: readonly { readonly name: string }[]
}
const { modules }: { modules: readonly { declarations: readonly Listed[] }[] } = JSON.parse(
  readFileSync(new URL('../../../dist/custom-elements.json', import.meta.url), 'utf8'),
)
const listed = modules.flatMap(({ declarations }) => declarations)

/** Every public tag, from the manifest, so that new tags are covered. */
export const guestTags: readonly string[] = listed.map(({ tagName }) => tagName)

const given = (platform: string): Readonly<Record<string, string>> => ({
  'client-id': '1',
  'advertiser-id': '1',
  locale: 'en-US',
  src: `${platform}/embedded/clients/1/chart`,
  title: 'A page of ours',
})

/** The markup of a tag with the required attributes that it declares. */
export function guestMarkup(tag: string, platform: string, more: Readonly<Record<string, string>> = {}): string {
  const names = listed.find(({ tagName }) => tagName === tag)?.attributes.map(({ name }) => name) ?? []
  const own = Object.entries(given(platform)).filter(([name]) => names.includes(name))
  const words = Object.entries({ ...Object.fromEntries(own), ...more }).map(([name, value]) => ` ${name}="${value}"`)
  return `<${tag}${words.join('')}></${tag}>`
}

/** Gives every element of the page one getToken function and records which tags have sent `ad-ready`. */
export const guestScriptWith = (token: string) => `
const ready = new Set()
window.readyTags = () => [...ready]
document.addEventListener('ad-ready', ({ target }) => ready.add(target.localName))
const getToken = async () => ${token}
for (const one of document.querySelectorAll('${guestTags.join()}')) one.getToken = getToken`

/** The same with tokens from the page's own server, with all of the partner's permissions. */
export const guestScript = guestScriptWith("(await fetch('/playground/token')).json()")

/** Waits until an element shows its content in its own fonts. */
export async function guestReady(page: Page, tag: string) {
  await expect
    .poll(() => page.evaluate<string[]>('window.readyTags?.() ?? []'), { message: `${tag} is ready`, timeout: 30_000 })
    .toContain(tag)
  const inner = tag === 'ad-frame' ? page.frameLocator('ad-frame iframe').locator('body') : page.locator(tag)
  await expect(inner.locator('[aria-busy=true], .waiting, .skeleton')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  await expect.poll(() => isSteady(page, tag), { message: `${tag} is steady` }).toBe(true)
}

/** Whether the height stays the same for a moment; a frame gets its height a little later. */
const isSteady = (page: Page, tag: string) =>
  page
    .locator(tag)
    .first()
    .evaluate(async (node) => {
      const heightOf = () => (node.shadowRoot?.firstElementChild ?? node).getBoundingClientRect().height
      const before = heightOf()
      await new Promise((resolve) => setTimeout(resolve, 250))
      return heightOf() === before
    })
