import { type Page, test } from 'playwright/test'
import { days, inPath } from '../time/days.ts'
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
export type Name = keyof typeof emails
export const emailOf = (name: Name) => emails[name]

let running: PlatformProcess
const tokens = new Map<Name, string>()
/** Starts a platform with tokens for some users, for the tests of a file; `environment` may prepare its settings first. */
export function reportingPlatform(environment: () => Promise<Record<string, string>> = async () => ({})) {
  test.beforeAll(async () => {
    test.setTimeout(300_000)
    running = await openPlatform({ env: await environment() })
    for (const [name, email] of Object.entries(emails)) tokens.set(name as Name, await personToken(running, email)) // a key of the table above
  })
  test.afterAll(() => running?.clear())
}

const events = ['ad-report-saved', 'ad-report-removed', 'ad-report-shared', 'ad-report-scheduled', 'ad-report-exported', 'ad-ledger-asked']

export const platform = () => running
/** Saves a report through the API. */
export const kept = (by: Name, name: string, fields: object = {}) =>
  callsAs(running, tokens.get(by) ?? '')(
    'POST',
    'v2/saved_reports',
    { member_group_id: 1, name, question: storedQuery, ...fields },
    { 'Idempotency-Key': crypto.randomUUID() },
  )
/** Schedules a weekly mail of a report through the API. */
export const mail = (by: Name, id: number, fields: object = {}) => {
  const when = { frequency: 'weekly', weekday: 1, time: '08:00', time_zone: 'Europe/Berlin', recipients: [emailOf('jonas')] }
  const body = { ...when, format: 'csv', skip_if_empty: true, is_paused: false, ...fields }
  return apiAs(by)('PUT', `v2/saved_report/${id}/schedule`, body, { 'If-Match': '"0"' })
}
const storedQuery = {
  context: 'campaign',
  dimensions: ['campaign_name'],
  metrics: ['clicks', 'cost'],
  date_range: { preset: 'last_30_days' },
}

/** Opens the reports of a client on a host page with the user's token. */
export async function openReporting(page: Page, name: Name, path = '', theme = 'light') {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openHostPage(page, running, {
    css: `body { margin: 0; padding: 16px; background: ${theme === 'dark' ? '#131415; color: #fff' : '#fff'} }`,
    body: `<main><h1>A page of ours</h1><ad-reporting client-id="1" path="${path.replaceAll('&', '&amp;')}" locale="en-US" theme="${theme}"></ad-reporting></main>`,
    pageScript: `const element = document.querySelector('ad-reporting')
      element.getToken = async () => ({ access_token: '${tokens.get(name)}', expires_at: Date.now() / 1000 + 300 })
      globalThis.events = []
      for (const type of ${JSON.stringify(events)}) element.addEventListener(type, (event) => globalThis.events.push([type, event.detail]))
      element.addEventListener('ad-navigated', ({ detail }) => element.setAttribute('path', detail.path))`,
  })
}

/** The same in a platform frame, on a page of another origin or site. */
export async function openFramed(page: Page, name: Name, path: string, other = running.other) {
  await openHostPage(
    page,
    { ...running, other },
    {
      body: `<main><h1>A page of ours</h1><ad-frame src="${running.origin}/embedded/clients/1/${path}" title="Reports" locale="en-US" min-height="700"></ad-frame></main>`,
      pageScript: `document.querySelector('ad-frame').getToken = async () => ({ access_token: '${tokens.get(name)}', expires_at: Date.now() / 1000 + 300 })`,
    },
  )
  return page.frameLocator('ad-frame iframe')
}

export { days }
export const inDays = inPath(days)
export const apiAs = (name: Name) => callsAs(running, tokens.get(name) ?? '')
/** The rows of the API for a query. */
export const counted = (name: Name, body: object) => apiAs(name)('POST', 'v2/report', { member_group_id: 1, ...days, ...body })
export const rows = 'Rows of the report'
/** Waits until the rows are loaded and no request is pending. */
export const rowsLoaded = (page: Page, of = rows) => tableLoaded(page, of)
/** A row of the table, counted from the first one below the totals. */
export const rowAt = (page: Page, at: number, heads = 2) => table(page, rows).locator(`[aria-rowindex="${at + heads + 1}"]`)
export const pathOf = (page: Page) => page.locator('ad-reporting').getAttribute('path')
export const eventsOf = (page: Page, type: string) =>
  page.evaluate((wanted) => (Reflect.get(globalThis, 'events') as [string, unknown][]).filter(([name]) => name === wanted), type) // set by the page's script
export { toast } from '../console/notices.ts'
/** An amount in a column whose header names the currency. */
export const amount = (text: string) => Number(text).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
