import { type Band, type Box, type YScale, labelledPoints } from './scale.ts'
import type { ChartPoint, ChartSeries } from './series.tsx'

interface AxisProps {
  readonly ticks: readonly number[]
  readonly y: YScale
  readonly box: Box
  readonly series: ChartSeries
  readonly side: 'left' | 'right'
}

/** Tick labels of one axis. */
export const AxisLabels = ({ ticks, y, box, series, side }: AxisProps) => (
  <g>
    {ticks.map((tick) => (
      <text
        key={tick}
        x={side === 'left' ? box.left - 8 : box.width - box.right + 8}
        y={y(tick) + 4}
        textAnchor={side === 'left' ? 'end' : 'start'}
        direction="ltr"
      >
        {series.formatTick(tick, ticks)}
      </text>
    ))}
  </g>
)

/** Grid lines at each tick; the zero line is stronger. */
export const Grid = ({ ticks, y, box }: Pick<AxisProps, 'ticks' | 'y' | 'box'>) => (
  <g>
    {ticks.map((tick) => {
      const at = Math.round(y(tick)) + 0.5
      return <path key={tick} className={tick === 0 ? 'zero' : 'gridline'} d={`M${box.left} ${at}H${box.width - box.right}`} />
    })}
  </g>
)

interface PointLabelsProps {
  readonly points: readonly ChartPoint[]
  readonly x: Band
  readonly box: Box
}

const letterWidth = 7

/** Labels of the x axis, as many as fit. The outer labels stay inside the chart. */
export function PointLabels({ points, x, box }: PointLabelsProps) {
  const widest = Math.max(...points.map(({ tick }) => tick.length), 1) * letterWidth + 24
  return (
    <g>
      {labelledPoints(points.length, box.width - box.left - box.right, widest).map((index) => {
        const middle = x.at(index) + x.width / 2
        const half = ((points[index]?.tick.length ?? 0) * letterWidth) / 2
        const at = Math.min(Math.max(middle, half), box.width - half)
        return (
          <text key={points[index]?.key} x={at} y={box.height - 4} textAnchor="middle">
            {points[index]?.tick}
          </text>
        )
      })}
    </g>
  )
}

/** Bracket over the points whose values may still change. */
export function UnsettledBracket({ x, box, from, count, label }: { x: Band; box: Box; from: number; count: number; label: string }) {
  if (from >= count) return null
  const ends = [x.at(from), x.at(count - 1)]
  const start = Math.min(...ends)
  const end = Math.max(...ends) + x.width
  const isNarrow = end - start < label.length * 6.2
  return (
    <g>
      <path className="bracket" d={`M${start + 0.5} 20.5v4.5h${end - start - 1}v-4.5`} />
      <text x={isNarrow ? Math.min(end, box.width) : (start + end) / 2} y={13} textAnchor={isNarrow ? 'end' : 'middle'} direction="ltr">
        {label}
      </text>
    </g>
  )
}
