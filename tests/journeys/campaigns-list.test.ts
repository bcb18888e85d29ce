import { readFileSync } from 'node:fs'
import { type Locator, type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import {
  apiAs,
  listPagePlatform,
  cellOf,
  days,
  openConsole,
  eventsOf,
  daysInAttribute,
  money,
  campaignNow,
  openList,
  rowsLoaded,
  campaignsReport,
  toast,
} from '../support/campaigns/list-page.ts'
import { go, trail } from '../support/console/visit.ts'
import { begin, builderAddress, fillBasics, saved } from '../support/drafts/builder-steps.ts'
import { fetchFromPlatform } from '../support/browser/fetch-from-platform.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { bar, focused, press, saveAs, table } from '../support/ui/table-steps.ts'
import { sheetCells, unzip } from '../support/files/unzip.ts'

listPagePlatform()

test("the campaign list has the platform's rows, totals, sorting and filters", async ({ page }) => {
  const all = await campaignsReport('dana', { sort: [{ field: 'cost', order: 'desc' }], pagination: { start: 0, count: 1000 } })
  await openList(page, 'dana', { path: `?${daysInAttribute}` })
  await rowsLoaded(page)
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(all.total + 2))
  const [first] = all.campaigns
  await expect(table(page).locator('[aria-rowindex="3"]')).toContainText(first.name)
  await expect(table(page).locator('[aria-rowindex="3"]')).toContainText(money(first.metrics.cost, first.currency_code))
  await expect(table(page).locator('[aria-rowindex="2"]')).toContainText(money(all.totals.cost, all.currency_code))
  const active = await campaignsReport('dana', { filters: [{ field: 'status', operation: 'IN', value: ['active'] }] })
  await openList(page, 'dana', { path: `?${daysInAttribute}&amp;filter.status=active&amp;sort=name` })
  await rowsLoaded(page)
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(active.total + 2))
  await expect(table(page).locator('[aria-rowindex="2"]')).toContainText(money(active.totals.cost, active.currency_code))
  expect(active.total).toBeLessThan(all.total)
  const term = first.name.split(' ')[0]
  await page.getByRole('searchbox', { name: 'Search by name' }).fill(term)
  const found = await campaignsReport('dana', {
    filters: [
      { field: 'status', operation: 'IN', value: ['active'] },
      { field: 'name', operation: 'ILIKE', value: term },
    ],
  })
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(found.total + (found.total > 0 ? 2 : 1)))
  await expect.poll(() => page.locator('ad-campaigns').getAttribute('path')).toContain(`filter.name=${term}`)
})

test('a cell of the campaign list is edited in place, emits an event, is saved and undone', async ({ page }) => {
  const { campaigns } = await campaignsReport('jonas', { filters: [{ field: 'status', operation: '=', value: 'active' }] })
  const [mine] = campaigns
  await openList(page, 'jonas', { path: `?${daysInAttribute}` })
  await rowsLoaded(page)
  await cellOf(page, mine, 'Budget').dblclick()
  const field = page.getByRole('textbox', { name: `Budget of ${mine.name}` })
  await field.fill('not a number')
  await press(page, 'Enter')
  await expect(page.getByText(/Please only use a value in this format/)).toBeVisible()
  const budget = (Number(mine.budget) + 11).toFixed(2)
  await field.fill(budget)
  await press(page, 'Enter')
  await expect(cellOf(page, mine, 'Budget')).toContainText(money(budget, mine.currency_code))
  await expect.poll(async () => Number((await campaignNow('jonas', mine)).budget)).toBe(Number(budget))
  const budgetChange = ['ad-campaign-changed', { campaign_id: mine.campaign_id, fields: 'budget' }]
  expect(await eventsOf(page, 'ad-campaign-changed')).toEqual([budgetChange])
  await toast(page, 'Budget changed').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => Number((await campaignNow('jonas', mine)).budget)).toBe(Number(mine.budget))
  await expect.poll(() => eventsOf(page, 'ad-campaign-changed')).toEqual([budgetChange, budgetChange])
})

