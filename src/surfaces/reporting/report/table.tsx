import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo } from 'react'
import { metricOf } from '../../../contract/reports/metrics.ts'
import { defaultReportSort as rowsSort } from '../../../contract/reports/fields.ts'
import { reports, type ReportRequest } from '../../../contract/reports/reports.ts'
import { useStaleness } from '../../../kit/cache.tsx'
import { useRuntime } from '../../../kit/runtime.tsx'
import { DataTable } from '../../../parts/resource/data-table.tsx'
import { reportSource, type ReportRow } from '../../../parts/resource/report-source.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { rowsRequest } from '../query/request.ts'
import { fieldValueText } from '../words/fields.ts'
import { reportColumns, useColumnControl } from './columns.tsx'
import { useFirstCell } from './row-actions.tsx'
import type { ReportState } from './use-report.ts'

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
