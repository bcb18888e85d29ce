import { type Kysely, sql } from 'kysely'
import { type FundingEvent, fundingEvents, fundingSigns } from '../../../src/contract/money/funding-events.ts'
import { conflict } from '../context/refusal.ts'
import type { Tables } from '../tables/index.ts'

export interface Account {
  readonly member_group_id: number
  readonly advertiser_id: number
}
/** One ledger entry; micros are signed. */
export interface LedgerEntry {
  readonly event: FundingEvent
  readonly micros: bigint
  /** The day in the advertiser's time zone. */
  readonly day: string
  readonly at: Date
  readonly reason: string
  readonly campaign_id?: number | null
  readonly ad_group_id?: number | null
  readonly user_id?: number | null
  /** Id of the related payment or invoice. */
  readonly reference?: string | null
  /** Entries with the same key are written once for each client. */
  readonly unique_key?: string | null
}
export interface LockedBalance {
  readonly balance: bigint
  readonly uninvoiced: bigint
  /** Total charged for clicks. */
  readonly spent: bigint
}

/** Reads a balance and locks its row until the transaction ends. */
export async function lockBalance(kysely: Kysely<Tables>, { member_group_id, advertiser_id }: Account): Promise<LockedBalance> {
  const held = () =>
    sql<Record<keyof LockedBalance, string>>`
      select balance::text, spent::text, (spent - invoiced)::text as uninvoiced from advertiser_balances
      where member_group_id = ${member_group_id} and advertiser_id = ${advertiser_id} for update`.execute(kysely)
  const read = (row: Record<keyof LockedBalance, string> | undefined): LockedBalance => ({
    balance: BigInt(row?.balance ?? 0),
    uninvoiced: BigInt(row?.uninvoiced ?? 0),
    spent: BigInt(row?.spent ?? 0),
  })
  const known = (await held()).rows[0]
  if (known) return read(known)
  await sql`insert into advertiser_balances (member_group_id, advertiser_id) values (${member_group_id}, ${advertiser_id}) on conflict do nothing`.execute(
    kysely,
  )
  // A concurrent transaction may have inserted and changed the row.
  return read((await held()).rows[0])
}

function checkSigns(entries: readonly LedgerEntry[]) {
  for (const { event, micros } of entries) {
    const sign = fundingSigns[event]
    const isRight = sign === 0 ? micros !== 0n : micros * BigInt(sign) > 0n
    if (!isRight) throw new RangeError(`${event} cannot move a balance by ${micros}`)
  }
}

/** Entries whose key is not in the ledger. */
async function newEntries(kysely: Kysely<Tables>, { member_group_id }: Account, entries: readonly LedgerEntry[]) {
  const keys = entries.flatMap(({ unique_key }) => unique_key ?? [])
  if (keys.length === 0) return entries
  const { rows } = await sql<{ unique_key: string }>`
    select unique_key from balance_events where member_group_id = ${member_group_id} and unique_key = any(${keys}::text[])`.execute(kysely)
  const seen = new Set(rows.map(({ unique_key }) => unique_key))
  return entries.filter(({ unique_key }) => !unique_key || (!seen.has(unique_key) && seen.add(unique_key)))
}

const sumOf = (entries: readonly LedgerEntry[], event?: FundingEvent) =>
  entries.reduce((sum, entry) => (event === undefined || entry.event === event ? sum + entry.micros : sum), 0n)

async function insertEntries(kysely: Kysely<Tables>, account: Account, entries: readonly LedgerEntry[]) {
  const rows = entries.map(({ event, micros, ...entry }) => ({ ...entry, micros: String(micros), event_type_id: fundingEvents[event] }))
  await sql`
    with written as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (event_type_id int, micros bigint, day date, at timestamptz,
      campaign_id int, ad_group_id int, user_id int, reason text, reference text, unique_key text)),
    spend as (insert into spend_days (member_group_id, advertiser_id, campaign_id, ad_group_id, day, micros)
      select ${account.member_group_id}::int, ${account.advertiser_id}::int, campaign_id, ad_group_id, day, -sum(micros) from written
      where event_type_id = ${fundingEvents.Click} group by campaign_id, ad_group_id, day
      on conflict (member_group_id, campaign_id, ad_group_id, day) do update set micros = spend_days.micros + excluded.micros)
    insert into balance_events (member_group_id, advertiser_id, currency_code, event_type_id, micros, day, at, campaign_id, ad_group_id, user_id, reason, reference, unique_key)
    select a.member_group_id, a.advertiser_id, a.currency_code, w.* from written w, advertisers a
    where a.member_group_id = ${account.member_group_id} and a.advertiser_id = ${account.advertiser_id}`.execute(kysely)
}

/**
 * Writes ledger entries of one account and updates its balance; the only code that writes to the ledger. Entries whose key exists
 * are skipped. If the balance does not cover the sum, all entries are refused. Returns the balance.
 */
export async function writeEntries(kysely: Kysely<Tables>, account: Account, entries: readonly LedgerEntry[]): Promise<bigint> {
  checkSigns(entries)
  const { balance } = await lockBalance(kysely, account)
  const fresh = await newEntries(kysely, account, entries)
  const sum = sumOf(fresh)
  if (fresh.length === 0) return balance
  if (sum < 0n && balance + sum < 0n)
    throw conflict('Balance', 'There is less on the account than this takes: add funds first, or take less')
  await insertEntries(kysely, account, fresh)
  await sql`update advertiser_balances set balance = balance + ${String(sum)}::bigint,
    spent = spent - ${String(sumOf(fresh, 'Click'))}::bigint, invoiced = invoiced + ${String(sumOf(fresh, 'Invoice'))}::bigint
    where member_group_id = ${account.member_group_id} and advertiser_id = ${account.advertiser_id}`.execute(kysely)
  return balance + sum
}
