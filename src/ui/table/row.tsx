import { useLingui } from '@lingui/react/macro'
import { memo, type ReactNode, Suspense } from 'react'
import { lazyIdle } from '../lazy-idle.ts'
import type { CellEditor as Editor, ChangedCell as Changed, EditExit } from './cell-editor.tsx'
import { type CellFormat, cellText } from './cell-text.ts'
import { alignOf, type CardPart, type GridColumn, headerOf } from './column.ts'
import { cellRole, rowRole } from './roles.ts'
import type { CellChange, RowChanges } from './use-cell-edits.ts'
import { describedTooltip } from '../dialog/tooltip-text.ts'

/** ARIA state of a row in a tree. */
export interface RowState {
  readonly 'aria-level': number
  /** Undefined if the row has no rows inside. */
  readonly 'aria-expanded': boolean | undefined
}

/** Row callbacks. The object stays the same for the lifetime of the grid, so that rows do not re-render. */
export interface RowCallbacks<Row> {
  name(row: Row): string
  readonly state: ((row: Row) => RowState | undefined) | undefined
  save(index: number, column: GridColumn<Row>, text: string, end: EditExit): void
  cancelEdit(index: number): void
}

interface RowProps<Row> {
  readonly index: number
  /** Number of header rows, which aria-rowindex includes. */
  readonly headRows: number
  /** Offset from the first row, in pixels. */
  readonly top: number
  readonly row: Row | undefined
  readonly columns: readonly GridColumn<Row>[]
  /** The part of each column in a card; undefined in a table. */
  readonly parts: readonly CardPart[] | undefined
  readonly format: CellFormat
  /** The current column in this row; -1 for none. */
  readonly at: number
  readonly isEditing: boolean
  readonly changes: RowChanges | undefined
  /** Undefined if rows cannot be selected. */
  readonly isSelected: boolean | undefined
  readonly callbacks: RowCallbacks<Row>
}

// The first paint needs neither.
const CellEditor = lazyIdle(async () => ({ default: (await import('./cell-editor.tsx')).CellEditor })) as typeof Editor // lazy loses the row type
const ChangedCell = lazyIdle(async () => ({ default: (await import('./cell-editor.tsx')).ChangedCell })) as typeof Changed // lazy loses the row type

const noop = () => undefined

/** The figures of a card have no header above them. The first one is the best known and has no label. */
const isLabeled = (part: CardPart | undefined) => part === 'figure-2' || part === 'figure-3'

/** Skeleton of a value. Only the first of a row has a label for screen readers. */
function CellSkeleton({ isNamed }: { isNamed: boolean }) {
  const { t } = useLingui()
  return isNamed ? <span className="skeleton-block" role="img" aria-label={t`Loading`} /> : <span className="skeleton-block" />
}

/** Content of a cell: skeleton, editor, pending change, or value. */
function content<Row>(props: RowProps<Row>, column: GridColumn<Row>, position: number): ReactNode {
  const { row, format, isEditing, changes, index, callbacks, at } = props
  const isHere = position === at
  if (row === undefined) return <CellSkeleton isNamed={position === 0} />
  const change = changes?.get(column.key)
  if (isEditing && isHere)
    return (
      <Suspense>
        <CellEditor
          column={column}
          row={row}
          name={callbacks.name(row)}
          change={change}
          onSave={(text, end) => callbacks.save(index, column, text, end)}
          onCancel={() => callbacks.cancelEdit(index)}
        />
      </Suspense>
    )
  if (change)
    return (
      <Suspense>
        <ChangedCell column={column} row={row} change={change} format={format} isHere={isHere} />
      </Suspense>
    )
  return column.render ? column.render(row) : <span className="cell-text">{cellText(column, row, format)}</span>
}

/** ARIA state and tooltip of a cell. */
const cellStateOf = (isOpen: boolean, lockReason: string | undefined, change: CellChange | undefined) => ({
  'aria-readonly': isOpen ? undefined : true,
  ...describedTooltip(lockReason),
  'aria-invalid': change?.state === 'failed' ? true : undefined,
})

function RowCells<Row>(props: RowProps<Row>) {
  const { t } = useLingui()
  const { index, headRows, top, row, columns, parts, at, isSelected, callbacks, changes } = props
  const lockOf = ({ edit }: GridColumn<Row>) => (row === undefined ? undefined : edit?.readonlyBecause?.(row))
  const isEditable = (column: GridColumn<Row>) => row !== undefined && column.edit !== undefined && lockOf(column) === undefined
  return (
    <div
      {...rowRole(index, index + headRows + 1, isSelected)}
      {...(row !== undefined && callbacks.state?.(row))}
      className="grid-row"
      style={{ top }}
    >
      {columns.map((column, position) => (
        <div
          key={column.key}
          {...cellRole(position === 0 ? 'rowheader' : 'gridcell', position)}
          className={`grid-cell ${alignOf(column)} ${parts?.[position] ?? ''} ${isEditable(column) && position > 0 ? 'editable' : ''}`}
          {...cellStateOf(isEditable(column), lockOf(column), changes?.get(column.key))}
          tabIndex={position === at ? 0 : undefined}
        >
          {position === 0 && isSelected !== undefined && (
            <input
              type="checkbox"
              className="pick"
              tabIndex={-1}
              aria-label={row === undefined ? t`Select` : t`Select ${callbacks.name(row)}`}
              checked={isSelected}
              disabled={row === undefined}
              onChange={noop}
            />
          )}
          {isLabeled(parts?.[position]) && <span className="card-label">{headerOf(column)}</span>}
          {content(props, column, position)}
        </div>
      ))}
    </div>
  )
}

/** Memoized: a row renders again only when its own props change. */
export const GridRow = memo(RowCells) as typeof RowCells // memo drops the type parameter
