import { useLingui } from '@lingui/react/macro'
import { metricOf } from '../../contract/reports/metrics.ts'
import type { Total, Trend } from '../../contract/reports/trends.ts'
import { metricCell, metricUnit } from './format.ts'
import { Table, type TableRow } from '../../ui/table/table.tsx'
import { bucketTitle, metricName } from './trend-points.ts'

/** The chart's figures as a table: totals first, then the newest date. */
export default function TrendTable({
  trend,
  total,
  metrics,
  locale,
}: {
  trend: Trend
  total: Total | undefined
  metrics: readonly string[]
  locale: string
}) {
  const { t, i18n } = useLingui()
  const knownMetrics = metrics.flatMap((id) => metricOf(id) ?? [])
  const columns = [
    { id: 'start', label: t`Date`, isNumber: false },
    ...knownMetrics.map((metric) => {
      const unit = metricUnit(metric, trend)
      return { id: metric.id, label: unit ? `${metricName(metric, i18n)}, ${unit}` : metricName(metric, i18n), isNumber: true }
    }),
  ]
  const sums: TableRow[] = total
    ? [
        {
          id: 'total',
          isTotal: true,
          cells: [
            t`Total`,
            ...knownMetrics.map((metric) => metricCell(metric, total.kpis.find((kpi) => kpi.metric === metric.id)?.total, total, locale)),
          ],
        },
      ]
    : []
  const rows = trend.buckets.toReversed().map(
    ({ start, metrics: values, settled }): TableRow => ({
      id: start,
      cells: [
        settled
          ? bucketTitle(trend, start, locale)
          : [`${bucketTitle(trend, start, locale)} `, <small key="settled">{t`not final`}</small>],
        ...knownMetrics.map((metric) => metricCell(metric, values[metric.id], trend, locale)),
      ],
    }),
  )
  return <Table caption={t`Metrics by date`} columns={columns} rows={[...sums, ...rows]} />
}
