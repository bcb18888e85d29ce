import { expect, type Page, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { pictures } from '../support/gallery-page.ts'
import { as, emailOf, inDays, kept, openReporting, pathOf, platform, read, reportingPlatform, rows } from '../support/reporting-page.ts'
import { press, table } from '../support/table-hands.ts'

reportingPlatform()

/** A state can be used by everybody, and there is a picture of it. */
async function look(page: Page, name: string) {
  expect(await hardToUse(page), name).toEqual([])
  await page.screenshot({ path: `${pictures}reporting-state-${name}.png`, fullPage: true })
}
const offline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline)
/** The host leads somewhere else. */
const lead = (page: Page, path: string) => page.locator('ad-reporting').evaluate((node, to) => node.setAttribute('path', to), path)
const again = (page: Page, heading: string) =>
  page.getByRole('alert').filter({ hasText: heading }).getByRole('button', { name: 'Try again' }).click()

test('where somebody keeps no report, or nobody does, the list says so and leads to the first one', async ({ page }) => {
  await openReporting(page, 'jonas', 'saved_reports', 'dark')
  await read(page, 'Saved reports')
  await page.getByText('Mine', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You keep no report yet' })).toBeVisible()
  await look(page, 'none-of-mine-dark')
  const all = { member_group_id: 1, pagination: { start: 0, count: 50 } }
  const { saved_reports: there } = await as('dana')('POST', 'v2/saved_reports_report', all)
  for (const { saved_report_id: id, version } of there)
    await as('dana')('DELETE', `v2/saved_report/${id}`, undefined, { 'If-Match': `"${version}"` })
  await openReporting(page, 'jonas', 'saved_reports')
  await expect(page.getByRole('heading', { name: 'No report is kept yet' })).toBeVisible()
  await look(page, 'none-at-all')
  await page.getByRole('button', { name: 'Build a report' }).click()
  await read(page)
  for (const { saved_report_id: id } of there) await as('dana')('POST', `v2/saved_report/${id}/restore`)
})

for (const theme of ['light', 'dark'])
  test(`where nothing was delivered the table and the chart say so, ${theme}`, async ({ page }) => {
    await openReporting(page, 'dana', 'reporting?context=campaign&start_date=2024-01-01&end_date=2024-01-07&compare=none', theme)
    await expect(page.getByRole('heading', { name: 'Nothing was delivered in these dates' })).toHaveCount(2)
    await expect(page.getByText('Choose other dates, or look again once something has run.')).toBeVisible()
    await look(page, `nothing-delivered-${theme}`)
  })

test('what answers the question before is pale until the new answer is there: sums, chart, total and rows', async ({ page }) => {
  await openReporting(page, 'dana', `reporting?context=campaign&metrics=cost,clicks&${inDays}`)
  await read(page)
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

test('a day that is not over is compared with nothing, the dates say why, and the next ones are compared as before', async ({ page }) => {
  await openReporting(page, 'dana', `reporting?context=campaign&metrics=cost&compare=previous_period&date_range=last_7_days`)
  await read(page)
  const dates = page.getByRole('button', { name: /^Dates/ })
  const choose = async (name: string, note?: string) => {
    await dates.click()
    const sheet = page.getByRole('dialog', { name: 'Dates' })
    await sheet.getByText(name, { exact: true }).click()
    await expect(sheet.getByText('Today is not over')).toHaveCount(note ? 1 : 0)
    await sheet.getByRole('button', { name: 'Apply' }).click()
    await read(page)
  }
  await choose('Today', 'Today is not over')
  await expect(page.getByText(/^compared with/)).toHaveCount(0)
  expect(await pathOf(page)).not.toContain('compare=none')
  await choose('Last 14 days')
  await expect(page.getByText(/^compared with/)).toBeVisible()
})

test('sums, a chart and rows that do not arrive say so, and come when they are asked for again', async ({ page }) => {
  const answers = {
    'report/total': 'The sums did not arrive',
    'report/trend': 'The chart did not arrive',
    report: 'The rows could not be read',
  }
  for (const one of Object.keys(answers)) await page.route(`**/v2/${one}`, (route) => route.abort('internetdisconnected'))
  await openReporting(page, 'dana', `reporting?context=campaign&${inDays}`)
  for (const heading of Object.values(answers)) await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await look(page, 'broken-report')
  for (const [one, heading] of Object.entries(answers)) {
    await page.unroute(`**/v2/${one}`)
    await again(page, heading)
    await expect(page.getByRole('heading', { name: heading })).toBeHidden()
  }
  await read(page)
  await expect(table(page, rows).getByRole('row').nth(2)).toBeVisible()
})

test('when the connection is gone the list of saved reports says so, and comes when it is asked for again', async ({ page }) => {
  await kept('jonas', 'Kept for later')
  await openReporting(page, 'jonas', 'saved_reports')
  await read(page, 'Saved reports')
  await offline(page, true)
  await page.getByText('Mine', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'The rows could not be read' })).toBeVisible()
  await look(page, 'broken-list')
  await offline(page, false)
  await again(page, 'The rows could not be read')
  await expect(table(page, 'Saved reports')).toContainText('Kept for later')
})

test('links and the history of runs that cannot be read say so, and come when they are asked for again', async ({ page }) => {
  const { saved_report_id: id } = await kept('jonas', 'Out of reach')
  for (const one of ['shares', 'runs'])
    await page.route(`${platform().origin}/v2/**/${one}`, (route) => route.abort('internetdisconnected'))
  await openReporting(page, 'jonas', `saved_reports/${id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Out of reach' })
  await expect(dialog.getByText('The links could not be read')).toBeVisible()
  await look(page, 'broken-links')
  await page.unroute(`${platform().origin}/v2/**/shares`)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('There is no link to this report yet.')).toBeVisible()
  await press(page, 'Escape')
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByRole('heading', { name: 'The history could not be read' })).toBeVisible()
  await look(page, 'broken-runs')
  await page.unroute(`${platform().origin}/v2/**/runs`)
  await again(page, 'The history could not be read')
  await expect(page.getByText('It has not run yet.')).toBeVisible()
})

test('whoever may not change a schedule reads it in a sentence, with why it stays and what has run, and there is nothing to press', async ({
  page,
}) => {
  const { saved_report_id: id } = await kept('jonas', 'For everybody', { visibility: 'shared' })
  const schedule = { frequency: 'weekly', weekday: 1, time: '08:00', time_zone: 'Europe/Berlin', format: 'xlsx' }
  const body = { ...schedule, recipients: [emailOf('jonas')], skip_if_empty: true, is_paused: true }
  await as('jonas')('PUT', `v2/saved_report/${id}/schedule`, body, { 'If-Match': '"0"' })
  await openReporting(page, 'mika', `saved_report/${id}/schedule`)
  await expect(page.getByText('Every week on Monday at 8:00 AM (Europe/Berlin), to 1 recipient, XLSX')).toBeVisible()
  await expect(page.getByText('It is paused, and mails nothing until it goes on.')).toBeVisible()
  await expect(page.getByText('It has not run yet.')).toBeVisible()
  for (const name of ['Save schedule', 'Send me a test', 'Go on', 'Remove the schedule'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await look(page, 'schedule-read')
})

test('what was changed of a report is saved as a new one, or discarded', async ({ page }) => {
  const { saved_report_id: id } = await kept('jonas', 'As it was')
  await openReporting(page, 'jonas', `saved_reports/${id}?metrics=clicks,revenue`)
  await read(page)
  const figures = page.getByRole('group', { name: 'Figures', exact: true })
  await expect(figures).toContainText('Revenue')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(figures).not.toContainText('Revenue')
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden()
  expect(await pathOf(page)).toBe(`saved_reports/${id}`)
  await lead(page, `saved_reports/${id}?metrics=clicks,revenue`)
  await page.getByRole('button', { name: 'Save as new' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as a new report' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Copy of As it was')
  await look(page, 'save-as-new')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('As it is now')
  await dialog.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByRole('heading', { name: 'As it is now' })).toBeVisible()
  const made = Number(/saved_reports\/(\d+)/.exec((await pathOf(page)) ?? '')?.[1])
  expect(made).not.toBe(id)
  expect((await as('jonas')('GET', `v2/saved_report/${made}`)).question.metrics).toEqual(['clicks', 'revenue'])
  expect((await as('jonas')('GET', `v2/saved_report/${id}`)).question.metrics).toEqual(['clicks', 'cost'])
})
