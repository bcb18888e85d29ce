import { median } from './median.ts'
import type { Visit } from './speed-visit.ts'

/** What is visited; the frame and the charts by hand are beside our own. */
export const sides = ['page', 'by-hand', 'frame', 'by-hand-frame', 'ten'] as const
export type Side = (typeof sides)[number]
export type Visits = Readonly<Record<Side, readonly Visit[]>>

export const bars = { skeletonMs: 1000, paintedMs: 3000, taskMs: 200, shift: 0.02, ratio: 1.5 } as const

/** What is asked when another chart comes onto the page. */
export interface Second {
  /** Requests of the same chart once more. */
  readonly same: number
  /** Files that a chart of other dates needs. */
  readonly files: number
  /** Requests of it that the first one made. */
  readonly repeated: number
}

/** The middle of what the visits found. */
export const middle = (visits: readonly Visit[], of: Exclude<keyof Visit, 'requests'>) => median(visits.map((visit) => visit[of]))

/** How many times as long ours takes as what is written by hand. */
export const ratioOf = (visits: Visits, ours: 'page' | 'frame') =>
  middle(visits[ours], 'painted') / middle(visits[ours === 'page' ? 'by-hand' : 'by-hand-frame'], 'painted')

const over = (what: string, value: number, bar: number, digits = 0) =>
  value <= bar ? [] : [`${what} ${value.toFixed(digits)}, past ${bar}`]

function wrongIn(visits: Visits, ours: 'page' | 'frame') {
  const of = (what: Exclude<keyof Visit, 'requests'>) => middle(visits[ours], what)
  return [
    // A frame is a second page, whose own skeleton comes when that page has come; its place is kept from the start.
    ...(ours === 'page' ? over(`${ours}: skeleton ms`, of('skeleton'), bars.skeletonMs) : []),
    ...over(`${ours}: painted ms`, of('painted'), bars.paintedMs),
    ...over(`${ours}: longest task ms`, of('busiest'), bars.taskMs),
    ...over(`${ours}: layout shift`, of('shift'), bars.shift, 3),
    ...over(`${ours}: times by hand`, ratioOf(visits, ours), bars.ratio, 2),
  ]
}

/** Requests of one visit that another did not make. */
const more = (visit: Visit | undefined, than: Visit | undefined) => (visit?.requests.length ?? Number.NaN) - (than?.requests.length ?? 0)

/** What is wrong, in words; nothing when all is well. What was not measured is past its bar. */
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
