import { median } from './median.ts'
import type { Visit } from './speed-visit.ts'

/** Variants of the page: our element and frame, their hand-written counterparts, and ten charts. */
export const sides = ['page', 'by-hand', 'frame', 'by-hand-frame', 'ten'] as const
export type Side = (typeof sides)[number]
export type Visits = Readonly<Record<Side, readonly Visit[]>>

export const bars = { skeletonMs: 1000, paintedMs: 3000, taskMs: 200, shift: 0.02, ratio: 1.5 } as const

/** Requests after a second chart is added to the page. */
export interface Second {
  /** Requests of a second chart with the same dates. */
  readonly same: number
  /** File requests of a chart with other dates. */
  readonly files: number
  /** Requests of that chart that repeat a request of the first one. */
  readonly repeated: number
}

/** Median over the visits. */
export const middle = (visits: readonly Visit[], of: Exclude<keyof Visit, 'requests'>) => median(visits.map((visit) => visit[of]))

/** Our time until the first paint, relative to the hand-written variant. */
export const ratioOf = (visits: Visits, ours: 'page' | 'frame') =>
  middle(visits[ours], 'painted') / middle(visits[ours === 'page' ? 'by-hand' : 'by-hand-frame'], 'painted')

const over = (what: string, value: number, bar: number, digits = 0) =>
  value <= bar ? [] : [`${what} ${value.toFixed(digits)}, past ${bar}`]

function wrongIn(visits: Visits, ours: 'page' | 'frame') {
  const of = (what: Exclude<keyof Visit, 'requests'>) => middle(visits[ours], what)
  return [
    // A frame's skeleton appears only when its document has loaded; the host page reserves its space, so no limit applies.
    ...(ours === 'page' ? over(`${ours}: skeleton ms`, of('skeleton'), bars.skeletonMs) : []),
    ...over(`${ours}: painted ms`, of('painted'), bars.paintedMs),
    ...over(`${ours}: longest task ms`, of('busiest'), bars.taskMs),
    ...over(`${ours}: layout shift`, of('shift'), bars.shift, 3),
    ...over(`${ours}: times by hand`, ratioOf(visits, ours), bars.ratio, 2),
  ]
}

/** How many more requests one visit makes than another. */
const more = (visit: Visit | undefined, than: Visit | undefined) => (visit?.requests.length ?? Number.NaN) - (than?.requests.length ?? 0)

/** Descriptions of the exceeded limits; empty when all is well. A missing result counts as exceeded. */
export function wrongOf(visits: Visits, { same, files, repeated }: Second): string[] {
  return [
    ...wrongIn(visits, 'page'),
    ...wrongIn(visits, 'frame'),
    ...over('ten charts: requests more than one', more(visits.ten[0], visits.page[0]), 0),
    ...over('the same chart again: requests', same, 0),
    ...over('a second chart: files', files, 0),
    ...over('a second chart: requests again', repeated, 0),
  ]
}
