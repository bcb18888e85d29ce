import { sql } from 'kysely'
import { type DatabaseOptions, openDatabase } from '../../../demo/platform/database/open.ts'
import { dayInZone } from '../time/zone-day.ts'

/** Sums the facts with a plain statement, after the platform has stopped or in parallel on a server. */
export async function plainTotals(where: DatabaseOptions, about: { client: number; advertiser?: number; start: string; end: string }) {
  const database = await openDatabase(where)
  try {
    const { rows } = await sql<{ cost: string; revenue: string; impressions: string }>`
      select sum(cost)::numeric / 1000000 as cost, sum(revenue)::numeric / 1000000 as revenue, sum(impressions)::text as impressions from facts_daily
      where member_group_id = ${about.client} and day between ${about.start} and ${about.end} and (${about.advertiser ?? 0} = 0 or advertiser_id = ${about.advertiser ?? 0})`.execute(
      database.kysely,
    )
    const [row] = rows
    return { cost: Number(row?.cost), revenue: Number(row?.revenue), impressions: Number(row?.impressions) }
  } finally {
    await database.close()
  }
}

/** The last thirty days up to yesterday, in a time zone. */
export function lastThirtyDays(zone: string) {
  const today = dayInZone(new Date(), zone)
  const back = (count: number) => new Date(Date.parse(`${today}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10)
  return { start: back(30), end: back(1) }
}
