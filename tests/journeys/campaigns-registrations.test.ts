import { expect, type Page, test } from 'playwright/test'
import { as, campaignPlatform, look, openCampaign, pathOf, title } from '../support/campaign-page.ts'
import { press } from '../support/table-hands.ts'

campaignPlatform()

const registrations = 'v1/member_groups/1/advertisers/1/entity_registrations'
const place = 'entity_registrations?advertiser=1'
/** A number that the catalogue of the first client has; every twenty-fifth of them is inactive. */
const inCatalog = (index: number) => `H-NEW-${20_001 + index}`
const failedNow = () => as('dana')('POST', `${registrations}/failed/report`, {})
const listsNow = async () => (await as('dana')('GET', registrations)).events
const unknown = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index + 1}`)

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const ids = (page: Page) => page.getByRole('textbox', { name: 'Ids' })
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first()
const list = (page: Page, id: number) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `List ${id}` }) })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const rows = (page: Page, name: string) => page.getByRole('table', { name }).getByRole('row')

/** Nothing is left in the report that another test would count. */
const cleared = () => as('dana')('PUT', `${registrations}/hide/all`)
/** Types ids, and sends them. */
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

test('from the list of what is advertised one registers more, for the advertiser that one chooses', async ({ page }) => {
  await openCampaign(page, 'dana', 'hotels')
  await button(page, 'Register Hotels').press('Enter')
  await title(page, 'Register Hotels').waitFor()
  await expect(page.getByRole('heading', { name: 'Whose are they?' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Advertiser' }).press('Enter')
  await page.getByRole('option').first().click()
  await part(page, 'New list').waitFor()
  await expect.poll(() => pathOf(page)).toMatch(/^entity_registrations\?advertiser=\d+$/)
  await page.getByRole('link', { name: 'Hotels' }).press('Enter')
  await page.getByRole('grid', { name: 'Hotels' }).waitFor()
})

test('typed ids are registered; what failed says why, line by line, and all of it is there after a reload', async ({ page }) => {
  await cleared()
  await openCampaign(page, 'dana', place)
  const id = await register(page, [inCatalog(0), inCatalog(1), inCatalog(24), 'NOBODY-1'])
  await expect.poll(() => pathOf(page)).toContain(`list=${id}`)
  await done(page, id, '2 failed')
  const lines = rows(page, `Lines of list ${id}`)
  await expect(lines).toHaveCount(5)
  await expect(lines.filter({ hasText: 'NOBODY-1' })).toContainText('The catalogue has no such id')
  await expect(lines.filter({ hasText: 'NOBODY-1' })).toContainText('Unknown id')
  await expect(lines.filter({ hasText: inCatalog(24) })).toContainText('Inactive')
  await expect(lines.filter({ hasText: inCatalog(0) })).toContainText('Registered')
  await expect(rows(page, 'Lines that failed')).toHaveCount(3)
  await expect(part(page, 'What Hotels are told apart by')).toContainText('Region')
  const path = await pathOf(page)
  await openCampaign(page, 'dana', path ?? '')
  await expect(lines.filter({ hasText: 'NOBODY-1' })).toContainText('The catalogue has no such id')
  expect((await failedNow()).total).toBe(2)
})

test('a file is read whatever tells its ids apart, and what cannot be an id is said before it is sent', async ({ page }) => {
  await openCampaign(page, 'dana', place)
  const [before] = await listsNow()
  const file = {
    name: 'hotels.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Name;ID\nOats;${inCatalog(30)}\nRye;${inCatalog(31)}\nRye;${inCatalog(31)}\n`),
  }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(part(page, 'New list')).toContainText('2 ids, set apart by semicolons')
  await expect(part(page, 'New list')).toContainText('It stands in the list before')
  await button(page, 'Register 2').press('Enter')
  await expect.poll(async () => (await listsNow())[0]?.event_id).not.toBe(before?.event_id)
  const [made] = await listsNow()
  expect(made).toMatchObject({ source: 'csv', total: 3 })
  await expect(list(page, made.event_id)).toContainText('File')
  await done(page, made.event_id, '1 failed')
  await expect(ids(page)).toHaveValue('')
})

