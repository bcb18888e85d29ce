import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { type Browser, type Page, test } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { begin, builderAddress, chooseEntities, fillBasics, fillMoney, goOn, saved, submit } from '../drafts/builder-steps.ts'
import { entered, go } from '../console/visit.ts'
import { personToken } from '../identity/person-token.ts'
import { callsAs } from '../platform/calls.ts'
import { startPrepared } from '../platform/prepared-platform.ts'
import type { PlatformProcess } from '../platform/process.ts'
import { dayInZone } from '../time/zone-day.ts'
import { onlyCampaigns } from './delivery-world.ts'

const manager = 'ailsa.murray@fernhill.example'
const admin = 'dana.whitfield@harborline.example'
const account = 'v1/member_groups/1/advertisers/1'

let platform: PlatformProcess
let token: string
/** Today and tomorrow in the advertiser's time zone; the faster clock may reach tomorrow. */
let days: { readonly start_date: string; readonly end_date: string }

/** Starts a platform with delivery on and without running campaigns, for the tests of a file. */
export function deliveringPlatform() {
  test.beforeAll(async () => {
    test.setTimeout(300_000)
    // The seeded campaigns are paused, so that each pass delivers only what the test creates.
    const started = await startPrepared((kysely) => onlyCampaigns({ kysely }), { DELIVERY: 'on' })
    platform = started.platform
    token = await personToken(platform, manager)
    const { time_zone } = await ask('GET', 'v1/advertisers/1')
    const today = dayInZone(new Date(), time_zone)
    days = { start_date: today, end_date: addDays(today, 1) }
  })
  test.afterAll(() => platform?.clear())
}

const ask = (method: string, path: string, body?: object) => callsAs(platform, token)(method, path, body)
const available = async () => Number((await ask('GET', `${account}/balances`)).available)
/** The cost of campaigns in the reports; without ids, of all the advertiser's campaigns. */
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
  await page.getByLabel('ROAS goal').fill('5')
}
const nothing: Step = async () => undefined

/** The actions of a user in each step of each flow. */
const stepsOf = {
  simple: ['Quick', fillBasics, entities, money],
  custom: ['Step by step', fillBasics, money, entities, nothing],
  templated: ['Template', template, fillBasics, entities, money, nothing],
  v2: ['Goal first', goal, entities, money, nothing],
} as const satisfies Readonly<Record<string, readonly [way: string, ...steps: Step[]]>>
export type Flow = keyof typeof stepsOf
export const flows: readonly Flow[] = ['simple', 'custom', 'templated', 'v2']
/** Fields that only one flow sets on its campaign. */
const ownFields: Partial<Record<Flow, object>> = { templated: { campaign_template_id: expect.any(Number) }, v2: { goal_roas: '5' } }

/** Creates a campaign in each flow as the advertiser's manager, then approves them as a client administrator. */
async function makeAndApprove(browser: Browser, chosen: readonly Flow[]): Promise<Map<Flow, number>> {
  const made = new Map<Flow, number>()
  const maker = await entered(platform, browser, { address: builderAddress, email: manager })
  for (const flow of chosen) {
    const [label, ...steps] = stepsOf[flow]
    // The goal-first flow has its own address.
    await maker.page.goto(`${platform.origin}${builderAddress}${flow === 'v2' ? '/v2' : ''}`)
    if (flow === 'v2') await expect(maker.page.getByRole('radio', { name: new RegExp(label) })).toBeChecked()
    await begin(maker.page, label)
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
      .toMatchObject({ flow, status: 'active', review_status_id: 3, ...ownFields[flow] })
  }
  await reviewer.context.close()
  return made
}

/** Runs the clock at a day a minute until each campaign has a cost. */
async function deliver(page: Page, ids: readonly number[]) {
  await page.goto(`${platform.origin}/start`)
  const faster = page.getByRole('button', { name: '×1440', exact: true })
  // Each press delivers everything due by then, so the test does not wait for the minute to end.
  await expect(async () => {
    await faster.click()
    await expect(faster).toHaveAttribute('aria-pressed', 'true')
    for (const id of ids) expect(await costOf([id])).toBeGreaterThan(0)
  }).toPass({ timeout: 300_000, intervals: [500] })
}

/** Creates campaigns, delivers them, and compares the cost on screen with the reports and the advertiser's balance. */
export async function deliverCampaigns(page: Page, browser: Browser, chosen: readonly Flow[]) {
  const made = await makeAndApprove(browser, chosen)
  const ids = [...made.values()]
  const before = await available()
  const spent = await costOf([])
  await deliver(page, ids)
  // Delivery continues during the reads, so they are repeated until both values are of the same moment.
  const difference = async () => Math.abs(Math.round((before - (await available()) - ((await costOf([])) - spent)) * 100))
  await expect.poll(difference, { timeout: 120_000 }).toBe(0)
  expect(await available()).toBeLessThan(before)
  // At the usual speed the screen and the report can show the same moment.
  await page.getByRole('button', { name: '×1', exact: true }).click()
  await expect(page.getByRole('button', { name: '×1', exact: true })).toHaveAttribute('aria-pressed', 'true')
  const viewer = await entered(platform, browser, { address: '/clients/1', email: manager })
  for (const [flow, id] of made) {
    const address = `/clients/1/advertisers/1/campaigns/${id}?start_date=${days.start_date}&end_date=${days.end_date}`
    // A figure is a `dt` with its values; the group has no accessible name.
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
