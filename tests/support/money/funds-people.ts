import { sql } from 'kysely'
import { type Browser, type FrameLocator, type Page, test } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { openDatabase } from '../../../demo/platform/database/open.ts'
import { addMethod } from '../../../demo/platform/payments/methods.ts'
import { storeMethod } from '../../../demo/platform/payments/sandbox.ts'
import { receiveTransfer } from '../../../demo/platform/wires/receive.ts'
import type { AutoRebill } from '../../../src/contract/auto-rebills/auto-rebills.ts'
import type { BalanceEvent } from '../../../src/contract/money/balances.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import type { Payment } from '../../../src/contract/payments/payments.ts'
import { superUser } from '../console/sign-in.ts'
import { entered } from '../console/visit.ts'
import { onlyCampaigns } from '../delivery/delivery-world.ts'
import { freeSite } from '../embedding/partner-site.ts'
import { personToken } from '../identity/person-token.ts'
import { callsAs } from '../platform/calls.ts'
import { type Kysely, startPrepared } from '../platform/prepared-platform.ts'
import { dayAgo } from '../time/days.ts'
import { openPlatform, type PlatformProcess } from '../platform/process.ts'
import { address } from './paying.ts'

/** The admin of the first advertiser, and a super user, who may pay for all. */
const emails = { ailsa: 'ailsa.murray@fernhill.example', ines: superUser }
type Name = keyof typeof emails

/** The advertiser without cards, to which people add funds, and those whose auto-rebill charges a good and a declined card. */
export const advertisers = { own: 1, charged: 0, declined: 0 }

let running: PlatformProcess
let env: Record<string, string>
/** An origin that the client allows and that is none of the platform's. */
export let hostOrigin = ''
const tokens = new Map<Name, string>()

/** Adds a default card with an ending, a month ago. */
async function storeCard(kysely: Kysely, advertiser_id: number, last_four: string) {
  const now = new Date(Date.now() - 30 * 86_400_000)
  const method = { id: `pm_${advertiser_id}`, type: 'card' as const, brand: 'visa', last_four, exp_month: 12, exp_year: 2090 }
  await storeMethod({ kysely, now }, method)
  await addMethod(kysely, { member_group_id: 1, advertiser_id }, { method, address, isDefault: true, userId: 1, now })
}

/** One campaign of each advertiser with an auto-rebill stays active and spends as fast as it can; the first advertiser starts without cards. */
async function prepare(kysely: Kysely) {
  await sql`delete from auto_rebills where member_group_id = 1`.execute(kysely)
  await sql`delete from payment_methods where member_group_id = 1 and advertiser_id = ${advertisers.own}`.execute(kysely)
  await sql`update advertisers set billing_address = ${JSON.stringify(address)}::jsonb where advertiser_id = ${advertisers.own}`.execute(
    kysely,
  )
  await sql`update member_group_funding_types set status = 'Active' where member_group_id = 1 and funding_type_id = 4`.execute(kysely)
  const { rows } = await sql<{ advertiser_id: number; campaign_id: number }>`
    update campaigns set pacing = 'ASAP', budget = 900000000000, end_date = null where campaign_id in (
      select min(campaign_id) from campaigns join advertisers using (member_group_id, advertiser_id)
      where member_group_id = 1 and campaigns.status = 'active' and insertion_order_id is null and currency_code = 'USD'
        and advertiser_id <> ${advertisers.own}
      group by advertiser_id order by 1 limit 2)
    returning advertiser_id, campaign_id`.execute(kysely)
  const [charged = 0, declined = 0] = rows.map(({ advertiser_id }) => advertiser_id)
  Object.assign(advertisers, { charged, declined })
  for (const [id, ending] of [
    [charged, '4242'],
    [declined, '9995'],
  ] as const)
    await storeCard(kysely, id, ending)
  await onlyCampaigns({ kysely }, ...rows.map(({ campaign_id }) => campaign_id))
}

/** Starts a platform whose first client takes cards and bank transfers, for the tests of a file. */
export function fundsPlatform() {
  test.beforeAll(async () => {
    test.setTimeout(300_000)
    hostOrigin = (await freeSite()).origin
    env = { DELIVERY: 'on', PARTNER: `host-of-funds,1,${hostOrigin}` }
    running = (await startPrepared(prepare, env)).platform
    for (const [name, email] of Object.entries(emails)) tokens.set(name as Name, await personToken(running, email)) // a key of the table above
  })
  test.afterAll(() => running?.clear())
}

