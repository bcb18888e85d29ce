import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, useRef, useState } from 'react'
import { metricOf } from '../../../contract/reports/metrics.ts'
import { defaultReportSort as rowsSort } from '../../../contract/reports/fields.ts'
import { reports, type ReportRequest } from '../../../contract/reports/reports.ts'
import { useStaleness } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { DataTable } from '../../../parts/resource/data-table.tsx'
import { reportSource } from '../../../parts/resource/report-source.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import type { IconShape } from '../../../ui/icon/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { toDrillStep } from '../query/drill.ts'
import type { ReportQuery } from '../query/query.ts'
import { type ReportScope, rowsRequest } from '../query/request.ts'
import { fieldValueText } from '../words.ts'
import { reportColumns, useColumnControl } from './columns.tsx'
import { useFirstCell, onTreeKey, treeRowState } from './row.tsx'
import { createTree, hasTree, type TableRow, treeLevels } from './tree.ts'
import type { ReportState } from './use-report.ts'

const ExportMenu = lazyIdle(async () => ({ default: (await import('./export-menu.tsx')).ExportMenu }))

interface ReportTableProps {
  readonly state: ReportState
  readonly name: string
}

const groupIcon: IconShape = { stroke: 'M2.5 4h11M5.5 8h8M8.5 12h5' }

const rowId = ({ dimensions }: TableRow) => JSON.stringify(dimensions)

interface RowsOptions {
  readonly reportQuery: ReportQuery
  readonly scope: ReportScope
  readonly onMeaning: ReportState['setMeaning']
}

/** Source of a flat table. A new query creates a new source, and the old one is aborted. */
function useRows({ reportQuery, scope, onMeaning }: RowsOptions) {
  const { send } = useRuntime()
  const text = JSON.stringify(rowsRequest(reportQuery, scope))
  return useMemo(() => {
    const { sort: _, pagination: __, ...request } = JSON.parse(text) as ReportRequest // stringified above
    return reportSource(send, {
      request,
      onMeaning: ({ rows: ___, ...metadata }) =>
        onMeaning((current) => (JSON.stringify(current) === JSON.stringify(metadata) ? current : metadata)),
    })
  }, [send, text, onMeaning])
}

/** Rows as a tree. The rows inside a group are those of a drill-down into it. */
function useTree({ reportQuery, scope, onMeaning }: RowsOptions, staleness: number) {
  const { send } = useRuntime()
  const version = useRef(staleness)
  version.current = staleness
  /** Counts the changes of open groups, because each one changes the visible rows. */
  const [toggles, setToggles] = useState(0)
  // Another sort keeps the tree with its open groups.
  const text = JSON.stringify({ ...rowsRequest(reportQuery, scope), sort: undefined })
  const latest = useRef({ reportQuery, scope })
  latest.current = { reportQuery, scope }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the request identifies the query
  const tree = useMemo(() => {
    const { reportQuery: query, scope: ofQuery } = latest.current
    return createTree({
      levels: treeLevels(query.dimensions),
      version: () => version.current,
      sourceOf: (dimensions, inside) => {
        const fields = query.dimensions.filter((id) => inside?.dimensions[id] !== undefined)
        const drill = inside ? [...query.drill, toDrillStep(fields, inside.dimensions)] : query.drill
        const { sort: _, pagination: __, ...request } = rowsRequest({ ...query, dimensions, drill }, ofQuery)
        return reportSource(send, {
          request,
          ...(!inside && {
            onMeaning: ({ rows: ___, ...metadata }) =>
              onMeaning((current) => (JSON.stringify(current) === JSON.stringify(metadata) ? current : metadata)),
          }),
        })
      },
    })
  }, [send, text, onMeaning])
  const toggle = useMemo(
    () => (row: TableRow) => {
      tree.toggle(row)
      setToggles((count) => count + 1)
    },
    [tree],
  )
  return { source: tree.read, toggle, staleness: staleness + toggles }
}

/** The rows of a report; the platform sorts and counts them. */
export function ReportTable({ state, name }: ReportTableProps) {
  const { t, i18n } = useLingui()
  const { reportQuery, scope, before, metadata, entityWord, change } = state
  const { dimensions, metrics } = reportQuery
  const { query, setQuery } = usePath()
  const canBeTree = hasTree(reportQuery)
  const isTree = canBeTree && query.get('rows') !== 'flat'
  const request = rowsRequest(reportQuery, scope)
  const { count: staleness } = useStaleness(reports.rows)
  const rowsOptions = { reportQuery, scope, onMeaning: state.setMeaning }
  const flatRows = useRows(rowsOptions)
  const tree = useTree(rowsOptions, staleness)
  const firstCell = useFirstCell(state, tree.toggle)
  const isCompared = before !== undefined
  const columns = useMemo(
    () => reportColumns(dimensions, metrics, { i18n, metadata, isCompared, entityWord, firstCell }, isTree),
    [dimensions, metrics, i18n, metadata, isCompared, entityWord, firstCell, isTree],
  )
  const columnControl = useColumnControl(state, columns, isTree)
  /** A file has a column for each dimension. */
  const fileColumns = (shown: readonly (typeof columns)[number][]) =>
    isTree ? [...reportColumns(dimensions, [], { i18n, metadata, isCompared, entityWord, firstCell }), ...shown.slice(1)] : shown
  const defaultSort = useMemo(
    () =>
      (request.sort ?? rowsSort({ dimensions, metrics }))
        .filter(({ field }) => metricOf(field) || dimensions.includes(field))
        .map(({ field: key, order }) => ({ key, order })),
    [request.sort, dimensions, metrics],
  )
  const rowName = (row: TableRow) => {
    const labels = dimensions.flatMap((id) => {
      const value = row.dimensions[id]
      return value === null || value === undefined ? [] : fieldValueText(id, value, i18n)
    })
    return labels.join(', ') || t`Whole report`
  }
  const hasConditions = reportQuery.filters.length > 0
  return (
    // The table inside has the keys of a grid; a tree has more.
    <div className={isTree ? 'report-tree' : undefined} onKeyDownCapture={isTree ? onTreeKey : undefined}>
      <DataTable
        name="report"
        label={t`Rows of the report`}
        columns={columns}
        source={isTree ? tree.source : flatRows}
        staleness={isTree ? tree.staleness : staleness}
        {...(isTree && { rowState: treeRowState })}
        rowId={rowId}
        rowName={rowName}
        defaultSort={defaultSort}
        columnControl={columnControl}
        density="compact"
        zone={metadata?.time_zones.join(' ')}
        currency={metadata}
        noSelection
        tools={
          canBeTree && (
            <>
              {isTree && metadata && (
                <span className="quiet report-groups">
                  <Plural value={metadata.total} one="# group" other="# groups" />
                </span>
              )}
              <IconButton
                icon={groupIcon}
                label={t`Group rows`}
                isPressed={isTree}
                onPress={() => setQuery({ rows: isTree ? 'flat' : undefined })}
              />
            </>
          )
        }
        renderExport={(file) => (
          <Suspense fallback={<span className="mini" />}>
            <ExportMenu
              file={{ ...file, columns: fileColumns(file.columns), allColumns: fileColumns(file.allColumns) }}
              request={request}
              title={name}
              rows={isTree ? undefined : metadata?.total}
            />
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
    </div>
  )
}
