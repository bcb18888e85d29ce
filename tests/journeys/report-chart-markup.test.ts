import { expect, type Page, test } from 'playwright/test'
import { openGuestPage } from '../support/guest-page.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'

let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform({})
})
test.afterAll(() => platform?.clear())

const tag = (attributes: string) => `<ad-report-chart client-id="1" locale="en-US" ${attributes}></ad-report-chart>`

/** Opens a page with one chart, and hears the errors that it tells and the warnings that it writes. */
async function open(page: Page, attributes: string) {
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await page.addInitScript(() => {
    const codes: string[] = []
    Object.assign(globalThis, { codes })
    addEventListener('ad-error', (event) => event instanceof CustomEvent && codes.push(event.detail.code))
  })
  await openGuestPage(page, platform, { body: tag(attributes) })
  const codes = () => page.evaluate(() => Reflect.get(globalThis, 'codes'))
  return { codes, told: () => warnings.filter((text) => text.includes('ad-report-chart')) }
}
const spend = (page: Page) => page.getByRole('button', { name: 'Spend', exact: true })

test('names that nobody knows are told once, and the usual ones are shown', async ({ page }) => {
  const { codes, told } = await open(page, 'advertiser-id="1" date-range="fortnight" granularity="minute" metrics="nonsense"')
  await expect(spend(page)).toBeVisible()
  await page.locator('ad-report-chart').evaluate((element) => element.setAttribute('currency-code', 'USD'))
  await expect.poll(codes).toEqual(['attribute_invalid'])
  expect(told()).toEqual(['<ad-report-chart> cannot read date-range="fortnight" granularity="minute" metrics="nonsense"'])
  await page.locator('ad-report-chart').evaluate((element) => element.setAttribute('granularity', 'second'))
  await expect.poll(codes).toEqual(['attribute_invalid', 'attribute_invalid'])
})

test('what is not there says what to do, and offers no second try', async ({ page }) => {
  const { codes, told } = await open(page, 'advertiser-id="999999"')
  await expect(page.getByRole('heading', { name: 'There is no such report' })).toBeVisible()
  await expect(page.getByText('Ask whoever runs this page.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect.poll(codes).toContain('not_found')
  expect(told()).toEqual([])
})

test('today is compared with nothing, and the menu says why', async ({ page }) => {
  await open(page, 'advertiser-id="1" date-range="today" compare')
  await page.getByRole('button', { name: 'Compare with' }).click()
  const before = page.getByRole('menuitemcheckbox', { name: 'Previous period' })
  await expect(before).toBeDisabled()
  await expect(before).toHaveAttribute('title', 'Today is not over')
  await page.getByRole('button', { name: 'Compare with' }).press('Escape')
  await page.getByRole('button', { name: 'Dates' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Last 7 days' }).click()
  await expect(page.getByRole('button', { name: 'Compare with' })).toContainText('compared with')
})

test('the first focus of a figure keeps its button, and says its formula', async ({ page }) => {
  await open(page, 'advertiser-id="1"')
  const first = await spend(page).elementHandle()
  await spend(page).focus()
  await expect(page.getByRole('tooltip').filter({ visible: true })).toBeVisible()
  expect(await first?.evaluate((node) => node.isConnected && node.getRootNode() instanceof ShadowRoot && node.matches(':focus'))).toBe(true)
})
