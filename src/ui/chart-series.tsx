import { line } from 'd3-shape'
import type { ScaleBand, ScaleLinear } from 'd3-scale'
import { useId } from 'react'

export interface ChartSeries {
  readonly id: string
  readonly label: string
  readonly unit: string
  readonly form: 'bars' | 'line'
  readonly values: readonly (number | null)[]
  readonly before?: readonly (number | null)[] | undefined
  format(value: number | null): string
  formatTick(value: number): string
  change?(value: number | null, before: number | null): string
}

interface Drawn {
  readonly series: ChartSeries
  readonly x: ScaleBand<number>
  readonly y: ScaleLinear<number, number>
  readonly isFirst: boolean
  readonly unsettledFrom: number
  readonly at: number | null
}

const middle = (x: ScaleBand<number>, index: number) => (x(index) ?? 0) + x.bandwidth() / 2
type Values = readonly (number | null)[]

function pathOf(values: Values, { x, y }: Pick<Drawn, 'x' | 'y'>, isIn: (index: number) => boolean): string {
  const draw = line<number | null>()
    .defined((value, index) => value !== null && isIn(index))
    .x((_, index) => middle(x, index))
    .y((value) => y(value ?? 0))
  return draw([...values]) ?? ''
}

const first = (isFirst: boolean) => (isFirst ? ' first' : '')

/** The compared period: the same colour, dashed and lighter. */
export const Before = ({ series, x, y, isFirst }: Omit<Drawn, 'at' | 'unsettledFrom'>) =>
  series.before ? <path className={`before${first(isFirst)}`} d={pathOf(series.before, { x, y }, () => true)} /> : null

/** A line; dotted where the days are not settled. */
export function Line({ series, x, y, isFirst, unsettledFrom }: Omit<Drawn, 'at'>) {
  return (
    <>
      <path className={`line${first(isFirst)}`} d={pathOf(series.values, { x, y }, (index) => index < unsettledFrom)} />
      <path className={`line dotted${first(isFirst)}`} d={pathOf(series.values, { x, y }, (index) => index >= unsettledFrom - 1)} />
    </>
  )
}

/** Bars with a cap in the full colour; hatched where the days are not settled, full where one points. */
export function Bars({ series, x, y, unsettledFrom, at }: Drawn) {
  const hatch = useId()
  const floor = y(0)
  return (
    <g>
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="hatch-ground" width="6" height="6" />
          <rect className="soft" width="2.5" height="6" />
        </pattern>
      </defs>
      {series.values.map((value, index) => {
        if (value === null) return null
        const top = Math.min(y(value), floor)
        const place = { x: x(index), y: top, width: x.bandwidth() }
        const fill = index >= unsettledFrom && index !== at ? { fill: `url(#${hatch})` } : {}
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          <g key={index}>
            <rect
              className={index === at ? 'full' : index >= unsettledFrom ? '' : 'soft'}
              {...place}
              {...fill}
              height={floor - top}
              rx={1}
            />
            {value > 0 && <rect className="full" {...place} height={2} rx={1} />}
          </g>
        )
      })}
    </g>
  )
}

/** Where the crosshair meets a series. */
export const Dot = ({ series, x, y, isFirst, at }: Omit<Drawn, 'unsettledFrom'>) => {
  const value = at === null ? null : (series.values[at] ?? null)
  return value === null || at === null ? null : <circle className={`dot${first(isFirst)}`} cx={middle(x, at)} cy={y(value)} r={5} />
}
