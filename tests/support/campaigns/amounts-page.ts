import { sql } from 'kysely'
import type { Page } from 'playwright/test'
import { microsOf } from '../../../src/contract/money/money.ts'
import { openHostPage } from '../embedding/host-page.ts'
import { callsAs } from '../platform/calls.ts'
import type { PlatformProcess } from '../platform/process.ts'
import { type Kysely, startPrepared } from '../platform/prepared-platform.ts'

/** A currency with its minimum bid and spend. */
export interface Money {
  readonly code: string
  readonly digits: number
  readonly least: string
}
/** One currency for each number of digits. */
const monies: readonly Money[] = [
  { code: 'JPY', digits: 0, least: '1234' },
  { code: 'MRU', digits: 1, least: '1234.5' },
  { code: 'CAD', digits: 2, least: '1234.56' },
  { code: 'KWD', digits: 3, least: '1234.567' },
]

/** An amount with as many decimal digits as its currency has. */
export const amountIn = (whole: number, fraction: string, digits: number) =>
  `${whole}${digits === 0 ? '' : `.${fraction.slice(0, digits)}`}`

export interface Account extends Money {
  readonly advertiser: number
}

/** Creates an advertiser with one entity that pays in a currency; the demonstration has none for some currencies. */
async function account(kysely: Kysely, { code, least }: Money): Promise<number> {
  const config = sql`select 1, currency_id, 1, ${String(microsOf(least))}::bigint, null::bigint from currencies where currency_code = ${code}`
  await sql`insert into member_group_currencies select 1, currency_id from currencies where currency_code = ${code} on conflict do nothing`.execute(
    kysely,
  )
  await sql`insert into bidding_configs (member_group_id, currency_id, bidding_type_id, min_bid, max_bid) ${config}
    on conflict (member_group_id, currency_id, bidding_type_id) do update set min_bid = excluded.min_bid, max_bid = null`.execute(kysely)
  const { rows } = await sql<{ advertiser_id: number }>`
    insert into advertisers (member_group_id, name, status, time_zone, currency_code)
    values (1, ${`Paid in ${code}`}, 'active', 'America/New_York', ${code}) returning advertiser_id`.execute(kysely)
  const advertiser = rows[0]?.advertiser_id ?? 0
  await sql`insert into entities (member_group_id, advertiser_id, internal_id, name, category, status)
    values (1, ${advertiser}, ${`amount-${code}`}, ${`Inn of ${code}`}, 'City', 'active')`.execute(kysely)
  return advertiser
}

/** A platform with an advertiser for each number of currency digits. */
export async function startWithMonies(): Promise<{ platform: PlatformProcess; accounts: readonly Account[] }> {
  const { platform, made } = await startPrepared(async (kysely) => {
    await sql`insert into currencies values (90, 'MRU', 'Ouguiya', 'UM', 1)`.execute(kysely)
    await sql`insert into exchange_rates select 'MRU', day, 39.7 from exchange_rates where currency_code = 'KWD'`.execute(kysely)
    const accounts: Account[] = []
    for (const money of monies) accounts.push({ ...money, advertiser: await account(kysely, money) })
    return accounts
  })
  return { platform, accounts: made }
}

/** A draft that is complete except for its amounts, on the budget step. */
export async function draftFor(platform: PlatformProcess, token: string, { advertiser }: Account, name: string): Promise<string> {
  const ask = callsAs(platform, token)
  const all = `v1/member_groups/1/advertisers/${advertiser}/campaign_drafts`
  const key = { 'Idempotency-Key': crypto.randomUUID() }
  const { campaign_draft_uuid: uuid } = await ask('POST', all, { flow: 'simple', data: { name, always_on: true } }, key)
  const { channels } = await ask('GET', `${all}/${uuid}/constraints`)
  await ask('POST', `${all}/${uuid}/add_all_entities`, {})
  const { version } = await ask('GET', `${all}/${uuid}`)
  const match = { 'If-Match': `"${version}"` }
  await ask('PATCH', `${all}/${uuid}`, { step: 'budget-step', data: { channel: channels[0] } }, match)
  return uuid
}

/** Opens one element of a client on a host page, in one locale. */
export async function openIn(page: Page, platform: PlatformProcess, { token, tag }: { readonly token: string; readonly tag: string }) {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openHostPage(page, platform, {
    body: `<main><h1>A page of ours</h1>${tag}</main>`,
    pageScript: `for (const element of document.querySelectorAll('ad-campaigns, ad-campaign-builder')) {
      element.getToken = async () => ({ access_token: '${token}', expires_at: Date.now() / 1000 + 300 })
      element.addEventListener('ad-navigated', ({ detail }) => element.setAttribute('path', detail.path))
    }`,
  })
}

/** An amount as the browser formats it in a locale, with or without the currency sign. */
export const written = (page: Page, locale: string, { amount, digits, code }: { amount: string; digits: number; code?: string }) =>
  page.evaluate(
    ([tag, text, currency, decimals]) => {
      const own = currency === '' ? {} : ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const)
      const format = new Intl.NumberFormat(tag, { ...own, minimumFractionDigits: decimals, maximumFractionDigits: decimals })
      return format.format(text as unknown as number) // Intl formats a decimal text exactly, but its type does not allow one
    },
    [locale, amount, code ?? '', digits] as const,
  )
