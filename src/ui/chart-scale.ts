import { type ScaleBand, type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale'

export interface Box {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const roundSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]
const intervals = 3

/** An axis from zero in three even intervals whose steps are round numbers. */
export function axisOf(values: readonly (number | null | undefined)[]): { top: number; ticks: number[] } {
  const most = Math.max(0, ...values.filter((value): value is number => typeof value === 'number' && Number.isFinite(value)))
  const rough = (most || 1) / intervals
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (roundSteps.find((round) => round * power >= rough) ?? 10) * power
  return { top: step * intervals, ticks: Array.from({ length: intervals + 1 }, (_, index) => Number((step * index).toPrecision(12))) }
}

/** Where each point stands; right to left where one reads that way. */
export const bandOf = (count: number, box: Box, isRightToLeft: boolean): ScaleBand<number> => {
  const span: [number, number] = [box.left, box.width - box.right]
  return scaleBand<number>()
    .domain(Array.from({ length: count }, (_, index) => index))
    .range(isRightToLeft ? [span[1], span[0]] : span)
    .paddingInner(0.36)
    .paddingOuter(0.18)
}

/** Heights of one axis. */
export const heightOf = (top: number, box: Box): ScaleLinear<number, number> => scaleLinear([0, top], [box.height - box.bottom, box.top])

/** The points that get a label, so that none touches its neighbour; the first and the last are among them. */
export function labelledPoints(count: number, span: number, widest: number): number[] {
  if (count <= 1) return count === 1 ? [0] : []
  const most = Math.max(2, Math.min(count, Math.floor(span / widest)))
  const step = Math.ceil((count - 1) / (most - 1))
  const regular = Array.from({ length: Math.ceil((count - 1) / step) }, (_, index) => index * step)
  const isClear = (index: number) => index === 0 || ((count - 1 - index) * span) / count >= widest
  return [...regular.filter(isClear), count - 1]
}
