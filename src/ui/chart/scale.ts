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

/** An axis from zero with three equal intervals of a round size. */
export function axisOf(values: readonly (number | null | undefined)[]): { top: number; ticks: number[] } {
  const highest = Math.max(0, ...values.filter((value): value is number => typeof value === 'number' && Number.isFinite(value)))
  const roughStep = (highest || 1) / intervals
  const power = 10 ** Math.floor(Math.log10(roughStep))
  const step = (roundSteps.find((factor) => factor * power >= roughStep) ?? 10) * power
  return { top: step * intervals, ticks: Array.from({ length: intervals + 1 }, (_, index) => Number((step * index).toPrecision(12))) }
}

/** Start position of each point, and the width of one. */
export interface Band {
  at(index: number): number
  readonly width: number
}
/** Vertical position of a value. */
export type YScale = (value: number) => number

const gapShare = 0.36

/** Horizontal positions of the points; mirrored in right-to-left layouts. */
export function pointBands(count: number, box: Box, isRightToLeft: boolean): Band {
  const span = box.width - box.left - box.right
  const step = span / Math.max(count, 1)
  const width = step * (1 - gapShare)
  const inset = (step - width) / 2
  return { width, at: (index) => box.left + inset + step * (isRightToLeft ? count - 1 - index : index) }
}

/** Vertical scale of one axis. */
export function yScaleOf(top: number, box: Box): YScale {
  const floor = box.height - box.bottom
  return (value) => floor - (value / top) * (floor - box.top)
}

/** SVG path through the values; missing values interrupt the line. */
export function linePath(values: readonly (number | null)[], x: Band, y: YScale, isIn: (index: number) => boolean): string {
  let isDown = false
  return values
    .map((value, index) => {
      const isHere = value !== null && isIn(index)
      const step = isHere ? `${isDown ? 'L' : 'M'}${(x.at(index) + x.width / 2).toFixed(2)} ${y(value).toFixed(2)}` : ''
      isDown = isHere
      return step
    })
    .join('')
}

/** Indexes of the points that get a label, without overlaps and in even steps from the first. The last is labelled where a step ends. */
export function labelledPoints(count: number, span: number, widest: number): number[] {
  if (count <= 1) return count === 1 ? [0] : []
  const maxLabels = Math.max(2, Math.min(count, Math.floor(span / widest)))
  const step = Math.ceil((count - 1) / (maxLabels - 1))
  return Array.from({ length: Math.floor((count - 1) / step) + 1 }, (_, index) => index * step)
}

/** The point that a chart shows without being asked: the last one whose values are final. */
export const restingPoint = (count: number, unsettledFrom: number) => (unsettledFrom > 0 ? Math.min(unsettledFrom, count) : count) - 1
