import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, type ComponentProps } from 'react'
import type { Filter } from '../../../contract/list.ts'
import { metricOf } from '../../../contract/reports/metrics.ts'
import { reportTrends, type Total } from '../../../contract/reports/trends.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { usePath } from '../../../kit/path.ts'
import { problemText } from '../../../kit/problem.ts'
import { formulaText, metricText } from '../../../parts/metrics/format.ts'
import { KeyFigures } from '../../../ui/chart/figures.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { ErrorState, NoPermission } from '../../../ui/states.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { wholeReportParam } from '../query/drill.ts'
import { totalsRequest } from '../query/request.ts'
import { filterValueText } from '../filters/condition-bar.tsx'
import { fieldName, metricExplanation, metricMeaning, salesText, operationName } from '../words.ts'
import { useHasLedger } from '../context.tsx'
import type { ReportState } from './use-report.ts'

const LazyExplanation = lazyIdle(async () => ({ default: (await import('../../../ui/dialog/explanation.tsx')).ExplainedNumber }))

/** Number of metrics shown. */
const maxShown = 6

/** Adds the parts of ratios, which explain how a ratio is computed. */
const withRatioParts = (ids: readonly string[]) => [...new Set([...ids, ...ids.flatMap((id) => metricOf(id)?.over ?? [])])]

interface FigureProps extends Omit<ComponentProps<typeof LazyExplanation>, 'children'> {
  readonly text: string
}

/** A metric whose explanation loads on demand. */
const Figure = ({ text, ...explanation }: FigureProps) => (
  <Suspense fallback={text}>
    <LazyExplanation {...explanation}>{text}</LazyExplanation>
  </Suspense>
)

interface LoadedTotalsProps {
  readonly state: ReportState
  readonly total: Total
  readonly shown: readonly string[]
  readonly conditions: readonly Filter[]
}

/** Active filters as text, for the explanation of a metric. */
function useFilters({ state: { reportQuery, entityWord }, total, conditions }: LoadedTotalsProps) {
  const { t, i18n } = useLingui()
  const sales = salesText(reportQuery, i18n)
  const filterTexts = conditions.map((filter) => ({
    label: `${fieldName(filter.field, i18n, entityWord)} ${operationName(filter.operation, filter.field, i18n)}`,
    value: filterValueText(filter, i18n, total),
  }))
  return [...filterTexts, ...(sales ? [{ label: t`Sales of`, value: sales }] : [])]
}

/** Links from a metric to the table rows, and from the spend to the ledger. */
function useWays() {
  const { t } = useLingui()
  const { root } = useElementContext()
  const { setQuery } = usePath()
  const hasLedger = useHasLedger()
  const toRows = () => {
    const grid = root.querySelector('[role="grid"], [role="treegrid"]')
    grid?.scrollIntoView({ block: 'nearest' })
    grid?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  }
  const ledger = { label: t`Clicks in the ledger`, target: { onNavigate: () => setQuery({ ledger: wholeReportParam }) } }
  return (id: string) => ({ rows: { onNavigate: toRows }, ways: hasLedger && id === 'cost' ? [ledger] : [] })
}

/** Metric totals. Each one opens an explanation: formula, filters and time zone. */
function LoadedTotals(props: LoadedTotalsProps) {
  const { total, shown } = props
  const { i18n } = useLingui()
  const { locale } = i18n
  const filters = useFilters(props)
  const waysOf = useWays()
  const { kpis, before, time_zones: zones } = total
  const zone = zones.map((item) => item.replaceAll('_', ' ')).join(', ')
  const textOf = (id: string) => {
    const metric = metricOf(id)
    return metric ? metricText(metric, kpis.find((item) => item.metric === id)?.total ?? null, total, locale) : ''
  }
  const items = shown.flatMap((id) => {
    const metric = metricOf(id)
    if (!metric) return []
    const label = fieldName(id, i18n)
    const value = textOf(id)
    const meaningText = metricMeaning(id, i18n)
    const counts = (metric.over ?? []).map((part) => ({ label: fieldName(part, i18n), value: textOf(part) }))
    // For a plain sum with a description, the formula adds nothing.
    const formula = metric.over || !meaningText ? { formula: formulaText(metric, i18n, locale) } : {}
    const change = before ? kpis.find((item) => item.metric === id)?.percentage : undefined
    const explanationProps = { ...formula, meaning: meaningText, counts, filters, zone, ...waysOf(id) }
    const explanation = metricExplanation(id, i18n, meaningText)
    return { id, label, value, explanation, change, shown: <Figure label={label} explanation={explanationProps} text={value} /> }
  })
  return <KeyFigures items={items} locale={locale} />
}

/** Totals of the report and their change against the comparison period. */
export function ReportTotals({ state }: { readonly state: ReportState }) {
  const { t, i18n } = useLingui()
  const { reportQuery, scope } = state
  const shownMetrics = reportQuery.metrics.slice(0, maxShown)
  const body = totalsRequest(reportQuery, scope, withRatioParts(shownMetrics))
  const total = useRead(reportTrends.total, body ? { body } : null, { keepPreviousData: true })
  if (!body)
    return (
      <Callout kind="info" heading={t`Totals are unavailable`}>
        <Trans>Totals and the chart are unavailable while a metric filter is active.</Trans>
      </Callout>
    )
  if (total.error?.kind === 'refused') return <NoPermission />
  if (total.error)
    return (
      <ErrorState
        heading={<Trans>Couldn’t load the totals</Trans>}
        reason={problemText(total.error, i18n)}
        requestId={total.error.requestId}
        onRetry={() => void total.mutate()}
      />
    )
  if (!total.data)
    return (
      <div className="report-skeleton" aria-hidden="true">
        {shownMetrics.map((id) => (
          <div key={id} className="skeleton-block" />
        ))}
      </div>
    )
  return (
    <div aria-busy={total.isLoading} className={total.isLoading ? 'report-old' : ''}>
      <LoadedTotals state={state} total={total.data} shown={shownMetrics} conditions={body.filters ?? []} />
    </div>
  )
}
