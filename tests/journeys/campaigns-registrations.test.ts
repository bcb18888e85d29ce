import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { apiAs, campaignPlatform, openCampaign, pathOf, title, toast } from '../support/campaigns/campaign-page.ts'
import { inAudit } from '../support/journeys/in-audit.ts'

campaignPlatform()

const registrations = 'v1/member_groups/1/advertisers/1/entity_registrations'
const listPath = 'entity_registrations?advertiser=1'
/** An id in the first client's catalogue; every twenty-fifth one is inactive. */
const inCatalog = (index: number) => `H-NEW-${20_001 + index}`
const failedNow = () => apiAs('dana')('POST', `${registrations}/failed/report`, {})
const listsNow = async () => (await apiAs('dana')('GET', registrations)).events
const unknown = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index + 1}`)

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const ids = (page: Page) => page.getByRole('textbox', { name: 'IDs' })
const list = (page: Page, id: number) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `List ${id}` }) })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const rows = (page: Page, name: string) => page.getByRole('table', { name }).getByRole('row')
/** The number of failed IDs in the table, which also counts its header. */
const failedRows = (page: Page, count: number) =>
  expect(page.getByRole('grid', { name: 'Failed IDs' })).toHaveAttribute('aria-rowcount', String(count + 1))
/** Chooses an action in the menu of a failed ID. */
async function choose(page: Page, id: string, action: string) {
  await button(page, `More actions for ${id}`).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Removes all lists from the report, so that other tests do not count them. */
const cleared = () => apiAs('dana')('PUT', `${registrations}/hide/all`)
/** Types ids and submits them. */
async function register(page: Page, typed: readonly string[]) {
  const [before] = await listsNow()
  await ids(page).fill(typed.join('\n'))
  await button(page, /^Register \d/).press('Enter')
  await expect.poll(async () => (await listsNow())[0]?.event_id).not.toBe(before?.event_id)
  const [made] = await listsNow()
  return Number(made.event_id)
}
const done = (page: Page, id: number, text: string | RegExp) =>
  expect(list(page, id).getByRole('progressbar', { name: text })).toBeVisible({ timeout: 20_000 })

test('hotels are registered for an advertiser from the hotel list', async ({ page }) => {
  await openCampaign(page, 'dana', 'hotels')
  await button(page, 'Register Hotels').press('Enter')
  await title(page, 'Register Hotels').waitFor()
  await expect(page.getByRole('heading', { name: 'Choose an advertiser' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Advertiser' }).press('Enter')
  await page.getByRole('option').first().click()
  await part(page, 'New list').waitFor()
  await expect.poll(() => pathOf(page)).toMatch(/^entity_registrations\?advertiser=\d+$/)
  await page.getByRole('link', { name: 'Hotels' }).press('Enter')
  await page.getByRole('grid', { name: 'Hotels' }).waitFor()
})

test('typed ids are registered, and each failure has its reason, also after a reload', async ({ page }) => {
  await cleared()
  await openCampaign(page, 'dana', listPath)
  const id = await register(page, [inCatalog(0), inCatalog(1), inCatalog(24), 'NOBODY-1'])
  await expect.poll(() => pathOf(page)).toContain(`list=${id}`)
  await done(page, id, '2 failed')
  const lines = rows(page, `Rows in list ${id}`)
  await expect(lines).toHaveCount(5)
  await expect(lines.filter({ hasText: 'NOBODY-1' })).toContainText('ID not found in the catalog')
  await expect(lines.filter({ hasText: 'NOBODY-1' })).toContainText('ID not found')
  await expect(lines.filter({ hasText: inCatalog(24) })).toContainText('Inactive')
  await expect(lines.filter({ hasText: inCatalog(0) })).toContainText('Registered')
  await failedRows(page, 2)
  await expect(part(page, 'Hotels: attributes')).toContainText('Region')
  const path = await pathOf(page)
  await openCampaign(page, 'dana', path ?? '')
  await expect(lines.filter({ hasText: 'NOBODY-1' })).toContainText('ID not found in the catalog')
  expect((await failedNow()).total).toBe(2)
})

test('an id file with any separator is read, and duplicates are reported before sending', inAudit, async ({ page }) => {
  await openCampaign(page, 'dana', listPath)
  const [before] = await listsNow()
  const file = {
    name: 'hotels.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Name;ID\nOats;${inCatalog(30)}\nRye;${inCatalog(31)}\nRye;${inCatalog(31)}\n`),
  }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(part(page, 'New list')).toContainText('2 IDs, separated by semicolons')
  await expect(part(page, 'New list')).toContainText('Duplicate in this list')
  await button(page, 'Register 2').press('Enter')
  await expect.poll(async () => (await listsNow())[0]?.event_id).not.toBe(before?.event_id)
  const [made] = await listsNow()
  expect(made).toMatchObject({ source: 'csv', total: 3 })
  await expect(list(page, made.event_id)).toContainText('File')
  await done(page, made.event_id, '1 failed')
  await expect(ids(page)).toHaveValue('')
})

test('failed registration lines are retried or hidden, one by one or all', inAudit, async ({ page }) => {
  await cleared()
  await openCampaign(page, 'dana', listPath)
  const id = await register(page, unknown('AGAIN', 4))
  await done(page, id, '4 failed')
  await choose(page, 'AGAIN-1', 'Retry')
  await toast(page, 'Retrying 1 row').waitFor()
  await choose(page, 'AGAIN-2', 'Hide')
  await toast(page, '1 row hidden').waitFor()
  await expect.poll(async () => (await failedNow()).total).toBe(3)
  await failedRows(page, 3)
  await button(page, 'Retry all').press('Enter')
  await toast(page, 'Retrying 3 rows').waitFor()
  await expect.poll(async () => (await failedNow()).total).toBe(3)
  await done(page, id, '4 failed')
  await failedRows(page, 3)
  await button(page, 'Hide all').press('Enter')
  const question = page.getByRole('dialog', { name: 'Hide all failed rows?' })
  await expect(question).toContainText('3 rows are removed from this report')
  await question.getByRole('button', { name: 'Hide all' }).press('Enter')
  await expect(part(page, 'Failed rows')).toContainText('No failed rows')
  expect((await failedNow()).total).toBe(0)
  await expect(list(page, id)).toContainText('4 failed')
})

test('a viewer sees registrations and failures, and why nothing can be sent', inAudit, async ({ page }) => {
  await openCampaign(page, 'mika', 'hotels')
  await button(page, 'Registrations').press('Enter')
  await openCampaign(page, 'mika', listPath)
  await part(page, 'Lists').waitFor()
  await expect(button(page, 'Register Hotels')).toHaveAttribute('aria-disabled', 'true')
  await expect(button(page, 'Register Hotels')).toHaveAccessibleDescription(/permission|role/)
  await openCampaign(page, 'dana', listPath, { attributes: 'readonly' })
  await part(page, 'Lists').waitFor()
  await expect(part(page, 'New list')).toHaveCount(0)
})