test('a long list shows how far it is while it runs, five lines of it at a time and twenty of what failed', async ({ page }) => {
  await cleared()
  await openCampaign(page, 'dana', place)
  const id = await register(page, unknown('LONG', 27))
  await done(page, id, '27 failed')
  await expect(list(page, id)).toContainText('27 of 27')
  const [lines, failed] = [rows(page, `Lines of list ${id}`), rows(page, 'Lines that failed')]
  await expect(lines).toHaveCount(6)
  await button(page, `Next: Lines of list ${id}`).press('Enter')
  await expect(lines.getByRole('rowheader', { name: 'LONG-6', exact: true })).toBeVisible()
  await expect(list(page, id)).toContainText('6 to 10 of 27')
  await expect(failed).toHaveCount(21)
  await button(page, 'Next: Failed lines').press('Enter')
  await expect(failed).toHaveCount(8)
  await expect(part(page, 'Failed lines')).toContainText('21 to 27 of 27')
  await expect(button(page, 'Next: Failed lines')).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(() => pathOf(page)).toContain('failed=20')
  await button(page, 'Before: Failed lines').press('Enter')
  await expect(failed).toHaveCount(21)
})

test('a failed line is tried again or hidden, one and all', async ({ page }) => {
  await cleared()
  await openCampaign(page, 'dana', place)
  const id = await register(page, unknown('AGAIN', 4))
  await done(page, id, '4 failed')
  await button(page, 'Retry AGAIN-1').press('Enter')
  await toast(page, '1 line is tried again').waitFor()
  await button(page, 'Hide AGAIN-2').press('Enter')
  await toast(page, '1 line is hidden').waitFor()
  await expect.poll(async () => (await failedNow()).total).toBe(3)
  await expect(rows(page, 'Lines that failed')).toHaveCount(4)
  await button(page, 'Retry all').press('Enter')
  await toast(page, '3 lines are tried again').waitFor()
  await expect.poll(async () => (await failedNow()).total).toBe(3)
  await done(page, id, '4 failed')
  await expect(rows(page, 'Lines that failed')).toHaveCount(4)
  await button(page, 'Hide all').press('Enter')
  const question = page.getByRole('dialog', { name: 'Hide all failed lines?' })
  await expect(question).toContainText('3 lines leave this report')
  await question.getByRole('button', { name: 'Hide all' }).press('Enter')
  await expect(part(page, 'Failed lines')).toContainText('No line has failed.')
  expect((await failedNow()).total).toBe(0)
  await expect(list(page, id)).toContainText('4 failed')
})

test('whoever only looks sees lists and failures, and is told why nothing can be sent', async ({ page }) => {
  await openCampaign(page, 'mika', 'hotels')
  await button(page, 'Registrations').press('Enter')
  await openCampaign(page, 'mika', place)
  await part(page, 'Lists').waitFor()
  await expect(button(page, 'Register Hotels')).toHaveAttribute('aria-disabled', 'true')
  await expect(button(page, 'Register Hotels')).toHaveAttribute('title', /permission|role/)
  await openCampaign(page, 'dana', place, { attributes: 'readonly' })
  await part(page, 'Lists').waitFor()
  await expect(part(page, 'New list')).toHaveCount(0)
})

test('what could not be read or sent says so, keeps what was typed, and is there at the next try', async ({ page }) => {
  await openCampaign(page, 'dana', 'ad_groups')
  await page.route('**/entity_registrations?**', (route) => route.abort())
  await openCampaign(page, 'dana', place)
  const trouble = page.getByRole('alert').filter({ hasText: 'The registrations could not be read' })
  await trouble.waitFor({ timeout: 30_000 })
  await page.unroute('**/entity_registrations?**')
  await trouble.getByRole('button', { name: 'Try again' }).press('Enter')
  await part(page, 'Lists').waitFor()
  await page.route('**/entity_registrations/initiate', (route) => route.abort())
  await ids(page).fill(inCatalog(40))
  await button(page, 'Register 1').press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'The list was not sent' })).toBeVisible({ timeout: 30_000 })
  await expect(ids(page)).toHaveValue(inCatalog(40))
  await page.unroute('**/entity_registrations/initiate')
  await button(page, 'Register 1').press('Enter')
  await expect(ids(page)).toHaveValue('')
})

test('all of it is done by keyboard, is easy to use, and fits at every width', async ({ page }) => {
  test.setTimeout(180_000)
  await openCampaign(page, 'dana', place)
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
  await rows(page, `Lines of list ${id}`).first().waitFor()
  await look(page, 'registrations')
})
