import { type JsonChild, startJson } from './child-json.ts'
import type { Load, LoadOptions } from './load.ts'
import { median } from './median.ts'
import type { Served, ServedOptions } from './served.ts'

export type Side = 'platform' | 'bare'
/** One kind of load, applied to both servers. */
export interface LoadProfile {
  readonly name: string
  /** Minimum and maximum pause between a response and the next request of one user, in milliseconds. */
  readonly pauseMs: readonly [number, number]
  /** Number of report users that run in parallel, each without pauses. */
  readonly reports: number
}
/** Result of one server under one kind of load. */
export interface LoadResult {
  readonly side: Side
  readonly profile: LoadProfile
  readonly requests: number
  readonly writes: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly reports: number
  /** CPU time of the server process per request, in milliseconds; does not depend on other load on the machine. */
  readonly workMs: number
  readonly errors: readonly string[]
}
export interface LoadMeasure extends ServedOptions {
  readonly loadProfiles: readonly LoadProfile[]
  /** Duration of each kind of load per server, in turns of a few seconds. */
  readonly seconds: number
  readonly progress?: (text: string) => void
}

const turnSeconds = 10
const warmSeconds = 4
const sides = ['platform', 'bare'] as const
type Serving = Served & Pick<JsonChild<Served>, 'next'>
interface Turn {
  readonly people: Load
  readonly reports: Load | undefined
  readonly workMs: number
}

async function turn(serving: Serving, side: Side, { pauseMs, reports }: LoadProfile, seconds: number): Promise<Turn> {
  const people: LoadOptions = { origin: serving[side], tokens: serving.tokens, seconds, kind: 'people', pauseMs }
  // Reports always run on the platform, even while the bare server is measured.
  const tokens = Array.from({ length: reports }, () => serving.tokens[0] ?? '')
  const asking: LoadOptions = { ...people, origin: serving.platform, tokens, kind: 'reports', pauseMs: [0, 0] }
  const before = await serving.next<number>()
  const running = [startJson<Load>('load.ts', people), ...(reports > 0 ? [startJson<Load>('load.ts', asking)] : [])]
  const [one, other] = await Promise.all(running.map(async ({ first, end }) => first.finally(end)))
  if (!one) throw new Error('No requests were sent')
  return { people: one, reports: other, workMs: (await serving.next<number>()) - before }
}

/** Measures both servers in turns, so that other load on the machine affects both. A short first turn is an uncounted warm-up. */
async function measureProfile(serving: Serving, measure: LoadMeasure, profile: LoadProfile): Promise<LoadResult[]> {
  const turns = Math.max(1, Math.round(measure.seconds / turnSeconds))
  const seconds = measure.seconds / turns
  const found: Record<Side, Turn[]> = { platform: [], bare: [] }
  for (const side of sides) await turn(serving, side, profile, Math.min(warmSeconds, seconds))
  for (let index = 0; index < turns; index++) {
    for (const side of index % 2 ? sides.toReversed() : sides) found[side].push(await turn(serving, side, profile, seconds))
    measure.progress?.(`${profile.name}: turn ${index + 1} of ${turns}`)
  }
  return sides.map((side) => summed(side, profile, found[side]))
}

function summed(side: Side, profile: LoadProfile, turns: readonly Turn[]): LoadResult {
  const sum = (of: (turn: Turn) => number) => turns.reduce((total, one) => total + of(one), 0)
  const times = turns.flatMap(({ people }) => people.times)
  return {
    side,
    profile,
    requests: times.length,
    perSecond: times.length / sum(({ people }) => people.seconds),
    p50: median(times),
    p99: median(times, 0.99),
    workMs: sum(({ workMs }) => workMs) / times.length,
    writes: sum(({ people }) => people.writes),
    reports: sum(({ reports }) => reports?.times.length ?? 0),
    errors: turns.flatMap(({ people, reports }) => [...people.errors, ...(reports?.errors ?? [])]),
  }
}

/** Applies every kind of load to the platform and to the bare server, on a new database. */
export async function platformLoad(measure: LoadMeasure): Promise<LoadResult[]> {
  const { server, facts, people, progress } = measure
  progress?.(`filling a database: ${facts} facts, ${people} people`)
  const child = startJson<Served>('served.ts', { server, facts, people } satisfies ServedOptions)
  try {
    const serving = { ...(await child.first), next: child.next }
    const all: LoadResult[] = []
    for (const profile of measure.loadProfiles) all.push(...(await measureProfile(serving, measure, profile)))
    return all
  } finally {
    await child.end()
  }
}
