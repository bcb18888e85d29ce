import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import { lazyIdle } from '../lazy-idle.ts'
import { Overlay } from '../dialog/overlay.tsx'
import { addStyles } from '../theme/styles.ts'
import { LoadingSkeleton } from '../states.tsx'
import type { CellFormat } from './cell-text.ts'
import type { ColumnPreference } from './column-choice.ts'
import { filterText } from './filter-text.ts'
import { type ColumnInfo, headerOf } from './column.ts'
import { columnsIcon, cross, plus } from './icons.ts'
import css from './toolbar.css'
import { type GridFilter, type GridQuery, withFilter } from './query.ts'
import { tooltip } from '../dialog/tooltip-text.ts'

addStyles(css)

// The panels load on first use, or earlier in the background.
const ColumnsPanel = lazyIdle(() => import('./columns-panel.tsx').then((panel) => ({ default: panel.ColumnsPanel })))
const FilterForm = lazyIdle(() => import('./filter-panel.tsx').then((panel) => ({ default: panel.FilterForm })))
const FilterList = lazyIdle(() => import('./filter-panel.tsx').then((panel) => ({ default: panel.FilterList })))

interface ToolbarProps {
  readonly columns: readonly ColumnInfo[]
  readonly query: GridQuery
  readonly onQuery: (query: GridQuery) => void
  readonly preferences: readonly ColumnPreference[]
  readonly onPreferences: (preferences: readonly ColumnPreference[]) => void
  readonly format: CellFormat
  readonly total: number | undefined
  readonly onAnnounce: (text: string) => void
  readonly toolbarStart?: ReactNode
  readonly tools?: ReactNode
}

interface PanelButtonProps {
  readonly label?: string
  readonly className: string
  readonly icon?: ReactNode
  readonly text?: ReactNode
  readonly side?: 'bottom-start' | 'bottom-end'
  readonly children: (close: () => void) => ReactNode
}

/** A button that opens a panel; closing the panel returns the focus to the button. */
function PanelButton({ label, className, icon, text, side = 'bottom-start', children }: PanelButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const anchor: RefObject<HTMLButtonElement | null> = useRef(null)
  const close = () => {
    setOpen(false)
    anchor.current?.focus()
  }
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={className}
        aria-label={label}
        {...tooltip(label)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {icon}
        {text}
      </button>
      {isOpen && (
        <Overlay anchor={anchor} onClose={() => setOpen(false)} side={side} role="dialog" isSheet {...(label && { label })} maxHeight={420}>
          <Suspense fallback={<LoadingSkeleton height={120} />}>{children(close)}</Suspense>
        </Overlay>
      )}
    </>
  )
}

interface ChipProps {
  readonly column: ColumnInfo
  readonly filter: GridFilter
  readonly format: CellFormat
  readonly onFilter: (filter: GridFilter | undefined) => void
}

/** Chip of an active filter: click to edit or remove it. */
function FilterChip({ column, filter, format, onFilter }: ChipProps) {
  const { t, i18n } = useLingui()
  const header = headerOf(column)
  const words = (
    <>
      <span className="quiet">{header}</span> <strong>{filterText(filter, column, format, i18n)}</strong>
    </>
  )
  return (
    <span className="chip filter">
      <PanelButton className="bare-act" text={words}>
        {(close) => (
          <FilterForm
            column={column}
            filter={filter}
            onApply={(next) => {
              close()
              onFilter(next)
            }}
          />
        )}
      </PanelButton>
      <button type="button" className="bare-act" aria-label={t`Remove the filter ${header}`} onClick={() => onFilter(undefined)}>
        <Icon shape={cross} />
      </button>
    </span>
  )
}

interface NewFilterProps {
  readonly columns: readonly ColumnInfo[]
  readonly onFilter: (key: string, filter: GridFilter | undefined) => void
}

/** Asks for the column first, then for its filter. */
function NewFilter({ columns, onFilter }: NewFilterProps) {
  const [column, setColumn] = useState<ColumnInfo>()
  if (!column) return <FilterList columns={columns} onSelect={setColumn} />
  return <FilterForm column={column} filter={undefined} onApply={(filter) => onFilter(column.key, filter)} />
}

/** Toolbar above a grid: filters, row count, column settings and the screen's own tools. */
export function GridToolbar(props: ToolbarProps) {
  const { columns, query, onQuery, preferences, onPreferences, format, total, onAnnounce, toolbarStart, tools } = props
  const { t } = useLingui()
  const filterable = columns.filter(({ filter, isFilteredElsewhere }) => filter && !isFilteredElsewhere)
  const onFilter = (key: string, filter: GridFilter | undefined) => onQuery(withFilter(query, key, filter))
  return (
    <div className="grid-tools">
      {toolbarStart}
      {filterable.flatMap((column) => {
        const filter = query.filters[column.key]
        return filter ? (
          <FilterChip key={column.key} column={column} filter={filter} format={format} onFilter={(next) => onFilter(column.key, next)} />
        ) : (
          []
        )
      })}
      {filterable.length > 0 && (
        <PanelButton className="chip dashed" icon={<Icon shape={plus} />} text={<Trans>Filter</Trans>} label={t`Filter`}>
          {(close) => (
            <NewFilter
              columns={filterable.filter(({ key }) => !query.filters[key])}
              onFilter={(key, filter) => {
                close()
                onFilter(key, filter)
              }}
            />
          )}
        </PanelButton>
      )}
      <span className="grow" />
      <span className="quiet grid-count">{total !== undefined && <Plural value={total} one="# row" other="# rows" />}</span>
      <PanelButton className="mini columns" label={t`Columns`} icon={<Icon shape={columnsIcon} />} side="bottom-end">
        {() => <ColumnsPanel columns={columns} preferences={preferences} onPreferences={onPreferences} onAnnounce={onAnnounce} />}
      </PanelButton>
      {tools}
    </div>
  )
}