test('a cell that another user has changed says so and keeps the input', async ({ page }) => {
  const { campaigns } = await campaignsReport('jonas', { filters: [{ field: 'status', operation: '=', value: 'active' }] })
  const mine = campaigns.at(-1)
  await openList(page, 'jonas', { path: `?${daysInAttribute}` })
  await rowsLoaded(page)
  const now = await campaignNow('jonas', mine)
  const path = `v2/member_groups/1/advertisers/${mine.advertiser_id}/campaigns/${mine.campaign_id}`
  await apiAs('jonas')(
    'PATCH',
    path,
    { comment: 'from elsewhere', budget: String(Number(now.budget) + 5) },
    { 'If-Match': `"${now.version}"` },
  )
  await cellOf(page, mine, 'Budget').dblclick()
  await page.getByRole('textbox', { name: `Budget of ${mine.name}` }).fill(String(Number(now.budget) + 7))
  await press(page, 'Enter')
  await expect(page.getByText(/This has changed since you opened it/).first()).toBeAttached()
  await press(page, 'Enter')
  await press(page, 'Enter')
  await expect.poll(async () => Number((await campaignNow('jonas', mine)).budget)).toBe(Number(now.budget) + 7)
})

/** The first cell of a campaign in one of the lists on the page. */
const nameIn = (list: Locator, id: number) =>
  list
    .getByRole('row')
    .filter({ hasText: new RegExp(`#${id}(?!\\d)`) })
    .getByRole('rowheader')

/** Renames a campaign in a list, and waits until another list shows it; then undoes that. */
async function renamesInBoth(page: Page, lists: readonly [Locator, Locator], addition: string) {
  const [mine] = (await campaignsReport('jonas', { filters: [{ field: 'status', operation: '=', value: 'active' }] })).campaigns
  const next = `${mine.name} ${addition}`
  const cells = lists.map((list) => nameIn(list, mine.campaign_id))
  for (const cell of cells) await expect(cell).toContainText(mine.name)
  await nameIn(lists[0], mine.campaign_id)
    .getByText(new RegExp(`#${mine.campaign_id}$`))
    .dblclick()
  const field = lists[0].getByRole('textbox', { name: `Campaign of ${mine.name}` })
  await field.fill(next)
  await field.press('Enter')
  for (const cell of cells) await expect(cell).toContainText(next)
  await toast(page, 'Name changed').getByRole('button', { name: 'Undo' }).click()
  for (const cell of cells) await expect(cell).not.toContainText(addition)
}

test('renaming a campaign in one tab updates the list in another tab', async ({ page, context }) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await openList(tab, 'jonas', { path: `?${daysInAttribute}` })
    await rowsLoaded(tab)
  }
  await renamesInBoth(page, [table(page), table(other)], 'in two tabs')
})

test('renaming a campaign in one element updates the list in another element of the page', inAudit, async ({ page }) => {
  await openList(page, 'jonas', { path: `?${daysInAttribute}`, elements: 2 })
  await renamesInBoth(page, [table(page).nth(0), table(page).nth(1)], 'in two elements')
})

test('a bulk edit is previewed, applied, and undone as one', async ({ page }) => {
  const { campaigns } = await campaignsReport('jonas', {
    filters: [{ field: 'status', operation: '=', value: 'active' }],
    sort: [{ field: 'cost', order: 'desc' }],
  })
  const before = campaigns.slice(0, 2)
  await openList(page, 'jonas', { path: `?${daysInAttribute}&amp;filter.status=active` })
  await rowsLoaded(page)
  await table(page).locator('[aria-rowindex="3"] .pick').click()
  await table(page).locator('[aria-rowindex="4"] .pick').click()
  await expect(bar(page)).toContainText('2 selected')
  await bar(page).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await expect(dialog.getByText('Choose at least one setting to change')).toBeVisible()
  await dialog.getByLabel('Budget change').fill('10')
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await expect(dialog.getByText('2 changes ready to apply.')).toBeVisible()
  await expect(dialog.getByText(/Total daily budget/)).toBeVisible()
  for (const mine of before) expect((await campaignNow('jonas', mine)).budget).toBe(mine.budget)
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await expect(toast(page, '2 changes made')).toBeVisible()
  for (const mine of before) expect(Number((await campaignNow('jonas', mine)).budget)).toBeCloseTo(Number(mine.budget) * 1.1, 1)
  await toast(page, '2 changes made').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Undone')).toBeVisible()
  for (const mine of before) expect((await campaignNow('jonas', mine)).budget).toBe(mine.budget)
  const ids = {
    campaign_ids: expect.arrayContaining(before.map(({ campaign_id }: { campaign_id: number }) => campaign_id)),
    ad_group_ids: [],
  }
  await expect
    .poll(() => eventsOf(page, 'ad-campaigns-changed'))
    .toEqual([
      ['ad-campaigns-changed', { ...ids, changed: 2, undone: false }],
      ['ad-campaigns-changed', { ...ids, changed: 2, undone: true }],
    ])
})

