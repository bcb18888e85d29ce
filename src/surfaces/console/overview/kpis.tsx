import { Trans, useLingui } from '@lingui/react/macro'
import { compares } from '../../../contract/dates/date-ranges.ts'
import { metricOf } from '../../../contract/reports/metrics.ts'
import { reportTrends, type Total } from '../../../contract/reports/trends.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { problemText } from '../../../kit/problem.ts'
import { formulaText, metricText, metricTitles } from '../../../parts/metrics/format.ts'
import type { DateChoice } from '../../../ui/date/draft.ts'
import { KeyFigures } from '../../../ui/chart/figures.tsx'
import { EmptyState, ErrorState, NoPermission } from '../../../ui/states.tsx'

const metricIds = ['impressions', 'clicks', 'click_through_rate', 'cost', 'revenue', 'return_on_ad_spend']

/** What the overview is about: a client, its selected advertisers and the dates. */
export interface OverviewSelection {
  readonly clientId: number
  readonly advertiserIds: number[] | undefined
  readonly dates: DateChoice
}

/** What the overview's report requests have in common. */
export const reportBody = ({ clientId, advertiserIds, dates }: OverviewSelection) => ({
  member_group_id: clientId,
  ...(advertiserIds && { advertiser_ids: advertiserIds }),
  ...dates.days,
  compare: compares.find((word) => word === dates.compare) ?? 'none',
})

/** Loads the client's metrics and their comparison period. */
export const useKpis = (selection: OverviewSelection) =>
  useRead(reportTrends.total, { body: { ...reportBody(selection), metrics: metricIds } }, { keepPreviousData: true })

function LoadedKpis({ report }: { readonly report: Total }) {
  const { locale } = useElementContext()
  const { i18n } = useLingui()
  const { kpis, before: previousPeriod } = report
  const items = kpis.flatMap(({ metric: id, total: value, percentage }) => {
    const metric = metricOf(id)
    const title = metricTitles[id]
    if (!metric || !title) return []
    const change = previousPeriod ? percentage : undefined
    return [
      {
        id,
        label: i18n._(title),
        value: metricText(metric, value, report, locale),
        change,
        explanation: formulaText(metric, i18n, locale),
      },
    ]
  })
  return <KeyFigures items={items} locale={locale} />
}

/** The metrics, with their own loading, error and empty states. */
export function Kpis({ read: { data, error, mutate, isValidating } }: { readonly read: ReturnType<typeof useKpis> }) {
  const { i18n } = useLingui()
  if (error?.kind === 'refused') return <NoPermission />
  if (error?.kind === 'missing' || error?.kind === 'invalid')
    return <EmptyState heading={<Trans>No data for these dates</Trans>} text={<Trans>Choose other dates or advertisers.</Trans>} />
  if (error)
    return (
      <ErrorState
        heading={<Trans>Couldn’t load metrics</Trans>}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  if (!data) return <KpiSkeleton />
  return (
    <div aria-busy={isValidating}>
      <LoadedKpis report={data} />
    </div>
  )
}

/** Skeleton with the final height. */
function KpiSkeleton() {
  const { t } = useLingui()
  return (
    <div className="row skeleton-row" role="status" aria-label={t`Loading`}>
      {metricIds.map((id) => (
        <div key={id} className="skeleton-block" />
      ))}
    </div>
  )
}
