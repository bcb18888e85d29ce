import { startJson } from './child-json.ts'
import type { Load, LoadOptions } from './load.ts'
import { median } from './median.ts'
import type { Served, ServedOptions } from './served.ts'

export type Side = 'platform' | 'bare'
/** One way to press on both sides. */
export interface Press {
  readonly name: string
  /** Between an answer and the next question of one person, in milliseconds. */
  readonly pauseMs: readonly [number, number]
  /** How many reports run all the while, each as soon as the one before has ended. */
  readonly reports: number
}
/** What one side did under one press. */
export interface Pressed {
  readonly side: Side
  readonly press: Press
  readonly requests: number
  readonly writes: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly reports: number
  readonly errors: readonly string[]
}
export interface LoadMeasure extends ServedOptions {
  readonly presses: readonly Press[]
  /** How long each side is pressed in each way, in turns of a few seconds. */
  readonly seconds: number
  readonly progress?: (text: string) => void
}

const turnSeconds = 10
const sides = ['platform', 'bare'] as const

async function turn(
  served: Served,
  side: Side,
  { pauseMs, reports }: Press,
  seconds: number,
): Promise<{ people: Load; reports: Load | undefined }> {
  const people: LoadOptions = { origin: served[side], tokens: served.tokens, seconds, kind: 'people', pauseMs }
  // Beside the bare server, too, it is the platform's reports that run.
  const asking: LoadOptions = {
    ...people,
    origin: served.platform,
    tokens: served.tokens.slice(0, 1).flatMap((token) => Array(reports).fill(token)),
    kind: 'reports',
    pauseMs: [0, 0],
  }
  const running = [startJson<Load>('load.ts', people), ...(reports > 0 ? [startJson<Load>('load.ts', asking)] : [])]
  const [one, other] = await Promise.all(running.map(async ({ answer, end }) => answer.finally(end)))
  if (!one) throw new Error('Nobody asked anything')
  return { people: one, reports: other }
}

/** Both sides in turns, so that what else the machine does meets both; a short first turn warms them up and does not count. */
async function press(served: Served, measure: LoadMeasure, how: Press): Promise<Pressed[]> {
  const turns = Math.max(1, Math.round(measure.seconds / turnSeconds))
  const found = { platform: [] as Awaited<ReturnType<typeof turn>>[], bare: [] as Awaited<ReturnType<typeof turn>>[] }
  for (const side of sides) await turn(served, side, how, Math.min(3, measure.seconds / turns))
  for (let index = 0; index < turns; index++) {
    for (const side of index % 2 ? sides.toReversed() : sides) found[side].push(await turn(served, side, how, measure.seconds / turns))
    measure.progress?.(`${how.name}: turn ${index + 1} of ${turns}`)
  }
  return sides.map((side) => summed(side, how, found[side]))
}

function summed(side: Side, how: Press, turns: readonly Awaited<ReturnType<typeof turn>>[]): Pressed {
  const times = turns.flatMap(({ people }) => people.times)
  const seconds = turns.reduce((sum, { people }) => sum + people.seconds, 0)
  return {
    ...{ side, press: how, requests: times.length, perSecond: times.length / seconds },
    ...{ p50: median(times), p99: median(times, 0.99) },
    writes: turns.reduce((sum, { people }) => sum + people.writes, 0),
    reports: turns.reduce((sum, { reports }) => sum + (reports?.times.length ?? 0), 0),
    errors: turns.flatMap(({ people, reports }) => [...people.errors, ...(reports?.errors ?? [])]),
  }
}

/** Presses on the platform and on the bare server in every way, on a database of their own. */
export async function platformLoad(measure: LoadMeasure): Promise<Pressed[]> {
  const { server, facts, people, progress } = measure
  progress?.(`filling a database: ${facts} facts, ${people} people`)
  const serving = startJson<Served>('served.ts', { server, facts, people } satisfies ServedOptions)
  try {
    const served = await serving.answer
    const all: Pressed[] = []
    for (const how of measure.presses) all.push(...(await press(served, measure, how)))
    return all
  } finally {
    await serving.end()
  }
}
