import type { I18n } from '@lingui/core'
import type { ReactNode } from 'react'
import { type MenuItem, Menu } from '../../ui/dialog/menu.tsx'
import { StatusBadge } from '../../ui/badge/status-badge.tsx'
import { statusLabel } from '../../ui/badge/status-labels.ts'
import { DateText } from '../../ui/format/date-text.tsx'
import { type LinkTarget, Link } from '../../ui/navigation/link.tsx'
import type { CellKind, CellOption, CellValue, ColumnFilter, GridColumn } from '../../ui/table/column.ts'
import { useLingui } from '@lingui/react/macro'
import { Icon } from '../../ui/icon/icon.tsx'
import { more } from '../../ui/icon/icons.ts'

type GridColumnOptions<Row> = Partial<Omit<GridColumn<Row>, 'key' | 'header' | 'kind' | 'filter'>>

interface FilterOptions {
  /** Offers the filter of the kind: a part of a text, or a range. */
  readonly isFiltered?: boolean
  /** The screen's search box filters by this column. */
  readonly isSearched?: boolean
  /** The values to filter by. */
  readonly options?: readonly CellOption[]
}

interface ColumnOptions<Row> extends GridColumnOptions<Row>, FilterOptions {}

interface StatusOptions<Row> extends ColumnOptions<Row> {
  readonly i18n: I18n
  /** The statuses to filter by. */
  readonly statuses: readonly string[]
}

interface DateOptions<Row> extends ColumnOptions<Row> {
  /** Shown instead of a missing date. */
  readonly none?: ReactNode
}

interface LinkOptions<Row> extends ColumnOptions<Row> {
  /** Undefined shows the name as text. */
  readonly target?: (row: Row) => LinkTarget
  /** The second line, such as the advertiser and the id. */
  readonly note?: (row: Row) => ReactNode
  /** The menu of the row. */
  readonly acts?: (row: Row) => readonly MenuItem[]
  readonly onAct?: (row: Row, id: string) => void
}

/** The fields of a row that a cell can show. */
type FieldOf<Row> = { [K in keyof Row]: Row[K] extends CellValue ? K : never }[keyof Row] & string
type WithValue<Row> = Pick<GridColumn<Row>, 'value'>

/** Makes a column of a field of the row, or of any value. */
interface MakeColumn {
  <Row>(key: FieldOf<Row>, header: string, options?: ColumnOptions<Row>): GridColumn<Row>
  <Row>(key: string, header: string, options: ColumnOptions<Row> & WithValue<Row>): GridColumn<Row>
}

const fieldValue =
  <Row,>(key: string) =>
  (row: Row) =>
    row[key as keyof Row] as CellValue // the signatures above accept only keys of such fields

function filterOf({ options, isFiltered, isSearched }: FilterOptions, kind: CellKind): ColumnFilter | undefined {
  if (options) return { kind: 'one-of', options }
  if (!isFiltered && !isSearched) return undefined
  return { kind: kind === 'text' ? 'contains' : 'between' }
}

const createColumn =
  (kind: CellKind): MakeColumn =>
  <Row,>(key: string, header: string, columnOptions: ColumnOptions<Row> = {}): GridColumn<Row> => {
    const { isFiltered, isSearched, options, ...column } = columnOptions
    const filter = filterOf(columnOptions, kind)
    return {
      key,
      header,
      kind,
      value: fieldValue<Row>(key),
      ...column,
      ...(filter && { filter }),
      ...(isSearched && { isFilteredElsewhere: true }),
    }
  }

const text = createColumn('text')

/** The columns of a list, one line a column. Options that are not named here are those of the table's own columns. */
export const columns = {
  text,
  number: createColumn('number'),
  money: createColumn('money'),
  percent: createColumn('percent'),
  ratio: createColumn('ratio'),

  /** A status with its badge, filtered by its values. */
  status: <Row,>(key: FieldOf<Row>, header: string, { i18n, statuses, ...columnOptions }: StatusOptions<Row>): GridColumn<Row> => {
    const value = fieldValue<Row>(key)
    const options = statuses.map((status) => ({ value: status, label: statusLabel(status, i18n) }))
    return {
      ...createColumn('status')<Row>(key, header, {
        render: (row) => <StatusBadge status={String(value(row))} />,
        ...columnOptions,
        options,
        value,
      }),
    }
  },

  /** A day of the calendar. */
  date: <Row,>(key: FieldOf<Row>, header: string, { none, ...options }: DateOptions<Row> = {}): GridColumn<Row> => {
    const value = fieldValue<Row>(key)
    const day = (row: Row) => {
      const day = value(row)
      return day === null ? none : <DateText day={String(day)} />
    }
    return createColumn('date')<Row>(key, header, { ...(none !== undefined && { render: day }), ...options, value })
  },

  /** The name of a record, which leads to it, with a second line and the menu of the row. */
  link: <Row,>(key: FieldOf<Row>, header: string, linkOptions: LinkOptions<Row>): GridColumn<Row> => {
    const { target, note, acts, onAct, value = fieldValue<Row>(key), ...options } = linkOptions
    const name = (row: Row) => (
      <NameCell name={String(value(row))} target={target?.(row)} note={note?.(row)} acts={acts?.(row)} onAct={(id) => onAct?.(row, id)} />
    )
    return text<Row>(key, header, { ...(target && { isPressed: true }), render: name, ...options, value })
  },
}

interface NameCellProps {
  readonly name: string
  readonly target: LinkTarget | undefined
  /** Second line of the cell, such as the advertiser and the id. */
  readonly note?: ReactNode
  readonly acts: readonly MenuItem[] | undefined
  readonly onAct: (id: string) => void
}

/** The first cell of a row: name, second line and action menu. */
export function NameCell({ name, target, note, acts = [], onAct }: NameCellProps) {
  const { t } = useLingui()
  return (
    <>
      <span className="cell-lines grow">
        {target ? (
          <Link target={target} className="cell-name" tabIndex={-1}>
            {name}
          </Link>
        ) : (
          <span className="cell-name">{name}</span>
        )}
        {note && <small className="when-wide">{note}</small>}
      </span>
      {acts.length > 0 && (
        <Menu label={t`More actions for ${name}`} items={acts} onSelect={onAct} tabIndex={-1} className="mini row-acts">
          <Icon shape={more} />
        </Menu>
      )}
    </>
  )
}

/** A cell with two lines: a value and a note. */
export const TwoLineCell = ({ value, note }: { readonly value: ReactNode; readonly note?: ReactNode }) => (
  <span className="cell-lines">
    <span>{value}</span>
    {note && <small>{note}</small>}
  </span>
)
