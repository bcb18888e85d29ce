/** How Lighthouse visits a page: an emulated phone, or a desktop browser. */
export const devices = ['mobile', 'desktop'] as const
export type Device = (typeof devices)[number]

/** Scores from 0 to 1. */
export const categories = ['performance', 'accessibility', 'best-practices'] as const
export type Category = (typeof categories)[number]

/** One run of Lighthouse on a page. */
export interface Run {
  readonly scores: Readonly<Record<Category, number>>
  /** Cumulative layout shift. */
  readonly shift: number
  /** Audits with less than the full score, by name and reason. */
  readonly faults: readonly string[]
}

/** All runs on one page and device. */
export interface Audited {
  readonly page: string
  readonly device: Device
  readonly runs: readonly Run[]
}

/** Lighthouse's own slowdown of the processor, and the benchmark index of the desktop computers that it is made for. */
const usualSlowdown = 4
const usualIndex = 1750

/** The slowdown with which this machine, as busy as it is, is as fast as the phone that Lighthouse simulates. */
export const slowdownFor = (benchmarkIndex: number) => Math.min(usualSlowdown, Math.max(1, (usualSlowdown * benchmarkIndex) / usualIndex))

export const limits = { performance: 0.95, accessibility: 1, 'best-practices': 1, shift: 0.02 } as const

/** The simulated times contain processor times of this machine, and other load changes during a run: the best run counts. */
export const performanceOf = (runs: readonly Run[]) => Math.max(Number.NEGATIVE_INFINITY, ...runs.map(({ scores }) => scores.performance))
/** The worst run counts, because nothing outside the page moves its content. */
export const shiftOf = (runs: readonly Run[]) => Math.max(...runs.map(({ shift }) => shift))
/** The worst score of a category. */
export const worstOf = (runs: readonly Run[], category: Category) => Math.min(...runs.map(({ scores }) => scores[category]))

const short = (what: string, value: number, limit: number) => (value >= limit ? [] : [`${what} ${value}, below ${limit}`])

/** The limits that a page does not meet; empty when all is well. */
export function wrongOf({ runs }: Pick<Audited, 'runs'>): string[] {
  if (runs.length === 0) return ['not measured']
  const shift = shiftOf(runs)
  return [
    ...short('performance', performanceOf(runs), limits.performance),
    ...short('accessibility', worstOf(runs, 'accessibility'), limits.accessibility),
    ...short('best practices', worstOf(runs, 'best-practices'), limits['best-practices']),
    ...(shift <= limits.shift ? [] : [`layout shift ${shift.toFixed(3)}, above ${limits.shift}`]),
  ]
}

/** Whether another run could still meet the limits: only the performance depends on the machine. */
export const isWorthRepeating = (audited: Pick<Audited, 'runs'>) => wrongOf(audited).every((fault) => fault.startsWith('performance'))
