import { readFileSync } from 'node:fs'
import { type Browser, type BrowserContext, type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { fetchFromPlatform } from '../support/browser/fetch-from-platform.ts'
import { begin, builderAddress, chooseEntities, fillBasics, fillMoney, goOn, saved } from '../support/drafts/builder-steps.ts'
import { entered } from '../support/console/visit.ts'
import { inAudit } from '../support/journeys/in-audit.ts'
import { days } from '../support/time/days.ts'
import { personToken } from '../support/identity/person-token.ts'
import { callsAs } from '../support/platform/calls.ts'
import { type PlatformProcess, openPlatform } from '../support/platform/process.ts'

const manager = 'ailsa.murray@fernhill.example'
let platform: PlatformProcess
let contexts: BrowserContext[] = []
test.beforeAll(async () => {
  test.setTimeout(300_000)
  platform = await openPlatform()
})
test.afterEach(async () => {
  for (const context of contexts) await context.close()
  contexts = []
})
test.afterAll(() => platform?.clear())

const name = (page: Page) => page.getByLabel('Campaign name')

/** A manager in a new browser context who has started a draft. */
async function begun(browser: Browser) {
  const { context, page } = await entered(platform, browser, { address: builderAddress, email: manager })
  contexts.push(context)
  await begin(page, 'Quick')
  return { context, page }
}

/** A saved draft with a name. */
async function named(browser: Browser, text: string) {
  const { context, page } = await begun(browser)
  await name(page).fill(text)
  await saved(page)
  return { context, page }
}

/** A second tab with the same draft, in the same session. */
async function tabBeside(context: BrowserContext, page: Page) {
  const tab = await context.newPage()
  await tab.goto(page.url())
  await expect(name(tab)).toHaveValue(await name(page).inputValue())
  return tab
}

const losesChanges = (page: Page) =>
  page.route('**/campaign_drafts/*', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))

test('a campaign draft restores input from a tab that was killed', async ({ browser }) => {
  const { context, page } = await named(browser, 'Killed')
  const address = page.url()
  await losesChanges(page)
  await name(page).fill('Killed while typing')
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  const tab = await context.newPage()
  await page.close({ runBeforeUnload: false })
  await tab.goto(address)
  // The provider still has the session, so the sign-in button is enough.
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(name(tab)).toHaveValue('Killed while typing')
  await saved(tab)
})

test('a campaign draft keeps input while offline, says so, and saves it later', async ({ browser }) => {
  const { context, page } = await named(browser, 'Typed at a desk')
  await context.setOffline(true)
  await name(page).fill('Typed on a train')
  await expect(page.getByText('Connection lost')).toBeVisible()
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  await context.setOffline(false)
  await saved(page)
  await expect(page.getByText('Connection lost')).toBeHidden()
  await page.reload()
  await expect(name(page)).toHaveValue('Typed on a train')
})

test('a second tab with the same campaign draft shows a warning and follows the first one', inAudit, async ({ browser }) => {
  const { context, page } = await named(browser, 'In two tabs')
  const other = await tabBeside(context, page)
  await expect(other.getByText('This draft is open in another tab')).toBeVisible()
  await expect(page.getByText('This draft is open in another tab')).toBeVisible()
  await name(page).fill('From the first tab')
  await saved(page)
  await expect(name(other)).toHaveValue('From the first tab')
})

test('when two tabs change the same field of a campaign draft, the user decides', async ({ browser }) => {
  const { context, page } = await named(browser, 'From the first tab')
  const other = await tabBeside(context, page)
  await losesChanges(other)
  await name(other).fill('From the second tab')
  await expect(other.getByText('Saved on this device', { exact: true })).toBeVisible()
  await name(page).fill('From the first tab again')
  await saved(page)
  await other.unroute('**/campaign_drafts/*')
  await expect(other.getByRole('dialog')).toContainText('From the first tab again')
  await expect(other.getByRole('dialog')).toContainText('From the second tab')
  await other.getByRole('button', { name: 'Keep mine' }).click()
  await saved(other)
  await other.reload()
  await expect(name(other)).toHaveValue('From the second tab')
  await expect(name(page)).toHaveValue('From the second tab')
})

test(
  'entity ids are added to a campaign draft from a file, and each invalid line is explained and can be downloaded',
  inAudit,
  async ({ browser }) => {
    const { page } = await begun(browser)
    const { entities } = await callsAs(platform, await personToken(platform, manager))(
      'POST',
      'v1/member_groups/1/advertisers/1/entities_report',
      {
        filters: [{ field: 'status', operation: '=', value: 'active' }],
        pagination: { start: 0, count: 100 },
      },
    )
    const known: string[] = entities.map(({ internal_id }: { internal_id: string }) => internal_id)
    await fillBasics(page, 'By ids')
    await goOn(page)
    await page.getByRole('button', { name: 'Add by ID' }).click()
    const lines = [...known, 'L'.repeat(101), 'Z-none', ...known.slice(0, 1)]
    await page.locator('input[type=file]').setInputFiles({
      name: 'ids.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\r\n')),
    })
    await expect(page.getByText('2 rows have problems')).toBeVisible()
    await page.getByRole('button', { name: `Add ${known.length + 1}` }).click()
    await expect(page.getByText(`${known.length} added`)).toBeVisible()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export list' }).click()])
    const reportLines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
      .slice(1)
    const said = (line: number, code: string) =>
      expect(reportLines.filter((one) => one.startsWith(`${line},`) && one.includes(code))).toHaveLength(1)
    expect(reportLines).toHaveLength(3)
    said(known.length + 1, 'ID too long')
    said(known.length + 2, 'ID not found')
    said(known.length + 3, 'Duplicate in this list')
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await expect(page.getByRole('tab', { name: `Selected ${known.length}` })).toBeVisible()
  },
)

test('a campaign submission whose reply is lost creates one campaign', async ({ browser }) => {
  const { page } = await begun(browser)
  await fillBasics(page, 'Submitted once')
  await goOn(page)
  await chooseEntities(page, 1)
  await goOn(page)
  await fillMoney(page, { budget: '50', bid: '0.60' })
  await goOn(page)
  await saved(page)
  await page.route('**/submit*', async (route) => {
    await fetchFromPlatform(route)
    await route.abort()
  })
  const submits = page.getByRole('button', { name: 'Submit campaign' })
  const submitted = page.getByRole('heading', { name: /submitted/ })
  await submits.click()
  await expect(page.getByText('We couldn’t confirm your submission').or(submitted)).toBeVisible()
  await page.unroute('**/submit*')
  // The page may notice by itself that the draft was submitted; until then it offers to submit it again.
  await expect(async () => {
    if (!(await submitted.isVisible())) await submits.click({ timeout: 2_000 })
    await expect(submitted).toBeVisible({ timeout: 5_000 })
  }).toPass()
  const once = { ...days, filters: [{ field: 'name', operation: '=', value: 'Submitted once' }] }
  const calls = callsAs(platform, await personToken(platform, manager))
  expect((await calls('POST', 'v1/member_groups/1/campaigns_report', once)).total).toBe(1)
})
