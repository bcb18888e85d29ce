import { readFileSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { pictures } from '../support/gallery-page.ts'
import {
  amount,
  as,
  counted,
  days,
  heard,
  inDays,
  openReporting,
  pathOf,
  read,
  reportingPlatform,
  rowAt,
  rows,
  toast,
} from '../support/reporting-page.ts'
import { press, table } from '../support/table-hands.ts'
import { sheetCells, unzip } from '../support/unzip.ts'

reportingPlatform()

const campaigns = `reporting?context=campaign&${inDays}`
const usual = {
  dimensions: ['advertiser_name', 'campaign_name'],
  metrics: ['cost', 'impressions', 'clicks'],
  sort: [{ field: 'cost', order: 'desc' }],
}

test('a report that is built is what the platform counts, and all of it is in the address', async ({ page }) => {
  await openReporting(page, 'dana', `reporting?${inDays}`)
  await read(page)
  await page.getByRole('combobox', { name: 'About' }).click()
  await page.getByRole('option', { name: 'Campaigns', exact: true }).click()
  await expect.poll(() => pathOf(page)).toContain('context=campaign')
  await page.getByRole('button', { name: 'Choose figures' }).click()
  const picker = page.getByRole('dialog', { name: 'Figures of the report' })
  await picker.getByRole('searchbox', { name: 'Search fields' }).fill('units')
  await picker.getByRole('checkbox', { name: 'Units', exact: true }).check()
  await press(page, 'Escape')
  await expect.poll(() => pathOf(page)).toMatch(/metrics=[^&]*units/)
  await read(page)
  const all = await counted('dana', { ...usual, context: 'campaign', pagination: { start: 0, count: 1 } })
  await expect(table(page, rows)).toHaveAttribute('aria-rowcount', String(all.total + 2))
  const spend = table(page, rows).getByRole('columnheader', { name: /^Spend/ })
  // The biggest comes first, and the head says so before anybody has chosen an order.
  await expect(spend).toHaveAttribute('aria-sort', 'descending')
  expect(await pathOf(page)).not.toContain('sort=')
  await expect(rowAt(page, 0)).toContainText(amount(all.rows[0].metrics.cost))
  await spend.click()
  await expect.poll(() => pathOf(page)).toContain('sort=cost')
  await expect(spend).toHaveAttribute('aria-sort', 'ascending')
  const turned = { ...usual, context: 'campaign', sort: [{ field: 'cost', order: 'asc' }], pagination: { start: 0, count: 1 } }
  const [first] = (await counted('dana', turned)).rows
  await expect(rowAt(page, 0)).toContainText(first.dimensions.campaign_name)
  await expect(rowAt(page, 0)).toContainText(amount(first.metrics.cost))
  const path = (await pathOf(page)) ?? ''
  await openReporting(page, 'dana', path)
  await read(page)
  await expect(rowAt(page, 0)).toContainText(first.dimensions.campaign_name)
  expect(await hardToUse(page)).toEqual([])
})

test('a field that cannot be added says why', async ({ page }) => {
  await openReporting(page, 'dana', campaigns)
  await page.getByRole('button', { name: 'Choose splits' }).click()
  const picker = page.getByRole('dialog', { name: 'Split the report by' })
  const entity = picker.getByRole('checkbox', { name: /^(Entity|Hotel|Product)/ }).first()
  await expect(entity).toHaveAttribute('aria-disabled', 'true')
  await expect(picker.getByText('This is below what the report is about. Choose another context for it.').first()).toBeVisible()
  await picker.getByRole('checkbox', { name: 'Device' }).check()
  await expect.poll(() => pathOf(page)).toMatch(/dimensions=advertiser_name(,|%2C)campaign_name(,|%2C)device/)
})

test('conditions leave what the platform leaves, and one on a figure says that there is no sum', async ({ page }) => {
  const all = await counted('dana', { ...usual, pagination: { start: 0, count: 1 } })
  const word = all.rows[0].dimensions.campaign_name.split(' ')[0]
  await openReporting(page, 'dana', campaigns)
  await read(page)
  await page.getByRole('button', { name: 'Add a condition' }).click()
  const form = page.getByRole('dialog', { name: 'Add a condition' })
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect(form.getByText('Fill this in.').first()).toBeVisible()
  await form.getByLabel('Value').fill(word)
  await form.getByRole('button', { name: 'Apply' }).click()
  const named = { field: 'campaign_name', operation: 'ILIKE', value: word }
  const found = await counted('dana', { ...usual, filters: [named], pagination: { start: 0, count: 1 } })
  await expect(table(page, rows)).toHaveAttribute('aria-rowcount', String(found.total + 2))
  const least = String(Math.floor(Number(found.rows[0].metrics.clicks) / 2))
  await page.getByRole('button', { name: 'Add a condition' }).click()
  await form.getByRole('combobox', { name: 'Field' }).click()
  await page.getByRole('option', { name: 'Clicks', exact: true }).click()
  await form.getByLabel('Value').fill(least)
  await form.getByRole('button', { name: 'Apply' }).click()
  const narrow = await counted('dana', {
    ...usual,
    filters: [named, { field: 'clicks', operation: '>', value: least }],
    pagination: { start: 0, count: 1 },
  })
  await expect(table(page, rows)).toHaveAttribute('aria-rowcount', String(narrow.total + 1))
  await expect(page.getByText('Only rows are shown')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the condition on Clicks' }).click()
  await expect(table(page, rows)).toHaveAttribute('aria-rowcount', String(found.total + 2))
})

test('compared days stand beside each figure, with how it changed', async ({ page }) => {
  await openReporting(
    page,
    'dana',
    `reporting?context=campaign&metrics=clicks&sort=-clicks&start_date=${days.start_date}&end_date=${days.end_date}&compare=previous_period`,
  )
  await read(page)
  const asked = {
    dimensions: ['advertiser_name', 'campaign_name'],
    metrics: ['clicks'],
    sort: [{ field: 'clicks', order: 'desc' }],
    compare: 'previous_period',
  }
  const { rows: counts } = await counted('dana', asked)
  const { metrics, before } = counts[0]
  const former = table(page, rows).getByRole('columnheader', { name: 'Clicks, before' })
  await expect(former).toBeHidden()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Clicks, before' }).check()
  await expect(former).toBeVisible()
  await press(page, 'Escape')
  await expect(rowAt(page, 0)).toContainText(before.clicks.toLocaleString('en-US'))
  const change = Math.abs((metrics.clicks - before.clicks) / before.clicks)
  await expect(rowAt(page, 0)).toContainText(`${(change * 100).toFixed(1)}%`)
  // What all of it came to stands beside what it came to before.
  const whole = { member_group_id: 1, ...days, context: 'campaign', metrics: ['clicks'], compare: 'previous_period' }
  const { kpis } = await as('dana')('POST', 'v2/report/total', whole)
  const totals = table(page, rows).getByRole('row').filter({ hasText: 'Total' })
  for (const sum of [kpis[0].total, kpis[0].before]) await expect(totals).toContainText(sum.toLocaleString('en-US'))
  expect(kpis[0].before).not.toBe(kpis[0].total)
  // The file has the same two, under heads that say which is which.
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  await page.getByRole('menuitem', { name: 'Save as CSV' }).click()
  const file = readFileSync(await (await saving).path(), 'utf8')
  expect(file).toContain(`Advertiser,Campaign,Clicks,"Clicks, before"\r\nTotal,,${kpis[0].total},${kpis[0].before}\r\n`)
})

test('a row is gone into, by its parts, and one comes back the way one came, by keyboard too', async ({ page }) => {
  await openReporting(page, 'dana', `${campaigns}&sort=-cost`)
  await read(page)
  const { rows: all } = await counted('dana', usual)
  const name = all[0].dimensions.campaign_name
  await rowAt(page, 0).getByRole('rowheader').click()
  await press(page, 'Enter')
  const way = page.getByRole('navigation', { name: 'Rows that you went into' })
  await expect(way).toContainText(`Campaign: ${name}`)
  await read(page)
  const parts = await counted('dana', {
    ...{ dimensions: ['device'], metrics: ['cost'] },
    filters: [
      { field: 'advertiser_name', operation: '=', value: all[0].dimensions.advertiser_name },
      { field: 'campaign_name', operation: '=', value: name },
    ],
  })
  await expect(table(page, rows)).toHaveAttribute('aria-rowcount', String(parts.total + 2))
  await rowAt(page, 0).getByRole('button', { name: 'More for this row' }).click()
  await page.getByRole('menuitem', { name: 'By Day' }).click()
  await expect.poll(() => pathOf(page)).toContain('dimensions=day')
  await expect(way).toContainText('Device')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => pathOf(page)).toContain('dimensions=device')
  await way.getByText('Whole report').click()
  await expect(way).toBeHidden()
  await read(page)
  await expect(rowAt(page, 0)).toContainText(name)
})

test('what is shown is saved as a file, with the columns and the order of the screen', async ({ page }) => {
  await openReporting(page, 'dana', `${campaigns}&metrics=clicks,cost&sort=-clicks`)
  await read(page)
  const { rows: counts, total } = await counted('dana', {
    ...usual,
    metrics: ['clicks', 'cost'],
    sort: [{ field: 'clicks', order: 'desc' }],
    pagination: { start: 0, count: 1000 },
  })
  for (const format of ['CSV', 'XLSX']) {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as a file' }).click()
    await page.getByRole('menuitem', { name: `Save as ${format}` }).click()
    const file = readFileSync(await (await saving).path())
    const cells =
      format === 'XLSX'
        ? sheetCells(unzip(file).get('xl/worksheets/sheet1.xml') ?? '')
        : file
            .toString('utf8')
            .split('\r\n')
            .map((line) => line.split(','))
    const flat = cells.map((row) => row.join('|')).join('\n')
    for (const { dimensions, metrics } of counts.slice(0, 5)) expect(flat).toContain([dimensions.campaign_name, metrics.clicks].join('|'))
    await expect(toast(page, /Saved: /)).toBeVisible()
    // What all rows come to stands right below the heads, as on the screen.
    const at = cells.findIndex(([first]) => first === 'Advertiser')
    const [head, sums] = cells.slice(at, at + 2)
    expect(head).toEqual(['Advertiser', 'Campaign', 'Clicks', ...(format === 'XLSX' ? ['Spend, USD'] : ['"Spend', ' USD"'])])
    const [called, , clicks, cost] = sums ?? []
    expect(called).toBe('Total')
    const totals = table(page, rows).getByRole('row').filter({ hasText: 'Total' })
    for (const text of [Number(clicks).toLocaleString('en-US'), amount(String(cost))]) await expect(totals).toContainText(text)
  }
  expect(await heard(page, 'ad-report-exported')).toEqual([
    ['ad-report-exported', { rows: total }],
    ['ad-report-exported', { rows: total }],
  ])
})

test('the spend of a row is the sum of its clicks in the ledger, and the page is told whose ledger somebody wants to see', async ({
  page,
}) => {
  const asked = { dimensions: ['advertiser_id'], metrics: ['cost'], sort: [{ field: 'cost', order: 'desc' }] }
  await openReporting(page, 'dana', `reporting?dimensions=advertiser_id&metrics=cost&sort=-cost&${inDays}`)
  await read(page)
  const [first] = (await counted('dana', asked)).rows
  const advertiser_id = first.dimensions.advertiser_id
  await rowAt(page, 0).getByRole('button', { name: 'More for this row' }).click()
  await page.getByRole('menuitem', { name: 'Clicks in the ledger' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clicks in the ledger' })
  await expect(dialog.getByText('Equal, to the last digit')).toBeVisible()
  // What is a sum of entries there is one without the screen.
  const filters = [
    { field: 'event_type_id', operation: '=', value: 7 },
    { field: 'day', operation: 'BETWEEN', value: [days.start_date, days.end_date] },
  ]
  const ledger = await as('dana')('POST', `v1/member_groups/1/advertisers/${advertiser_id}/balance_events_report`, {
    filters,
    pagination: { start: 0, count: 20 },
  })
  const own = await counted('dana', { ...asked, advertiser_ids: [advertiser_id], currency_code: ledger.sums[0].currency_code })
  expect(Number(own.rows[0].metrics.cost)).toBe(-Number(ledger.sums[0].amount))
  const sums = dialog.locator('.ledger-sums')
  await expect(sums).toContainText(`${ledger.total.toLocaleString('en-US')} entries in the ledger`)
  await expect(sums).toContainText(amount(own.rows[0].metrics.cost))
  await expect.poll(() => pathOf(page)).toContain('ledger=')
  expect(await hardToUse(page)).toEqual([])
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${pictures}reporting-over-ledger-${width}.png` })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Show more entries' }).click()
  await expect.poll(() => dialog.getByRole('table', { name: 'Entries' }).getByRole('row').count()).toBe(ledger.total + 1)
  await dialog.getByRole('button', { name: 'Open the ledger' }).click()
  expect(await heard(page, 'ad-ledger-asked')).toEqual([['ad-ledger-asked', { advertiser_id, ...days }]])
  // An entry leads to the report that it is part of.
  await dialog.getByRole('table', { name: 'Entries' }).getByRole('link').first().click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => pathOf(page)).toContain('ad_group_id')
  await read(page)
  await expect(rowAt(page, 0)).toContainText(days.start_date.slice(0, 4))
})

test('the ledger of a row that it cannot tell apart says what it does not know', async ({ page }) => {
  await openReporting(page, 'dana', `reporting?dimensions=device&metrics=cost&${inDays}`)
  await read(page)
  await rowAt(page, 0).getByRole('button', { name: 'More for this row' }).click()
  await page.getByRole('menuitem', { name: 'Clicks in the ledger' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clicks in the ledger' })
  await expect(dialog.getByText(/and nothing of this: Device\.$/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Open the ledger' })).toHaveAttribute('aria-disabled', 'true')
  await press(page, 'Escape')
  await expect(dialog).toBeHidden()
  await expect.poll(() => pathOf(page)).not.toContain('ledger=')
})

test('a question that changed takes back the one before, and the screen can be used while it is asked', async ({ page }) => {
  const gone: string[] = []
  page.on('requestfailed', (request) => gone.push(request.postData() ?? ''))
  // What is asked of hotels is held as long as the page waits for it.
  await page.route('**/v2/report', (route) => (route.request().postData()?.includes('entity_name') ? undefined : route.fallback()))
  await openReporting(page, 'dana', `reporting?dimensions=entity_name&${inDays}`)
  await expect(table(page, rows)).toHaveAttribute('aria-busy', 'true')
  await page.getByRole('button', { name: 'Choose splits' }).click()
  const picker = page.getByRole('dialog', { name: 'Split the report by' })
  await picker.getByRole('checkbox', { name: 'Device', exact: true }).check()
  await picker.getByRole('checkbox', { name: /^(Entity|Hotel|Product)s?$/ }).uncheck()
  await press(page, 'Escape')
  await read(page)
  await expect(table(page, rows).getByRole('columnheader', { name: 'Device' })).toBeVisible()
  await expect(rowAt(page, 0)).toContainText(/Desktop|Mobile|App/)
  expect(gone.some((body) => body.includes('entity_name'))).toBe(true)
})

test('a number says what it is made of', async ({ page }) => {
  await openReporting(page, 'dana', `${campaigns}&metrics=return_on_ad_spend,clicks`)
  await read(page)
  const { rows: all } = await counted('dana', { ...usual, dimensions: [], metrics: ['revenue', 'cost'], sort: [] })
  await page.getByRole('button', { name: /×\s?, explain/ }).click()
  const said = page.getByRole('group', { name: 'What Return on Ad Spend is made of' })
  await expect(said).toContainText('Revenue / Spend')
  await expect(said).toContainText(`$${amount(all[0].metrics.cost)}`)
  await expect(said).toContainText('America/New York')
})
