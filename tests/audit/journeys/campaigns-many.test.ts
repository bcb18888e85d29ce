import { type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { fetchFromPlatform } from '../../support/browser/fetch-from-platform.ts'
import {
  apiAs,
  listPagePlatform,
  days,
  daysInAttribute,
  campaignNow,
  openList,
  rowsLoaded,
  campaignsReport,
  toast,
} from '../../support/campaigns/list-page.ts'
import { bar, table } from '../../support/ui/table-steps.ts'

listPagePlatform()

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

async function editFirst(page: Page) {
  await openList(page, 'jonas', { path: `?${daysInAttribute}&amp;filter.status=active&amp;sort=-cost` })
  await rowsLoaded(page)
  await table(page).locator('[aria-rowindex="3"] .pick').click()
  await bar(page).getByRole('button', { name: 'Edit' }).click()
  return page.getByRole('dialog')
}
const percent = (amount: number, by: number) => Math.round(amount * (100 + by)) / 100

test('a bulk edit whose reply is lost is made once, however often it is retried', async ({ page }) => {
  const mine = await ground()
  const dialog = await editFirst(page)
  await dialog.getByLabel('Budget change').fill('10')
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await expect(dialog.getByText('1 change ready to apply.')).toBeVisible()
  await loseResponses(page, campaignsBulk)
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await expect(dialog.getByText('We couldn’t confirm your changes')).toBeVisible()
  expect(await budgetOf(mine)).toBeCloseTo(percent(Number(mine.budget), 10), 2)
  // A second preview contains the same change of the same budget.
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await expect(toast(page, '1 change made')).toBeVisible()
  expect(await budgetOf(mine)).toBeCloseTo(percent(Number(mine.budget), 10), 2)
  await toast(page, '1 change made').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => budgetOf(mine)).toBe(Number(mine.budget))
})

test('a campaign sheet whose reply is lost says so, is applied once and can be undone', async ({ page }) => {
  const mine = await ground()
  const { version } = await campaignNow('jonas', mine)
  await openList(page, 'jonas', { path: `?${daysInAttribute}&amp;filter.status=active` })
  await rowsLoaded(page)
  await page.getByRole('button', { name: 'Edit in a spreadsheet' }).click()
  const dialog = page.getByRole('dialog')
  const budget = (Number(mine.budget) + 3).toFixed(2)
  const buffer = Buffer.from(`campaign_id,version,budget\r\n${mine.campaign_id},${version},${budget}`)
  await dialog.locator('input[type=file]').setInputFiles({ name: 'sheet.csv', mimeType: 'text/csv', buffer })
  await expect(dialog.getByText('1 change ready to apply.')).toBeVisible()
  await loseResponses(page, /\/campaigns\/sheet$/)
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await expect(dialog.getByText('We couldn’t confirm your changes')).toBeVisible()
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await expect(toast(page, '1 change made')).toBeVisible()
  expect(await budgetOf(mine)).toBe(Number(budget))
  await toast(page, '1 change made').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => budgetOf(mine)).toBe(Number(mine.budget))
})

test('bulk edits change ad group bids by fractions of a cent', async ({ page }) => {
  const mine = await ground()
  const [group] = await groupsOf(mine)
  await openList(page, 'jonas', { path: `ad_groups?${daysInAttribute}&amp;filter.status=active&amp;sort=-cost` })
  await rowsLoaded(page, 'Ad groups')
  await table(page, 'Ad groups').locator('[aria-rowindex="3"] .pick').click()
  await bar(page).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  const ways = dialog.getByRole('radiogroup', { name: 'Adjust bid' })
  await ways.getByText('Increase by').click()
  await dialog.getByLabel(`Base bid change, ${group?.currency_code}`).fill('0.004')
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await expect(dialog.getByText('1 change ready to apply.')).toBeVisible()
  await expect(dialog.getByRole('grid').getByText(/\$\d+\.\d{2}4/)).toBeVisible()
})
