import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/index.ts'

declare const byMachine: unique symbol
/** A moment by the machine's clock, for which none of a demonstration's is taken. */
export type MachineTime = Date & { readonly [byMachine]: true }
/** Says of a moment that the machine's clock gave it. */
export const machineTime = (moment: Date) => moment as MachineTime // it says where the moment is from and adds nothing

/** The time of the platform: that of the machine, and what a demonstration is ahead of it. */
export interface PlatformClock {
  readonly now: () => Date
  /** What others rely on as well, as sessions and leases, goes by it. */
  readonly machineNow: () => MachineTime
  readonly aheadMs: () => number
  /** Takes over how far the demonstration is ahead by now. */
  follow(kysely: Kysely<Tables>): Promise<void>
}

/** The machine's time: what opens a door, limits somebody or is leased goes by it, whatever day a demonstration has. */
export const machineNow = ({ clock, now }: { readonly clock?: PlatformClock; readonly now: () => Date }): MachineTime =>
  clock ? clock.machineNow() : machineTime(now())

export function platformClock(machine: () => Date): PlatformClock {
  let aheadMs = 0
  return {
    machineNow: () => machineTime(machine()),
    aheadMs: () => aheadMs,
    now: () => (aheadMs === 0 ? machine() : new Date(machine().getTime() + aheadMs)),
    follow: async (kysely) => {
      const { rows } = await sql<{ ahead_ms: number }>`select ahead_ms from delivery_settings`.execute(kysely)
      aheadMs = rows[0]?.ahead_ms ?? 0
    },
  }
}
