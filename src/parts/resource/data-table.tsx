import { useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { usePath } from '../../kit/path.ts'
import { asProblem, problemText } from '../../kit/problem.ts'
import { type ColumnPreference, shownColumns } from '../../ui/table/column-choice.ts'
import { Grid } from '../../ui/table/grid.tsx'
import type { GridQuery, GridSort } from '../../ui/table/query.ts'
import type { GridProps } from '../../ui/table/use-grid.ts'
import { parseColumns, toColumnsQuery, parseTableQuery, toTableQuery } from './table-query.ts'
import type { FigureScope, TableFile } from './table-file.ts'
import { lazyIdle } from '../../ui/lazy-idle.ts'
import { useTableSettings } from './table-settings.ts'

const TableExport = lazyIdle(() => import('./table-export.tsx')) as <Row>(props: { readonly file: TableFile<Row> }) => ReactNode // lazy loses the row type

/** Lets a screen control its columns and their order. */
export interface ColumnControl {
  /** The columns to show, given the user's choice. */
  readonly of: (choices: readonly ColumnPreference[]) => readonly ColumnPreference[]
  /** Called when the user changes the columns. */
  readonly save: (choices: readonly ColumnPreference[]) => void
}

type ControlledProps = 'query' | 'onQuery' | 'preferences' | 'onPreferences' | 'reasonOf' | 'startRow'

export interface DataTableProps<Row> extends Omit<GridProps<Row>, ControlledProps> {
  /** The name under which the columns are stored for the user, such as `campaigns`. */
  readonly name: string
  /** The default sort order. */
  readonly defaultSort?: readonly GridSort[]
  /** The time zone of its days, for the file. */
  readonly zone?: string | undefined
  /** What its figures cover, for the file. */
  readonly figures?: FigureScope | undefined
  readonly noExport?: boolean
  readonly shape?: ColumnControl
  /** Replaces the default export, which reads all rows in the browser. */
  readonly fileTool?: (file: TableFile<Row>) => ReactNode
}

/** The URL is updated after a pause, so that dragging a column adds one history entry and not ten. */
const restMs = 800

/** Columns come from the URL, else from the stored settings; widths always come from the settings. */
function usePreferences<Row>({ name, columns, shape }: DataTableProps<Row>) {
  const { query, setQuery } = usePath()
  const { choices: stored, choose: save } = useTableSettings(name)
  const [changed, setChanged] = useState<readonly ColumnPreference[]>()
  const listed = useMemo(() => parseColumns(query, columns), [query, columns])
  const preferences = useMemo(() => {
    if (changed || !listed) return changed ?? stored
    const widths = new Map(stored.map(({ key, width }) => [key, width]))
    return listed.map((choice) => ({ ...choice, width: widths.get(choice.key) }))
  }, [changed, listed, stored])

  const updateUrl = useRef<(list: readonly ColumnPreference[]) => void>(undefined)
  updateUrl.current = (list) => {
    setChanged(undefined)
    const next = toColumnsQuery(list, columns)
    if ((next.columns ?? null) !== query.get('columns')) setQuery(next)
  }
  useEffect(() => {
    if (!changed) return
    const timer = setTimeout(() => updateUrl.current?.(changed), restMs)
    return () => clearTimeout(timer)
  }, [changed])
  const of = shape?.of
  const onPreferences = (list: readonly ColumnPreference[]) => {
    shape?.save(list)
    setChanged(list)
    save(list)
  }
  return { preferences: useMemo(() => of?.(preferences) ?? preferences, [of, preferences]), onPreferences }
}

/** A grid that keeps its sort, filters and columns in the URL, stores its columns for the user, and can be exported. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, source, defaultSort, zone, figures, currency, label, tools, noExport = false, fileTool } = props
  const { i18n } = useLingui()
  const { query, setQuery } = usePath()
  const { preferences, onPreferences } = usePreferences(props)
  const gridQuery = useMemo(() => parseTableQuery(query, columns, defaultSort), [query, columns, defaultSort])
  const startRow = useRef(Number(query.get('row') ?? 0) || 0)
  const onQuestion = (next: GridQuery) => setQuery(toTableQuery(next, columns))
  const reasonOf = (error: unknown) => {
    const problem = asProblem(error)
    return { reason: problemText(problem, i18n), requestId: problem.requestId }
  }
  const file = {
    label,
    zone,
    figures,
    currency,
    source,
    query: gridQuery,
    columns: shownColumns(columns, preferences),
    allColumns: columns,
  }
  return (
    <Grid
      {...props}
      query={gridQuery}
      onQuery={onQuestion}
      preferences={preferences}
      onPreferences={onPreferences}
      reasonOf={reasonOf}
      startRow={startRow.current}
      tools={
        <>
          {tools}
          {fileTool
            ? fileTool(file)
            : !noExport && (
                <Suspense fallback={<span className="mini" />}>
                  <TableExport file={file} />
                </Suspense>
              )}
        </>
      }
    />
  )
}
