import { Trans, useLingui } from '@lingui/react/macro'
import { compares, type Compare } from '../../../contract/dates/date-ranges.ts'
import { metricOf } from '../../../contract/reports/metrics.ts'
import { reportTrends, type Total, type TotalRequest } from '../../../contract/reports/trends.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { problemText } from '../../../kit/problem.ts'
import { formulaText, metricText } from '../../../parts/metrics/format.ts'
import { metricName } from '../../../parts/metrics/trend-points.ts'
import type { DateChoice } from '../../../ui/date/draft.ts'
import { KeyFigures } from '../../../ui/chart/figures.tsx'
import { ErrorState, NoPermission } from '../../../ui/states.tsx'

/** The campaign or ad group whose metrics are requested. */
export interface MetricsScope {
  readonly memberGroupId: number
  readonly campaignId: number
  readonly adGroupId?: number
  /** The campaign's own currency, so that spend and budget have the same one. */
  readonly currencyCode: string
}

const compareIn = ({ compare }: DateChoice): Compare => compares.find((word) => word === compare) ?? 'none'

/** The shared request body of the totals and the trend. */
export const metricsRequest = (
  { memberGroupId, campaignId, adGroupId, currencyCode }: MetricsScope,
  dates: DateChoice,
  metrics: readonly string[],
) =>
  ({
    member_group_id: memberGroupId,
    campaign_ids: [campaignId],
    currency_code: currencyCode,
    ...dates.days,
    compare: compareIn(dates),
    metrics: [...metrics],
    ...(adGroupId !== undefined && { filters: [{ field: 'ad_group_id', operation: '=' as const, value: adGroupId }] }),
  }) satisfies TotalRequest

/** Reads totals for a date range, with the comparison range. */
export const useTotals = (counted: MetricsScope, dates: DateChoice, metrics: readonly string[]) =>
  useRead(reportTrends.total, { body: metricsRequest(counted, dates, metrics) }, { keepPreviousData: true })

function LoadedKpis({ total }: { readonly total: Total }) {
  const { locale } = useElementContext()
  const { i18n } = useLingui()
  const items = total.kpis.flatMap(({ metric: id, total: value, percentage }) => {
    const metric = metricOf(id)
    if (!metric) return []
    const change = total.before ? percentage : undefined
    const label = metricName(metric, i18n)
    const text = metricText(metric, value, total, locale)
    return [{ id, label, value: text, change, explanation: formulaText(metric, i18n, locale) }]
  })
  return <KeyFigures items={items} locale={locale} />
}

/** Totals in any state. A failure here leaves the rest of the page usable. */
export function Kpis({ read, count }: { readonly read: ReturnType<typeof useTotals>; readonly count: number }) {
  const { t, i18n } = useLingui()
  const { data, error, mutate, isValidating } = read
  if (error?.kind === 'refused') return <NoPermission />
  if (error)
    return (
      <ErrorState
        heading={<Trans>Couldn’t load metrics</Trans>}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  if (!data)
    return (
      <div className="row detail-skeleton" role="status" aria-label={t`Loading`}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton items have no ids
          <div key={index} className="skeleton-block" />
        ))}
      </div>
    )
  return (
    <div aria-busy={isValidating}>
      <LoadedKpis total={data} />
    </div>
  )
}
