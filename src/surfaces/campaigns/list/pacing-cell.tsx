import { useLingui } from '@lingui/react/macro'
import type { Serving } from '../../../contract/serving/serving.ts'
import { settlingDays } from '../../../contract/dates/date-ranges.ts'
import { nothing } from '../../../ui/format/format.ts'
import { PacingBar } from '../../../ui/chart/pacing-bar.tsx'
import { Spark } from '../../../ui/chart/spark.tsx'

interface PacingCellProps {
  readonly budget: string | null
  readonly period: string | null
  readonly status: string
  readonly serving: Serving
}

/** What is spent of the budget's period, beside the time of it that has passed. */
export function PacingCell({ budget, period, status, serving }: PacingCellProps) {
  const index = serving.pacing_index
  // Only shares of a bar are made of these; sums are the platform's.
  const spent = Number(period === 'One Time' ? serving.spent_total : serving.spent_period)
  const whole = Number(budget)
  if (status !== 'active' || index === null || !(whole > 0)) return <span className="quiet">{nothing}</span>
  const spentShare = spent / whole
  return <PacingBar spentShare={spentShare} timeShare={index > 0 ? spentShare / index : 1} />
}

/** What it cost on each of the last days; those that may still change are dashed. */
export function SparkCell({ values, name }: { readonly values: readonly string[]; readonly name: string }) {
  const { t } = useLingui()
  return <Spark values={values.map(Number)} unsettled={settlingDays + 1} label={t`Spend by day of ${name}`} />
}
