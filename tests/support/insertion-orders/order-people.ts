import { sql } from 'kysely'
import { type Browser, type FrameLocator, type Page, test } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import type { InsertionOrder } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { entered } from '../console/visit.ts'
import { onlyCampaigns } from '../delivery/delivery-world.ts'
import { personToken } from '../identity/person-token.ts'
import { callsAs } from '../platform/calls.ts'
import { type Kysely, startPrepared } from '../platform/prepared-platform.ts'
import type { PlatformProcess } from '../platform/process.ts'
import { dayAgo } from '../time/days.ts'

/** An administrator of the client, and one of its first advertiser. */
const emails = { dana: 'dana.whitfield@harborline.example', ailsa: 'ailsa.murray@fernhill.example' }
type Name = keyof typeof emails

let running: PlatformProcess
/** The only campaign that is delivered, one of the first advertiser. */
export let campaign: { readonly campaign_id: number; readonly name: string }
const tokens = new Map<Name, string>()

/** Leaves one campaign of the first advertiser active, which spends as fast as it can. */
async function leaveOneCampaign(kysely: Kysely) {
  const { rows } = await sql<typeof campaign>`
    update campaigns set pacing = 'ASAP', budget = 900000000000 where campaign_id = (
      select min(campaign_id) from campaigns
      where member_group_id = 1 and advertiser_id = 1 and status = 'active' and end_date is null and insertion_order_id is null)
    returning campaign_id, name`.execute(kysely)
  const [only] = rows
  if (!only) throw new Error('The first advertiser has no active campaign without an order')
  await onlyCampaigns({ kysely }, only.campaign_id)
  return only
}

/** Starts a platform that delivers one campaign, with tokens for two people, for the tests of a file. */
export function ordersPlatform() {
  test.beforeAll(async () => {
    test.setTimeout(300_000)
    const { platform, made } = await startPrepared(leaveOneCampaign, { DELIVERY: 'on' })
    running = platform
    campaign = made
    for (const [name, email] of Object.entries(emails)) tokens.set(name as Name, await personToken(platform, email)) // a key of the table above
  })
  test.afterAll(() => running?.clear())
}

export const platform = () => running
export const tokenOf = (name: Name) => tokens.get(name) ?? ''
export const apiAs = (name: Name) => callsAs(running, tokenOf(name))
const orders = 'v1/member_groups/1/insertion_orders'
export const orderNow = (id: number): Promise<InsertionOrder> => apiAs('dana')('GET', `${orders}/${id}`)

/** Signs a user in to the console at an address of the client, or at another one that begins with `/`. */
export const enter = (browser: Browser, name: Name, path: string) =>
  entered(running, browser, { address: path.startsWith('/') ? path : `/clients/1/${path}`, email: emails[name] })

/** Calls an action on the current version of an order. */
async function act(name: Name, id: number, action: 'submit' | 'approve') {
  const { version, current } = await orderNow(id)
  const person = await apiAs(name)('POST', 'v1/sso/login', { access_token: tokenOf(name) })
  const body = action === 'approve' ? { last_edited_by: person.user_id, hash: current.hash, name: person.full_name } : undefined
  await apiAs(name)('PUT', `${orders}/${id}/${action}`, body, { 'If-Match': `"${version}"` })
}

/** Creates a draft of the first advertiser with one line, through the API. */
export async function newOrder(name: string): Promise<number> {
  const days = { start_date: dayAgo(1), end_date: dayAgo(-60) }
  const lines = [{ name: 'Clicks', type: 'cpc', amount: '500', ...days }]
  const body = { advertiser_id: 1, name, total: '1000', lines, ...days }
  const made = await apiAs('dana')('POST', orders, body, { 'Idempotency-Key': crypto.randomUUID() })
  return made.insertion_order_id
}

/** Creates an order that both sides have approved, through the API. */
export async function approvedOrder(name: string): Promise<number> {
  const id = await newOrder(name)
  await act('dana', id, 'submit')
  await act('ailsa', id, 'approve')
  await act('dana', id, 'approve')
  return id
}

/** Reads the waiting version to its end and approves it under a name. */
export async function approve(container: Page | FrameLocator, name: string) {
  await container.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = container.getByRole('dialog', { name: /^Approve version/ })
  const text = dialog.getByRole('region', { name: 'Legal text' })
  await expect(text).toContainText('publishes the campaigns of this order')
  await text.press('End')
  await dialog.getByRole('checkbox', { name: 'I have read and accept' }).check()
  await dialog.getByRole('textbox', { name: 'Your full name' }).fill(name)
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Chooses an option of a select field. */
export async function choose(container: Page | FrameLocator, label: string, option: string) {
  await container.getByRole('combobox', { name: label, exact: true }).click()
  await container.getByRole('option', { name: option }).click()
}

/** Adds a line to the form of an order. */
export async function addLine(container: Page | FrameLocator, name: string, amount: string, isHardCap = false) {
  await container.getByRole('button', { name: 'Add line' }).click()
  await container.getByRole('textbox', { name: 'Line name' }).last().fill(name)
  await container.getByRole('textbox', { name: 'Amount' }).last().fill(amount)
  if (isHardCap)
    await container
      .getByRole('checkbox', { name: /^Hard cap/ })
      .last()
      .check()
}

/** Runs the demonstration's clock at a day a minute until a condition holds. */
export async function deliverUntil(page: Page, isReached: () => Promise<boolean>) {
  await page.goto(`${running.origin}/start`)
  const speed = (name: string) => page.getByRole('button', { name, exact: true })
  // Each press delivers everything due by then, so the test does not wait for the minute to end.
  await expect(async () => {
    await speed('×1440').click()
    await expect(speed('×1440')).toHaveAttribute('aria-pressed', 'true')
    expect(await isReached()).toBe(true)
  }).toPass({ intervals: [500], timeout: 60_000 })
  await speed('×1').click()
  await expect(speed('×1')).toHaveAttribute('aria-pressed', 'true')
}
