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
import { superUser } from '../support/console-door.ts'
import { entered } from '../support/console-visit.ts'
import { personToken } from '../support/person-token.ts'
import { callsAs } from '../support/platform-calls.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'

const lately = { start_date: '2026-11-01', end_date: '2026-11-14' }
const manager = 'ailsa.murray@fernhill.example'
let platform: PlatformProcess
let token: string
test.beforeAll(async () => {
  test.setTimeout(300_000)
  platform = await openPlatform()
  token = await personToken(platform, manager)
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
  page.on(
    'request',
    (request) => void (new URL(request.url()).pathname.endsWith('/submit') && request.method() === 'POST' && calls.push(request.url())),
  )
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
  // Which one is open is in the address.
  await expect(page).toHaveURL(/draft=.*ad_group=/)
  await page.reload()
  await editor.getByRole('textbox', { name: /^Name/ }).fill('Coast')
  await editor.getByLabel(/Base bid/).fill('1.25')
  await editor.getByRole('button', { name: 'Save ad group' }).click()
  await expect(page.getByText('Bids $1.25')).toBeVisible()
  await expect(page).not.toHaveURL(/ad_group=/)
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

test('where nobody looks at campaigns first, whoever makes one says whether it is active or waits', async ({ browser }) => {
  const ask = callsAs(platform, await personToken(platform, superUser))
  const { advertisers } = await ask('GET', 'v1/member_groups/2/advertisers?count=100')
  const { advertiser_id: id } = advertisers.find(({ currency_code }: { currency_code: string }) => currency_code === 'USD')
  const { context, page } = await entered(platform, browser, { address: `/clients/2/advertisers/${id}/campaigns/create` })
  await begin(page, 'Quick')
  await fillBasics(page, 'At once')
  await goOn(page)
  await chooseEntities(page, 1)
  await goOn(page)
  await fillMoney(page, { budget: '50', bid: '0.60' })
  await goOn(page)
  const status = page.getByRole('radiogroup', { name: 'Status' })
  await expect(status.getByRole('radio', { name: 'Active' })).toBeChecked()
  await expect(status.getByRole('radio')).toHaveCount(2)
  await expect(page.getByText('It is active at once and shown from its first day.')).toBeVisible()
  await status.getByText('Pending', { exact: true }).click()
  await expect(page.getByText('It waits until somebody who may review campaigns has approved it.')).toBeVisible()
  await status.getByText('Active', { exact: true }).click()
  const campaign = await submit(page)
  const made = await ask('GET', `v1/campaign/${campaign}`)
  expect(made).toMatchObject({ status: 'active', review_status_id: 3 })
  // One that waits here can become nothing else: its status is only said.
  const { channel, budget, budget_period, start_date, always_on } = made
  const { entities } = await ask('POST', 'v1/member_groups/2/entities_report', { ...lately, advertiser_ids: [id] })
  const body = { channel, budget, budget_period, start_date, always_on, base_bid: '0.60', entity_ids: [entities[0].entity_id] }
  const all = `v0.9/member_groups/2/advertisers/${id}/campaigns`
  const waits = await ask('POST', all, { ...body, name: 'It waits', status: 'pending' }, { 'Idempotency-Key': crypto.randomUUID() })
  expect(waits).toMatchObject({ status: 'pending' })
  await page.goto(`${platform.origin}/clients/2/advertisers/${id}/campaigns/${waits.campaign_id}`)
  await expect(page.getByRole('heading', { name: 'It waits' })).toBeVisible()
  await expect(page.locator('.detail-acts').getByText('Pending', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Status/ })).toHaveCount(0)
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
