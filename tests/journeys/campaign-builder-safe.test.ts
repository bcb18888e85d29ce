import { readFileSync } from 'node:fs'
import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import { answered } from '../support/answered.ts'
import { begin, builderAddress, fillBasics, fillMoney, goOn, saved } from '../support/builder-hands.ts'
import { entered } from '../support/console-visit.ts'
import type { PlatformProcess } from '../support/platform-process.ts'
import { startWithEntities } from '../support/prepared-platform.ts'

const manager = 'ailsa.murray@fernhill.example'
let platform: PlatformProcess
let context: BrowserContext
let page: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000)
  platform = await startWithEntities(known)
  const visit = await entered(platform, browser, { address: builderAddress, email: manager })
  context = visit.context
  page = visit.page
})
test.afterAll(() => platform?.clear())

// As many more as a long list of ids names.
const known = Array.from({ length: 9700 }, (_, at) => `many-${at}`)

const name = (where = page) => where.getByLabel('Campaign name')

/** A new tab beside another one takes that one's session. */
async function come(tab: Page, address: string) {
  await tab.goto(address)
  await expect(name(tab)).toBeVisible()
}

test('what a killed tab had typed is there again', async () => {
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

test('without a connection it says so, keeps what is typed, and saves it when there is one again', async () => {
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

test('a second tab on the same draft is told, and sees what the first one types', async () => {
  const other = await context.newPage()
  await come(other, page.url())
  await expect(other.getByText('This draft is open in another tab')).toBeVisible()
  await expect(page.getByText('This draft is open in another tab')).toBeVisible()
  await name().fill('From the first tab')
  await saved(page)
  await expect(name(other)).toHaveValue('From the first tab')
  await other.close()
})

test('where two have changed the same field, the person decides', async () => {
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

test('ten thousand ids with three hundred bad lines are told line by line', async () => {
  await fillBasics(page, 'By ids')
  await goOn(page)
  await page.getByRole('button', { name: 'Add by id' }).click()
  const unknown = Array.from({ length: 100 }, (_, at) => `Z-${at}`)
  const long = Array.from({ length: 100 }, (_, at) => `${at}`.padStart(101, 'L'))
  const doubled = known.slice(0, 100)
  const lines = [...known.slice(0, 5000), ...long, ...known.slice(5000), ...unknown, ...doubled]
  expect(lines).toHaveLength(10_000)
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'ids.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(lines.join('\r\n')),
  })
  await expect(page.getByText('9,800 ids')).toBeVisible()
  await expect(page.getByText('200 lines need another look')).toBeVisible()
  await page.getByRole('button', { name: 'Add 9,800' }).click()
  await expect(page.getByText('9,700 were added')).toBeVisible()
  await expect(page.getByText('300 lines need another look')).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the list' }).click()])
  expect(file.suggestedFilename()).toBe('lines.csv')
  const told = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
    .slice(1)
  expect(told).toHaveLength(300)
  const said = (line: number, code: string) =>
    expect(told.filter((one) => one.startsWith(`${line},`) && one.includes(code))).toHaveLength(1)
  said(5001, 'It is too long for an id')
  said(9801, 'Nobody knows this id')
  said(9901, 'It stands in the list before')
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Chosen 9,700' })).toBeVisible()
})

test('a lost answer is asked for again, and there is one campaign', async () => {
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
})

test('a list of ids whose second piece fails tells what came of the first, and the rest is added after it', async () => {
  await page.goto(platform.origin + builderAddress)
  await begin(page, 'Quick')
  await fillBasics(page, 'By ids, in two goes')
  await goOn(page)
  await page.getByRole('button', { name: 'Add by id' }).click()
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'ids.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(['Z-none', ...known.slice(0, 7000)].join('\r\n')),
  })
  let calls = 0
  await page.route('**/add_entities', (route) => {
    calls += 1
    return calls === 2 ? route.abort() : route.continue()
  })
  await page.getByRole('button', { name: 'Add 7,001' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('The rest was not added')).toBeVisible()
  await expect(dialog.getByText('4,999 were added')).toBeVisible()
  await expect(dialog.getByText(/It was stopped after 5,000 of 7,001\./)).toBeVisible()
  await expect(dialog.getByText(/Adding it again adds nothing twice\./)).toBeVisible()
  await expect(dialog.getByText('1 line needs another look')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add the rest' }).click()
  await expect(dialog.getByText('7,000 were added')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('tab', { name: 'Chosen 7,000' })).toBeVisible()
})
