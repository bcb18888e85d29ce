import { useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { usePath } from '../../kit/path.ts'
import { asProblem, problemText } from '../../kit/problem.ts'
import { type ColumnPreference, shownColumns } from '../../ui/table/column-choice.ts'
import { Grid } from '../../ui/table/grid.tsx'
import type { GridQuery, GridSort } from '../../ui/table/query.ts'
import type { GridProps } from '../../ui/table/use-grid.ts'
import { parseColumns, toColumnsQuery, parseTableQuery, toTableQuery } from './table-query.ts'
import type { FigureScope, TableFile } from './table-file.ts'
import { lazyIdle } from '../../ui/lazy-idle.ts'
import { maxTableColumns, type TableSettings, userSettings } from '../../contract/users/settings.ts'
import type { Send } from '../../kit/api.ts'
import { type Runtime, useRuntime } from '../../kit/runtime.tsx'
import { useViewer } from '../scope/viewer.tsx'

const TableExport = lazyIdle(() => import('./table-export.tsx')) as <Row>(props: {
  readonly file: TableFile<Row>
  readonly label?: string
}) => ReactNode // lazy loses the row type

/** Lets a screen control its columns and their order. */
export interface ColumnControl {
  /** The columns to show, given the user's preferences. */
  readonly columnsFor: (preferences: readonly ColumnPreference[]) => readonly ColumnPreference[]
  /** Called when the user changes the columns. */
  readonly save: (preferences: readonly ColumnPreference[]) => void
}

type ControlledProps = 'query' | 'onQuery' | 'preferences' | 'onPreferences' | 'errorDetailsOf' | 'startRow'

export interface DataTableProps<Row> extends Omit<GridProps<Row>, ControlledProps> {
  /** The name under which the columns are stored for the user, such as `campaigns`. */
  readonly name: string
  /** The default sort order. */
  readonly defaultSort?: readonly GridSort[]
  /** Time zone of the days in the table, written to the exported file. */
  readonly zone?: string | undefined
  /** What the figures in the table cover, written to the exported file. */
  readonly figures?: FigureScope | undefined
  readonly noExport?: boolean
  /** Selected rows can be exported alone. All rows are exported by the table. */
  readonly exportsSelection?: boolean
  /** After the export, such as the button for a new record. */
  readonly toolsEnd?: ReactNode
  readonly columnControl?: ColumnControl
  /** Replaces the default export, which reads all rows in the browser. */
  readonly renderExport?: (file: TableFile<Row>) => ReactNode
}

/** The URL is updated after a pause, so that dragging a column adds one history entry and not ten. */
const urlUpdateDelayMs = 800

/** Columns come from the URL, else from the stored settings; widths always come from the settings. */
function usePreferences<Row>({ name, columns, columnControl }: DataTableProps<Row>) {
  const { query: searchParams, setQuery } = usePath()
  const { preferences: storedPreferences, setPreferences: storePreferences } = useTableSettings(name)
  /** Changes that are not in the URL yet. */
  const [pendingPreferences, setPendingPreferences] = useState<readonly ColumnPreference[]>()
  const urlPreferences = useMemo(() => parseColumns(searchParams, columns), [searchParams, columns])
  const preferences = useMemo(() => {
    if (pendingPreferences || !urlPreferences) return pendingPreferences ?? storedPreferences
    const widths = new Map(storedPreferences.map(({ key, width }) => [key, width]))
    return urlPreferences.map((preference) => ({ ...preference, width: widths.get(preference.key) }))
  }, [pendingPreferences, urlPreferences, storedPreferences])

  const updateUrl = useRef<(preferences: readonly ColumnPreference[]) => void>(undefined)
  updateUrl.current = (nextPreferences) => {
    setPendingPreferences(undefined)
    const next = toColumnsQuery(nextPreferences, columns)
    if ((next.columns ?? null) !== searchParams.get('columns')) setQuery(next)
  }
  useEffect(() => {
    if (!pendingPreferences) return
    const timer = setTimeout(() => updateUrl.current?.(pendingPreferences), urlUpdateDelayMs)
    return () => clearTimeout(timer)
  }, [pendingPreferences])
  const columnsFor = columnControl?.columnsFor
  const onPreferences = (nextPreferences: readonly ColumnPreference[]) => {
    columnControl?.save(nextPreferences)
    setPendingPreferences(nextPreferences)
    storePreferences(nextPreferences)
  }
  return { preferences: useMemo(() => columnsFor?.(preferences) ?? preferences, [columnsFor, preferences]), onPreferences }
}

/** A grid that keeps its sort, filters and columns in the URL, stores its columns for the user, and can be exported. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, source, defaultSort, zone, figures, currency, label, tools, toolsEnd, noExport = false, renderExport } = props
  const { exportsSelection = false } = props
  const { t, i18n } = useLingui()
  const { query: searchParams, setQuery } = usePath()
  const { preferences, onPreferences } = usePreferences(props)
  const gridQuery = useMemo(() => parseTableQuery(searchParams, columns, defaultSort), [searchParams, columns, defaultSort])
  const startRow = useRef(Number(searchParams.get('row') ?? 0) || 0)
  const onQueryChange = (next: GridQuery) => setQuery(toTableQuery(next, columns))
  const errorDetailsOf = (error: unknown) => {
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
  const selectionTools: GridProps<Row>['selectionTools'] = (selection, clear, replace) => {
    const rows = [...selection.rows.values()]
    const selected = { ...file, source: async () => ({ rows, total: rows.length }) }
    return (
      <>
        {props.selectionTools?.(selection, clear, replace)}
        {!selection.isAll && (
          <Suspense fallback={<span className="mini" />}>
            <TableExport file={selected} label={t`Export selected`} />
          </Suspense>
        )}
      </>
    )
  }
  return (
    <Grid
      {...props}
      {...(exportsSelection && { selectionTools })}
      query={gridQuery}
      onQuery={onQueryChange}
      preferences={preferences}
      onPreferences={onPreferences}
      errorDetailsOf={errorDetailsOf}
      startRow={startRow.current}
      tools={
        <>
          {tools}
          {renderExport
            ? renderExport(file)
            : !noExport && (
                <Suspense fallback={<span className="mini" />}>
                  <TableExport file={file} />
                </Suspense>
              )}
          {toolsEnd}
        </>
      }
    />
  )
}

/** The user's columns of one table, stored on the platform if there is a user. */
export interface TableSettingsStore {
  preferences(): readonly ColumnPreference[]
  setPreferences(preferences: readonly ColumnPreference[]): void
  onChange(hear: () => void): () => void
}

interface SettingsStoreOptions {
  readonly send: Send
  /** The user whose settings are stored; without one they stay in this page. */
  readonly userId: () => Promise<number | undefined>
  readonly name: string
  readonly pauseMs?: number
}

const usualPauseMs = 800

const preferencesOf = ({ columns }: TableSettings): ColumnPreference[] =>
  columns.map(({ key, is_shown: isShown, width }) => ({ key, isShown, width }))
const settingsOf = (preferences: readonly ColumnPreference[]): TableSettings => ({
  columns: preferences.slice(0, maxTableColumns).map(({ key, isShown, width }) => ({ key, is_shown: isShown, ...(width && { width }) })),
})

/** Loads settings once, applies changes locally, saves debounced with `send`, because the store is shared and nothing follows; save errors are ignored. */
export function createTableSettingsStore({ send, userId, name, pauseMs = usualPauseMs }: SettingsStoreOptions): TableSettingsStore {
  const listeners = new Set<() => void>()
  let preferences: readonly ColumnPreference[] = []
  let isTouched = false
  let isRead = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const path = async () => {
    const id = await userId()
    return id === undefined ? undefined : { userId: id, name }
  }
  const update = (next: readonly ColumnPreference[]) => {
    preferences = next
    for (const listener of listeners) listener()
  }
  const read = async () => {
    const ownPath = await path()
    const value = ownPath && (await send(userSettings.one, { path: ownPath })).value
    // A change made while loading is newer than the loaded settings.
    if (value && !isTouched) update(preferencesOf(value))
  }
  const write = async () => {
    const ownPath = await path()
    if (ownPath) await send(userSettings.change, { path: ownPath, body: { value: settingsOf(preferences) } })
  }
  const ignoreErrors = (act: () => Promise<void>) => void act().catch(() => undefined)
  return {
    preferences: () => preferences,
    setPreferences: (next) => {
      isTouched = true
      update(next)
      clearTimeout(timer)
      timer = setTimeout(() => ignoreErrors(write), pauseMs)
    },
    onChange: (listener) => {
      if (!isRead) ignoreErrors(read)
      isRead = true
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const memories = new WeakMap<Runtime, Map<string, TableSettingsStore>>()

function settingsStoreOf(runtime: Runtime, name: string, id: number | undefined): TableSettingsStore {
  const ofRuntime = memories.get(runtime) ?? new Map<string, TableSettingsStore>()
  memories.set(runtime, ofRuntime)
  const key = `${id} ${name}`
  const memory = ofRuntime.get(key) ?? createTableSettingsStore({ send: runtime.send, userId: async () => id, name: `table.${name}` })
  ofRuntime.set(key, memory)
  return memory
}

/** The stored columns of a table; without a user they last until the page closes. */
export function useTableSettings(name: string): Pick<TableSettingsStore, 'setPreferences'> & { preferences: readonly ColumnPreference[] } {
  const runtime = useRuntime()
  const viewer = useViewer()
  const id = viewer.state === 'known' ? viewer.person?.user_id : undefined
  const store = useMemo(() => settingsStoreOf(runtime, name, id), [runtime, name, id])
  return { preferences: useSyncExternalStore(store.onChange, store.preferences), setPreferences: store.setPreferences }
}
