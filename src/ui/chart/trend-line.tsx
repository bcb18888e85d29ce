import { addStyles } from '../theme/styles.ts'
import css from './bars.css'

addStyles(css)

const inset = 1.5

/** Paths for the settled and the unsettled values; they meet at the last settled point. */
interface SparkLines {
  readonly solid: string
  readonly dashed: string
}

/** Sparkline paths, with gaps for missing values. Equal values are drawn in the middle, or at the bottom if all are zero. */
export function trendLinePaths(values: readonly (number | null)[], unsettled: number, width: number, height: number): SparkLines {
  const numbers = values.filter((value) => value !== null)
  const min = Math.min(...numbers)
  const max = Math.max(...numbers)
  const x = (index: number) => inset + (index * (width - 2 * inset)) / Math.max(1, values.length - 1)
  const flat = max === 0 ? height - inset : height / 2
  const y = (value: number) => (max === min ? flat : height - inset - ((value - min) / (max - min)) * (height - 2 * inset))
  const line = (from: number, to: number) =>
    values
      .map((value, index) => {
        if (value === null || index < from || index >= to) return ''
        const isFirst = index === from || (values[index - 1] ?? null) === null
        // A point between two gaps is drawn as a dot: a segment of length 0 with round caps.
        return `${isFirst ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}${isFirst ? 'h0' : ''}`
      })
      .join('')
  const settled = Math.max(0, values.length - unsettled)
  return { solid: line(0, settled), dashed: unsettled > 0 ? line(Math.max(0, settled - 1), values.length) : '' }
}

const width = 112
const height = 28

interface SparkProps {
  readonly values: readonly (number | null)[]
  /** Number of last values that may still change; they are dashed. */
  readonly unsettled?: number
  /** Text alternative in one sentence. */
  readonly label: string
}

/** A trend line without axes. */
export function TrendLine({ values, unsettled = 0, label }: SparkProps) {
  const { solid, dashed } = trendLinePaths(values, unsettled, width, height)
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path className="baseline" d={`M0 ${height - 0.5}H${width}`} />
      {solid && <path d={solid} />}
      {dashed && <path className="unsettled" d={dashed} />}
    </svg>
  )
}
