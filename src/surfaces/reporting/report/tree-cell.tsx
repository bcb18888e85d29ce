import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { Icon } from '../../../ui/icon/icon.tsx'
import { chevronEnd } from '../../../ui/icon/control-icons.ts'
import type { TableRow } from './tree.ts'

interface TreeCellProps {
  readonly row: TableRow
  readonly onToggle: (row: TableRow) => void
  readonly children: ReactNode
}

/** The name of a row, in a tree indented by its level. The name of a group shows or hides the rows inside. */
export function TreeCell({ row, onToggle, children }: TreeCellProps) {
  const { level, isOpen } = row
  if (level === undefined) return children
  const style = { '--report-level': level } as CSSProperties // CSSProperties has no custom properties
  return (
    <span className={`report-tree-cell ${isOpen === undefined ? 'leaf' : ''}`} style={style}>
      {isOpen === undefined ? (
        children
      ) : (
        // The row tells whether it is expanded.
        <button type="button" tabIndex={-1} className={`report-tree-name ${isOpen ? 'open' : ''}`} onClick={() => onToggle(row)}>
          <Icon shape={chevronEnd} />
          <span className="cell-text">{children}</span>
        </button>
      )}
    </span>
  )
}

/** ARIA state of a row in the tree. */
export const treeRowState = ({ level, isOpen }: TableRow) =>
  level === undefined ? undefined : { 'aria-level': level + 1, 'aria-expanded': isOpen }

/** Arrow keys on the name of a group show or hide its rows before they move to another cell. */
export function onTreeKey(event: KeyboardEvent<HTMLElement>) {
  const { key, target } = event
  const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
  // An open menu of the row is inside the cell too, and has keys of its own.
  const isName = target instanceof Element && target.matches('[data-column="0"], .report-tree-name')
  const cell = isName ? target.closest<HTMLElement>('[data-column="0"]') : null
  const state = cell?.closest('[data-row]')?.getAttribute('aria-expanded')
  if (!cell || !state || !isPlain) return
  const isRightToLeft = getComputedStyle(cell).direction === 'rtl'
  const opening = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const closing = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  if (key !== (state === 'true' ? closing : opening)) return
  event.preventDefault()
  event.stopPropagation()
  cell.querySelector<HTMLElement>('.report-tree-name')?.click()
}
