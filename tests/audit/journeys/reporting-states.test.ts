import { type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { hardToUse } from '../../support/browser/axe.ts'
import { entered } from '../../support/console/visit.ts'
import { pictures } from '../../support/ui/gallery-page.ts'
import {
  apiAs,
  emailOf,
  inDays,
  kept,
  openReporting,
  platform,
  rowsLoaded,
  reportingPlatform,
  rowAt,
  toast,
} from '../../support/reports/reporting-page.ts'
import { press, table } from '../../support/ui/table-steps.ts'

reportingPlatform()

/** Checks accessibility and takes a picture of a state. */
async function look(page: Page, name: string) {
  expect(await hardToUse(page), name).toEqual([])
  await page.screenshot({ path: `${pictures}reporting-state-${name}.png`, fullPage: true })
}
const offline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline)
/** Sets the element's path, as its host does. */
const lead = (page: Page, path: string) => page.locator('ad-reporting').evaluate((node, to) => node.setAttribute('path', to), path)
const again = (page: Page, heading: string) =>
  page.getByRole('alert').filter({ hasText: heading }).getByRole('button', { name: 'Try again' }).click()

// Jonas has no saved report in this file.
test('an empty list of saved reports says so and links to the first report', async ({ page }) => {
  await openReporting(page, 'jonas', 'saved_reports', 'dark')
  await rowsLoaded(page, 'Saved reports')
  await page.getByText('Mine', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You have no saved reports' })).toBeVisible()
  await look(page, 'none-of-mine-dark')
  const all = { member_group_id: 1, pagination: { start: 0, count: 50 } }
  const { saved_reports: there } = await apiAs('dana')('POST', 'v2/saved_reports_report', all)
  for (const { saved_report_id: id, version } of there)
    await apiAs('dana')('DELETE', `v2/saved_report/${id}`, undefined, { 'If-Match': `"${version}"` })
  await openReporting(page, 'jonas', 'saved_reports')
  await expect(page.getByRole('heading', { name: 'No saved reports' })).toBeVisible()
  await look(page, 'none-at-all')
  await page.getByRole('button', { name: 'Build a report' }).click()
  await rowsLoaded(page)
  for (const { saved_report_id: id } of there) await apiAs('dana')('POST', `v2/saved_report/${id}/restore`)
})

for (const theme of ['light', 'dark'])
  test(`dates without delivery say so in the report table and the chart, in ${theme}`, async ({ page }) => {
    await openReporting(page, 'dana', 'reporting?context=campaign&start_date=2024-01-01&end_date=2024-01-07&compare=none', theme)
    await expect(page.getByRole('heading', { name: 'No data for these dates' })).toHaveCount(2)
    await expect(page.getByText('Choose other dates, or come back after a campaign has run.')).toBeVisible()
    await look(page, `nothing-delivered-${theme}`)
  })

test('the previous report is dimmed until the new one has loaded', async ({ page }) => {
  await openReporting(page, 'dana', `reporting?context=campaign&metrics=cost,clicks&${inDays}`)
  await rowsLoaded(page)
  const parts = ['.figures', '.report-chart > :last-child', '.grid-body']
  const strength = () =>
    Promise.all(
      parts.map((part) =>
        page
          .locator(part)
          .first()
          .evaluate((node) => Math.min(...[node, node.parentElement ?? node].map((one) => Number(getComputedStyle(one).opacity)))),
      ),
    )
  const totalInk = () => page.locator('.grid-totals').evaluate((node) => getComputedStyle(node).color)
  expect(await strength()).toEqual([1, 1, 1])
  const ink = await totalInk()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/v2/report**', async (route) => {
    await held
    await route.fallback()
  })
  await lead(page, `reporting?context=campaign&metrics=cost,clicks&currency=EUR&${inDays}`)
  await expect.poll(strength).toEqual([0.55, 0.55, 0.55])
  expect(await totalInk()).not.toBe(ink)
  await page.screenshot({ path: `${pictures}reporting-state-asking-anew.png`, fullPage: true })
  release()
  await expect.poll(strength).toEqual([1, 1, 1])
  expect(await totalInk()).toBe(ink)
  await expect(page.locator('.figures')).toContainText('€')
})

