import type { ReactNode } from 'react'
import { addStyles } from '../theme/styles.ts'
import css from './table.css'

addStyles(css)

export interface TableColumn {
  readonly id: string
  readonly label: string
  readonly isNumber: boolean
}
export interface TableRow {
  readonly id: string
  readonly cells: readonly ReactNode[]
  readonly isTotal?: boolean
}

/** A static table. The first column is sticky and numbers align to the end. */
export function Table({ caption, columns, rows }: { caption: string; columns: readonly TableColumn[]; rows: readonly TableRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrolling area must be reachable by keyboard
    <section className="scroller" part="table" aria-label={caption} tabIndex={0}>
      <table>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, label, isNumber }) => (
              <th key={id} scope="col" className={isNumber ? 'end' : ''}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Row = ({ row, columns }: { row: TableRow; columns: readonly TableColumn[] }) => (
  <tr className={row.isTotal ? 'total' : ''}>
    {columns.map(({ id, isNumber }, index) =>
      index === 0 ? (
        <th key={id} scope="row">
          {row.cells[index]}
        </th>
      ) : (
        <td key={id} className={isNumber ? 'end' : ''}>
          {row.cells[index]}
        </td>
      ),
    )}
  </tr>
)
