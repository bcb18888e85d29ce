import { useLingui } from '@lingui/react/macro'
import { Suspense, type ReactNode, useEffect, useRef, useState } from 'react'
import { weekStartOf } from '../../ui/date/week-start.ts'
import { lazyIdle } from '../../ui/lazy-idle.ts'
import { addStyles } from '../../ui/theme/styles.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import css from './list.css'
import type { ListDates } from './date-query.ts'
import type { useList } from './list-source.ts'
import type { ViewsMenuProps } from './views/menu.tsx'
import { usePath } from '../../kit/path.ts'
import { SearchBox } from '../../ui/form/search-box.tsx'
import type { GridColumn } from '../../ui/table/column.ts'

addStyles(css)

const DateRangePicker = lazyIdle(async () => ({ default: (await import('../../ui/date/range-picker.tsx')).DateRangePicker }))
const ViewsMenu = lazyIdle(async () => ({ default: (await import('./views/menu.tsx')).ViewsMenu }))

const limits = { isFutureDisallowed: true }

interface ListLayoutProps {
  readonly heading: ReactNode
  /** Next to the heading, such as the button for a new record. */
  readonly actions?: ReactNode
  /** Tabs that lead to other lists. */
  readonly tabs?: ReactNode
  /** What the list covers, such as the chosen advertisers. */
  readonly scope?: ReactNode
  readonly children: ReactNode
}

/** Heading, tabs and scope of a list, above its content. */
export function ListLayout({ heading, actions, tabs, scope, children }: ListLayoutProps) {
  return (
    <div className="resource-list">
      <header className="list-head">
        <h2>{heading}</h2>
        {tabs && <div className="list-tabs">{tabs}</div>}
        <div className="row list-actions">{actions}</div>
      </header>
      {scope && (
        <div className="list-panel">
          <Suspense>{scope}</Suspense>
        </div>
      )}
      {children}
    </div>
  )
}

/** The dates of the metrics. */
function DatesOfList({ value, apply, today }: ListDates) {
  const { t, i18n } = useLingui()
  return (
    <DateRangePicker label={t`Dates`} value={value} onApply={apply} today={today} weekStart={weekStartOf(i18n.locale)} limits={limits} />
  )
}

export interface ResourceListProps<Row>
  extends Omit<DataTableProps<Row>, 'source' | 'staleness' | 'toolbarStart'>,
    Omit<ListLayoutProps, 'children'> {
  /** The rows, from `useList`. */
  readonly list: Pick<ReturnType<typeof useList>, 'staleness'> & Pick<DataTableProps<Row>, 'source'>
  /** The label of the search box, which filters by the column that `isSearched`. */
  readonly search?: string
  /** The user's saved views. */
  readonly views?: ViewsMenuProps | undefined
  /** The dates of the metrics. */
  readonly dates?: ListDates | undefined
  /** Above the rows, such as totals. */
  readonly above?: ReactNode
  /** Below the table, such as a note and open dialogs. */
  readonly below?: ReactNode
}

/** A list screen: heading, tabs, search, views, dates, and a table that is loaded again when its rows are out of date. */
export function ResourceList<Row>(props: ResourceListProps<Row>) {
  const { list, search, above, below, heading, actions, tabs, views, scope, dates, tools, ...table } = props
  return (
    <ListLayout heading={heading} actions={actions} tabs={tabs} scope={scope}>
      <DataTable
        density="comfortable"
        fitsPage
        {...table}
        source={list.source}
        staleness={list.staleness}
        summary={above}
        toolbarStart={
          <>
            {search !== undefined && <ListSearch label={search} field={searchedField(table.columns)} />}
            {views && (
              <Suspense fallback={<span className="chip bare views" />}>
                <ViewsMenu {...views} />
              </Suspense>
            )}
          </>
        }
        tools={
          <>
            {dates && (
              <Suspense>
                <DatesOfList {...dates} />
              </Suspense>
            )}
            {tools}
          </>
        }
      />
      {below}
    </ListLayout>
  )
}

/** How long typing must pause before the search starts. */
const debounceMs = 500

interface DebouncedSearchProps {
  readonly label: string
  /** The current search text. */
  readonly value: string
  readonly onSearch: (words: string) => void
}

/** A search box that searches after typing pauses. */
export function DebouncedSearch({ label, value, onSearch }: DebouncedSearchProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const latestOnSearch = useRef<(words: string) => void>(undefined)
  latestOnSearch.current = (words) => {
    sent.current = words
    onSearch(words)
  }
  useEffect(() => {
    // The search text was changed elsewhere, by going back or by clearing all filters.
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text.trim() === sent.current) return
    const timer = setTimeout(() => latestOnSearch.current?.(text.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <SearchBox
      label={label}
      value={text}
      onChange={setText}
      onEnter={() => text.trim() !== sent.current && latestOnSearch.current?.(text.trim())}
    />
  )
}

/** The column that the search box filters. */
const searchedField = <Row,>(columns: readonly GridColumn<Row>[]) =>
  columns.find(({ filter, isFilteredElsewhere }) => isFilteredElsewhere && filter?.kind === 'contains')?.key

interface ListSearchProps {
  readonly label: string
  readonly field?: string | undefined
}

/** Filters a list by a text, of its names by default; the text is stored in the URL. */
export function ListSearch({ label, field = 'name' }: ListSearchProps) {
  const { query, setQuery } = usePath()
  const filter = `filter.${field}`
  const search = (words: string) => setQuery({ [filter]: words || undefined, row: undefined })
  return <DebouncedSearch label={label} value={query.get(filter) ?? ''} onSearch={search} />
}
