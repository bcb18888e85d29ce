import { type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { apiAs, campaignPlatform, look, openCampaign } from '../../support/campaigns/campaign-page.ts'
import { press } from '../../support/ui/table-steps.ts'

campaignPlatform()

const registrations = 'v1/member_groups/1/advertisers/1/entity_registrations'
const path = 'entity_registrations?advertiser=1'
/** An id in the first client's catalogue; every twenty-fifth one is inactive. */
const inCatalog = (index: number) => `H-NEW-${20_001 + index}`
const listsNow = async () => (await apiAs('dana')('GET', registrations)).events
const unknown = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index + 1}`)

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const ids = (page: Page) => page.getByRole('textbox', { name: 'IDs' })
const list = (page: Page, id: number) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `List ${id}` }) })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const rows = (page: Page, name: string) => page.getByRole('table', { name }).getByRole('row')

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

test('a long id list shows its progress, five lines a page and all failures', async ({ page }) => {
  await cleared()
  await openCampaign(page, 'dana', path)
  const id = await register(page, unknown('LONG', 27))
  await done(page, id, '27 failed')
  await expect(list(page, id)).toContainText('27 of 27')
  const lines = rows(page, `Rows in list ${id}`)
  await expect(lines).toHaveCount(6)
  await button(page, `Next page: Rows in list ${id}`).press('Enter')
  await expect(lines.getByRole('rowheader', { name: 'LONG-6', exact: true })).toBeVisible()
  await expect(list(page, id)).toContainText('6 to 10 of 27')
  await expect(page.getByRole('grid', { name: 'Failed IDs' })).toHaveAttribute('aria-rowcount', '28')
})

test('registrations that failed to load or send say so, keep the input and work on retry', async ({ page }) => {
  await openCampaign(page, 'dana', 'ad_groups')
  await page.route('**/entity_registrations?**', (route) => route.abort())
  await openCampaign(page, 'dana', path)
  const trouble = page.getByRole('alert').filter({ hasText: 'Couldn’t load registrations' })
  await trouble.waitFor({ timeout: 30_000 })
  await page.unroute('**/entity_registrations?**')
  await trouble.getByRole('button', { name: 'Try again' }).press('Enter')
  await part(page, 'Lists').waitFor()
  await page.route('**/entity_registrations/initiate', (route) => route.abort())
  await ids(page).fill(inCatalog(40))
  await button(page, 'Register 1').press('Enter')
  // The platform answers other requests, so the page suspects an ad blocker.
  await expect(page.getByRole('region', { name: 'Please disable your ad blocker' })).toBeVisible({ timeout: 30_000 })
  await expect(ids(page)).toHaveValue(inCatalog(40))
  await page.unroute('**/entity_registrations/initiate')
  await button(page, 'Register 1').press('Enter')
  await expect(ids(page)).toHaveValue('')
})

test('registrations work with the keyboard only and are accessible at every width', async ({ page }) => {
  test.setTimeout(180_000)
  await openCampaign(page, 'dana', path)
  await ids(page).focus()
  await page.keyboard.type('KEYS-1')
  await press(page, 'Tab', 'Tab', 'Enter')
  await expect.poll(async () => (await listsNow())[0]?.details[0]?.internal_id).toBe('KEYS-1')
  const [{ event_id: id }] = await listsNow()
  await done(page, id, '1 failed')
  await list(page, id)
    .getByRole('button', { name: `List ${id}` })
    .press('Enter')
  await expect(list(page, id).getByRole('button', { name: `List ${id}` })).toHaveAttribute('aria-expanded', 'false')
  await list(page, id)
    .getByRole('button', { name: `List ${id}` })
    .press('Enter')
  await rows(page, `Rows in list ${id}`).first().waitFor()
  await look(page, 'registrations')
})