export const platform = () => running
export const tokenOf = (name: Name) => tokens.get(name) ?? ''
const pathOf = (advertiser: number) => `v1/member_groups/1/advertisers/${advertiser}`
const ask = (method: string, path: string, body?: object, advertiser = advertisers.own) =>
  callsAs(running, tokenOf('ines'))(method, `${pathOf(advertiser)}/${path}`, body)

/** What campaigns can spend, in cents. */
export const available = async (advertiser = advertisers.own) =>
  Math.round(Number((await ask('GET', 'balances', undefined, advertiser)).available) * 100)
export const paymentsOf = async (advertiser = advertisers.own): Promise<Payment[]> =>
  (await ask('POST', 'payments_report', {}, advertiser)).payments
export const ruleOf = async (advertiser: number): Promise<AutoRebill> =>
  (await ask('GET', 'auto_rebills/get_by_advertiser', undefined, advertiser)).auto_rebill

/** The payments of a user in the ledger, and what all entries of the user add, in cents. */
export async function addedBy(name: string) {
  const { balance_events } = await ask('POST', 'balance_events_report', { filters: [{ field: 'day', operation: '>', value: dayAgo(3) }] })
  const own = balance_events.filter(({ user }: BalanceEvent) => user === name)
  const micros = own.reduce((sum: bigint, { amount }: BalanceEvent) => sum + microsOf(amount), 0n)
  const payments = own.filter(({ event_type }: BalanceEvent) => event_type === 'FundingUIForm').length
  return { payments, cents: Number(micros) / 10_000 }
}

/** Opens a funds screen of an advertiser as a signed-in user. */
export const enter = (browser: Browser, name: Name, tab = '', advertiser = advertisers.own) =>
  entered(running, browser, { address: `/clients/1/advertisers/${advertiser}/funds${tab}`, email: emails[name] })

type Container = Page | FrameLocator
const cardFrame = (container: Container) => container.frameLocator('iframe[title="Card details"]')
export const panel = (container: Container) => container.getByRole('dialog', { name: 'Add funds' })

/** Types a card into the payment page. */
export async function typeCard(container: Container, number: string) {
  await container.getByRole('button', { name: 'Continue to card details' }).click()
  const frame = cardFrame(container)
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiration').fill('12 / 39')
  await frame.getByLabel('Security code').fill('9173')
}

export const saveCard = (container: Container) => cardFrame(container).getByRole('button', { name: 'Save card' }).click()

export async function addCard(container: Container, number: string) {
  await typeCard(container, number)
  await saveCard(container)
}

/** Opens the panel, enters an amount and chooses a method. */
export async function beginPayment(container: Container, amount: string, method: string | RegExp) {
  await container.getByRole('button', { name: 'Add funds', exact: true }).first().click()
  await panel(container).getByRole('textbox', { name: 'Amount, USD' }).fill(amount)
  await panel(container).getByRole('button', { name: 'Continue' }).click()
  await chooseMethod(container, method)
}

export async function chooseMethod(container: Container, method: string | RegExp) {
  await panel(container).getByRole('radio', { name: method }).check()
  await panel(container).getByRole('button', { name: 'Continue' }).click()
}

export const payButton = (container: Container) => panel(container).getByRole('button', { name: /^Pay / })
export const receipt = (container: Container) => panel(container).getByRole('region', { name: 'Receipt' })

/** Sets the speed of the demonstration's clock, and makes delivery due. */
export async function setSpeed(page: Page, speed: '×1' | '×60' | '×1440') {
  if (!page.url().endsWith('/start')) await page.goto(`${running.origin}/start`)
  const button = page.getByRole('button', { name: speed, exact: true })
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
}

/** Lets the sandbox's bank report a transfer. The database has one owner, so the platform is closed meanwhile. */
export async function receiveFromBank(reference: string, units: number) {
  const first = running
  await first.stop()
  const database = await openDatabase(first.database)
  const transfer = { reference, amount: BigInt(units) * 1_000_000n, currency_code: 'USD', sender: 'Fernhill Houses', text: reference }
  await receiveTransfer(database, { member_group_id: 1, provider_id: `bank ${reference}`, at: new Date(), ...transfer })
  await database.close()
  const { url } = first.database
  const port = Number(new URL(first.origin).port)
  const again = await openPlatform({ dataDir: first.dataDir, port, env: { ...env, ...(url && { DATABASE_URL: url }) } })
  const clear = async () => {
    await again.stop()
    await first.clear()
  }
  running = { ...again, clear }
}
