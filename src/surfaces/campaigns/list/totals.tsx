import { useLingui } from '@lingui/react/macro'
import { relativeChange, metricOf } from '../../../contract/reports/metrics.ts'
import type { MetricValues } from '../../../contract/reports/trends.ts'
import { metricText } from '../../../parts/metrics/format.ts'
import { formulaText, metricTitles } from '../../../parts/metrics/metric-labels.ts'
import { KeyFigures } from '../../../ui/chart/figures.tsx'
import { useCurrency } from '../currency.ts'

interface ListFiguresProps {
  readonly totals: MetricValues | undefined
  readonly before: MetricValues | undefined
  readonly currencyCode: string | undefined
}

const metricIds = ['cost', 'impressions', 'clicks', 'click_through_rate', 'revenue', 'return_on_ad_spend']

const numberIn = (values: MetricValues | undefined, id: string) => {
  const value = values?.[id]
  return value === null || value === undefined ? null : Number(value)
}

/** Totals of all matching rows, compared with the earlier date range. */
export function ListTotals({ totals, before, currencyCode = 'USD' }: ListFiguresProps) {
  const { i18n } = useLingui()
  const currencyOf = useCurrency()
  if (!totals)
    return (
      <div className="list-skeleton" aria-hidden="true">
        {metricIds.map((id) => (
          <div key={id} className="skeleton-block" />
        ))}
      </div>
    )
  const items = metricIds.flatMap((id) => {
    const metric = metricOf(id)
    const title = metricTitles[id]
    if (!metric || !title) return []
    return {
      id,
      label: i18n._(title),
      value: metricText(metric, totals[id], currencyOf(currencyCode), i18n.locale),
      change: before && relativeChange(numberIn(totals, id), numberIn(before, id)),
      explanation: formulaText(metric, i18n, i18n.locale),
    }
  })
  return <KeyFigures items={items} locale={i18n.locale} />
}
