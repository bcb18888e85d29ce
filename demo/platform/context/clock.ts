import type { Kysely } from 'kysely'
import type { Tables } from '../tables/index.ts'

declare const byMachine: unique symbol
/** A time from the machine's clock, as a distinct type, so that the demonstration's clock cannot be passed for it. */
export type MachineTime = Date & { readonly [byMachine]: true }
/** Marks a time as taken from the machine's clock. */
export const machineTime = (moment: Date) => moment as MachineTime // the brand exists only in the type

/** The platform's clock: the machine's time, plus the lead of the demonstration. */
export interface PlatformClock {
  readonly now: () => Date
  /** For sessions, leases and rate limits, which other systems rely on too. */
  readonly machineNow: () => MachineTime
  readonly aheadMs: () => number
  /** Reads the current lead of the demonstration from the database. */
  follow(kysely: Kysely<Tables>): Promise<void>
}

/** The machine's time. Sign-in, rate limits and leases use it, whatever the demonstration's date is. */
export const machineNow = ({ clock, now }: { readonly clock?: PlatformClock; readonly now: () => Date }): MachineTime =>
  clock ? clock.machineNow() : machineTime(now())

export function platformClock(machine: () => Date): PlatformClock {
  let aheadMs = 0
  return {
    machineNow: () => machineTime(machine()),
    aheadMs: () => aheadMs,
    now: () => (aheadMs === 0 ? machine() : new Date(machine().getTime() + aheadMs)),
    follow: async (kysely) => {
      const row = await kysely.selectFrom('delivery_settings').select('ahead_ms').executeTakeFirst()
      aheadMs = row?.ahead_ms ?? 0
    },
  }
}
