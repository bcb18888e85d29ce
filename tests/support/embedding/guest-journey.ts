import { type FrameLocator, type Page, test } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { type PlatformProcess, openPlatform } from '../platform/process.ts'

/** A chart without a style attribute, as a page with a strict policy writes it. */
export const plainChart = (attributes = '') =>
  `<ad-report-chart client-id="1" advertiser-id="1" date-range="last_30_days" compare locale="en-US"${attributes && ` ${attributes}`}></ad-report-chart>`

/** One getToken function that all charts of a page share. */
export const oneIdentity = `
const getToken = async () => (await fetch('/shop/token')).json()
for (const one of document.querySelectorAll('ad-report-chart, ad-frame')) one.getToken = getToken
window.getToken = getToken`

/** Starts the platform with its demonstration, for the tests of a file. */
export function demonstration(): () => PlatformProcess {
  let platform: PlatformProcess
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    platform = await openPlatform()
  })
  test.afterAll(() => platform?.clear())
  return () => platform
}

type Container = Page | FrameLocator | ReturnType<Page['locator']>

/** The amount next to a label among the figures. */
export const amountOf = (container: Container, label = 'Spend') =>
  container
    .locator('[aria-busy=false] .figure')
    .filter({ hasText: new RegExp(`^${label}`) })
    .locator('dd')
    .first()

/** Waits until a chart shows its figures. */
export const painted = (container: Container) => expect(amountOf(container)).toContainText('$')

/** Uses the controls of a chart: dates, table, CSV file. */
export async function workChart(page: Page, container: Container = page) {
  await painted(container)
  await container.getByRole('button', { name: 'Dates' }).click()
  await container.getByRole('menuitemradio', { name: 'Last 7 days' }).click()
  await container.getByRole('button', { name: 'Table' }).click()
  await expect(container.getByRole('row')).toHaveCount(9)
  const [file] = await Promise.all([page.waitForEvent('download'), container.getByRole('button', { name: 'Export as CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/^report-.*\.csv$/)
}

/** The parts of a request that distinguish it from another. */
export interface SentRequest {
  readonly address: string
  readonly body: string
  readonly token: string
  readonly isScript: boolean
}

/** Records every request of a page from now on, without preflights. */
export function requestsOf(page: Page): SentRequest[] {
  const requests: SentRequest[] = []
  page.on('request', (request) => {
    if (request.method() === 'OPTIONS') return
    requests.push({
      address: `${request.method()} ${request.url()}`,
      body: request.postData() ?? '',
      token: request.headers().authorization ?? '',
      isScript: request.resourceType() === 'script',
    })
  })
  return requests
}

/** Requests as sorted texts, so that duplicates show. */
export const wordsOf = (requests: readonly SentRequest[]) => requests.map(({ address, body }) => `${address} ${body}`).sort()
