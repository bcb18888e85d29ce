import { useLingui } from '@lingui/react/macro'
import type { Serving } from '../../../contract/serving/serving.ts'
import { settlingDays } from '../../../contract/dates/date-ranges.ts'
import { missingValue } from '../../../ui/format/format.ts'
import { PacingBar } from '../../../ui/chart/pacing-bar.tsx'
import { TrendLine } from '../../../ui/chart/trend-line.tsx'

interface PacingCellProps {
  readonly budget: string | null
  readonly period: string | null
  readonly status: string
  readonly serving: Serving
}

/** Budget spent in the period, compared with the elapsed time of the period. */
export function PacingCell({ budget, period, status, serving }: PacingCellProps) {
  const index = serving.pacing_index
  // Floats are safe here: they only set bar widths. Sums come from the platform.
  const spent = Number(period === 'One Time' ? serving.spent_total : serving.spent_period)
  const total = Number(budget)
  if (status !== 'active' || index === null || !(total > 0)) return <span className="quiet">{missingValue}</span>
  const spentShare = spent / total
  return <PacingBar spentShare={spentShare} timeShare={index > 0 ? spentShare / index : 1} />
}

/** Spend of the last days as a sparkline; days that are not final are dashed. */
export function SparkCell({ values, name }: { readonly values: readonly string[]; readonly name: string }) {
  const { t } = useLingui()
  return <TrendLine values={values.map(Number)} unsettled={settlingDays + 1} label={t`Spend by day of ${name}`} />
}
