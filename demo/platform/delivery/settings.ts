import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/index.ts'

/** How many minutes are delivered in one: as they come, an hour's, or a day's. */
export const speeds = [1, 60, 1440] as const
export type Speed = (typeof speeds)[number]

/** How fast it is delivered; as time goes by where nobody has said. */
export async function speedOf(kysely: Kysely<Tables>): Promise<Speed> {
  const row = await kysely.selectFrom('delivery_settings').select('minutes_per_minute').executeTakeFirst()
  return speeds.find((speed) => speed === row?.minutes_per_minute) ?? 1
}

/** Says how fast it is delivered from now on. */
export async function setSpeed(kysely: Kysely<Tables>, speed: Speed, now: Date) {
  await sql`insert into delivery_settings (minutes_per_minute, changed_at) values (${speed}, ${now}::timestamptz)
    on conflict (single) do update set minutes_per_minute = excluded.minutes_per_minute, changed_at = excluded.changed_at`.execute(kysely)
}
