import { expect, test } from 'playwright/test'
import { contextPlatform, open, pathOf } from '../support/console-context.ts'
import { table } from '../support/table-hands.ts'

contextPlatform()

test('the console leads to the campaigns, keeps the choice of advertisers in its header, and shows one beside another', async ({
  page,
}) => {
  await open(page, 'dana', 'clients/1')
  await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click()
  await expect.poll(() => pathOf(page)).toBe('clients/1/campaigns')
  await expect(table(page).locator('[aria-rowindex="3"]')).toContainText('#')
  await expect(page.getByRole('combobox', { name: /^Advertisers/ })).toHaveCount(1)
  const [name] = await table(page).locator('[aria-rowindex="3"] .cell-name').allTextContents()
  await table(page).locator('[aria-rowindex="3"] .cell-name').click()
  await expect.poll(() => pathOf(page)).toMatch(/^clients\/1\/campaigns\/\d+$/)
  await expect(page.getByText(name ?? '').first()).toBeVisible()
})

test('a route for a single advertiser stays one while its list is sorted', async ({ page }) => {
  await open(page, 'dana', 'clients/1/campaigns-restaurants')
  await expect(table(page).locator('[aria-rowindex="3"]')).toContainText('#')
  await table(page).getByRole('columnheader', { name: 'Campaign' }).click()
  await expect.poll(() => pathOf(page)).toBe('clients/1/campaigns-restaurants?sort=name')
  const told = page.waitForRequest((request) => request.url().endsWith('/campaigns_report'))
  await page.reload()
  expect((await told).postDataJSON().advertiser_ids).toHaveLength(1)
})

test('the way to a new campaign leads to the builder, with the way that was chosen', async ({ page }) => {
  await open(page, 'dana', 'clients/1/campaigns')
  await expect(table(page).locator('[aria-rowindex="3"]')).toContainText('#')
  await page.getByRole('button', { name: 'Ways to a new campaign' }).click()
  await page.getByRole('menuitem', { name: /^Step by step/ }).click()
  await expect.poll(() => pathOf(page)).toBe('clients/1/campaigns/create?flow=custom')
})

test('a copy from the list of all advertisers begins at the one whose campaign it is', async ({ page }) => {
  await open(page, 'dana', 'clients/1/campaigns?sort=name')
  await expect(table(page).locator('[aria-rowindex="3"]')).toContainText('#')
  const said = await table(page).locator('[aria-rowindex="3"] small').first().textContent()
  const id = /#(\d+)/.exec(said ?? '')?.[1]
  await table(page)
    .locator('[aria-rowindex="3"]')
    .getByRole('button', { name: /^More for / })
    .click()
  await page.getByRole('menuitem', { name: 'Copy' }).click()
  await expect.poll(() => pathOf(page)).toMatch(new RegExp(`^clients/1/advertisers/\\d+/campaigns/create\\?copy=${id}$`))
})

test('figures of campaigns lead to the report that they are of, with the same sum', async ({ page }) => {
  const days = 'start_date=2026-11-01&end_date=2026-11-14'
  const spend = () => page.locator('.figure', { hasText: 'Spend' }).first().locator('dd').first()
  await open(page, 'dana', `clients/1/campaigns?${days}`)
  await expect(table(page).locator('[aria-rowindex="3"]')).toContainText('#')
  await expect(spend()).toContainText('$')
  const all = await spend().textContent()
  await page.getByRole('button', { name: 'Open as a report' }).click()
  await expect.poll(() => pathOf(page)).toMatch(/^clients\/1\/reporting\?.*start_date=2026-11-01/)
  await expect(spend()).toContainText(all ?? '')
  await open(page, 'dana', `clients/1/campaigns?${days}`)
  await table(page).locator('[aria-rowindex="3"] .cell-name').click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open as a report' })).toBeVisible()
  await expect(spend()).toContainText(/\d/)
  const one = await spend().textContent()
  await page.getByRole('button', { name: 'Open as a report' }).click()
  await expect.poll(() => pathOf(page)).toMatch(/reporting\?.*filters=campaign_id%3Ais%3A\d+/)
  await expect(spend()).toContainText(one ?? '')
})
