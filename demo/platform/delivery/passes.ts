import { clockOf } from '../sql/days.ts'
import type { Settings } from './settings.ts'

/** A moment at which it is delivered, and where that leaves the clock. */
export interface Pass {
  readonly moment: Date
  readonly aheadMs: number
  readonly passedAt: Date
}

const [minuteMs, hourMs] = [60_000, 3_600_000]
/** Of a time in which nobody was here to deliver, no more than this is gone through faster. */
const longestMs = 5 * minuteMs

/** The minutes of an hour at which the last one of an hour begins somewhere: where zones differ by half an hour there are two. */
function hourEnds(zones: readonly string[], at: Date): number[] {
  const minute = at.getUTCMinutes()
  return [...new Set(['UTC', ...zones].map((zone) => (minute + 119 - (clockOf(zone)(at).gone % 60)) % 60))]
}

/** The next moment after another at which an hour is about to end. */
function nextEnd(afterMs: number, ends: readonly number[]): number {
  const hour = Math.floor(afterMs / hourMs) * hourMs
  const moments = ends.flatMap((minute) => [hour + minute * minuteMs, hour + hourMs + minute * minuteMs])
  return Math.min(...moments.filter((moment) => moment > afterMs))
}

/**
 * When it is to be delivered by now: once as time goes by; where it goes faster, hour by hour through everything that
 * passed meanwhile, so that each hour has its own facts and every day its end.
 */
export function passesDue({ speed, aheadMs, passedAt }: Settings, machine: Date, zones: readonly string[]): Pass[] {
  const machineMs = machine.getTime()
  if (speed === 1 || passedAt === null) return [{ moment: new Date(machineMs + aheadMs), aheadMs, passedAt: passedAt ?? machine }]
  const sinceMs = Math.min(Math.max(passedAt.getTime(), machineMs - longestMs), machineMs)
  const fromMs = sinceMs + aheadMs
  const toMs = fromMs + (machineMs - sinceMs) * speed
  const ends = hourEnds(zones, new Date(fromMs))
  const passes: Pass[] = []
  for (let atMs = fromMs; atMs < toMs; ) {
    atMs = Math.min(nextEnd(atMs, ends), toMs)
    const goneMs = sinceMs + Math.round((atMs - fromMs) / speed)
    passes.push({ moment: new Date(atMs), aheadMs: atMs - goneMs, passedAt: new Date(goneMs) })
  }
  return passes
}
