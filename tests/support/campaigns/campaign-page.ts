import { type Page, test } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { hardToUse } from '../browser/axe.ts'
import { days } from '../time/days.ts'
import { pictures } from '../ui/gallery-page.ts'
import { openHostPage } from '../embedding/host-page.ts'
import { personToken } from '../identity/person-token.ts'
import { callsAs } from '../platform/calls.ts'
import { type PlatformProcess, openPlatform } from '../platform/process.ts'

const emails = {
  dana: 'dana.whitfield@harborline.example',
  ailsa: 'ailsa.murray@fernhill.example',
  mika: 'mika.sato@harborline.example',
}
type Name = keyof typeof emails

let platform: PlatformProcess
const tokens = new Map<Name, string>()
let signedInAt = 0
/** A token is valid for ten minutes, which all tests of a file together may take. */
const renewAfterMs = 240_000

async function signIn() {
  signedInAt = Date.now()
  for (const [name, email] of Object.entries(emails)) tokens.set(name as Name, await personToken(platform, email)) // a key of the table above
}

/** Starts a platform with tokens for some users, for the tests of a file. */
export function campaignPlatform() {
  test.beforeAll(async () => {
    test.setTimeout(300_000)
    platform = await openPlatform()
    await signIn()
  })
  test.beforeEach(async () => {
    if (Date.now() - signedInAt > renewAfterMs) await signIn()
  })
  test.afterAll(() => platform?.clear())
}

/** API calls as one of the users. */
export const apiAs = (name: Name) => callsAs(platform, tokens.get(name) ?? '')

interface Look {
  readonly width?: number
  readonly theme?: string
  readonly attributes?: string
  /** The Content-Security-Policy of the page. */
  readonly policy?: string
}

/** Opens a campaign of the first client on a host page with the user's token; the page follows the element's navigation. */
export async function openCampaign(
  page: Page,
  name: Name,
  path: string,
  { width = 1440, theme = 'light', attributes = '', policy }: Look = {},
) {
  await page.setViewportSize({ width, height: 900 })
  await openHostPage(page, platform, {
    ...(policy && { headers: { 'Content-Security-Policy': policy } }),
    css: `body { margin: 0; padding: 16px; background: ${theme === 'dark' ? '#131415' : '#fff'} }`,
    body: `<main><h1>Campaigns</h1><ad-campaigns client-id="1" path="${path}" locale="en-US" theme="${theme}" ${attributes}></ad-campaigns></main>`,
    pageScript: `const element = document.querySelector('ad-campaigns')
      element.getToken = async () => ({ access_token: '${tokens.get(name)}', expires_at: Date.now() / 1000 + 300 })
      globalThis.events = []
      for (const type of ['ad-campaign-opened', 'ad-campaign-deleted', 'ad-campaign-changed', 'ad-campaign-approved', 'ad-campaign-approval-undone', 'ad-campaign-denied', 'ad-campaign-create-asked', 'ad-funds-asked'])
        element.addEventListener(type, (event) => { event.preventDefault(); globalThis.events.push([type, event.detail]) })
      element.addEventListener('ad-navigated', ({ detail }) => element.setAttribute('path', detail.path))`,
  })
}

/** Opens any element on a host page with the user's token; the page follows its navigation. */
export async function openTag(page: Page, name: Name, tag: string) {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openHostPage(page, platform, {
    body: `<main><h1>Campaigns</h1>${tag}</main>`,
    pageScript: `const element = document.querySelector('main').lastElementChild
      element.getToken = async () => ({ access_token: '${tokens.get(name)}', expires_at: Date.now() / 1000 + 300 })
      element.addEventListener('ad-navigated', ({ detail }) => element.setAttribute('path', detail.path))`,
  })
}

/** The events of a type that the page received. */
export const eventsOf = (page: Page, type: string) =>
  page.evaluate((wanted) => (Reflect.get(globalThis, 'events') as [string, unknown][]).filter(([name]) => name === wanted), type) // set by the page's script

export { toast } from '../console/notices.ts'
export const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
export const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })
export const pathOf = (page: Page) => page.locator('ad-campaigns').getAttribute('path')

/** The current campaign on the platform, by id. */
export const campaignNow = (id: number) => apiAs('dana')('GET', `v1/campaign/${id}`)

/** The campaigns of the first client that match some filters. */
export async function campaignsThat(filters: object[], count = 20) {
  const body = { ...days, filters, pagination: { start: 0, count } }
  const { campaigns } = await apiAs('dana')('POST', 'v1/member_groups/1/campaigns_report', body)
  return campaigns as { campaign_id: number; advertiser_id: number; name: string; status: string; currency_code: string }[] // the contract's shape
}

/** An amount as the page formats it. */
export const money = (amount: string | number, code = 'USD') =>
  Number(amount).toLocaleString('en-US', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })

/** Checks accessibility and width at 360 px in the dark theme. The audit covers every width and theme. */
export async function lookNarrow(page: Page) {
  await page.locator('ad-campaigns, ad-campaign-builder').evaluate((node) => node.setAttribute('theme', 'dark'))
  await page.evaluate(() => document.body.style.setProperty('background', '#131415'))
  await page.evaluate(() => document.body.style.setProperty('color', '#fff'))
  await page.setViewportSize({ width: 360, height: 900 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await hardToUse(page)).toEqual([])
}

/** Checks accessibility and width in both themes at three widths, and takes pictures. */
export async function look(page: Page, picture: string) {
  for (const theme of ['light', 'dark']) {
    await page.locator('ad-campaigns, ad-campaign-builder').evaluate((node, to) => node.setAttribute('theme', to), theme)
    await page.evaluate((colour) => document.body.style.setProperty('background', colour), theme === 'dark' ? '#131415' : '#fff')
    await page.evaluate((colour) => document.body.style.setProperty('color', colour), theme === 'dark' ? '#fff' : '#000')
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      expect(await hardToUse(page), `${picture} ${theme} ${width}`).toEqual([])
      await page.screenshot({ path: `${pictures}campaign-${picture}-${width}-${theme}.png`, fullPage: true })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}