test('a draft left with Exit is found in the list of drafts with its count, continued and deleted', async ({ browser }) => {
  const { context, page } = await openConsole(browser, 'dana', builderAddress)
  await begin(page, 'Quick')
  await fillBasics(page, 'Half a spring')
  await saved(page)
  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(toast(page, 'Draft saved')).toBeVisible()
  const { total } = await apiAs('dana')('POST', 'v1/member_groups/1/campaign_drafts_report', {})
  await go(page, 'clients/1/campaigns')
  const tab = page.getByRole('tab', { name: /^Drafts/ })
  await expect(tab).toHaveText(`Drafts${total}`)
  await tab.click()
  await expect(trail(page)).toContainText('Drafts')
  const drafts = table(page, 'Drafts')
  const row = drafts.getByRole('row').filter({ hasText: 'Half a spring' })
  await expect(drafts.locator('[aria-rowindex="2"]')).toContainText('Half a spring')
  await row.getByRole('link', { name: 'Half a spring' }).click()
  await expect(page).toHaveURL(/\/clients\/1\/advertisers\/1\/campaigns\/create\?draft=/)
  await page.getByLabel('Campaign name').fill('Half a spring, continued')
  await saved(page)
  await page.goBack()
  await row.getByRole('button', { name: 'More actions for Half a spring, continued' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click()
  await expect(row).toBeHidden()
  await expect(tab).toHaveText(total > 1 ? `Drafts${total - 1}` : 'Drafts')
  await context.close()
})

test('a campaign sheet is downloaded, edited, checked line by line and applied', async ({ page }) => {
  await openList(page, 'jonas', { path: `?${daysInAttribute}&amp;filter.status=active&amp;sort=name` })
  await rowsLoaded(page)
  await page.getByRole('button', { name: 'Edit in a spreadsheet' }).click()
  const dialog = page.getByRole('dialog')
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download spreadsheet' }).click()
  const lines = readFileSync(await (await saving).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines[0]).toContain('campaign_id,version,name,status,budget,currency_code,start_date,end_date,pacing')
  const first = lines[1]?.split(',') ?? []
  const second = lines[2]?.split(',') ?? []
  const campaignId = Number(first[0])
  first[4] = (Number(first[4]) + 3).toFixed(2)
  second[4] = 'a lot'
  const buffer = Buffer.from([lines[0], first.join(','), second.join(',')].join('\r\n'))
  await dialog.locator('input[type=file]').setInputFiles({ name: 'sheet.csv', mimeType: 'text/csv', buffer })
  await expect(dialog.getByText('Row 3: Enter a budget such as 450.00')).toBeVisible()
  await expect(dialog.getByText('1 change ready to apply.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await expect(toast(page, '1 change made')).toBeVisible()
  const found = await campaignsReport('jonas', { filters: [{ field: 'campaign_id', operation: '=', value: campaignId }] })
  expect(Number(found.campaigns[0].budget)).toBe(Number(first[4]))
})

test('a viewer or a readonly element cannot change anything in the campaign list', async ({ page }) => {
  await openList(page, 'mika', { path: `?${daysInAttribute}` })
  await rowsLoaded(page)
  await expect(page.getByRole('button', { name: 'New campaign' })).toHaveAttribute('aria-disabled', 'true')
  await table(page).locator('[aria-rowindex="3"] [data-column="2"]').dblclick()
  await expect(page.getByRole('textbox', { name: /^Budget of/ })).toHaveCount(0)
  await table(page).locator('[aria-rowindex="3"] .pick').click()
  await expect(bar(page).getByRole('button', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true')
  await openList(page, 'dana', { path: `?${daysInAttribute}`, attributes: 'readonly' })
  await rowsLoaded(page)
  await expect(page.getByRole('button', { name: 'New campaign' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit in a spreadsheet' })).toHaveCount(0)
  await table(page).locator('[aria-rowindex="3"] .pick').click()
  await expect(bar(page).getByRole('button', { name: 'Edit' })).toHaveCount(0)
})

test('CSV and XLSX files of the campaign list contain its advertisers, totals and all rows', async ({ page }) => {
  const sort = [{ field: 'cost', order: 'desc' }]
  const filters = [{ field: 'status', operation: 'IN', value: ['active'] }]
  const wanted = await campaignsReport('dana', { sort, filters, pagination: { start: 0, count: 1000 } })
  await openList(page, 'dana', { path: `?${daysInAttribute}&amp;filter.status=active&amp;columns=name,cost,clicks` })
  await rowsLoaded(page)
  const files: Record<string, (string | number | null)[][]> = {}
  for (const kind of ['CSV', 'XLSX'] as const) {
    const saving = page.waitForEvent('download')
    await saveAs(page, kind)
    const file = await saving
    expect(file.suggestedFilename()).toBe(`campaigns.${kind.toLowerCase()}`)
    const bytes = readFileSync(await file.path())
    const sheets = kind === 'XLSX' ? unzip(bytes) : new Map<string, string>()
    const sheet = (at: number) => sheetCells(sheets.get(`xl/worksheets/sheet${at}.xml`) ?? '')
    const text = bytes.toString('utf8').slice(1)
    const lines = text.split('\r\n').map((line) => line.split(','))
    files[kind] = kind === 'XLSX' ? [...sheet(2), [''], ...sheet(1)] : lines.slice(0, -1)
  }
  const { CSV = [], XLSX = [] } = files
  const said = (cells: (string | number | null)[][]) => cells.map((row) => row.map((cell) => String(cell ?? '')))
  expect(said(XLSX).map((row) => row.map(Number))).toEqual(said(CSV).map((row) => row.map(Number)))
  const at = CSV.findIndex((row) => row.length === 1 && row[0] === '')
  expect(CSV.slice(0, at)).toEqual([
    ['Table', 'Campaigns'],
    ['Dates', `${days.start_date} – ${days.end_date}`],
    ['Final through', wanted.settled_through],
    ...(wanted.rates_of ? [['Rates of', wanted.rates_of]] : []),
    ['Time zone', 'Each advertiser’s time zone'],
    ['Currency of the totals', wanted.currency_code],
    ['Sorted by', 'Spend (descending)'],
    ['Filter', 'Status: Active'],
  ])
  const [heads, totals, ...rows] = CSV.slice(at + 1)
  expect(heads).toEqual(['Campaign', 'Spend', 'Clicks', 'Currency'])
  expect(totals).toEqual(['Total', String(wanted.totals.cost), String(wanted.totals.clicks), wanted.currency_code])
  expect(rows).toHaveLength(wanted.total)
  const [first] = wanted.campaigns
  expect(rows[0]).toEqual([first.name, String(first.metrics.cost), String(first.metrics.clicks), first.currency_code])
})

test('the keyboard reaches a row of the campaign list, its menu and its campaign', async ({ page }) => {
  await openList(page, 'jonas', { path: `?${daysInAttribute}` })
  await rowsLoaded(page)
  await page.getByRole('button', { name: 'Return on Ad Spend' }).focus()
  await press(page, 'Tab')
  await expect.poll(() => focused(page)).toMatchObject({ column: 1 })
  await press(page, 'ContextMenu')
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem', { name: 'Open' })).toBeFocused()
  await press(page, 'ArrowDown')
  await expect(menu.getByRole('menuitem', { name: 'Ad groups' })).toBeFocused()
  await press(page, 'Escape')
  await expect(menu).toHaveCount(0)
  await table(page).locator('[aria-rowindex="3"] [data-column="0"]').focus()
  await press(page, 'Enter')
  await expect.poll(async () => (await eventsOf(page, 'ad-campaign-open-asked')).length).toBe(1)
})

test('a view of the campaign list is saved, opened again and deleted', inAudit, async ({ page }) => {
  await openList(page, 'dana', { path: `?${daysInAttribute}&amp;filter.status=paused` })
  await rowsLoaded(page)
  await page.getByRole('button', { name: /^Views/ }).click()
  await page.getByRole('menuitem', { name: 'Save view…' }).click()
  await page.getByRole('dialog').getByLabel(/^Name/).fill('What rests')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('button', { name: /^Views What rests/ })).toBeVisible()
  await openList(page, 'dana')
  await rowsLoaded(page)
  await page.getByRole('button', { name: /^Views/ }).click()
  await page.getByRole('menuitemradio', { name: 'What rests' }).click()
  await expect.poll(() => page.locator('ad-campaigns').getAttribute('path')).toContain('filter.status=paused')
  await page.getByRole('button', { name: /^Views/ }).click()
  await page.getByRole('menuitem', { name: 'Delete view “What rests”' }).click()
  await page.getByRole('button', { name: /^Views/ }).click()
  await expect(page.getByRole('menuitemradio', { name: 'What rests' })).toHaveCount(0)
})

test("the ad group and hotel lists have the platform's rows and totals", inAudit, async ({ page }) => {
  await openList(page, 'dana', { path: `?${daysInAttribute}` })
  await rowsLoaded(page)
  await page.getByRole('tab', { name: 'Ad groups' }).click()
  await expect.poll(() => page.locator('ad-campaigns').getAttribute('path')).toContain(`ad_groups?start_date=${days.start_date}`)
  const groups = await apiAs('dana')('POST', 'v1/member_groups/1/ad_groups_report', { ...days, pagination: { start: 0, count: 1 } })
  await expect(table(page, 'Ad groups')).toHaveAttribute('aria-rowcount', String(groups.total + 2))
  await expect(table(page, 'Ad groups').locator('[aria-rowindex="2"]')).toContainText(money(groups.totals.cost, groups.currency_code))
  await page.getByRole('tab', { name: 'Hotels' }).click()
  await expect.poll(() => page.locator('ad-campaigns').getAttribute('path')).toContain('hotels?')
  const shown = await apiAs('dana')('POST', 'v1/member_groups/1/entities_report', { ...days, pagination: { start: 0, count: 1 } })
  await expect(table(page, 'Hotels')).toHaveAttribute('aria-rowcount', String(shown.total + 2))
})

interface Campaign {
  readonly campaign_id: number
  readonly advertiser_id: number
  readonly name: string
  readonly budget: string
  readonly version: number
}
/** The first campaign of the list of active campaigns, sorted by cost in descending order. */
async function ground(): Promise<Campaign> {
  const { campaigns } = await campaignsReport('jonas', {
    filters: [{ field: 'status', operation: 'IN', value: ['active'] }],
    sort: [{ field: 'cost', order: 'desc' }],
  })
  return campaigns[0]
}
const groupsOf = async ({ campaign_id }: Campaign): Promise<{ ad_group_id: number; base_bid: string; currency_code: string }[]> =>
  (
    await apiAs('jonas')('POST', 'v1/member_groups/1/ad_groups_report', {
      ...days,
      campaign_ids: [campaign_id],
      sort: [{ field: 'ad_group_id', order: 'asc' }],
      pagination: { start: 0, count: 1000 },
    })
  ).ad_groups
const budgetOf = async (mine: Campaign) => Number((await campaignNow('jonas', mine)).budget)

/** Lets the next changes through to the platform and drops their responses; dry runs are unaffected. */
async function loseResponses(page: Page, address: RegExp, times = 1) {
  let left = times
  await page.route(address, async (route) => {
    const body = route.request().postDataJSON()
    if (route.request().method() === 'OPTIONS' || body?.dry_run || left === 0) return route.fallback()
    left -= 1
    await fetchFromPlatform(route)
    await route.abort('connectionreset')
  })
}
const campaignsBulk = /\/campaigns\/ad_groups\/bulk$/
const adGroupsBulk = /\/member_groups\/1\/ad_groups\/bulk$/

async function editFirst(page: Page) {
  await openList(page, 'jonas', { path: `?${daysInAttribute}&amp;filter.status=active&amp;sort=-cost` })
  await rowsLoaded(page)
  await table(page).locator('[aria-rowindex="3"] .pick').click()
  await bar(page).getByRole('button', { name: 'Edit' }).click()
  return page.getByRole('dialog')
}
const percent = (amount: number, by: number) => Math.round(amount * (100 + by)) / 100

test('a bulk edit that failed half-way is completed by a retry, and each change is made once', inAudit, async ({ page }) => {
  const mine = await ground()
  const before = await groupsOf(mine)
  const dialog = await editFirst(page)
  await dialog.getByLabel('Budget change').fill('10')
  await dialog.getByLabel('Ad group bid change').fill('100')
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await expect(dialog.getByText(`${before.length + 1} changes ready to apply.`)).toBeVisible()
  await loseResponses(page, adGroupsBulk)
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await expect(dialog.getByText('We couldn’t confirm your changes')).toBeVisible()
  await loseResponses(page, campaignsBulk)
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await expect(dialog.getByText(/^\d+ changes? made; we couldn’t confirm the rest$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await expect(toast(page, `${before.length + 1} changes made`)).toBeVisible()
  expect(await budgetOf(mine)).toBeCloseTo(percent(Number(mine.budget), 10), 2)
  expect((await groupsOf(mine)).map(({ base_bid }) => Number(base_bid))).toEqual(before.map(({ base_bid }) => Number(base_bid) * 2))
  // One press undoes everything; a lost response is reported, and the rest is retried.
  await loseResponses(page, /\/campaigns\/changes\/undo$/)
  await toast(page, `${before.length + 1} changes made`)
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(toast(page, 'Couldn’t undo')).toContainText('We couldn’t confirm the rest')
  await toast(page, 'Couldn’t undo').getByRole('button', { name: 'Try again' }).click()
  await expect(toast(page, 'Undone')).toBeVisible()
  expect(await budgetOf(mine)).toBe(Number(mine.budget))
  expect((await groupsOf(mine)).map(({ base_bid }) => base_bid)).toEqual(before.map(({ base_bid }) => base_bid))
})

test('a bulk edit skips and names what changed since the preview, and an undo without effect says so', inAudit, async ({ page }) => {
  const mine = await ground()
  const path = `v2/member_groups/1/advertisers/${mine.advertiser_id}/campaigns/${mine.campaign_id}`
  const change = async (budget: number) => {
    const { version } = await campaignNow('jonas', mine)
    await apiAs('jonas')('PATCH', path, { budget: budget.toFixed(2) }, { 'If-Match': `"${version}"` })
  }
  const dialog = await editFirst(page)
  await dialog.getByLabel('Budget change').fill('10')
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await expect(dialog.getByText('1 change ready to apply.')).toBeVisible()
  await change(Number(mine.budget) + 5)
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await expect(toast(page, 'No changes made')).toContainText(`1 changed since you opened the preview: ${mine.name}`)
  expect(await budgetOf(mine)).toBe(Number(mine.budget) + 5)
  await change(Number(mine.budget))
  const again = await editFirst(page)
  await again.getByLabel('Budget change').fill('10')
  await again.getByRole('button', { name: 'Preview changes' }).click()
  await again.getByRole('button', { name: 'Apply changes' }).click()
  await expect(toast(page, '1 change made')).toBeVisible()
  await change(Number(mine.budget))
  await toast(page, '1 change made').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Couldn’t undo')).toContainText('Nothing to undo')
})

test(
  'the campaign list on a phone shows cards with status, spend, ROAS and budget, and the page alone scrolls',
  inAudit,
  async ({ page }) => {
    const all = await campaignsReport('dana', { sort: [{ field: 'cost', order: 'desc' }], pagination: { start: 0, count: 100 } })
    await openList(page, 'dana', { path: `?${daysInAttribute}`, width: 360 })
    const [first] = all.campaigns
    const card = table(page).getByRole('row').filter({ hasText: first.name }).first()
    for (const text of ['Budget', 'ROAS', money(first.metrics.cost, first.currency_code), money(first.budget, first.currency_code)])
      await expect(card).toContainText(text)
    const widths = await table(page).evaluate((grid) => [grid.scrollWidth, grid.clientWidth, grid.scrollHeight - grid.clientHeight])
    expect(widths[0]).toBe(widths[1])
    expect(widths[2]).toBe(0)
    await table(page).getByRole('columnheader', { name: 'Budget' }).click()
    await expect.poll(() => page.locator('ad-campaigns').getAttribute('path')).toContain('sort=-budget')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Filter' })
    await sheet.getByRole('searchbox').fill('clicks')
    await sheet.getByRole('button', { name: 'Clicks' }).click()
    const box = await sheet.boundingBox()
    expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 360, 900])
  },
)
