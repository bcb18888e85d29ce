import { type Browser, type Page, test } from 'playwright/test'
import { days, inPath } from '../time/days.ts'
import { entered } from '../console/visit.ts'
import { openHostPage } from '../embedding/host-page.ts'
import { personToken } from '../identity/person-token.ts'
import { callsAs } from '../platform/calls.ts'
import { type PlatformProcess, openPlatform } from '../platform/process.ts'
import { table, tableLoaded } from '../ui/table-steps.ts'

const emails = {
  dana: 'dana.whitfield@harborline.example',
  jonas: 'jonas.brandt@seabright.example',
  mika: 'mika.sato@harborline.example',
}
type Name = keyof typeof emails

let platform: PlatformProcess
const tokens = new Map<Name, string>()
/** Starts a platform with tokens for some users, for the tests of a file. */
export function listPagePlatform() {
  test.beforeAll(async () => {
    test.setTimeout(300_000)
    platform = await openPlatform()
    for (const [name, email] of Object.entries(emails)) tokens.set(name as Name, await personToken(platform, email)) // a key of the table above
  })
  test.afterAll(() => platform?.clear())
}

interface ListPageOptions {
  readonly path?: string
  readonly width?: number
  readonly theme?: string
  readonly attributes?: string
  /** How many copies of the element the page has. */
  readonly elements?: number
  /** The Content-Security-Policy of the page. */
  readonly policy?: string
}

/** Opens the campaign list of a client on a host page with the user's token. */
export async function openList(
  page: Page,
  name: Name,
  { path = '', width = 1440, theme = 'light', attributes = '', elements = 1, policy }: ListPageOptions = {},
) {
  await page.setViewportSize({ width, height: 900 })
  const element = `<ad-campaigns client-id="1" path="${path}" locale="en-US" theme="${theme}" ${attributes}></ad-campaigns>`
  await openHostPage(page, platform, {
    ...(policy && { headers: { 'Content-Security-Policy': policy } }),
    css: `body { margin: 0; padding: 16px; background: ${theme === 'dark' ? '#131415' : '#fff'}; color: ${theme === 'dark' ? '#fff' : '#000'} }`,
    body: `<main><h1>A page of ours</h1>${element.repeat(elements)}</main>`,
    pageScript: `const getToken = async () => ({ access_token: '${tokens.get(name)}', expires_at: Date.now() / 1000 + 300 })
      for (const one of document.querySelectorAll('ad-campaigns')) one.getToken = getToken
      const element = document.querySelector('ad-campaigns')
      globalThis.events = []
      for (const type of ['ad-campaign-opened', 'ad-campaign-deleted', 'ad-campaign-changed', 'ad-campaigns-changed', 'ad-campaign-approved', 'ad-campaign-approval-undone', 'ad-campaign-denied', 'ad-campaign-open-asked', 'ad-campaign-create-asked', 'ad-navigated'])
        element.addEventListener(type, (event) => globalThis.events.push([type, event.detail]))
      element.addEventListener('ad-navigated', ({ detail }) => element.setAttribute('path', detail.path))`,
  })
}

/** Signs a user in to the console at an address. */
export const openConsole = (browser: Browser, name: Name, address: string) => entered(platform, browser, { address, email: emails[name] })

export { days }
/** The query of the days, escaped for an HTML attribute. */
export const daysInAttribute = inPath(days).replaceAll('&', '&amp;')
/** API calls as one of the users. */
export const apiAs = (name: Name) => callsAs(platform, tokens.get(name) ?? '')
export const campaignsReport = (name: Name, body: object = {}) =>
  apiAs(name)('POST', 'v1/member_groups/1/campaigns_report', { ...days, ...body })
export const campaignNow = (name: Name, { advertiser_id, campaign_id }: { advertiser_id: number; campaign_id: number }) =>
  apiAs(name)('GET', `v1/member_groups/1/advertisers/${advertiser_id}/campaigns/${campaign_id}`)
/** Waits until the rows are loaded and no request is pending. */
export const rowsLoaded = (page: Page, of = 'Campaigns') => tableLoaded(page, of)
/** The events of a type that the page received. */
export const eventsOf = (page: Page, type: string) =>
  page.evaluate((wanted) => (Reflect.get(globalThis, 'events') as [string, unknown][]).filter(([name]) => name === wanted), type) // set by the page's script
export const money = (amount: string, code = 'USD') => Number(amount).toLocaleString('en-US', { style: 'currency', currency: code })
export { toast } from '../console/notices.ts'
interface Listed {
  readonly campaign_id: number
  readonly name: string
}
/** A cell of a campaign. The row is found by the id below the name, because two campaigns may share a name. */
export const cellOf = (page: Page, { campaign_id, name }: Listed, header: string) =>
  table(page)
    .getByRole('row')
    .filter({ hasText: name })
    .filter({ hasText: new RegExp(`#${campaign_id}(?!\\d)`) })
    .locator(`[data-column="${headers.indexOf(header)}"]`)
const headers = [
  'Campaign',
  'Status',
  'Budget',
  'Spend',
  'Pacing',
  'ROAS',
  'Spend by day',
  'Impressions',
  'Clicks',
  'CTR',
  'CPC',
  'Revenue',
  'End date',
]
