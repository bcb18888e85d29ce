import { expect, type Page, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { pictures } from '../support/gallery-page.ts'
import {
  amount,
  as,
  counted,
  heard,
  inDays,
  openReporting,
  pathOf,
  read,
  reportingPlatform,
  rowAt,
  rows,
} from '../support/reporting-page.ts'
import { press, table } from '../support/table-hands.ts'

reportingPlatform()

/** What somebody chooses a report to be about. */
async function choose(page: Page, about: string) {
  await page.getByRole('combobox', { name: 'About' }).click()
  // What it is may stand beside its name.
  const named = page.getByText(about, { exact: true })
  await page.getByRole('option').filter({ has: named }).click()
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
  const asked = {
    dimensions: ['advertiser_name', 'campaign_name'],
    metrics: ['clicks', 'revenue'],
    sort: [{ field: 'revenue', order: 'desc' }],
  }
  const some = { user_history: 'new customers', order_values: ['large'] }
  const [all, few] = [await counted('dana', asked), await counted('dana', { ...asked, ...some })]
  expect(Number(few.rows[0].metrics.revenue)).toBeLessThan(Number(all.rows[0].metrics.revenue))
  await openReporting(page, 'dana', `reporting?context=campaign&metrics=clicks,revenue&sort=-revenue&${inDays}`)
  await read(page)
  await expect(rowAt(page, 0)).toContainText(amount(all.rows[0].metrics.revenue))
  await page.getByRole('button', { name: 'Count some sales only' }).click()
  const form = page.getByRole('dialog', { name: 'Sales that count' })
  await form.getByText('New customers', { exact: true }).click()
  await expect(form.getByText('New customers had bought nothing of the advertiser before.')).toBeVisible()
  await expect(form.getByRole('checkbox', { name: 'Large' })).toHaveAccessibleDescription('Orders of about 4 times as much as small ones')
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

test('hiding a column takes its figure out of this report and of no other, and moving one puts it elsewhere in it', async ({ page }) => {
  await openReporting(page, 'dana', `reporting?context=campaign&${inDays}&metrics=cost,clicks,units`)
  await read(page)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Clicks', exact: true }).click()
  await expect.poll(() => pathOf(page)).toMatch(/metrics=cost(,|%2C)units/)
  await expect(page.getByRole('group', { name: 'Figures', exact: true })).not.toContainText('Clicks')
  await page.getByRole('button', { name: 'Move Units', exact: true }).press('ArrowUp')
  await expect.poll(() => pathOf(page)).toMatch(/metrics=units(,|%2C)cost/)
  await press(page, 'Escape')
  await openReporting(page, 'dana', `reporting?context=campaign&${inDays}&metrics=cost,clicks,units`)
  await read(page)
  const heads = table(page, rows).getByRole('columnheader')
  await expect(heads.filter({ hasText: /^Clicks/ })).toBeVisible()
})

test('beside compared days figures and splits change places by keyboard, what is taken out can be put back, and all of it be as usual', async ({
  page,
}) => {
  const compared = inDays.replace('compare=none', 'compare=previous_period')
  await openReporting(page, 'dana', `reporting?context=campaign&${compared}`)
  await read(page)
  await page.getByRole('button', { name: 'Columns' }).click()
  const clicks = page.getByRole('button', { name: 'Move Clicks', exact: true })
  await clicks.focus()
  await press(page, 'ArrowUp')
  await expect.poll(() => pathOf(page)).toMatch(/metrics=cost(,|%2C)clicks(,|%2C)impressions/)
  await press(page, 'ArrowUp')
  await expect.poll(() => pathOf(page)).toMatch(/metrics=clicks(,|%2C)cost(,|%2C)impressions/)
  await expect(clicks).toBeFocused()
  await page.getByRole('button', { name: 'Move Campaign', exact: true }).press('ArrowUp')
  await expect.poll(() => pathOf(page)).toMatch(/dimensions=campaign_name(,|%2C)advertiser_name/)
  await expect(table(page, rows).getByRole('columnheader').first()).toHaveText('Campaign')
  const box = page.getByRole('checkbox', { name: 'Spend, USD', exact: true })
  await box.press('Space')
  await expect.poll(() => pathOf(page)).toMatch(/metrics=clicks(,|%2C)impressions/)
  await expect(box).not.toBeChecked()
  await expect(box).toBeFocused()
  await page.getByRole('dialog', { name: 'Columns' }).evaluate((panel) => panel.scrollTo(0, 0))
  await page.screenshot({ path: `${pictures}reporting-over-columns-1440.png` })
  await press(page, 'Space')
  await expect.poll(() => pathOf(page)).toMatch(/metrics=clicks(,|%2C)cost(,|%2C)impressions/)
  await press(page, 'Space')
  await page.getByRole('button', { name: 'Back to the usual columns' }).click()
  await expect.poll(() => pathOf(page)).not.toMatch(/metrics=|dimensions=campaign/)
  await expect(box).toBeChecked()
  await page.setViewportSize({ width: 360, height: 900 })
  await page.getByRole('button', { name: 'Columns', exact: true }).scrollIntoViewIfNeeded()
  await page.screenshot({ path: `${pictures}reporting-over-columns-360.png` })
})

test('a condition that needs several lines breaks between words', async ({ page }) => {
  const said = 'campaign_name:contains:Last-minute;cost:above:2000'
  await openReporting(page, 'dana', `reporting?context=campaign&filters=${said}&${inDays}`)
  await read(page)
  const bar = page.getByRole('group', { name: 'Conditions' })
  await expect(bar).toContainText('$2,000.00')
  /** Words that stand in more than one line; one of its own may break behind a hyphen. */
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
    await page.screenshot({ path: `${pictures}reporting-conditions-${width}.png` })
    expect(await broken(), String(width)).toEqual([])
  }
})
