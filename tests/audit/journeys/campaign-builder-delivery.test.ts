import { type Browser, expect, type Page, test } from 'playwright/test'
import { begin, builderAddress, chooseEntities, fillBasics, fillMoney, goOn, saved, submit } from '../../support/builder-hands.ts'
import { entered } from '../../support/console-visit.ts'
import { personToken } from '../../support/person-token.ts'
import { callsAs } from '../../support/platform-calls.ts'
import { type PlatformProcess, openPlatform } from '../../support/platform-process.ts'

const [manager, admin] = ['ailsa.murray@fernhill.example', 'dana.whitfield@harborline.example']
const account = 'v1/member_groups/1/advertisers/1'
/** The advertiser's today, and the day after it where the clock goes faster. */
let days: { readonly start_date: string; readonly end_date: string }

let platform: PlatformProcess
let token: string
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  test.setTimeout(300_000)
  platform = await openPlatform({ env: { DELIVERY: 'on' } })
  token = await personToken(platform, manager)
  const { time_zone } = await ask('GET', 'v1/advertisers/1')
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toLocaleDateString('en-CA', { timeZone: time_zone })
  days = { start_date: day(0), end_date: day(1) }
})
test.afterAll(() => platform?.clear())

const ask = (method: string, path: string, body?: object) => callsAs(platform, token)(method, path, body)
const available = async () => Number((await ask('GET', `${account}/balances`)).available)
/** What campaigns cost, by the reports; all of the advertiser's without ids. */
async function costOf(ids: readonly number[]) {
  const whose = ids.length > 0 ? { campaign_ids: ids } : { advertiser_ids: [1] }
  const { kpis } = await ask('POST', 'v2/report/total', { member_group_id: 1, ...whose, ...days, metrics: ['cost'] })
  return Number(kpis.find((one: { metric: string }) => one.metric === 'cost').total)
}

type Hand = (page: Page, name: string) => Promise<void>
const template: Hand = async (page) => {
  await page.getByRole('radio', { name: /always on/ }).click()
  await saved(page)
}
const entities: Hand = (page) => chooseEntities(page, 2)
const money: Hand = (page) => fillMoney(page, { budget: '200', bid: '2.50' })
const goal: Hand = async (page, name) => {
  await fillBasics(page, name)
  await page.getByLabel('Return on ad spend, goal').fill('5')
}
const nothing: Hand = async () => undefined

/** What somebody does in each step of each way before they submit it. */
const ways: Readonly<Record<string, readonly [way: string, ...hands: Hand[]]>> = {
  simple: ['Quick', fillBasics, entities, money],
  custom: ['Step by step', fillBasics, money, entities, nothing],
  templated: ['From a template', template, fillBasics, entities, money, nothing],
  v2: ['Goal first', goal, entities, money, nothing],
}
/** What only one way says of its campaign. */
const told: Readonly<Record<string, object>> = { templated: { campaign_template_id: expect.any(Number) }, v2: { goal_roas: '5' } }
/** Where a way is the one that is offered first. */
const places: Readonly<Record<string, string>> = { v2: `${builderAddress}/v2` }
const made = new Map<string, number>()

const visit = (browser: Browser, email: string, address: string) => entered(platform, browser, { address, email })

for (const [flow, [way, ...hands]] of Object.entries(ways))
  test(`${flow}: it is made, and whoever looks at campaigns lets it through`, async ({ browser }) => {
    const { context, page } = await visit(browser, manager, places[flow] ?? builderAddress)
    if (places[flow]) await expect(page.getByRole('radio', { name: new RegExp(way) })).toBeChecked()
    await begin(page, way)
    for (const hand of hands) {
      await hand(page, `Delivered ${flow}`)
      await goOn(page)
    }
    const id = await submit(page)
    await context.close()
    const reviewer = await visit(browser, admin, `/clients/1/advertisers/1/campaigns/${id}`)
    await reviewer.page.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(reviewer.page.getByRole('region', { name: 'Notices' }).getByText('Campaign approved')).toBeVisible()
    await reviewer.context.close()
    expect(await ask('GET', `${account}/campaigns/${id}`)).toMatchObject({ flow, status: 'active', review_status_id: 3, ...told[flow] })
    made.set(flow, id)
  })

test('each of them is shown, and what its clicks cost leaves the funds, to the cent', async ({ page }) => {
  // Where the advertiser's day is nearly over, the next one brings the clicks.
  test.setTimeout(1_200_000)
  const [before, spent] = [await available(), await costOf([])]
  await page.goto(`${platform.origin}/start`)
  await page.getByRole('button', { name: 'a day a minute' }).click()
  await expect(page.getByRole('button', { name: 'a day a minute' })).toHaveAttribute('aria-pressed', 'true')
  for (const id of made.values()) await expect.poll(() => costOf([id]), { timeout: 1_000_000, intervals: [5000] }).toBeGreaterThan(0)
  // Delivery goes on while it is asked, so that both are asked until nothing came in between.
  const gone = async () => Math.abs(Math.round((before - (await available()) - ((await costOf([])) - spent)) * 100))
  await expect.poll(gone, { timeout: 120_000 }).toBe(0)
  expect(await available()).toBeLessThan(before)
  // From here on it comes a minute at a time again, so that a screen and a report can be read of the same moment.
  await page.getByRole('button', { name: 'as time goes by' }).click()
  await expect(page.getByRole('button', { name: 'as time goes by' })).toHaveAttribute('aria-pressed', 'true')
})

for (const flow of Object.keys(ways))
  test(`${flow}: its campaign shows what it cost`, async ({ browser }) => {
    const id = made.get(flow) ?? 0
    const address = `/clients/1/advertisers/1/campaigns/${id}?start_date=${days.start_date}&end_date=${days.end_date}`
    const { context, page } = await visit(browser, manager, address)
    await expect(page.getByRole('heading', { level: 2, name: `Delivered ${flow}` })).toBeVisible()
    const spend = page.locator('.figure').filter({ has: page.getByRole('button', { name: 'Spend', exact: true }) })
    const cost = async () => (await costOf([id])).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
    await expect(async () => {
      await page.reload()
      await expect(spend).toContainText('$')
      await expect(spend).toContainText(await cost(), { timeout: 2000 })
    }).toPass({ timeout: 120_000 })
    expect(await costOf([id])).toBeGreaterThan(0)
    await context.close()
  })
