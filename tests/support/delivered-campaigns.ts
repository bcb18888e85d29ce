import { addDays } from '../../src/contract/dates/date-ranges.ts'
import { type Browser, expect, type Page, test } from 'playwright/test'
import { begin, builderAddress, chooseEntities, fillBasics, fillMoney, goOn, saved, submit } from './builder-hands.ts'
import { entered, go } from './console-visit.ts'
import { personToken } from './person-token.ts'
import { callsAs } from './platform-calls.ts'
import { type PlatformProcess, openPlatform } from './platform-process.ts'
import { dayInZone } from './zone-day.ts'

const [manager, admin] = ['ailsa.murray@fernhill.example', 'dana.whitfield@harborline.example']
const account = 'v1/member_groups/1/advertisers/1'

let platform: PlatformProcess
let token: string
/** The advertiser's today and the day after it, for when the clock goes faster. */
let days: { readonly start_date: string; readonly end_date: string }

/** A platform that delivers, for as long as the tests of a file run. */
export function deliveringPlatform() {
  test.beforeAll(async () => {
    test.setTimeout(300_000)
    platform = await openPlatform({ env: { DELIVERY: 'on' } })
    token = await personToken(platform, manager)
    const { time_zone } = await ask('GET', 'v1/advertisers/1')
    const today = dayInZone(new Date(), time_zone)
    days = { start_date: today, end_date: addDays(today, 1) }
  })
  test.afterAll(() => platform?.clear())
}

const ask = (method: string, path: string, body?: object) => callsAs(platform, token)(method, path, body)
const available = async () => Number((await ask('GET', `${account}/balances`)).available)
/** What campaigns cost, by the reports; all of the advertiser's without ids. */
async function costOf(ids: readonly number[]) {
  const scope = ids.length > 0 ? { campaign_ids: ids } : { advertiser_ids: [1] }
  const { kpis } = await ask('POST', 'v2/report/total', { member_group_id: 1, ...scope, ...days, metrics: ['cost'] })
  return Number(kpis.find((one: { metric: string }) => one.metric === 'cost').total)
}

type Step = (page: Page, name: string) => Promise<void>
const template: Step = async (page) => {
  await page.getByRole('radio', { name: /always on/ }).click()
  await saved(page)
}
const entities: Step = (page) => chooseEntities(page, 2)
const money: Step = (page) => fillMoney(page, { budget: '200', bid: '2.50' })
const goal: Step = async (page, name) => {
  await fillBasics(page, name)
  await page.getByLabel('Return on ad spend, goal').fill('5')
}
const nothing: Step = async () => undefined

/** What a person does in each step of each way before they submit. */
const ways = {
  simple: ['Quick', fillBasics, entities, money],
  custom: ['Step by step', fillBasics, money, entities, nothing],
  templated: ['From a template', template, fillBasics, entities, money, nothing],
  v2: ['Goal first', goal, entities, money, nothing],
} as const satisfies Readonly<Record<string, readonly [way: string, ...steps: Step[]]>>
export type Flow = keyof typeof ways
export const flows: readonly Flow[] = ['simple', 'custom', 'templated', 'v2']
/** What only one way says of its campaign. */
const told: Partial<Record<Flow, object>> = { templated: { campaign_template_id: expect.any(Number) }, v2: { goal_roas: '5' } }

/** Makes a campaign in each way as its manager, and approves them as an administrator of the client. */
async function makeAndApprove(browser: Browser, chosen: readonly Flow[]): Promise<Map<Flow, number>> {
  const made = new Map<Flow, number>()
  const maker = await entered(platform, browser, { address: builderAddress, email: manager })
  for (const flow of chosen) {
    const [way, ...steps] = ways[flow]
    // The goal comes first where the address says so.
    await maker.page.goto(`${platform.origin}${builderAddress}${flow === 'v2' ? '/v2' : ''}`)
    if (flow === 'v2') await expect(maker.page.getByRole('radio', { name: new RegExp(way) })).toBeChecked()
    await begin(maker.page, way)
    for (const step of steps) {
      await step(maker.page, `Delivered ${flow}`)
      await goOn(maker.page)
    }
    made.set(flow, await submit(maker.page))
  }
  await maker.context.close()
  const reviewer = await entered(platform, browser, { address: '/clients/1', email: admin })
  for (const [flow, id] of made) {
    await go(reviewer.page, `clients/1/advertisers/1/campaigns/${id}`)
    await reviewer.page.getByRole('heading', { level: 2, name: `Delivered ${flow}` }).waitFor()
    await reviewer.page.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect
      .poll(() => ask('GET', `${account}/campaigns/${id}`))
      .toMatchObject({ flow, status: 'active', review_status_id: 3, ...told[flow] })
  }
  await reviewer.context.close()
  return made
}

/** Lets a day pass in a minute until each campaign has cost something, then returns to the usual speed. */
async function deliver(page: Page, ids: readonly number[]) {
  await page.goto(`${platform.origin}/start`)
  const faster = page.getByRole('button', { name: 'a day a minute' })
  // Each press delivers what is due by then, so that nobody waits for the minute to end.
  await expect(async () => {
    await faster.click()
    await expect(faster).toHaveAttribute('aria-pressed', 'true')
    for (const id of ids) expect(await costOf([id])).toBeGreaterThan(0)
  }).toPass({ timeout: 300_000, intervals: [2000] })
}

/** From the builder to the screen that shows what the clicks cost, with the advertiser's funds in between. */
export async function deliverCampaigns(page: Page, browser: Browser, chosen: readonly Flow[]) {
  const made = await makeAndApprove(browser, chosen)
  const ids = [...made.values()]
  const [before, spent] = [await available(), await costOf([])]
  await deliver(page, ids)
  // Delivery goes on while it is read: it is read again until nothing came in between.
  const difference = async () => Math.abs(Math.round((before - (await available()) - ((await costOf([])) - spent)) * 100))
  await expect.poll(difference, { timeout: 120_000 }).toBe(0)
  expect(await available()).toBeLessThan(before)
  // At the usual speed, a screen and a report can be read of the same moment.
  await page.getByRole('button', { name: 'as time goes by' }).click()
  await expect(page.getByRole('button', { name: 'as time goes by' })).toHaveAttribute('aria-pressed', 'true')
  const viewer = await entered(platform, browser, { address: '/clients/1', email: manager })
  for (const [flow, id] of made) {
    const address = `/clients/1/advertisers/1/campaigns/${id}?start_date=${days.start_date}&end_date=${days.end_date}`
    // A figure is a term with its values; the group of them has no name of its own.
    const spend = viewer.page.locator('.figure').filter({ has: viewer.page.getByRole('button', { name: 'Spend', exact: true }) })
    await expect(async () => {
      await viewer.page.goto(`${platform.origin}${address}`)
      await viewer.page.getByRole('heading', { level: 2, name: `Delivered ${flow}` }).waitFor()
      const cost = (await costOf([id])).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
      await expect(spend).toContainText(cost, { timeout: 2000 })
    }).toPass({ timeout: 120_000 })
    expect(await costOf([id])).toBeGreaterThan(0)
  }
  await viewer.context.close()
}
