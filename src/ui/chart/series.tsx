import { useId } from 'react'
import { type Band, type YScale, linePath } from './scale.ts'

export interface ChartPoint {
  readonly key: string
  readonly tick: string
  readonly title: string
  readonly beforeTitle?: string | undefined
}

export interface ChartSeries {
  readonly id: string
  readonly label: string
  readonly unit: string
  readonly form: 'bars' | 'line'
  readonly values: readonly (number | null)[]
  readonly before?: readonly (number | null)[] | undefined
  format(value: number | null): string
  /** Formats one of the ticks of an axis. */
  formatTick(value: number, ticks: readonly number[]): string
  change?(value: number | null, before: number | null): string
}

interface DrawnSeries {
  readonly series: ChartSeries
  readonly x: Band
  readonly y: YScale
  readonly isFirst: boolean
  readonly unsettledFrom: number
  readonly at: number | null
}

const middle = (x: Band, index: number) => x.at(index) + x.width / 2

const first = (isFirst: boolean) => (isFirst ? ' first' : '')

/** The compared period, dashed and lighter. */
export const PreviousLine = ({ series, x, y, isFirst }: Omit<DrawnSeries, 'at' | 'unsettledFrom'>) =>
  series.before ? <path className={`before${first(isFirst)}`} d={linePath(series.before, x, y, () => true)} /> : null

/** A line; dotted where values may still change. */
export function Line({ series, x, y, isFirst, unsettledFrom }: Omit<DrawnSeries, 'at'>) {
  return (
    <>
      <path className={`line${first(isFirst)}`} d={linePath(series.values, x, y, (index) => index < unsettledFrom)} />
      <path className={`line dotted${first(isFirst)}`} d={linePath(series.values, x, y, (index) => index >= unsettledFrom - 1)} />
    </>
  )
}

/** Bars with a cap; hatched where values may still change, filled at the current point. */
export function Bars({ series, x, y, unsettledFrom, at }: DrawnSeries) {
  const hatch = useId()
  const floor = y(0)
  return (
    <g>
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="hatch-background" width="6" height="6" />
          <rect className="soft" width="2.5" height="6" />
        </pattern>
      </defs>
      {series.values.map((value, index) => {
        if (value === null) return null
        const top = Math.min(y(value), floor)
        const box = { x: x.at(index), y: top, width: x.width }
        const fill = index >= unsettledFrom && index !== at ? { fill: `url(#${hatch})` } : {}
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its index
          <g key={index}>
            <rect className={index === at ? 'full' : index >= unsettledFrom ? '' : 'soft'} {...box} {...fill} height={floor - top} rx={1} />
            {value > 0 && <rect className="full" {...box} height={2} rx={1} />}
          </g>
        )
      })}
    </g>
  )
}

/** Dot of a series at the crosshair. */
export const Dot = ({ series, x, y, isFirst, at }: Omit<DrawnSeries, 'unsettledFrom'>) => {
  const value = at === null ? null : (series.values[at] ?? null)
  return value === null || at === null ? null : <circle className={`dot${first(isFirst)}`} cx={middle(x, at)} cy={y(value)} r={5} />
}
