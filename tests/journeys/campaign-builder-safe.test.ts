import { readFileSync } from 'node:fs'
import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import { answered } from '../support/answered.ts'
import { begin, builderAddress, fillBasics, fillMoney, goOn, saved } from '../support/builder-hands.ts'
import { entered } from '../support/console-visit.ts'
import { days } from '../support/days.ts'
import { personToken } from '../support/person-token.ts'
import { callsAs } from '../support/platform-calls.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'

const manager = 'ailsa.murray@fernhill.example'
let platform: PlatformProcess
let context: BrowserContext
let page: Page
let token: string
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000)
  platform = await openPlatform()
  const visit = await entered(platform, browser, { address: builderAddress, email: manager })
  context = visit.context
  page = visit.page
  token = await personToken(platform, manager)
})
test.afterAll(() => platform?.clear())

const name = (where = page) => where.getByLabel('Campaign name')

/** A new tab beside another one takes that one's session. */
async function come(tab: Page, address: string) {
  await tab.goto(address)
  await expect(name(tab)).toBeVisible()
}

test('campaign draft: what was typed into a tab that was killed is restored', async () => {
  await begin(page, 'Quick')
  await name().fill('Killed')
  await saved(page)
  const address = page.url()
  await page.route('**/campaign_drafts/*', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
  await name().fill('Killed while typing')
  const tab = await context.newPage()
  await page.close({ runBeforeUnload: false })
  page = tab
  await page.goto(address)
  // Alone again, whoever has signed in only says so.
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(name()).toHaveValue('Killed while typing')
  await saved(page)
})

test('campaign draft: without a connection it says so, keeps what is typed and saves it later', async () => {
  await context.setOffline(true)
  await name().fill('Typed on a train')
  await expect(page.getByText('The platform cannot be reached')).toBeVisible()
  await expect(page.getByText('Kept on this device', { exact: true })).toBeVisible()
  await context.setOffline(false)
  await saved(page)
  await expect(page.getByText('The platform cannot be reached')).toBeHidden()
  await page.reload()
  await expect(name()).toHaveValue('Typed on a train')
})

test('campaign draft: a second tab is warned and follows what the first one types', async () => {
  const other = await context.newPage()
  await come(other, page.url())
  await expect(other.getByText('This draft is open in another tab')).toBeVisible()
  await expect(page.getByText('This draft is open in another tab')).toBeVisible()
  await name().fill('From the first tab')
  await saved(page)
  await expect(name(other)).toHaveValue('From the first tab')
  await other.close()
})

test('campaign draft: where two tabs changed the same field, the person decides', async () => {
  const other = await context.newPage()
  await come(other, page.url())
  await expect(name(other)).toHaveValue('From the first tab')
  await other.route('**/campaign_drafts/*', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
  await name(other).fill('From the second tab')
  await expect(other.getByText('Kept on this device', { exact: true })).toBeVisible()
  await name().fill('From the first tab again')
  await saved(page)
  await other.unroute('**/campaign_drafts/*')
  await expect(other.getByRole('dialog')).toContainText('From the first tab again')
  await expect(other.getByRole('dialog')).toContainText('From the second tab')
  await other.getByRole('button', { name: 'Keep mine' }).click()
  await saved(other)
  await other.reload()
  await expect(name(other)).toHaveValue('From the second tab')
  await other.close()
  await expect(name()).toHaveValue('From the second tab')
})

test('campaign draft: ids of a file are added, and each bad line is explained and saved as a file', async () => {
  const { entities } = await callsAs(platform, token)('POST', 'v1/member_groups/1/advertisers/1/entities_report', {
    filters: [{ field: 'status', operation: '=', value: 'active' }],
    pagination: { start: 0, count: 100 },
  })
  const known: string[] = entities.map(({ internal_id }: { internal_id: string }) => internal_id)
  await fillBasics(page, 'By ids')
  await goOn(page)
  await page.getByRole('button', { name: 'Add by id' }).click()
  const lines = [...known, 'L'.repeat(101), 'Z-none', ...known.slice(0, 1)]
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'ids.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(lines.join('\r\n')),
  })
  await expect(page.getByText('2 lines need another look')).toBeVisible()
  await page.getByRole('button', { name: `Add ${known.length + 1}` }).click()
  await expect(page.getByText(`${known.length} were added`)).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the list' }).click()])
  const told = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
    .slice(1)
  const said = (line: number, code: string) =>
    expect(told.filter((one) => one.startsWith(`${line},`) && one.includes(code))).toHaveLength(1)
  expect(told).toHaveLength(3)
  said(known.length + 1, 'It is too long for an id')
  said(known.length + 2, 'Nobody knows this id')
  said(known.length + 3, 'It stands in the list before')
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(page.getByRole('tab', { name: `Chosen ${known.length}` })).toBeVisible()
})

test('campaign draft: a submission whose answer is lost makes one campaign', async () => {
  await goOn(page)
  await fillMoney(page, { budget: '50', bid: '0.60' })
  await goOn(page)
  await saved(page)
  await page.route('**/submit*', async (route) => {
    await answered(route)
    await route.abort()
  })
  await page.getByRole('button', { name: 'Submit campaign' }).click()
  await expect(page.getByText('Nobody knows whether it arrived').or(page.getByText('This draft was submitted'))).toBeVisible()
  await page.unroute('**/submit*')
  const again = page.getByRole('button', { name: 'Submit campaign' })
  if (await again.isVisible()) await again.click()
  await expect(page.getByRole('heading', { name: /submitted/ })).toBeVisible()
  const named = { ...days, filters: [{ field: 'name', operation: '=', value: 'By ids' }] }
  expect((await callsAs(platform, token)('POST', 'v1/member_groups/1/campaigns_report', named)).total).toBe(1)
})
