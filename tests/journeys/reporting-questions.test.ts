import { expect, type Page, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { pictures } from '../support/gallery-page.ts'
import { amount, as, counted, heard, inDays, openReporting, pathOf, read, reportingPlatform, rowAt } from '../support/reporting-page.ts'
import { press } from '../support/table-hands.ts'

reportingPlatform()

/** What somebody chooses a report to be about. */
async function choose(page: Page, about: string) {
  await page.getByRole('combobox', { name: 'About' }).click()
  await page.getByRole('option', { name: about, exact: true }).click()
}
/** Every question of rows that was refused. */
function refusals(page: Page) {
  const refused: number[] = []
  page.on('response', (answer) => void (answer.url().includes('/v2/report') && answer.status() >= 400 && refused.push(answer.status())))
  return refused
}
const split = (page: Page) => page.getByRole('group', { name: 'Split by' })

test('a context that is chosen leaves out the condition that it does not have, says so, and asks nothing of it', async ({ page }) => {
  const refused = refusals(page)
  await openReporting(page, 'dana', `reporting?context=entity&filters=entity_name:contains:a&${inDays}`)
  await read(page)
  await expect(page.getByText('Left out:')).toHaveCount(0)
  await choose(page, 'Campaigns')
  await expect(page.getByText(/^Left out: /)).toBeVisible()
  await expect(page.getByText('A report about “Campaigns” does not have this. Choose another “About” to ask for it.')).toBeVisible()
  await read(page)
  const { rows } = await counted('dana', { dimensions: ['campaign_name'], metrics: ['cost'], sort: [{ field: 'cost', order: 'desc' }] })
  await expect(rowAt(page, 0)).toContainText(rows[0].dimensions.campaign_name)
  expect(await hardToUse(page)).toEqual([])
  await choose(page, 'What is advertised')
  await expect(page.getByText(/^Left out: /)).toBeHidden()
  await read(page)
  expect(refused).toEqual([])
})

test('an address that names what its context does not have is shown without it', async ({ page }) => {
  const refused = refusals(page)
  await openReporting(page, 'dana', `reporting?context=simple&dimensions=campaign_name,ad_group_name&metrics=clicks,halo_revenue&${inDays}`)
  await read(page)
  await expect(page.getByText(/^Left out: .*Ad group/)).toBeVisible()
  await expect(split(page)).not.toContainText('Ad group')
  expect(refused).toEqual([])
})

test('sales of new customers and of large orders are what the platform counts, said beside the figure, and kept', async ({ page }) => {
  const asked = { dimensions: ['campaign_name'], metrics: ['clicks', 'revenue'], sort: [{ field: 'revenue', order: 'desc' }] }
  const some = { user_history: 'new customers', order_values: ['large'] }
  const [all, few] = [await counted('dana', asked), await counted('dana', { ...asked, ...some })]
  expect(Number(few.rows[0].metrics.revenue)).toBeLessThan(Number(all.rows[0].metrics.revenue))
  await openReporting(page, 'dana', `reporting?context=campaign&metrics=clicks,revenue&sort=-revenue&${inDays}`)
  await read(page)
  await expect(rowAt(page, 0)).toContainText(amount(all.rows[0].metrics.revenue))
  await page.getByRole('button', { name: 'Count some sales only' }).click()
  const form = page.getByRole('dialog', { name: 'Sales that count' })
  await form.getByText('New customers', { exact: true }).click()
  await form.getByRole('checkbox', { name: 'Medium' }).uncheck()
  await form.getByRole('checkbox', { name: 'Small' }).uncheck()
  // One size is left, and one there has to be.
  await expect(form.getByRole('checkbox', { name: 'Large' })).toHaveAttribute('aria-disabled', 'true')
  expect(await hardToUse(page)).toEqual([])
  await press(page, 'Escape')
  await expect.poll(() => pathOf(page)).toMatch(/history=new[+ %20]*customers.*orders=large/)
  await read(page)
  await expect(rowAt(page, 0)).toContainText(few.rows[0].dimensions.campaign_name)
  await expect(rowAt(page, 0)).toContainText(amount(few.rows[0].metrics.revenue))
  await page
    .getByRole('button', { name: /, explain/ })
    .first()
    .click()
  await expect(page.getByRole('group', { name: /is made of$/ })).toContainText('New customers, Large')
  await press(page, 'Escape')
  await page.getByRole('button', { name: 'Choose splits' }).click()
  const picker = page.getByRole('dialog', { name: 'Split the report by' })
  await expect(picker.getByRole('checkbox', { name: 'Hour', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await expect(picker.getByText('Who bought is kept by day and ad group, not by hour or by what is advertised.').first()).toBeVisible()
  await press(page, 'Escape')
  await page.getByRole('button', { name: 'Save report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this report' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('New and large')
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { name: 'New and large' })).toBeVisible()
  const [[, { saved_report_id: id }]] = (await heard(page, 'ad-report-saved')) as [[string, { saved_report_id: number }]] // one was saved
  expect((await as('dana')('GET', `v2/saved_report/${id}`)).question).toMatchObject(some)
  await read(page)
  await expect(rowAt(page, 0)).toContainText(amount(few.rows[0].metrics.revenue))
  await page.getByRole('button', { name: 'Count all sales' }).click()
  await read(page)
  await expect(rowAt(page, 0)).toContainText(amount(all.rows[0].metrics.revenue))
})

test('what somebody begins with is kept for them alone, and a link to it says all of it', async ({ page }) => {
  const figures = page.getByRole('group', { name: 'Figures' })
  await openReporting(page, 'jonas', 'reporting')
  await read(page)
  await expect(split(page)).toContainText('Advertiser')
  await openReporting(page, 'jonas', 'reporting?dimensions=device&metrics=clicks,revenue')
  await read(page)
  await page.getByRole('button', { name: 'Choose figures' }).click()
  const picker = page.getByRole('dialog', { name: 'Figures of the report' })
  await picker.getByRole('button', { name: 'Begin with what is chosen now' }).click()
  await expect(picker.getByText('Your new reports about “Everything” begin with what is chosen now.')).toBeVisible()
  expect(await hardToUse(page)).toEqual([])
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await picker.getByText('Your new reports about').scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${pictures}reporting-over-beginning-${width}.png` })
  }
  await openReporting(page, 'jonas', 'reporting')
  await expect(split(page)).toContainText('Device')
  await expect(split(page)).not.toContainText('Advertiser')
  await expect(figures).not.toContainText('Impressions')
  await read(page)
  await choose(page, 'Campaigns')
  await expect(split(page)).toContainText('Campaign')
  await choose(page, 'Everything')
  await expect(split(page)).toContainText('Device')
  // What an address says is what it says, for them too.
  await openReporting(page, 'jonas', 'reporting?context=general')
  await read(page)
  await expect(split(page)).toContainText('Advertiser')
  await openReporting(page, 'mika', 'reporting')
  await read(page)
  await expect(split(page)).toContainText('Advertiser')
  await openReporting(page, 'jonas', 'reporting')
  await expect(split(page)).toContainText('Device')
  await page.getByRole('button', { name: 'Choose figures' }).click()
  await picker.getByRole('button', { name: 'Begin as usual again' }).click()
  await expect(picker.getByRole('button', { name: 'Begin as usual again' })).toBeHidden()
  await expect(split(page)).toContainText('Advertiser')
})
