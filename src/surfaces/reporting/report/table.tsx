import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, type ReactNode, useCallback, useRef } from 'react'
import { metricOf } from '../../../contract/reports/metrics.ts'
import { defaultReportSort as rowsSort, dimensionsOf, nextDimension } from '../../../contract/reports/fields.ts'
import { reports, type ReportRequest } from '../../../contract/reports/reports.ts'
import { useStaleness } from '../../../kit/cache.tsx'
import { useRuntime } from '../../../kit/runtime.tsx'
import { DataTable } from '../../../parts/resource/data-table.tsx'
import { reportSource, type ReportRow } from '../../../parts/resource/report-source.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { rowsRequest } from '../query/request.ts'
import { fieldValueText, fieldName } from '../words/fields.ts'
import { reportColumns, useColumnControl } from './columns.tsx'
import type { ReportState } from './use-report.ts'
import { dimensionRule } from '../../../contract/reports/fields.rules.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { usePath } from '../../../kit/path.ts'
import { hrefOf } from '../../../parts/navigation/link.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { more } from '../../../ui/icon/icons.ts'
import { Menu, type MenuItem } from '../../../ui/dialog/menu.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { encodeDrill, isDrillable, toDrillStep } from '../query/drill.ts'
import { toFieldConstraints } from '../fields/constraints.ts'
import { useHasLedger } from '../context.tsx'

const ledger = 'ledger'

/** Dimensions already fixed for a row, including the advertiser when there is only one. */
const usedDimensions = ({ reportQuery, scope }: ReportState) => [
  ...(scope.advertiserIds?.length === 1 ? ['advertiser_id', 'advertiser_name'] : []),
  ...reportQuery.dimensions,
  ...reportQuery.drill.flat().map(({ field }) => field),
]

/** Dimensions available for the next drill-down, in registry order. */
function useDrillOptions(state: ReportState): readonly MenuItem[] {
  const { t, i18n } = useLingui()
  const { reportQuery, entityWord } = state
  return useMemo(() => {
    const used = usedDimensions(state)
    const constraints = { ...toFieldConstraints(state), dimensions: [] }
    return dimensionsOf(reportQuery.context)
      .filter(({ id }) => !used.includes(id) && dimensionRule(id, constraints) === true)
      .map(({ id }) => ({ id, label: t`By ${fieldName(id, i18n, entityWord)}` }))
  }, [t, i18n, reportQuery, state, entityWord])
}

/** First cell of a row: a drill-down link, and a menu with other dimensions and the ledger clicks. */
function useFirstCell(state: ReportState): (row: ReportRow, text: ReactNode) => ReactNode {
  const { t } = useLingui()
  const { linkBase } = useElementContext()
  const { setQuery } = usePath()
  const open = useRef(setQuery)
  open.current = setQuery
  const drillOptions = useDrillOptions(state)
  const hasLedger = useHasLedger()
  return useCallback(
    (row, text) => {
      const { reportQuery, change, pathTo } = state
      const drillBy = (id: string) => ({
        dimensions: [id],
        drill: [...reportQuery.drill, toDrillStep(reportQuery.dimensions, row.dimensions)],
        sort: [],
      })
      const next = isDrillable(reportQuery.dimensions) ? nextDimension(reportQuery.context, usedDimensions(state)) : undefined
      const onSelect = (id: string) => {
        state.entered.current = true
        change(drillBy(id))
      }
      const toLedger: MenuItem = { id: ledger, label: t`Clicks in the ledger`, isParted: true }
      const items = [...(isDrillable(reportQuery.dimensions) ? drillOptions : []), ...(hasLedger ? [toLedger] : [])]
      const onAct = (id: string) =>
        id === ledger ? open.current({ ledger: encodeDrill([toDrillStep(reportQuery.dimensions, row.dimensions)]) }) : onSelect(id)
      return (
        <>
          <span className="cell-lines grow">
            {next ? (
              <Link target={{ href: hrefOf(linkBase, pathTo(drillBy(next))), onNavigate: () => onSelect(next) }} className="cell-name">
                {text}
              </Link>
            ) : (
              text
            )}
          </span>
          {items.length > 0 && (
            <Menu label={t`More for this row`} items={items} onSelect={onAct} tabIndex={-1} className="mini row-acts">
              <Icon shape={more} />
            </Menu>
          )}
        </>
      )
    },
    [state, drillOptions, hasLedger, linkBase, t],
  )
}