test('a list of saved reports that failed to load says so, and loads on retry', async ({ page }) => {
  await kept('dana', 'Kept for later')
  await openReporting(page, 'dana', 'saved_reports')
  await rowsLoaded(page, 'Saved reports')
  await offline(page, true)
  await page.getByText('Mine', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Couldn’t load rows' })).toBeVisible()
  await look(page, 'broken-list')
  await offline(page, false)
  await again(page, 'Couldn’t load rows')
  await expect(table(page, 'Saved reports')).toContainText('Kept for later')
})

test('links and run history of a saved report that failed to load can be loaded on retry', async ({ page }) => {
  const { saved_report_id: id } = await kept('dana', 'Out of reach')
  for (const one of ['shares', 'runs'])
    await page.route(`${platform().origin}/v2/**/${one}`, (route) => route.abort('internetdisconnected'))
  await openReporting(page, 'dana', `saved_reports/${id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Out of reach' })
  await expect(dialog.getByText('Couldn’t load the links')).toBeVisible()
  await look(page, 'broken-links')
  await page.unroute(`${platform().origin}/v2/**/shares`)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('No links yet.')).toBeVisible()
  await press(page, 'Escape')
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByRole('heading', { name: 'Couldn’t load the history' })).toBeVisible()
  await look(page, 'broken-runs')
  await page.unroute(`${platform().origin}/v2/**/runs`)
  await again(page, 'Couldn’t load the history')
  await expect(page.getByText('Not sent yet.')).toBeVisible()
})

test('a share link that cannot be copied is selected to be copied by hand', async ({ page }) => {
  const { saved_report_id: id } = await kept('dana', 'Without a clipboard')
  // Insecure pages have no clipboard.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await openReporting(page, 'dana', `saved_reports/${id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Without a clipboard' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByText('Link created. Copy it from here, because copying failed.')).toBeVisible()
  const field = dialog.getByRole('textbox', { name: 'Link' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(new RegExp(`/saved_reports/${id}\\?share=`))
  expect(await field.evaluate((node: HTMLInputElement) => [node.selectionStart, node.selectionEnd === node.value.length])).toEqual([
    0,
    true,
  ])
  await expect(toast(page, 'Couldn’t create the link')).toBeHidden()
})

test('long report filters break between words', async ({ page }) => {
  const said = 'campaign_name:contains:Last-minute;cost:above:2000'
  await openReporting(page, 'dana', `reporting?context=campaign&filters=${said}&${inDays}`)
  await rowsLoaded(page)
  const bar = page.getByRole('group', { name: 'Filters' })
  await expect(bar).toContainText('$2,000.00')
  /** Words that wrap onto a second line. A single word may break after a hyphen. */
  const broken = () =>
    bar.evaluate((node) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      for (let text = walker.nextNode(); text; text = walker.nextNode())
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s-]+-?/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word)
        }
      return found
    })
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    if (width === 360) await page.getByRole('button', { name: 'Report settings' }).click()
    await expect(bar).toBeVisible()
    await page.screenshot({ path: `${pictures}reporting-conditions-${width}.png` })
    expect(await broken(), String(width)).toEqual([])
  }
})

test('in the console, a report row opens the ledger of its advertiser on the days of the report', async ({ browser }) => {
  const { context, page } = await entered(platform(), browser, {
    address: `/clients/1/reporting?sort=-cost&${inDays}`,
    email: emailOf('dana'),
  })
  await rowsLoaded(page)
  await rowAt(page, 0).getByRole('button', { name: 'More for this row' }).click()
  await page.getByRole('menuitem', { name: 'Clicks in the ledger' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clicks in the ledger' })
  await expect(dialog.getByText('Report and ledger match exactly')).toBeVisible()
  await dialog
    .getByRole('button', { name: /^Open the ledger/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Ledger', exact: true })).toBeVisible()
  const { pathname, searchParams } = new URL(page.url())
  const [from, to] = ['start_date', 'end_date'].map((name) => new URLSearchParams(inDays).get(name))
  expect([/^\/clients\/1\/advertisers\/\d+\/funds$/.test(pathname), searchParams.get('filter.day')]).toEqual([true, `${from}..${to}`])
  await context.close()
})
