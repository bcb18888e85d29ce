import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { usePath } from '../../kit/path.ts'
import { asProblem, problemText } from '../../kit/problem.ts'
import { type ColumnPreference, shownColumns } from '../../ui/table/column-choice.ts'
import { Grid } from '../../ui/table/grid.tsx'
import type { GridQuery, GridSort } from '../../ui/table/query.ts'
import type { GridProps } from '../../ui/table/use-grid.ts'
import { parseColumns, toColumnsQuery, parseTableQuery, toTableQuery } from './table-query.ts'
import type { FigureScope, TableFile } from './table-file.ts'
import { TableExport } from './table-export.tsx'
import { useTableSettings } from './table-settings.ts'

/** Lets a screen control its columns and their order. */
export interface ColumnControl {
  /** The columns to show, given the user's choice. */
  readonly of: (choices: readonly ColumnPreference[]) => readonly ColumnPreference[]
  /** Called when the user changes the columns. */
  readonly told: (choices: readonly ColumnPreference[]) => void
}

type Bound = 'question' | 'onQuestion' | 'choices' | 'onChoices' | 'reasonOf' | 'startRow'

export interface DataTableProps<Row> extends Omit<GridProps<Row>, Bound> {
  /** The name under which the columns are stored for the user, such as `campaigns`. */
  readonly name: string
  /** The default sort order. */
  readonly usualSort?: readonly GridSort[]
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
function useChoices<Row>({ name, columns, shape }: DataTableProps<Row>) {
  const { query, setQuery } = usePath()
  const { choices: remembered, choose } = useTableSettings(name)
  const [touched, setTouched] = useState<readonly ColumnPreference[]>()
  const named = useMemo(() => parseColumns(query, columns), [query, columns])
  const choices = useMemo(() => {
    if (touched || !named) return touched ?? remembered
    const widths = new Map(remembered.map(({ key, width }) => [key, width]))
    return named.map((choice) => ({ ...choice, width: widths.get(choice.key) }))
  }, [touched, named, remembered])

  const tell = useRef<(list: readonly ColumnPreference[]) => void>(undefined)
  tell.current = (list) => {
    setTouched(undefined)
    const next = toColumnsQuery(list, columns)
    if ((next.columns ?? null) !== query.get('columns')) setQuery(next)
  }
  useEffect(() => {
    if (!touched) return
    const timer = setTimeout(() => tell.current?.(touched), restMs)
    return () => clearTimeout(timer)
  }, [touched])
  const of = shape?.of
  const onChoices = (list: readonly ColumnPreference[]) => {
    shape?.told(list)
    setTouched(list)
    choose(list)
  }
  return { choices: useMemo(() => of?.(choices) ?? choices, [of, choices]), onChoices }
}

/** A grid that keeps its sort, filters and columns in the URL, stores its columns for the user, and can be exported. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, source, usualSort, zone, figures, currency, label, tools, noExport = false, fileTool } = props
  const { i18n } = useLingui()
  const { query, setQuery } = usePath()
  const { choices, onChoices } = useChoices(props)
  const question = useMemo(() => parseTableQuery(query, columns, usualSort), [query, columns, usualSort])
  const startRow = useRef(Number(query.get('row') ?? 0) || 0)
  const onQuestion = (next: GridQuery) => setQuery(toTableQuery(next, columns))
  const reasonOf = (error: unknown) => {
    const problem = asProblem(error)
    return { reason: problemText(problem, i18n), requestId: problem.requestId }
  }
  const file = { label, zone, figures, currency, source, question, columns: shownColumns(columns, choices), allColumns: columns }
  return (
    <Grid
      {...props}
      question={question}
      onQuestion={onQuestion}
      choices={choices}
      onChoices={onChoices}
      reasonOf={reasonOf}
      startRow={startRow.current}
      tools={
        <>
          {tools}
          {fileTool ? fileTool(file) : !noExport && <TableExport file={file} />}
        </>
      }
    />
  )
}