const ExportMenu = lazyIdle(async () => ({ default: (await import('./export-menu.tsx')).ExportMenu }))

interface ReportTableProps {
  readonly state: ReportState
  readonly name: string
}

const rowId = ({ dimensions }: ReportRow) => JSON.stringify(dimensions)

/** Row source. A new query creates a new source, and the old one is aborted. */
function useRows(request: ReportRequest, onMeaning: ReportState['setMeaning']) {
  const { send } = useRuntime()
  const text = JSON.stringify(request)
  return useMemo(() => {
    const { sort: _, pagination: __, ...reportQuery } = JSON.parse(text) as ReportRequest // stringified above
    return reportSource(send, {
      request: reportQuery,
      onMeaning: ({ rows: ___, ...metadata }) =>
        onMeaning((current) => (JSON.stringify(current) === JSON.stringify(metadata) ? current : metadata)),
    })
  }, [send, text, onMeaning])
}

/** The rows of a report; the platform sorts and counts them. */
export function ReportTable({ state, name }: ReportTableProps) {
  const { t, i18n } = useLingui()
  const { reportQuery, scope, before, metadata, entityWord, change } = state
  const { dimensions, metrics } = reportQuery
  const request = rowsRequest(reportQuery, scope)
  const source = useRows(request, state.setMeaning)
  const { count: staleness } = useStaleness(reports.rows)
  const firstCell = useFirstCell(state)
  const isCompared = before !== undefined
  const columns = useMemo(
    () => reportColumns(dimensions, metrics, { i18n, metadata, isCompared, entityWord, firstCell }),
    [dimensions, metrics, i18n, metadata, isCompared, entityWord, firstCell],
  )
  const columnControl = useColumnControl(state, columns)
  const defaultSort = useMemo(
    () =>
      (request.sort ?? rowsSort({ dimensions, metrics }))
        .filter(({ field }) => metricOf(field) || dimensions.includes(field))
        .map(({ field: key, order }) => ({ key, order })),
    [request.sort, dimensions, metrics],
  )
  const rowName = (row: ReportRow) => {
    const labels = dimensions.flatMap((id) => {
      const value = row.dimensions[id]
      return value === null || value === undefined ? [] : fieldValueText(id, value, i18n)
    })
    return labels.join(', ') || t`Whole report`
  }
  const hasConditions = reportQuery.filters.length > 0
  return (
    <DataTable
      name="report"
      label={t`Rows of the report`}
      columns={columns}
      source={source}
      staleness={staleness}
      rowId={rowId}
      rowName={rowName}
      defaultSort={defaultSort}
      columnControl={columnControl}
      density="compact"
      zone={metadata?.time_zones.join(' ')}
      currency={metadata}
      noSelection
      renderExport={(file) => (
        <Suspense fallback={<span className="mini" />}>
          <ExportMenu file={file} request={request} title={name} rows={metadata?.total} />
        </Suspense>
      )}
      empty={{
        heading: hasConditions ? <Trans>No matching rows</Trans> : <Trans>No data for these dates</Trans>,
        text: hasConditions ? (
          <Trans>No data matches the filters.</Trans>
        ) : (
          <Trans>Choose other dates, or come back after a campaign has run.</Trans>
        ),
        action: hasConditions && (
          <Button onPress={() => change({ filters: [] })}>
            <Trans>Clear filters</Trans>
          </Button>
        ),
      }}
    />
  )
}
