import { useMemo, useState } from 'react'
import type declaration from '../../../../elements/ad-report-chart.ts'
import type { SurfaceProps } from '../../../../elements/runtime/define.ts'
import { reportTrends, type Total, type Trend } from '../../../contract/reports/trends.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import type { Problem } from '../../../kit/problem.ts'
import { useToday } from '../../../parts/time/use-today.ts'
import {
  chartTotalRequest,
  chartTrendRequest,
  findInvalidAttribute,
  parseChartSettings,
  type ChartAttributes,
  type ChartSettings,
  type InvalidAttribute,
} from '../query.ts'

export type ReportChartProps = SurfaceProps<typeof declaration>

/** State of the chart screen. */
export interface ChartState {
  readonly choice: ChartSettings
  /** The date in the advertiser's time zone. */
  readonly today: string
  readonly trend: Trend | undefined
  readonly total: Total | undefined
  readonly problem: Problem | undefined
  readonly unreadable: InvalidAttribute | undefined
  readonly isAsking: boolean
  choose(change: Readonly<Record<string, string | undefined>>): void
  retry(): void
}

/** Loads trend and totals for the attributes and the path. */
export function useChart(attributes: ChartAttributes, weekStart: 1 | 7): ChartState {
  const path = usePath()
  const [zone, setZone] = useState<string>()
  const today = useToday(zone)
  const choice = useMemo(() => parseChartSettings(attributes, path.query, today), [attributes, path.query, today])
  const trendBody = chartTrendRequest(attributes, choice, weekStart)
  const totalBody = chartTotalRequest(attributes, choice)
  const trend = useRead(reportTrends.trend, trendBody ? { body: trendBody } : null, { keepPreviousData: true })
  const total = useRead(reportTrends.total, totalBody ? { body: totalBody } : null, { keepPreviousData: true })

  // The first response names the advertiser's time zone, where "yesterday" may differ from the user's.
  const responseZones = trend.data?.time_zones
  const single = responseZones?.length === 1 ? responseZones[0] : undefined
  if (single && single !== zone) setZone(single)

  return {
    choice,
    today,
    trend: trend.data,
    total: total.data,
    problem: trend.error ?? total.error,
    unreadable: findInvalidAttribute(attributes),
    isAsking: trend.isValidating || total.isValidating,
    choose: path.setQuery,
    retry: () => void Promise.all([trend.mutate(), total.mutate()]),
  }
}
