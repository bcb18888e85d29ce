import { readFileSync } from 'node:fs'
import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { hardToUse } from '../support/browser/axe.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { dayAgo, dayText } from '../support/time/days.ts'
import {
  amount,
  apiAs,
  counted,
  days,
  eventsOf,
  inDays,
  openReporting,
  pathOf,
  rowsLoaded,
  reportingPlatform,
  rowAt,
  rows,
  toast,
} from '../support/reports/reporting-page.ts'
import { focused, press, table } from '../support/ui/table-steps.ts'
import { sheetCells, unzip } from '../support/files/unzip.ts'

reportingPlatform()

/** A flat table, because several dimensions are a tree otherwise. */
const campaigns = `reporting?context=campaign&rows=flat&${inDays}`
const usual = {
  dimensions: ['advertiser_name', 'campaign_name'],
  metrics: ['cost', 'impressions', 'clicks'],
  sort: [{ field: 'cost', order: 'desc' }],
}

test("a report is built, equals the platform's figures, and is stored in the address", async ({ page }) => {
  await openReporting(page, 'dana', `reporting?rows=flat&${inDays}`)
  await rowsLoaded(page)
  await page.getByRole('combobox', { name: 'Report on' }).click()
  await page.getByRole('option', { name: 'Campaigns', exact: true }).click()
  await expect.poll(() => pathOf(page)).toContain('context=campaign')
  await page.getByRole('button', { name: 'Add metric' }).click()
  const picker = page.getByRole('dialog', { name: 'Report metrics' })
  await picker.getByRole('searchbox', { name: 'Search fields' }).fill('units')
  await picker.getByRole('checkbox', { name: 'Units', exact: true }).check()
  await press(page, 'Escape')
  await expect.poll(() => pathOf(page)).toMatch(/metrics=[^&]*units/)
  await page.getByRole('button', { name: 'Add dimension' }).click()
  const splits = page.getByRole('dialog', { name: 'Group the report by' })
  await expect(splits.getByRole('checkbox', { name: /^(Entity|Hotel|Product)/ }).first()).toHaveAttribute('aria-disabled', 'true')
  await expect(
    splits.getByText('This report does not go into this much detail. Change “Report on” to use this field.').first(),
  ).toBeVisible()
  await press(page, 'Escape')
  await rowsLoaded(page)
  const all = await counted('dana', { ...usual, context: 'campaign', pagination: { start: 0, count: 1 } })
  await expect(table(page, rows)).toHaveAttribute('aria-rowcount', String(all.total + 2))
  const spend = table(page, rows).getByRole('columnheader', { name: /^Spend/ })
  // The default sort is the first metric in descending order, and the header shows it.
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
  await rowsLoaded(page)
  await expect(rowAt(page, 0)).toContainText(first.dimensions.campaign_name)
  expect(await hardToUse(page)).toEqual([])
})

