import { mkdirSync } from 'node:fs'
import { type Page, test } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { lastThirtyDays, plainTotals } from '../seed/facts.ts'
import { errorsOf } from '../browser/opening.ts'
import { type PlatformProcess, openPlatform } from '../platform/process.ts'

const pictures = new URL('../../output/pictures/', import.meta.url).pathname
mkdirSync(pictures, { recursive: true })

/** An amount parsed from English text. */
const amount = (text: string | null) => Number((text ?? '').replace(/[^\d.-]/g, ''))

/** A figure of a settled report: the first response may show that it is another day in the advertiser's zone, which adds a request. */
const figure = (page: Page | ReturnType<Page['frameLocator']>, label: string) =>
  page
    .locator('[aria-busy=false] .figure', { has: page.getByRole('button', { name: label, exact: true }) })
    .locator('dd')
    .first()

/** Declares the chart's tests in order: the last one stops the platform and reads its facts. */
export function reportChartTests() {
  test.describe.configure({ mode: 'serial' })
  let platform: PlatformProcess
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    platform = await openPlatform()
  })
  test.afterAll(() => platform?.clear())

  let inPage = { spend: 0, revenue: 0 }
  let inFrame = { spend: 0, revenue: 0 }

  test(`a partner's page shows the chart with a token of its own server`, async ({ page }) => {
    const errors = errorsOf(page)
    await page.goto(`${platform.other}/shop/`)
    await expect(figure(page, 'Spend')).toContainText('$')
    inPage = { spend: amount(await figure(page, 'Spend').textContent()), revenue: amount(await figure(page, 'Revenue').textContent()) }
    expect(await page.content()).not.toMatch(/eyJ[\w-]{20,}/)
    await page.screenshot({ path: `${pictures}shop.png`, fullPage: true })
    expect(errors).toEqual([])
  })

  test(`a portal shows the chart in a frame of another origin, as tall as its content`, async ({ page }) => {
    const errors = errorsOf(page)
    await page.goto(`${platform.other}/portal/`)
    const frame = page.locator('ad-frame').frameLocator('iframe')
    await expect(figure(frame, 'Spend')).toContainText('$')
    inFrame = { spend: amount(await figure(frame, 'Spend').textContent()), revenue: amount(await figure(frame, 'Revenue').textContent()) }
    const tall = await page.locator('ad-frame').evaluate((node) => node.getBoundingClientRect().height)
    expect(tall).toBeGreaterThan(400)
    await page.screenshot({ path: `${pictures}portal.png`, fullPage: true })
    expect(errors).toEqual([])
  })

  test(`a user signs in, opens the chart as a page and moves along its points by keyboard`, async ({ page }) => {
    await page.goto(`${platform.origin}/embedded/clients/1/chart?compare=previous_period`)
    await page.getByLabel('Email').fill('dana.whitfield@harborline.example')
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toContainText('is incorrect')
    await page.getByLabel('Password').fill(platform.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(figure(page, 'Spend')).toContainText('$')
    await expect(page).toHaveURL(/\/embedded\/clients\/1\/chart\?compare=previous_period/)
    const chart = page.getByRole('slider')
    await chart.focus()
    const last = await chart.getAttribute('aria-valuetext')
    await page.keyboard.press('ArrowLeft')
    await expect(chart).not.toHaveAttribute('aria-valuetext', last ?? '')
    await page.keyboard.press('Home')
    await expect(chart).toHaveAttribute('aria-valuenow', '0')
    await page.getByRole('button', { name: 'Table' }).click()
    await expect(page.getByRole('table')).toContainText('Total')
    await expect(page).toHaveURL(/view=table/)
    await page.reload()
    await expect(page.getByRole('table')).toBeVisible()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export as CSV' }).click()])
    expect(file.suggestedFilename()).toMatch(/^report-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    await page.getByRole('button', { name: 'Dates' }).click()
    await page.getByRole('menuitemradio', { name: 'Last 7 days' }).click()
    await expect(page).toHaveURL(/date_range=last_7_days/)
    await expect(page.getByRole('row')).toHaveCount(9)
    await page.goto(`${platform.origin}/embedded/clients/1/chart?start_date=2010-01-01&end_date=2026-01-01`)
    await expect(page.getByText('Couldn’t load the report')).toBeVisible()
    await page.getByRole('button', { name: 'Dates' }).click()
    await page.getByRole('menuitemradio', { name: 'Last 7 days' }).click()
    await expect(figure(page, 'Spend')).toContainText('$')
    await expect(page.getByText('Couldn’t load the report')).toBeHidden()
  })

  test(`a campaign has its chart, and its media chart shows the same figures`, async ({ page }) => {
    const spend = async (kind: string) => {
      await page.goto(`${platform.origin}/embedded/clients/1/advertisers/4/campaigns/10/${kind}?date_range=year_to_date`)
      await expect(figure(page, 'Spend').or(page.getByLabel('Email'))).toBeVisible()
      if (await page.getByLabel('Email').isVisible()) {
        await page.getByLabel('Email').fill('dana.whitfield@harborline.example')
        await page.getByLabel('Password').fill(platform.password)
        await page.getByRole('button', { name: 'Sign in' }).click()
      }
      await expect(figure(page, 'Spend')).toContainText('$')
      return amount(await figure(page, 'Spend').textContent())
    }
    const whole = await spend('chart')
    expect(whole).toBeGreaterThan(0)
    expect(await spend('media-chart')).toBe(whole)
  })

  test(`the chart's figures equal the facts`, async () => {
    await platform.stop()
    const fernhill = await plainTotals(platform.database, { client: 1, advertiser: 1, ...lastThirtyDays('America/Los_Angeles') })
    expect(inPage.spend).toBeCloseTo(fernhill.cost, 2)
    expect(inPage.revenue).toBeCloseTo(fernhill.revenue, 2)
    expect(inFrame.spend).toBeGreaterThan(0)
  })
}
