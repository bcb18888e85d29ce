import { useLingui } from '@lingui/react/macro'
import { Suspense, type ReactNode } from 'react'
import { weekStartOf } from '../../ui/date/week-start.ts'
import { lazyIdle } from '../../ui/lazy-idle.ts'
import { addStyles } from '../../ui/theme/styles.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import css from './list.css'
import type { ListDates } from './list-query.ts'
import { ListSearch } from './list-search.tsx'
import type { useList } from './list-source.ts'
import type { ViewsMenuProps } from './views/menu.tsx'

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
  /** The user's saved views, at the end of the tabs. */
  readonly views?: ViewsMenuProps | undefined
  /** What the list covers, such as the chosen advertisers. */
  readonly scope?: ReactNode
  /** The dates of the metrics. */
  readonly dates?: ListDates | undefined
  readonly children: ReactNode
}

/** Heading, tabs, scope and dates of a list, above its content. */
export function ListLayout({ heading, actions, tabs, views, scope, dates, children }: ListLayoutProps) {
  const { t, i18n } = useLingui()
  return (
    <div className="resource-list">
      <header className="list-head">
        <h2>{heading}</h2>
        <span className="grow" />
        {actions}
      </header>
      {tabs && (
        <div className="list-tabs">
          {tabs}
          {views && (
            <Suspense fallback={<span className="chip bare views" />}>
              <ViewsMenu {...views} />
            </Suspense>
          )}
        </div>
      )}
      {(scope || dates) && (
        <div className="list-panel">
          <Suspense>
            {scope}
            {dates && (
              <DateRangePicker
                label={t`Dates`}
                value={dates.value}
                onApply={dates.apply}
                today={dates.today}
                weekStart={weekStartOf(i18n.locale)}
                limits={limits}
              />
            )}
          </Suspense>
        </div>
      )}
      {children}
    </div>
  )
}

export interface ResourceListProps<Row>
  extends Omit<DataTableProps<Row>, 'source' | 'staleness' | 'toolbarStart'>,
    Omit<ListLayoutProps, 'children'> {
  /** The rows, from `useList`. */
  readonly list: Pick<ReturnType<typeof useList>, 'staleness'> & Pick<DataTableProps<Row>, 'source'>
  /** The label of the search box, which filters by the column that `isSearched`. */
  readonly search?: string
  /** Above the table, such as totals. */
  readonly above?: ReactNode
  /** Below the table, such as a note and open dialogs. */
  readonly below?: ReactNode
}

/** A list screen: heading, tabs, dates, search, and a table that is loaded again when its rows are out of date. */
export function ResourceList<Row>(props: ResourceListProps<Row>) {
  const { list, search, above, below, heading, actions, tabs, views, scope, dates, ...table } = props
  return (
    <ListLayout heading={heading} actions={actions} tabs={tabs} views={views} scope={scope} dates={dates}>
      {above}
      <DataTable
        density="comfortable"
        {...table}
        source={list.source}
        staleness={list.staleness}
        toolbarStart={search !== undefined && <ListSearch label={search} />}
      />
      {below}
    </ListLayout>
  )
}
