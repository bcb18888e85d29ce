import { type Locator, type Page, test } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { hardToUse } from '../browser/axe.ts'
import { pictures } from '../ui/gallery-page.ts'
import { openHostPage } from '../embedding/host-page.ts'
import { personToken } from '../identity/person-token.ts'
import { callsAs } from '../platform/calls.ts'
import { type PlatformProcess, openPlatform } from '../platform/process.ts'

export const emails = {
  ines: 'ines.okonjo@placard.example',
  dana: 'dana.whitfield@harborline.example',
  mika: 'mika.sato@harborline.example',
  carla: 'carla.ruiz@palisade.example',
  noor: 'noor.haddad@palisade.example',
}
type Name = keyof typeof emails

let platform: PlatformProcess
const tokens = new Map<Name, string>()

/** Starts a platform with tokens for some users, for the tests of a file. */
export function contextPlatform() {
  test.beforeAll(async () => {
    test.setTimeout(240_000)
    platform = await openPlatform()
    for (const [name, email] of Object.entries(emails)) tokens.set(name as Name, await personToken(platform, email)) // a key of the table above
  })
  test.afterAll(() => platform?.clear())
}
/** The platform of the running test file. */
export const runningPlatform = () => platform

/** API calls as one of the users. */
export const apiAs = (name: Name) => callsAs(platform, tokens.get(name) ?? '')

interface Look {
  readonly width?: number
  readonly theme?: string
}

/** Opens the console at a path, on a page with the user's token. */
export async function open(page: Page, name: Name, path: string, { width = 1440, theme = 'light' }: Look = {}) {
  await page.setViewportSize({ width, height: 900 })
  await openHostPage(page, platform, {
    css: `body { margin: 0; background: ${theme === 'dark' ? '#111' : '#fff'} }`,
    body: `<main><ad-console path="${path}" locale="en-US" theme="${theme}"></ad-console></main>`,
    pageScript: `document.querySelector('ad-console').getToken = async () => ({ access_token: '${tokens.get(name)}', expires_at: Date.now() / 1000 + 300 })`,
  })
}
export const go = (page: Page, path: string) => page.locator('ad-console').evaluate((node, to) => node.setAttribute('path', to), path)
export const pathOf = (page: Page) => page.locator('ad-console').getAttribute('path')
export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const client = (page: Page) => page.getByRole('combobox', { name: 'Client', exact: true })
export const advertisers = (page: Page) => page.getByRole('combobox', { name: /^Advertisers/ })
export const header = (page: Page) => page.locator('ad-console .console-top')

/** The advertiser ids of the last request for totals; undefined for all advertisers. */
export function totalsAdvertisers(page: Page) {
  const bodies: { advertiser_ids?: number[] }[] = []
  page.on('request', (request) => request.url().endsWith('/v2/report/total') && bodies.push(request.postDataJSON()))
  return () => bodies.at(-1)?.advertiser_ids
}

/** Checks accessibility and width in both themes at three widths, and takes pictures. */
export async function look(page: Page, picture: string) {
  for (const theme of ['light', 'dark']) {
    await page.locator('ad-console').evaluate((node, to) => node.setAttribute('theme', to), theme)
    await page.evaluate((colour) => document.body.style.setProperty('background', colour), theme === 'dark' ? '#111' : '#fff')
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await hardToUse(page), `${picture} ${theme} ${width}`).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.screenshot({ path: `${pictures}context-${picture}-${width}-${theme}.png` })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, to: Locator) {
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab')
    if ((await to.count()) > 0 && (await to.first().evaluate((node) => node.matches(':focus')))) return
  }
  throw new Error('Tab does not reach the target')
}
