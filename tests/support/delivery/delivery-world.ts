import { sql } from 'kysely'
import type { Database } from '../../../demo/platform/database/database.ts'
import { deliverOnce } from '../../../demo/platform/delivery/run.ts'
import { type Speed, setSpeed } from '../../../demo/platform/delivery/settings.ts'
import { platformClock } from '../../../demo/platform/context/clock.ts'
import { lockBalance, writeEntries } from '../../../demo/platform/money/ledger.ts'

/** Noon of the first day of delivery. */
export const noon = new Date('2026-11-21T12:00:00Z')
export const minuteMs = 60_000
export const dayMs = 86_400_000

/** Debits an advertiser's balance down to an amount. */
export async function leave({ kysely }: Pick<Database, 'kysely'>, advertiser: number, micros: bigint) {
  const account = { member_group_id: 1, advertiser_id: advertiser }
  await kysely.transaction().execute(async (transaction) => {
    const { balance } = await lockBalance(transaction, account)
    const day = noon.toISOString().slice(0, 10)
    const taken = { event: 'SystemDebitAPI' as const, micros: micros - balance, day, at: noon, reason: 'For a test' }
    if (balance > micros) await writeEntries(transaction, account, [taken])
  })
}

/** Pauses all campaigns except some. */
export const onlyCampaigns = ({ kysely }: Pick<Database, 'kysely'>, ...ids: readonly number[]) =>
  sql`update campaigns set status = 'paused' where campaign_id <> all(${[...ids]}::int[])`.execute(kysely)

/** A clock that a test sets, and delivery by it. At a higher speed the platform's clock runs ahead of it. */
export function deliveryBy(database: Database, start = noon) {
  let at = start
  const clock = platformClock(() => at)
  const context = { database, now: clock.now, clock, log: () => undefined }
  return {
    context,
    now: () => at,
    set: (to: Date) => {
      at = to
    },
    speed: (speed: Speed) => setSpeed(database.kysely, speed, at),
    /** Advances the clock by some minutes and delivers. */
    pass: async (minutes = 1) => {
      at = new Date(at.getTime() + minutes * minuteMs)
      return deliverOnce(context)
    },
  }
}

/** Counted, charged and summed costs, in micros. */
export async function books({ kysely }: Pick<Database, 'kysely'>) {
  const { rows } = await sql<Record<'daily' | 'hourly' | 'clicks' | 'days' | 'balance' | 'entries' | 'impressions', string>>`select
    (select coalesce(sum(cost), 0) from facts_daily)::text as daily, (select coalesce(sum(cost), 0) from facts_hourly)::text as hourly,
    (select coalesce(-sum(micros), 0) from balance_events where event_type_id = 7)::text as clicks,
    (select coalesce(sum(micros), 0) from spend_days)::text as days, (select coalesce(sum(balance), 0) from advertiser_balances)::text as balance,
    (select coalesce(sum(micros), 0) from balance_events)::text as entries,
    (select coalesce(sum(impressions), 0) from facts_hourly)::text as impressions`.execute(kysely)
  const [row] = rows
  const of = (name: keyof NonNullable<typeof row>) => BigInt(row?.[name] ?? 0)
  return {
    daily: of('daily'),
    hourly: of('hourly'),
    clicks: of('clicks'),
    days: of('days'),
    balance: of('balance'),
    entries: of('entries'),
    impressions: of('impressions'),
  }
}

/** The sums of `books` as one line, for another process to parse. */
export const booksAsText = async (database: Pick<Database, 'kysely'>) =>
  JSON.stringify(await books(database), (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** The latest time that any advertiser was delivered to; noon before the first delivery. */
export async function through({ kysely }: Pick<Database, 'kysely'>): Promise<Date> {
  const { rows } = await sql<{ through: Date | null }>`select max(through) as through from delivery_cursors`.execute(kysely)
  return rows[0]?.through ?? noon
}
