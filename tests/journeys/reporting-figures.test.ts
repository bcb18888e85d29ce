import { expect, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { account } from '../support/console-visit.ts'
import { pictures } from '../support/gallery-page.ts'
import {
  amount,
  as,
  counted,
  days,
  emailOf,
  heard,
  inDays,
  openReporting,
  platform,
  read,
  reportingPlatform,
  rowAt,
  rows,
} from '../support/reporting-page.ts'
import { focused, press, table } from '../support/table-hands.ts'

reportingPlatform()

const campaigns = `reporting?context=campaign&${inDays}`
const usual = { dimensions: ['campaign_name'], metrics: ['cost', 'impressions', 'clicks'], sort: [{ field: 'cost', order: 'desc' }] }

test('a number says what it means and what it is made of, and leads to its rows', async ({ page }) => {
  const filters = 'filters=entity_name%3Acontains%3Aa'
  await openReporting(page, 'dana', `reporting?context=entity&${inDays}&${filters}&metrics=return_on_ad_spend,clicks`)
  await read(page)
  const named = [{ field: 'entity_name', operation: 'ILIKE', value: 'a' }]
  const { rows: all } = await counted('dana', { ...usual, dimensions: [], metrics: ['revenue', 'cost'], sort: [], filters: named })
  await page.getByRole('button', { name: /×\s?, explain/ }).click()
  const said = page.getByRole('group', { name: 'What Return on Ad Spend is made of' })
  await expect(said).toContainText('Revenue / Spend')
  await expect(said).toContainText('up to 30 days after a click on it')
  await expect(said).toContainText(`$${amount(all[0].metrics.cost)}`)
  await expect(said).toContainText('America/New York')
  // A condition is named by the client's own word.
  await expect(said).toContainText('Hotel contains')
  await expect(said).not.toContainText('Entity')
  await said.getByRole('link', { name: 'Show the rows behind it' }).click()
  await expect(said).toBeHidden()
  await expect.poll(() => focused(page)).toMatchObject({ column: 1 })
  await expect(table(page, rows)).toBeInViewport()
  await page.getByRole('button', { name: 'Choose figures' }).click()
  const picker = page.getByRole('dialog', { name: 'Figures of the report' })
  await expect(picker.getByText('How often somebody clicked an ad. Clicks are what is paid for.')).toBeVisible()
  await expect(picker.getByText(/^Σ/)).toHaveCount(0)
})

test('the spend of all of a report leads to its clicks in the ledger, and back', async ({ page }) => {
  await openReporting(page, 'jonas', `${campaigns}&metrics=cost,clicks`)
  await read(page)
  const spend = page.getByRole('button', { name: /^\$[\d,.]+\s?, explain/ })
  await spend.click()
  const said = page.getByRole('group', { name: 'What Spend is made of' })
  await expect(said).toContainText('It equals the clicks in the ledger')
  await said.getByRole('link', { name: 'Clicks in the ledger' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clicks in the ledger' })
  await expect(dialog).toContainText('Whole report')
  await expect(dialog.getByText('Equal, to the last digit').first()).toBeVisible()
  await press(page, 'Escape')
  await expect(dialog).toBeHidden()
  await expect(spend).toBeFocused()
})
test('the ledger of a row is that of the advertisers which the platform found in it', async ({ page }) => {
  await openReporting(page, 'dana', `reporting?sort=-cost&${inDays}`)
  await read(page)
  const asked = { dimensions: ['advertiser_id'], metrics: ['cost'], sort: [{ field: 'cost', order: 'desc' }] }
  const ids = (await counted('dana', asked)).rows.map((row: { dimensions: { advertiser_id: number } }) => row.dimensions.advertiser_id)
  await rowAt(page, 0).getByRole('button', { name: 'More for this row' }).click()
  await page.getByRole('menuitem', { name: 'Clicks in the ledger' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clicks in the ledger' })
  await dialog.getByRole('button', { name: 'Open the ledger', exact: true }).click()
  expect(await heard(page, 'ad-ledger-asked')).toEqual([['ad-ledger-asked', { advertiser_id: ids[0], ...days }]])
  await press(page, 'Escape')
  // Of several each has a way of its own, and of many not all are read at once.
  await openReporting(page, 'dana', `reporting?metrics=cost&${inDays}&ledger=all`)
  const ways = dialog.getByRole('button', { name: /^Open the ledger of / })
  await expect(ways).toHaveCount(Math.min(5, ids.length))
  await expect(dialog.getByRole('button', { name: 'Open the ledger', exact: true })).toHaveCount(0)
  const all = await counted('dana', { dimensions: [], metrics: ['cost'], sort: [] })
  await expect(dialog.locator('.ledger-sums').first()).toContainText(`Shown in the report$${amount(all.rows[0].metrics.cost)}`)
  await expect(dialog.getByText(`Of ${ids.length} advertisers, each with a ledger in its own currency.`)).toBeVisible()
  await ways.first().click()
  const [[, told]] = (await heard(page, 'ad-ledger-asked')) as [[string, { advertiser_id: number }]] // the press was heard just now
  expect(ids).toContain(told.advertiser_id)
  if (ids.length > 5) await dialog.getByRole('button', { name: 'Show more advertisers' }).click()
  await expect(ways).toHaveCount(Math.min(10, ids.length))
})

test('a number in another currency than its ledger stands beside what the ledger has, with the rates between them', async ({ page }) => {
  const asked = { dimensions: ['advertiser_id'], metrics: ['cost'], sort: [{ field: 'cost', order: 'desc' }] }
  const [first] = (await counted('dana', { ...asked, currency_code: 'JPY' })).rows
  const { advertiser_id } = first.dimensions
  await openReporting(page, 'dana', `reporting?dimensions=advertiser_id&metrics=cost&sort=-cost&currency=JPY&${inDays}`)
  await read(page)
  await rowAt(page, 0).getByRole('button', { name: 'More for this row' }).click()
  await page.getByRole('menuitem', { name: 'Clicks in the ledger' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clicks in the ledger' })
  const whole = Number(first.metrics.cost).toLocaleString('en-US', { style: 'currency', currency: 'JPY' })
  await expect(dialog.locator('.ledger-sums')).toContainText(`Shown in the report${whole}`)
  const ledger = await as('dana')('POST', `v1/member_groups/1/advertisers/${advertiser_id}/balance_events_report`, {
    filters: [
      { field: 'event_type_id', operation: '=', value: 7 },
      { field: 'day', operation: 'BETWEEN', value: [days.start_date, days.end_date] },
    ],
    pagination: { start: 0, count: 1 },
  })
  const [sum] = ledger.sums
  const taken = (-Number(sum.amount)).toLocaleString('en-US', { style: 'currency', currency: sum.currency_code })
  await expect(dialog.locator('.ledger-sums')).toContainText(`Spend in the report${taken}`)
  await expect(dialog.getByText('Equal, to the last digit')).toBeVisible()
  await expect(dialog).toContainText(`The ledger is kept in ${sum.currency_code}; the report shows it in JPY, at the rates of `)
  expect(await hardToUse(page)).toEqual([])
  await page.screenshot({ path: `${pictures}reporting-ledger-converted.png` })
})

test('in the console, where no ledger is built, nobody is led to one', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${platform().origin}/clients/1/reporting?sort=-cost&${inDays}`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('E-mail').fill(emailOf('dana'))
  await page.getByLabel('Password', { exact: true }).fill(platform().password)
  await press(page, 'Enter')
  await account(page).waitFor()
  await read(page)
  await rowAt(page, 0).getByRole('button', { name: 'More for this row' }).click()
  await page.getByRole('menuitem', { name: 'Clicks in the ledger' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clicks in the ledger' })
  await expect(dialog.getByText('Equal, to the last digit')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Open the ledger/ })).toHaveCount(0)
  await context.close()
})

test('the parts of a day that was gone into come to what its row came to, now and before', async ({ page }) => {
  await openReporting(
    page,
    'dana',
    `reporting?context=campaign&dimensions=day&metrics=clicks&sort=-day&start_date=${days.start_date}&end_date=${days.end_date}&compare=previous_period`,
  )
  await read(page)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Clicks, before' }).check()
  await press(page, 'Escape')
  const shown = (at: number) => rowAt(page, at).getByRole('gridcell').allInnerTexts()
  const figure = (text = '') => Number(text.split('\n')[0]?.replaceAll(',', ''))
  const figures = async (at: number) =>
    (await shown(at)).filter((text) => /^[\d,]+(\n|$)/.test(text.trim())).map((text) => figure(text.trim()))
  const [now = 0, before = 0] = await figures(0)
  // The row is of the last day, which is compared with the last of the days before.
  const { rows: own } = await counted('dana', {
    start_date: '2026-10-31',
    end_date: '2026-10-31',
    context: 'campaign',
    dimensions: [],
    metrics: ['clicks'],
  })
  expect(before).toBe(own[0].metrics.clicks)
  await rowAt(page, 0).getByRole('button', { name: 'More for this row' }).click()
  await page.getByRole('menuitem', { name: 'By Device' }).click()
  await expect(page.getByRole('navigation', { name: 'Rows that you went into' })).toBeVisible()
  await expect(page.getByText('compared with Oct 31')).toBeVisible()
  await read(page)
  const count = Number(await table(page, rows).getAttribute('aria-rowcount')) - 2
  const parts = await Promise.all(Array.from({ length: count }, (_, at) => figures(at)))
  expect(count).toBeGreaterThan(1)
  const sums = [0, 1].map((at) => parts.reduce((sum, part) => sum + (part[at] ?? 0), 0))
  expect(sums).toEqual([now, before])
})
