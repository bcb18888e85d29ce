import { sql } from 'kysely'
import type { Database } from '../../demo/platform/database/open.ts'
import { deliverOnce } from '../../demo/platform/delivery/delivery.ts'
import { type Speed, setSpeed } from '../../demo/platform/delivery/settings.ts'
import { writeEntries } from '../../demo/platform/ledger.ts'

/** Noon of the day on which it is delivered. */
export const noon = new Date('2026-11-21T12:00:00Z')
export const minuteMs = 60_000
export const dayMs = 86_400_000

/** Gives an advertiser of the small platform funds, in micros. */
export const fund = ({ kysely }: Pick<Database, 'kysely'>, advertiser: number, micros: bigint, at = noon) =>
  kysely
    .transaction()
    .execute((transaction) =>
      writeEntries(transaction, { member_group_id: advertiser < 4 ? 1 : advertiser < 6 ? 2 : 3, advertiser_id: advertiser }, [
        { event: 'FundingUIForm', micros, day: at.toISOString().slice(0, 10), at, reason: 'For a test', user_id: 1 },
      ]),
    )

/** Lets the first advertiser of the small platform be delivered: it has funds and something to show. */
export async function prepare(database: Pick<Database, 'kysely'>, micros = 1_000_000_000n) {
  await fund(database, 1, micros)
  await sql`insert into ad_group_entities (member_group_id, advertiser_id, campaign_id, ad_group_id, entity_id) values (1, 1, 10, 100, 1000)`.execute(
    database.kysely,
  )
}

/** A clock that a test sets, and delivery by it. */
export function deliveryBy(database: Database, start = noon) {
  let at = start
  const context = { database, now: () => at, log: () => undefined }
  return {
    context,
    now: () => at,
    set: (to: Date) => {
      at = to
    },
    speed: (speed: Speed) => setSpeed(database.kysely, speed, at),
    /** Goes on by so many minutes, and delivers. */
    pass: async (minutes = 1) => {
      at = new Date(at.getTime() + minutes * minuteMs)
      return deliverOnce(context)
    },
  }
}

/** What was counted, charged and summed, in micros. */
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
    ...{ daily: of('daily'), hourly: of('hourly'), clicks: of('clicks'), days: of('days') },
    ...{ balance: of('balance'), entries: of('entries'), impressions: of('impressions') },
  }
}
