import type { Kysely } from 'kysely'
import type { Tables } from '../tables/index.ts'

/** Simulated minutes per real minute: real time, an hour or a day. */
export const speeds = [1, 60, 1440] as const
export type Speed = (typeof speeds)[number]

/** The demonstration's clock: its speed, its lead, and the machine time up to which it has been delivered. */
export interface Settings {
  readonly speed: Speed
  readonly aheadMs: number
  readonly passedAt: Date | null
}

type Db = Kysely<Tables>

/** Default: real time. */
export async function settingsOf(kysely: Db): Promise<Settings> {
  const row = await kysely.selectFrom('delivery_settings').select(['minutes_per_minute', 'ahead_ms', 'passed_at']).executeTakeFirst()
  const speed = speeds.find((option) => option === row?.minutes_per_minute) ?? 1
  return { speed, aheadMs: row?.ahead_ms ?? 0, passedAt: row?.passed_at ?? null }
}

export const speedOf = async (kysely: Db): Promise<Speed> => (await settingsOf(kysely)).speed

/**
 * Sets the clock's speed; the clock never goes back. Also makes the delivery job due now instead of at its next minute, even if the
 * speed is unchanged.
 */
export async function setSpeed(kysely: Db, speed: Speed, now: Date) {
  await kysely
    .insertInto('delivery_settings')
    .values({ minutes_per_minute: speed, changed_at: now, passed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('single')
        .doUpdateSet(({ ref }) => ({
          minutes_per_minute: ref('excluded.minutes_per_minute'),
          changed_at: ref('excluded.changed_at'),
          passed_at: ref('excluded.passed_at'),
        }))
        .whereRef('delivery_settings.minutes_per_minute', '!=', 'excluded.minutes_per_minute'),
    )
    .execute()
  await kysely.updateTable('jobs').set({ run_at: now }).where('unique_key', '=', 'every delivery').where('run_at', '>', now).execute()
}

/** Advances the clock, unless another server has moved it or changed the speed; returns whether it was advanced. */
export async function advanceClock(
  kysely: Db,
  expected: Settings,
  after: { readonly aheadMs: number; readonly passedAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('delivery_settings')
    .set({ ahead_ms: after.aheadMs, passed_at: after.passedAt })
    .where('minutes_per_minute', '=', expected.speed)
    .where('ahead_ms', '=', expected.aheadMs)
    .where('passed_at', 'is not distinct from', expected.passedAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
