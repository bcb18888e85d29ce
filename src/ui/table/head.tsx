import { useLingui } from '@lingui/react/macro'
import { type PointerEvent, useRef } from 'react'
import { Icon } from '../icon/icon.tsx'
import { sortArrow } from './icons.ts'
import { type CellFormat, totalText } from './cell-text.ts'
import { alignOf, type ColumnInfo, type GridColumn, headerOf } from './column.ts'
import type { GridSort, GridTotals } from './query.ts'
import { cellRole, rowRole } from './roles.ts'
import { describedTooltip } from '../dialog/tooltip-text.ts'

interface HeadProps<Row> {
  readonly headRows: number
  readonly columns: readonly GridColumn<Row>[]
  readonly sort: readonly GridSort[]
  /** The current column in the header; -1 for none. */
  readonly at: number
  readonly describedBy: string
  /** Undefined if rows cannot be selected. */
  readonly picked: 'all' | 'some' | 'none' | undefined
  readonly onResize: (column: GridColumn<Row>, width: number, isDone: boolean) => void
}

const sortWords = { asc: 'ascending', desc: 'descending' } as const
const sortRole = ({ isSortable }: ColumnInfo, order: GridSort['order'] | undefined) => ({
  'aria-sort': isSortable ? (order ? sortWords[order] : ('none' as const)) : undefined,
})

/** Drag handle for the column width. */
function Edge({ onWidth }: { onWidth: (width: number, isDone: boolean) => void }) {
  const from = useRef<{ x: number; width: number; turn: number }>(undefined)
  const start = (event: PointerEvent<HTMLSpanElement>) => {
    const head = event.currentTarget.parentElement
    if (!head) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    const turn = getComputedStyle(head).direction === 'rtl' ? -1 : 1
    from.current = { x: event.clientX, width: head.getBoundingClientRect().width, turn }
  }
  const move = (isDone: boolean) => (event: PointerEvent) => {
    const { current } = from
    if (!current) return
    if (isDone) from.current = undefined
    onWidth(current.width + (event.clientX - current.x) * current.turn, isDone)
  }
  return <span className="edge" onPointerDown={start} onPointerMove={move(false)} onPointerUp={move(true)} onPointerCancel={move(true)} />
}

function SelectAllCheckbox({ picked }: { picked: 'all' | 'some' | 'none' }) {
  const { t } = useLingui()
  return (
    <input
      type="checkbox"
      className="pick"
      tabIndex={-1}
      aria-label={t`Select all`}
      checked={picked === 'all'}
      ref={(node) => {
        if (node) node.indeterminate = picked === 'some'
      }}
      onChange={() => undefined}
    />
  )
}

/** Header row: a click sorts, dragging an edge resizes. */
export function GridHead<Row>({ headRows, columns, sort, at, describedBy, picked, onResize }: HeadProps<Row>) {
  return (
    <div {...rowRole(-headRows, 1)} className="grid-row grid-names">
      {columns.map((column, position) => {
        const nth = sort.findIndex(({ key }) => key === column.key)
        const order = sort[nth]?.order
        return (
          <div
            key={column.key}
            {...cellRole('columnheader', position)}
            {...sortRole(column, order)}
            className={`grid-cell ${alignOf(column)} ${column.isSortable ? 'sortable' : ''}`}
            aria-describedby={describedBy}
            {...describedTooltip(column.hint)}
            tabIndex={position === at ? 0 : -1}
          >
            {position === 0 && picked && <SelectAllCheckbox picked={picked} />}
            <span className="cell-text">{headerOf(column)}</span>
            {order && <Icon shape={sortArrow} className={`sorted ${order}`} />}
            {order && sort.length > 1 && <small>{nth + 1}</small>}
            <Edge onWidth={(width, isDone) => onResize(column, width, isDone)} />
          </div>
        )
      })}
    </div>
  )
}

interface TotalsProps<Row> {
  readonly columns: readonly GridColumn<Row>[]
  readonly totals: GridTotals
  readonly label: string
  readonly at: number
  readonly format: CellFormat
  readonly hasPick: boolean
}

/** The totals over all matching rows. */
export const GridTotalsRow = <Row,>({ columns, totals, label, at, format, hasPick }: TotalsProps<Row>) => (
  <div {...rowRole(-1, 2)} className="grid-row grid-totals">
    {columns.map((column, position) => (
      <div
        key={column.key}
        {...cellRole(position === 0 ? 'rowheader' : 'gridcell', position)}
        className={`grid-cell ${alignOf(column)}`}
        tabIndex={position === at ? 0 : -1}
      >
        {position === 0 && hasPick && <span className="pick-room" />}
        <span className="cell-text">
          {position === 0 ? label : column.key in totals ? totalText(column, totals[column.key] ?? null, format) : ''}
        </span>
      </div>
    ))}
  </div>
)
