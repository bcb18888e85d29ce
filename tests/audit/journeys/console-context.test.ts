import { type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { fetchFromPlatform } from '../../support/browser/fetch-from-platform.ts'
import { advertisers, client, runningPlatform, contextPlatform, header, look, open, pathOf, title } from '../../support/console/context.ts'
import { entered } from '../../support/console/visit.ts'

contextPlatform()
test.describe.configure({ timeout: 300_000 })

const section = (page: Page, name: string) => page.getByRole('region', { name })
const settled = (page: Page) => section(page, 'Campaigns by status').getByRole('listitem').first().waitFor()

test('the overview is accessible in light and dark, at every width', async ({ page }) => {
  await open(page, 'dana', 'clients/1')
  await settled(page)
  await look(page, 'overview')
})

test('thousands of advertisers, and a single one, are accessible in light and dark, at every width', async ({ page }) => {
  await open(page, 'ines', 'clients/4')
  await expect(header(page)).toContainText('3,200')
  await client(page).waitFor()
  await advertisers(page).press('Enter')
  await expect(page.getByRole('option').first()).toBeVisible()
  await look(page, 'many')
  await open(page, 'carla', 'clients/1')
  await title(page, 'Harborline Stays').waitFor()
  await look(page, 'one')
})

test('the console loads the user and their clients again after an error', async ({ page }) => {
  let isDown = true
  await page.route('**/v1/sso/login', (route) =>
    isDown ? route.fulfill({ status: 500, json: { status: 'error', error: 'No' } }) : route.continue(),
  )
  for (const [path, heading] of [
    ['admin', 'Couldn’t load your clients'],
    ['clients/1', 'Couldn’t load your account'],
  ] as const) {
    isDown = true
    await open(page, 'dana', path)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(title(page, 'Harborline Stays')).toHaveCount(0)
    if (path === 'admin') await look(page, 'unread')
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(header(page)).toBeVisible()
  }
})

test('a page that failed to load keeps its title', async ({ browser }) => {
  const { context, page } = await entered(runningPlatform(), browser)
  await expect(page).toHaveTitle('Harborline Stays · Placard')
  await context.route('**/v1/sso/login', (route) => route.fulfill({ status: 500, json: { status: 'error' } }))
  await page.goto(`${runningPlatform().origin}/clients/1/campaigns`)
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await expect(page).toHaveTitle(/^Campaigns · /)
  await context.close()
})

test("the overview's later alerts appear in place, and the address says so", async ({ page }) => {
  await page.route('**/v1/member_groups/*/overview*', async (route) => {
    const original = await fetchFromPlatform(route)
    if (!original) return
    const body = JSON.parse(original.text)
    const [one] = body.result.alerts
    body.result.alerts = Array.from({ length: 45 }, (_, at) => ({ ...one, campaign: { campaign_id: 9000 + at, name: `Many ${at}` } }))
    body.result.alert_counts = [{ code: one.code, count: 45 }]
    body.result.under_review = 0
    await route.fulfill({ response: original.response, json: body })
  })
  await open(page, 'dana', 'clients/1')
  const lines = section(page, 'Needs attention').getByRole('listitem')
  await expect(lines).toHaveCount(20)
  await section(page, 'Needs attention').getByRole('button', { name: 'Show 25 more' }).press('Enter')
  await expect(lines).toHaveCount(45)
  await expect.poll(() => pathOf(page)).toContain('alerts=all')
})

test('an overview part that fails to load says so in place, and loads on retry', async ({ page }) => {
  let isDown = true
  await page.route('**/v1/member_groups/1/overview', (route) =>
    isDown ? route.fulfill({ status: 500, json: { status: 'error', error: 'No' } }) : route.continue(),
  )
  await open(page, 'dana', 'clients/1')
  await expect(page.getByRole('heading', { name: 'Couldn’t load items that need attention' })).toBeVisible()
  await expect(page.getByRole('term').or(page.locator('dl.figures dt'))).toContainText(['Impressions'])
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await settled(page)
})
