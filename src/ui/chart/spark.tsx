import { wear } from '../theme/styles.ts'
import css from './bars.css'
import { sparkLines } from './spark-lines.ts'

wear(css)

const [width, height] = [112, 28]

interface SparkProps {
  readonly values: readonly (number | null)[]
  /** How many of the last values may still change; they are dashed. */
  readonly unsettled?: number
  /** What it shows, in a sentence, for those who do not see it. */
  readonly label: string
}

/** Where it goes, in one line without an axis. */
export function Spark({ values, unsettled = 0, label }: SparkProps) {
  const { firm, tail } = sparkLines(values, unsettled, width, height)
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path className="ground" d={`M0 ${height - 0.5}H${width}`} />
      {firm && <path d={firm} />}
      {tail && <path className="unsettled" d={tail} />}
    </svg>
  )
}
