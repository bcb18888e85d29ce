import { clockOf } from '../sql/days.ts'
import type { Settings } from './settings.ts'

/** A moment to deliver, and the clock's lead at that moment. */
export interface Pass {
  readonly moment: Date
  readonly aheadMs: number
  readonly passedAt: Date
}

const minuteMs = 60_000
const hourMs = 3_600_000
/** At an accelerated speed, at most this much missed time is caught up. */
const maxCatchUpMs = 5 * minuteMs

/** Minutes of the UTC hour at which the last minute of a local hour begins. Zones with half-hour offsets add a second one. */
function hourEnds(zones: readonly string[], at: Date): number[] {
  const minute = at.getUTCMinutes()
  return [...new Set(['UTC', ...zones].map((zone) => (minute + 119 - (clockOf(zone)(at).minutesGone % 60)) % 60))]
}

/** The next moment at which the last minute of an hour begins. */
function nextEnd(afterMs: number, endMinutes: readonly number[]): number {
  const hour = Math.floor(afterMs / hourMs) * hourMs
  const moments = endMinutes.flatMap((minute) => [hour + minute * minuteMs, hour + hourMs + minute * minuteMs])
  return Math.min(...moments.filter((moment) => moment > afterMs))
}

/**
 * The passes to deliver by now. Normal speed has one pass. Higher speeds have one pass per hour, so that every hour has its own
 * facts and every day ends.
 */
export function passesDue({ speed, aheadMs, passedAt }: Settings, machine: Date, zones: readonly string[]): Pass[] {
  const machineMs = machine.getTime()
  if (speed === 1 || passedAt === null) return [{ moment: new Date(machineMs + aheadMs), aheadMs, passedAt: passedAt ?? machine }]
  const sinceMs = Math.min(Math.max(passedAt.getTime(), machineMs - maxCatchUpMs), machineMs)
  const fromMs = sinceMs + aheadMs
  const toMs = fromMs + (machineMs - sinceMs) * speed
  const endMinutes = hourEnds(zones, new Date(fromMs))
  const passes: Pass[] = []
  for (let atMs = fromMs; atMs < toMs; ) {
    atMs = Math.min(nextEnd(atMs, endMinutes), toMs)
    const elapsedMs = sinceMs + Math.round((atMs - fromMs) / speed)
    passes.push({ moment: new Date(atMs), aheadMs: atMs - elapsedMs, passedAt: new Date(elapsedMs) })
  }
  return passes
}
