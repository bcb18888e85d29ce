import { expect, type Page, test } from 'playwright/test'
import {
  begin,
  builderAddress,
  chooseEntities,
  draftIn,
  fillBasics,
  fillMoney,
  goOn,
  reviewed,
  saved,
  submit,
} from '../support/builder-hands.ts'
import { entered } from '../support/console-visit.ts'
import { personToken } from '../support/person-token.ts'
import { type PlatformProcess, startPlatformProcess } from '../support/platform-process.ts'

const manager = 'ailsa.murray@fernhill.example'
let platform: PlatformProcess
let token: string
test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000)
  platform = await startPlatformProcess()
  token = await personToken(browser, platform, manager)
})
test.afterAll(() => platform?.clear())

/** A campaign as the platform has it, asked by nobody's screen. */
async function campaignOf(id: number): Promise<Record<string, unknown>> {
  const answer = await fetch(`${platform.origin}/v1/member_groups/1/advertisers/1/campaigns/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
  const { result } = (await answer.json()) as { result: Record<string, unknown> } // the platform's answer, whatever is in it
  return result
}
const visit = (browser: Parameters<typeof entered>[1], address = builderAddress) => entered(platform, browser, { address, email: manager })

test('the quick way: from nothing to a campaign that is on the platform with exactly these values, submitted once', async ({ browser }) => {
  const { context, page } = await visit(browser)
  await begin(page, 'Quick')
  await goOn(page)
  const summary = page.getByRole('region', { name: /need another look/ })
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: /Campaign name/ }).click()
  await expect(page.getByLabel('Campaign name')).toBeFocused()
  await fillBasics(page, 'Quick winter')
  await saved(page)
  await goOn(page)
  await chooseEntities(page, 3)
  await goOn(page)
  await fillMoney(page, { budget: '240', bid: '0.05' })
  await page
    .getByLabel('Campaign name')
    .or(page.getByLabel(/Daily budget/))
    .focus()
  await expect(page.getByText('Enter at least $0.10')).toBeVisible()
  await page.getByLabel(/Base bid/).fill('0.85')
  await expect(page.getByRole('complementary', { name: 'Forecast' })).toContainText('$240.00')
  await goOn(page)
  await expect(reviewed(page, 'Budget')).toHaveText('$240.00')
  const calls: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/submit') && request.method() === 'POST' && calls.push(request.url())))
  const id = await submit(page)
  expect(calls).toHaveLength(1)
  expect(await campaignOf(id)).toMatchObject({
    ...{ name: 'Quick winter', flow: 'simple', budget_period: 'Daily', budget: '240', always_on: true, end_date: null },
    ...{ pacing: 'Evenly', bidding_type_id: 1, ad_groups: 1, entities: 3, status: 'pending', review_status_id: 1 },
  })
  await context.close()
})

test('step by step: ad groups with a bid of their own, attribution, and a goal', async ({ browser }) => {
  const { context, page } = await visit(browser)
  await begin(page, 'Step by step')
  await fillBasics(page, 'Careful winter')
  await page.getByLabel('Return on ad spend, goal').fill('4.5')
  await goOn(page)
  await fillMoney(page, { budget: '120', bid: '0.90' })
  await goOn(page)
  await page.getByRole('button', { name: 'Add an ad group' }).click()
  const editor = page.getByRole('dialog')
  await editor.getByLabel('Name').fill('Coast')
  await editor.getByLabel(/Base bid/).fill('1.25')
  await editor.getByRole('button', { name: 'Save ad group' }).click()
  await expect(page.getByText('Bids $1.25')).toBeVisible()
  await chooseEntities(page, 2)
  await goOn(page)
  await page.getByLabel(/Days after a click/).fill('31')
  await goOn(page)
  await expect(page.getByRole('link', { name: /Days after a click: Value has exceeded the max of 30/ })).toBeVisible()
  await page.getByLabel(/Days after a click/).fill('7')
  await page.getByText('New customers', { exact: true }).click()
  await goOn(page)
  await expect(reviewed(page, 'Ad groups')).toHaveText(/Coast.*Bids \$1.25/)
  const id = await submit(page)
  expect(await campaignOf(id)).toMatchObject({
    name: 'Careful winter',
    flow: 'custom',
    goal_roas: '4.5',
    budget: '120',
    ad_groups: 1,
    entities: 2,
  })
  await context.close()
})

test('goal first, and from a template: each has its own steps', async ({ browser }) => {
  const { context, page } = await visit(browser, `${builderAddress}/v2`)
  await expect(page.getByRole('radio', { name: /Goal first/ })).toBeChecked()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await fillBasics(page, 'Goal winter')
  await page.getByLabel('Return on ad spend, goal').fill('5')
  await goOn(page)
  await chooseEntities(page, 1)
  await goOn(page)
  if (await page.getByRole('button', { name: 'Add an ad group' }).isVisible()) await goOn(page)
  await fillMoney(page, { budget: '80', bid: '0.70' })
  await goOn(page)
  await goOn(page)
  const id = await submit(page)
  expect(await campaignOf(id)).toMatchObject({ flow: 'v2', goal_roas: '5', budget: '80' })
  await context.close()
})

test('from a template: what it says stands in the steps, and the campaign knows where it came from', async ({ browser }) => {
  const { context, page } = await visit(browser)
  await begin(page, 'From a template')
  await page.locator('.cards label').first().click()
  await saved(page)
  await goOn(page)
  await fillBasics(page, 'Prepared winter')
  await goOn(page)
  await chooseEntities(page, 1)
  for (let at = 0; at < 4 && !(await page.getByRole('button', { name: 'Submit campaign' }).isVisible()); at += 1) {
    const budget = page.getByLabel(/Daily budget|Weekly budget|Monthly budget/)
    if (await budget.isVisible()) {
      await budget.fill('90')
      await page.getByLabel(/Base bid/).fill('0.80')
    }
    await goOn(page)
  }
  const id = await submit(page)
  const made = await campaignOf(id)
  expect(made).toMatchObject({ flow: 'templated', name: 'Prepared winter' })
  expect(made.campaign_template_id).not.toBeNull()
  await context.close()
})

test('a copy begins with everything that the campaign has', async ({ browser }) => {
  const { context, page } = await visit(browser, `${builderAddress}?copy=1`)
  const source = await campaignOf(1)
  await page.getByRole('button', { name: 'Copy and start' }).click()
  await expect(page).toHaveURL(/draft=/)
  await page.goto(`${platform.origin}${builderAddress}?draft=${draftIn(page)}`)
  await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible()
  await page
    .getByRole('button', { name: /Basics/ })
    .or(page.getByLabel('Campaign name'))
    .first()
    .click()
  await expect(page.getByLabel('Campaign name')).toHaveValue(new RegExp(String(source.name).slice(0, 8)))
  await context.close()
})

const list = (page: Page) => page.getByRole('region', { name: 'Drafts' })

test('a draft is found again, goes on where it was, and is deleted when somebody says so', async ({ browser }) => {
  const { context, page } = await visit(browser)
  await begin(page, 'Quick')
  await fillBasics(page, 'Half a winter')
  await saved(page)
  await goOn(page)
  await page.getByRole('button', { name: 'Exit' }).click()
  await list(page).getByRole('button', { name: 'Half a winter' }).first().click()
  await expect(page.getByRole('tab', { name: /^Chosen/ })).toBeVisible()
  await page.getByRole('button', { name: 'Exit' }).click()
  await list(page).getByRole('button', { name: 'Delete Half a winter' }).click()
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await expect(list(page).getByRole('button', { name: 'Half a winter', exact: true })).toBeHidden()
  await context.close()
})

test('whoever only looks at campaigns makes none', async ({ browser }) => {
  const { context, page } = await entered(platform, browser, {
    address: '/clients/1/advertisers/1/campaigns/create',
    email: 'mika.sato@harborline.example',
  })
  await expect(page.getByText('Ask an administrator of your account for access.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeHidden()
  await context.close()
})
