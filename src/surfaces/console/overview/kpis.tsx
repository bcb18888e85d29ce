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

export interface KpiProps {
  readonly clientId: number
  readonly advertiserIds: number[] | undefined
  readonly dates: DateChoice
}

/** What the overview's report requests have in common. */
export const reportBody = ({ clientId, advertiserIds, dates }: KpiProps) => ({
  member_group_id: clientId,
  ...(advertiserIds && { advertiser_ids: advertiserIds }),
  ...dates.days,
  compare: compares.find((word) => word === dates.compare) ?? 'none',
})

/** Loads the client's metrics and their comparison period. */
export const useKpis = (props: KpiProps) =>
  useRead(reportTrends.total, { body: { ...reportBody(props), metrics: metricIds } }, { keepPreviousData: true })

function LoadedKpis({ total }: { readonly total: Total }) {
  const { locale } = useElementContext()
  const { i18n } = useLingui()
  const items = total.kpis.flatMap(({ metric: id, total: value, percentage }) => {
    const metric = metricOf(id)
    const words = metricTitles[id]
    if (!metric || !words) return []
    const change = total.before ? percentage : undefined
    return [
      { id, label: i18n._(words), value: metricText(metric, value, total, locale), change, explanation: formulaText(metric, i18n, locale) },
    ]
  })
  return <KeyFigures items={items} locale={locale} />
}

/** Loads independently of the rest of the page. */
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
      <LoadedKpis total={data} />
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