test('report filters keep the same rows as the platform, and a metric filter removes the total', async ({ page }) => {
  const all = await counted('dana', { ...usual, pagination: { start: 0, count: 1 } })
  const term = all.rows[0].dimensions.campaign_name.split(' ')[0]
  await openReporting(page, 'dana', campaigns)
  await rowsLoaded(page)
  await page.getByRole('button', { name: 'Add filter' }).click()
  const form = page.getByRole('dialog', { name: 'Add filter' })
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect(form.getByText('Enter a value').first()).toBeVisible()
  await form.getByLabel('Value').fill(term)
  await form.getByRole('button', { name: 'Apply' }).click()
  const named = { field: 'campaign_name', operation: 'ILIKE', value: term }
  const found = await counted('dana', { ...usual, filters: [named], pagination: { start: 0, count: 1 } })
  await expect(table(page, rows)).toHaveAttribute('aria-rowcount', String(found.total + 2))
  const least = String(Math.floor(Number(found.rows[0].metrics.clicks) / 2))
  await page.getByRole('button', { name: 'Add filter' }).click()
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
  await expect(page.getByText('Totals are unavailable')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter: Clicks' }).click()
  await expect(table(page, rows)).toHaveAttribute('aria-rowcount', String(found.total + 2))
})

test('a comparison is shown for each metric, in the totals and in the file', async ({ page }) => {
  await openReporting(
    page,
    'dana',
    `reporting?context=campaign&rows=flat&metrics=clicks&sort=-clicks&start_date=${days.start_date}&end_date=${days.end_date}&compare=previous_period`,
  )
  await rowsLoaded(page)
  const request = {
    dimensions: ['advertiser_name', 'campaign_name'],
    metrics: ['clicks'],
    sort: [{ field: 'clicks', order: 'desc' }],
    compare: 'previous_period',
  }
  const { rows: counts } = await counted('dana', request)
  const { metrics, before } = counts[0]
  const former = table(page, rows).getByRole('columnheader', { name: 'Clicks, previous' })
  await expect(former).toBeHidden()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Clicks, previous' }).check()
  await expect(former).toBeVisible()
  await press(page, 'Escape')
  await expect(rowAt(page, 0)).toContainText(before.clicks.toLocaleString('en-US'))
  const change = Math.abs((metrics.clicks - before.clicks) / before.clicks)
  await expect(rowAt(page, 0)).toContainText(`${(change * 100).toFixed(1)}%`)
  // The total is next to the total of the previous period.
  const whole = { member_group_id: 1, ...days, context: 'campaign', metrics: ['clicks'], compare: 'previous_period' }
  const { kpis } = await apiAs('dana')('POST', 'v2/report/total', whole)
  const totals = table(page, rows).getByRole('row').filter({ hasText: 'Total' })
  for (const sum of [kpis[0].total, kpis[0].before]) await expect(totals).toContainText(sum.toLocaleString('en-US'))
  expect(kpis[0].before).not.toBe(kpis[0].total)
  // The file has both values, under headers that name them.
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Export as CSV with notes' }).click()
  const file = readFileSync(await (await saving).path(), 'utf8')
  expect(file).toContain('Advertiser ID,Advertiser,Campaign ID,Campaign,Clicks,"Clicks, previous"\r\n')
  expect(file).toContain(`\r\n\r\nTotal,,,,${kpis[0].total},${kpis[0].before}\r\n`)
})

test('a report row is drilled into and left again, also by keyboard', async ({ page }) => {
  await openReporting(page, 'dana', `${campaigns}&sort=-cost`)
  await rowsLoaded(page)
  const { rows: all } = await counted('dana', usual)
  const name = all[0].dimensions.campaign_name
  await rowAt(page, 0).getByRole('rowheader').click()
  await press(page, 'Enter')
  const way = page.getByRole('navigation', { name: 'Drill-down path' })
  await expect(way).toContainText(`Campaign: ${name}`)
  await rowsLoaded(page)
  const parts = await counted('dana', {
    dimensions: ['device'],
    metrics: ['cost'],
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
  await rowsLoaded(page)
  await expect(rowAt(page, 0)).toContainText(name)
})

test('several dimensions are a tree with subtotals, opened by mouse and keyboard, and flat on request', async ({ page }) => {
  await openReporting(page, 'dana', `reporting?context=campaign&${inDays}`)
  await rowsLoaded(page)
  const groups = await counted('dana', { ...usual, context: 'campaign', dimensions: ['advertiser_name'] })
  const [first, second] = groups.rows
  const parts = await counted('dana', {
    ...usual,
    context: 'campaign',
    dimensions: ['campaign_name'],
    filters: [{ field: 'advertiser_name', operation: '=', value: first.dimensions.advertiser_name }],
  })
  await expect(page.getByRole('treegrid', { name: rows })).toHaveAttribute('aria-rowcount', String(groups.total + parts.total + 2))
  await expect(rowAt(page, 0)).toHaveAttribute('aria-expanded', 'true')
  await expect(rowAt(page, 0)).toContainText(amount(first.metrics.cost))
  await expect(rowAt(page, 1)).toHaveAttribute('aria-level', '2')
  await expect(rowAt(page, 1)).toContainText(parts.rows[0].dimensions.campaign_name)
  await expect(rowAt(page, 1)).toContainText(amount(parts.rows[0].metrics.cost))
  expect(await hardToUse(page)).toEqual([])
  await rowAt(page, 0).getByRole('button', { name: first.dimensions.advertiser_name, exact: true }).click()
  await expect(rowAt(page, 0)).toHaveAttribute('aria-expanded', 'false')
  await expect(rowAt(page, 1)).toContainText(second.dimensions.advertiser_name)
  await press(page, 'ArrowRight')
  await expect(rowAt(page, 0)).toHaveAttribute('aria-expanded', 'true')
  await expect(rowAt(page, 1)).toContainText(parts.rows[0].dimensions.campaign_name)
  // The keys of an open menu leave its group as it is.
  await rowAt(page, 0).getByRole('button', { name: 'More for this row' }).click()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await press(page, 'ArrowLeft')
  await press(page, 'Escape')
  await expect(rowAt(page, 0)).toHaveAttribute('aria-expanded', 'true')
  const grouping = page.getByRole('button', { name: 'Group rows' })
  await grouping.press('Enter')
  await expect.poll(() => pathOf(page)).toContain('rows=flat')
  await expect(page.getByRole('grid', { name: rows }).getByRole('columnheader').nth(1)).toHaveText('Campaign')
  await expect(grouping).toBeFocused()
})

test('CSV and XLSX files have the columns, order and totals of the screen', async ({ page }) => {
  await openReporting(page, 'dana', `${campaigns}&metrics=clicks,cost&sort=-clicks`)
  await rowsLoaded(page)
  const { rows: counts, total } = await counted('dana', {
    ...usual,
    metrics: ['clicks', 'cost'],
    sort: [{ field: 'clicks', order: 'desc' }],
    pagination: { start: 0, count: 1000 },
  })
  for (const format of ['CSV', 'XLSX']) {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: new RegExp(`^Export as ${format}(?! with)`) }).click()
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
    if (format === 'CSV') {
      expect(cells[0]?.join(',')).toBe('\uFEFFAdvertiser ID,Advertiser,Campaign ID,Campaign,Clicks,"Spend, USD"')
      continue
    }
    // The totals are below the rows.
    expect(cells[0]).toEqual(['Advertiser', 'Campaign', 'Clicks', 'Spend, USD'])
    const [called, , clicks, cost] = cells.at(-1) ?? []
    expect(called).toBe('Total')
    const totals = table(page, rows).getByRole('row').filter({ hasText: 'Total' })
    for (const text of [Number(clicks).toLocaleString('en-US'), amount(String(cost))]) await expect(totals).toContainText(text)
  }
  expect(await eventsOf(page, 'ad-report-exported')).toEqual([
    ['ad-report-exported', { rows: total }],
    ['ad-report-exported', { rows: total }],
  ])
})

test('the spend of a report row equals its clicks in the ledger, and an event names the ledger filters', async ({ page }) => {
  const request = { dimensions: ['advertiser_id'], metrics: ['cost'], sort: [{ field: 'cost', order: 'desc' }] }
  await openReporting(page, 'dana', `reporting?dimensions=advertiser_id&metrics=cost&sort=-cost&${inDays}`)
  await rowsLoaded(page)
  const [first] = (await counted('dana', request)).rows
  const advertiser_id = first.dimensions.advertiser_id
  await rowAt(page, 0).getByRole('button', { name: 'More for this row' }).click()
  await page.getByRole('menuitem', { name: 'Clicks in the ledger' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clicks in the ledger' })
  await expect(dialog.getByText('Report and ledger match exactly')).toBeVisible()
  // The same sum of ledger entries, read from the API.
  const filters = [
    { field: 'event_type_id', operation: '=', value: 7 },
    { field: 'day', operation: 'BETWEEN', value: [days.start_date, days.end_date] },
  ]
  const ledger = await apiAs('dana')('POST', `v1/member_groups/1/advertisers/${advertiser_id}/balance_events_report`, {
    filters,
    pagination: { start: 0, count: 20 },
  })
  const own = await counted('dana', { ...request, advertiser_ids: [advertiser_id], currency_code: ledger.sums[0].currency_code })
  expect(Number(own.rows[0].metrics.cost)).toBe(-Number(ledger.sums[0].amount))
  await expect(dialog).toContainText(`${ledger.total.toLocaleString('en-US')} entries in the ledger`)
  await expect(dialog).toContainText(amount(own.rows[0].metrics.cost))
  await expect.poll(() => pathOf(page)).toContain('ledger=')
  expect(await hardToUse(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Show more entries' }).click()
  await expect.poll(() => dialog.getByRole('table', { name: 'Entries' }).getByRole('row').count()).toBe(ledger.total + 1)
  await dialog.getByRole('button', { name: 'Open the ledger' }).click()
  expect(await eventsOf(page, 'ad-ledger-asked')).toEqual([['ad-ledger-asked', { advertiser_id, ...days }]])
  // An entry links to the report that contains it.
  await dialog.getByRole('table', { name: 'Entries' }).getByRole('link').first().click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => pathOf(page)).toContain('ad_group_id')
  await rowsLoaded(page)
  await expect(rowAt(page, 0)).toContainText(days.start_date.slice(0, 4))
})

test('a report row that the ledger cannot distinguish says so', inAudit, async ({ page }) => {
  await openReporting(page, 'dana', `reporting?dimensions=device&metrics=cost&${inDays}`)
  await rowsLoaded(page)
  await rowAt(page, 0).getByRole('button', { name: 'More for this row' }).click()
  await page.getByRole('menuitem', { name: 'Clicks in the ledger' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clicks in the ledger' })
  await expect(dialog.getByText(/They don’t show Device\.$/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Open the ledger' })).toHaveAttribute('aria-disabled', 'true')
  await press(page, 'Escape')
  await expect(dialog).toBeHidden()
  await expect.poll(() => pathOf(page)).not.toContain('ledger=')
})

test('a new report query cancels the one before, and the screen stays usable meanwhile', async ({ page }) => {
  const gone: string[] = []
  page.on('requestfailed', (request) => gone.push(request.postData() ?? ''))
  // Requests for entities stay pending as long as the page waits.
  await page.route('**/v2/report', (route) => (route.request().postData()?.includes('entity_name') ? undefined : route.fallback()))
  await openReporting(page, 'dana', `reporting?dimensions=entity_name&${inDays}`)
  await expect(table(page, rows)).toHaveAttribute('aria-busy', 'true')
  await page.getByRole('button', { name: 'Add dimension' }).click()
  const picker = page.getByRole('dialog', { name: 'Group the report by' })
  await picker.getByRole('checkbox', { name: 'Device', exact: true }).check()
  await picker.getByRole('checkbox', { name: /^(Entity|Hotel|Product)s?$/ }).uncheck()
  await press(page, 'Escape')
  await rowsLoaded(page)
  await expect(table(page, rows).getByRole('columnheader', { name: 'Device' })).toBeVisible()
  await expect(rowAt(page, 0)).toContainText(/Desktop|Mobile|App/)
  expect(gone.some((body) => body.includes('entity_name'))).toBe(true)
})

test('report filters that match nothing can be cleared at once', async ({ page }) => {
  await openReporting(page, 'dana', `${campaigns}&filters=campaign_name:contains:nowhere%20at%20all;device:is:app`)
  await expect(page.getByText('No matching rows')).toBeVisible()
  await expect(page.getByText('No data matches the filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rowsLoaded(page)
  const { total } = await counted('dana', { ...usual, pagination: { start: 0, count: 1 } })
  await expect(table(page, rows)).toHaveAttribute('aria-rowcount', String(total + 2))
  expect(await pathOf(page)).not.toContain('filters=')
})

test('a metric explains its meaning and formula and leads to its rows', async ({ page }) => {
  const filters = 'filters=entity_name%3Acontains%3Aa'
  await openReporting(page, 'dana', `reporting?context=entity&${inDays}&${filters}&metrics=return_on_ad_spend,clicks`)
  await rowsLoaded(page)
  const named = [{ field: 'entity_name', operation: 'ILIKE', value: 'a' }]
  const { rows: all } = await counted('dana', { ...usual, dimensions: [], metrics: ['revenue', 'cost'], sort: [], filters: named })
  await page.getByRole('button', { name: /×\s?, explain calculation/ }).click()
  const said = page.getByRole('group', { name: 'How Return on Ad Spend is calculated' })
  await expect(said).toContainText('Revenue / Spend')
  await expect(said).toContainText('up to 30 days after a click')
  await expect(said).toContainText(`$${amount(all[0].metrics.cost)}`)
  await expect(said).toContainText('America/New York')
  // A filter uses the client's own name for entities.
  await expect(said).toContainText('Hotel contains')
  await expect(said).not.toContainText('Entity')
  await said.getByRole('link', { name: 'View source rows' }).click()
  await expect(said).toBeHidden()
  await expect.poll(() => focused(page)).toMatchObject({ column: 1 })
  await expect(table(page, rows)).toBeInViewport()
  await page.getByRole('button', { name: 'Add metric' }).click()
  const picker = page.getByRole('dialog', { name: 'Report metrics' })
  await expect(picker.getByText('How often people clicked your ads. You pay for clicks.')).toBeVisible()
  await expect(picker.getByText(/^Sum of/)).toHaveCount(0)
})

test('the spend of a whole report equals its clicks in the ledger', async ({ page }) => {
  await openReporting(page, 'jonas', `${campaigns}&metrics=cost,clicks`)
  await rowsLoaded(page)
  const spend = page.getByRole('button', { name: /^\$[\d,.]+\s?, explain calculation/ })
  await spend.click()
  const said = page.getByRole('group', { name: 'How Spend is calculated' })
  await expect(said).toContainText('it matches the ledger exactly')
  await said.getByRole('link', { name: 'Clicks in the ledger' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clicks in the ledger' })
  await expect(dialog).toContainText('Whole report')
  await expect(dialog.getByText('Report and ledger match exactly').first()).toBeVisible()
  await press(page, 'Escape')
  await expect(dialog).toBeHidden()
  await expect(spend).toBeFocused()
})

test('a report row of several advertisers leads to the ledger of each', inAudit, async ({ page }) => {
  await openReporting(page, 'dana', `reporting?sort=-cost&${inDays}`)
  await rowsLoaded(page)
  const request = { dimensions: ['advertiser_id'], metrics: ['cost'], sort: [{ field: 'cost', order: 'desc' }] }
  const ids = (await counted('dana', request)).rows.map((row: { dimensions: { advertiser_id: number } }) => row.dimensions.advertiser_id)
  await rowAt(page, 0).getByRole('button', { name: 'More for this row' }).click()
  await page.getByRole('menuitem', { name: 'Clicks in the ledger' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clicks in the ledger' })
  await dialog.getByRole('button', { name: 'Open the ledger', exact: true }).click()
  expect(await eventsOf(page, 'ad-ledger-asked')).toEqual([['ad-ledger-asked', { advertiser_id: ids[0], ...days }]])
  await press(page, 'Escape')
  // Each of several advertisers has its own button; of many, only some load at once.
  await openReporting(page, 'dana', `reporting?metrics=cost&${inDays}&ledger=all`)
  const ways = dialog.getByRole('button', { name: /^Open the ledger of / })
  await expect(ways).toHaveCount(Math.min(5, ids.length))
  await expect(dialog.getByRole('button', { name: 'Open the ledger', exact: true })).toHaveCount(0)
  const all = await counted('dana', { dimensions: [], metrics: ['cost'], sort: [] })
  await expect(dialog).toContainText(`Amount shown in the report$${amount(all.rows[0].metrics.cost)}`)
  await expect(dialog.getByText(`${ids.length} advertisers, each with a ledger in its own currency.`)).toBeVisible()
  await ways.first().click()
  const [[, detail]] = (await eventsOf(page, 'ad-ledger-asked')) as [[string, { advertiser_id: number }]] // the event of this press
  expect(ids).toContain(detail.advertiser_id)
  if (ids.length > 5) await dialog.getByRole('button', { name: 'Show more advertisers' }).click()
  await expect(ways).toHaveCount(Math.min(10, ids.length))
})

test("a converted amount is shown next to the ledger's own, with the exchange rates", inAudit, async ({ page }) => {
  const request = { dimensions: ['advertiser_id'], metrics: ['cost'], sort: [{ field: 'cost', order: 'desc' }] }
  const [first] = (await counted('dana', { ...request, currency_code: 'JPY' })).rows
  const { advertiser_id } = first.dimensions
  await openReporting(page, 'dana', `reporting?dimensions=advertiser_id&metrics=cost&sort=-cost&currency=JPY&${inDays}`)
  await rowsLoaded(page)
  await rowAt(page, 0).getByRole('button', { name: 'More for this row' }).click()
  await page.getByRole('menuitem', { name: 'Clicks in the ledger' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clicks in the ledger' })
  const whole = Number(first.metrics.cost).toLocaleString('en-US', { style: 'currency', currency: 'JPY' })
  await expect(dialog).toContainText(`Amount shown in the report${whole}`)
  const ledger = await apiAs('dana')('POST', `v1/member_groups/1/advertisers/${advertiser_id}/balance_events_report`, {
    filters: [
      { field: 'event_type_id', operation: '=', value: 7 },
      { field: 'day', operation: 'BETWEEN', value: [days.start_date, days.end_date] },
    ],
    pagination: { start: 0, count: 1 },
  })
  const [sum] = ledger.sums
  const taken = (-Number(sum.amount)).toLocaleString('en-US', { style: 'currency', currency: sum.currency_code })
  await expect(dialog).toContainText(`Spend in the report${taken}`)
  await expect(dialog.getByText('Report and ledger match exactly')).toBeVisible()
  await expect(dialog).toContainText(`The ledger is in ${sum.currency_code}. The report converts it to JPY at the rates of `)
  expect(await hardToUse(page)).toEqual([])
})

test('the parts of a day add up to their row, in both periods', inAudit, async ({ page }) => {
  await openReporting(
    page,
    'dana',
    `reporting?context=campaign&dimensions=day&metrics=clicks&sort=-day&start_date=${days.start_date}&end_date=${days.end_date}&compare=previous_period`,
  )
  await rowsLoaded(page)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Clicks, previous' }).check()
  await press(page, 'Escape')
  const shown = (at: number) => rowAt(page, at).getByRole('gridcell').allInnerTexts()
  const figure = (text = '') => Number(text.split('\n')[0]?.replaceAll(',', ''))
  const figures = async (at: number) =>
    (await shown(at)).filter((text) => /^[\d,]+(\n|$)/.test(text.trim())).map((text) => figure(text.trim()))
  const [now = 0, before = 0] = await figures(0)
  // The row is of the last day, which is compared with the last day of the previous period.
  const dayBefore = dayAgo(25)
  const { rows: own } = await counted('dana', {
    start_date: dayBefore,
    end_date: dayBefore,
    context: 'campaign',
    dimensions: [],
    metrics: ['clicks'],
  })
  expect(before).toBe(own[0].metrics.clicks)
  await rowAt(page, 0).getByRole('button', { name: 'More for this row' }).click()
  await page.getByRole('menuitem', { name: 'By Device' }).click()
  await expect(page.getByRole('navigation', { name: 'Drill-down path' })).toBeVisible()
  await expect(page.getByText(`compared with ${dayText(dayBefore).replace(/, \d+$/, '')}`)).toBeVisible()
  await rowsLoaded(page)
  const count = Number(await table(page, rows).getAttribute('aria-rowcount')) - 2
  const parts = await Promise.all(Array.from({ length: count }, (_, at) => figures(at)))
  expect(count).toBeGreaterThan(1)
  const sums = [0, 1].map((at) => parts.reduce((sum, part) => sum + (part[at] ?? 0), 0))
  expect(sums).toEqual([now, before])
})

/** Chooses the context of a report. */
async function choose(page: Page, about: string) {
  await page.getByRole('combobox', { name: 'Report on' }).click()
  // A description may follow the name.
  const named = page.getByText(about, { exact: true })
  await page.getByRole('option').filter({ has: named }).click()
}
/** The statuses of all refused report requests. */
function refusals(page: Page) {
  const refused: number[] = []
  page.on(
    'response',
    (response) => void (response.url().includes('/v2/report') && response.status() >= 400 && refused.push(response.status())),
  )
  return refused
}
const again = (page: Page, heading: string) =>
  page.getByRole('alert').filter({ hasText: heading }).getByRole('button', { name: 'Try again' }).click()
const split = (page: Page) => page.getByRole('group', { name: 'Group by' })

test('a filter that a report context lacks is removed, and the screen says so', inAudit, async ({ page }) => {
  const refused = refusals(page)
  await openReporting(page, 'dana', `reporting?context=entity&rows=flat&filters=entity_name:contains:a&${inDays}`)
  await rowsLoaded(page)
  await expect(page.getByText('Not included:')).toHaveCount(0)
  await choose(page, 'Campaigns')
  await expect(page.getByText(/^Not included: /)).toBeVisible()
  await expect(page.getByText('A report on “Campaigns” does not include these fields. Change “Report on” to use them.')).toBeVisible()
  await rowsLoaded(page)
  const { rows } = await counted('dana', { dimensions: ['campaign_name'], metrics: ['cost'], sort: [{ field: 'cost', order: 'desc' }] })
  await expect(rowAt(page, 0)).toContainText(rows[0].dimensions.campaign_name)
  expect(await hardToUse(page)).toEqual([])
  await choose(page, 'Entities')
  await expect(page.getByText(/^Not included: /)).toBeHidden()
  await rowsLoaded(page)
  expect(refused).toEqual([])
})

test('new customer and large order filters match the platform, are shown at the metric, and are saved', inAudit, async ({ page }) => {
  const request = {
    dimensions: ['advertiser_name', 'campaign_name'],
    metrics: ['clicks', 'revenue'],
    sort: [{ field: 'revenue', order: 'desc' }],
  }
  const some = { user_history: 'new customers', order_values: ['large'] }
  const all = await counted('dana', request)
  const few = await counted('dana', { ...request, ...some })
  expect(Number(few.rows[0].metrics.revenue)).toBeLessThan(Number(all.rows[0].metrics.revenue))
  await openReporting(page, 'dana', `reporting?context=campaign&rows=flat&metrics=clicks,revenue&sort=-revenue&${inDays}`)
  await rowsLoaded(page)
  await expect(rowAt(page, 0)).toContainText(amount(all.rows[0].metrics.revenue))
  await page.getByRole('button', { name: 'Filter sales' }).click()
  const form = page.getByRole('dialog', { name: 'Sales included' })
  await form.getByText('New customers', { exact: true }).click()
  await expect(form.getByText('New customers have never bought from this advertiser before.')).toBeVisible()
  await expect(form.getByRole('checkbox', { name: 'Large' })).toHaveAccessibleDescription('Orders about 4 times the typical small order')
  await form.getByRole('checkbox', { name: 'Medium' }).uncheck()
  await form.getByRole('checkbox', { name: 'Small' }).uncheck()
  // One size is left, and at least one is required.
  await expect(form.getByRole('checkbox', { name: 'Large' })).toHaveAttribute('aria-disabled', 'true')
  expect(await hardToUse(page)).toEqual([])
  await press(page, 'Escape')
  await expect.poll(() => pathOf(page)).toMatch(/history=new[+ %20]*customers.*orders=large/)
  await rowsLoaded(page)
  await expect(rowAt(page, 0)).toContainText(few.rows[0].dimensions.campaign_name)
  await expect(rowAt(page, 0)).toContainText(amount(few.rows[0].metrics.revenue))
  await page
    .getByRole('button', { name: /, explain calculation/ })
    .first()
    .click()
  await expect(page.getByRole('group', { name: /is calculated$/ })).toContainText('New customers, Large')
  await press(page, 'Escape')
  await page.getByRole('button', { name: 'Add dimension' }).click()
  const picker = page.getByRole('dialog', { name: 'Group the report by' })
  await expect(picker.getByRole('checkbox', { name: 'Hour', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await expect(picker.getByText('Sales filters work by day and ad group, not by hour or entity').first()).toBeVisible()
  await press(page, 'Escape')
  await page.getByRole('button', { name: 'Save report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this report' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('New and large')
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { name: 'New and large' })).toBeVisible()
  const [[, { saved_report_id: id }]] = (await eventsOf(page, 'ad-report-saved')) as [[string, { saved_report_id: number }]] // one was saved
  expect((await apiAs('dana')('GET', `v2/saved_report/${id}`)).question).toMatchObject(some)
  await rowsLoaded(page)
  await expect(rowAt(page, 0)).toContainText(amount(few.rows[0].metrics.revenue))
  await page.getByRole('button', { name: 'Include all sales' }).click()
  await rowsLoaded(page)
  await expect(rowAt(page, 0)).toContainText(amount(all.rows[0].metrics.revenue))
})

test("a user's default report is stored for them alone, and its link contains the whole report", inAudit, async ({ page }) => {
  const figures = page.getByRole('group', { name: 'Metrics' })
  await openReporting(page, 'jonas', 'reporting')
  await rowsLoaded(page)
  await expect(split(page)).toContainText('Advertiser')
  await openReporting(page, 'jonas', 'reporting?dimensions=device&metrics=clicks,revenue')
  await rowsLoaded(page)
  await page.getByRole('button', { name: 'Add metric' }).click()
  const picker = page.getByRole('dialog', { name: 'Report metrics' })
  await picker.getByRole('button', { name: 'Save as default fields' }).click()
  await expect(picker.getByText('New reports on “Everything” start with the current fields.')).toBeVisible()
  expect(await hardToUse(page)).toEqual([])
  await openReporting(page, 'jonas', 'reporting')
  await expect(split(page)).toContainText('Device')
  await expect(split(page)).not.toContainText('Advertiser')
  await expect(figures).not.toContainText('Impressions')
  await rowsLoaded(page)
  await choose(page, 'Campaigns')
  await expect(split(page)).toContainText('Campaign')
  await choose(page, 'Everything')
  await expect(split(page)).toContainText('Device')
  // An address keeps its meaning for users with other defaults.
  await openReporting(page, 'jonas', 'reporting?context=general')
  await rowsLoaded(page)
  await expect(split(page)).toContainText('Advertiser')
  await openReporting(page, 'mika', 'reporting')
  await rowsLoaded(page)
  await expect(split(page)).toContainText('Advertiser')
  await openReporting(page, 'jonas', 'reporting')
  await expect(split(page)).toContainText('Device')
  await page.getByRole('button', { name: 'Add metric' }).click()
  await picker.getByRole('button', { name: 'Reset default fields' }).click()
  await expect(picker.getByRole('button', { name: 'Reset default fields' })).toBeHidden()
  await expect(split(page)).toContainText('Advertiser')
})

test('metrics and breakdown columns are moved, removed and restored by keyboard', inAudit, async ({ page }) => {
  const compared = inDays.replace('compare=none', 'compare=previous_period')
  await openReporting(page, 'dana', `reporting?context=campaign&rows=flat&${compared}`)
  await rowsLoaded(page)
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
  await press(page, 'Space')
  await expect.poll(() => pathOf(page)).toMatch(/metrics=clicks(,|%2C)cost(,|%2C)impressions/)
  await press(page, 'Space')
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect.poll(() => pathOf(page)).not.toMatch(/metrics=|dimensions=campaign/)
  await expect(box).toBeChecked()
})

test('totals, chart and rows that fail to load say so, and load on retry', inAudit, async ({ page }) => {
  const headings = {
    'report/total': 'Couldn’t load the totals',
    'report/trend': 'Couldn’t load the chart',
    report: 'Couldn’t load rows',
  }
  for (const one of Object.keys(headings)) await page.route(`**/v2/${one}`, (route) => route.abort('internetdisconnected'))
  await openReporting(page, 'dana', `reporting?context=campaign&${inDays}`)
  for (const heading of Object.values(headings)) await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  expect(await hardToUse(page)).toEqual([])
  for (const [one, heading] of Object.entries(headings)) {
    await page.unroute(`**/v2/${one}`)
    await again(page, heading)
    await expect(page.getByRole('heading', { name: heading })).toBeHidden()
  }
  await rowsLoaded(page)
  await expect(table(page, rows).getByRole('row').nth(2)).toBeVisible()
})

test('a day that is not over has no comparison, and the dates say why', async ({ page }) => {
  await openReporting(page, 'dana', `reporting?context=campaign&metrics=cost&compare=previous_period&date_range=last_7_days`)
  await rowsLoaded(page)
  const dates = page.getByRole('button', { name: /^Dates/ })
  const choose = async (name: string, note?: string) => {
    await dates.click()
    const sheet = page.getByRole('dialog', { name: 'Dates' })
    await sheet.getByText(name, { exact: true }).click()
    await expect(sheet.getByText('Today is not complete')).toHaveCount(note ? 1 : 0)
    await sheet.getByRole('button', { name: 'Apply' }).click()
    await rowsLoaded(page)
  }
  await choose('Today', 'Today is not complete')
  await expect(page.getByText(/^compared with/)).toHaveCount(0)
  expect(await pathOf(page)).not.toContain('compare=none')
  await choose('Last 14 days')
  await expect(page.getByText(/^compared with/)).toBeVisible()
})

test('the report builder and a filter are accessible on a dark phone screen', async ({ page }) => {
  // A filter of a metric would leave out the totals, a strip wider than a phone.
  await openReporting(page, 'jonas', `${campaigns}&filters=campaign_name:contains:Last-minute`, 'dark')
  await rowsLoaded(page)
  await expect(page.getByRole('button', { name: /, explain calculation/ })).not.toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 900 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await hardToUse(page)).toEqual([])
  await page.getByRole('button', { name: 'Report settings' }).click()
  await page.getByRole('dialog', { name: 'Report settings' }).getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('dialog', { name: 'Add filter' }).waitFor()
  expect(await hardToUse(page)).toEqual([])
})
