import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ClipboardEvent, KeyboardEvent, MouseEvent } from 'react'
import { nextCell } from './cell-steps.ts'
import { cellText, tsvOf } from './cell-text.ts'
import type { GridColumn } from './column.ts'
import { selectedCount } from './selection.ts'
import type { GridProps, GridState } from './use-grid.ts'
import { maxRangeRows, rowsToCopy } from './use-selection.ts'

/** Width change per arrow key, in pixels. */
const widthStep = 16

/** The cell that contains the event target. */
function cellOf(target: EventTarget) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const line = cell?.closest<HTMLElement>('[data-row]')
  return cell && line ? { cell, row: Number(line.dataset.row), column: Number(cell.dataset.column) } : undefined
}
const isOwnField = (target: EventTarget) => target instanceof Element && target.matches('.cell-field')
const isPick = (target: EventTarget) => target instanceof Element && target.matches('.pick')
const isMenuKey = ({ key, shiftKey }: KeyboardEvent) => key === 'ContextMenu' || (key === 'F10' && shiftKey)
/** Opens the menu of the current row, if it has one. */
function openMenu({ target }: KeyboardEvent) {
  const menu = cellOf(target)?.cell.closest('[data-row]')?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
  menu?.click()
  return menu !== undefined && menu !== null
}
const directionOf = (node: Element) => getComputedStyle(node).direction

interface Press<Row> {
  readonly event: KeyboardEvent<HTMLElement>
  readonly isMod: boolean
  readonly column: GridColumn<Row> | undefined
}

/** Keyboard, mouse and clipboard handlers of the grid. */
export function useGridHandlers<Row>(grid: GridState<Row>, { noSelection = false, rowId, choice }: GridProps<Row>) {
  const { t } = useLingui()
  const { position, go, shape, columns, rows, selection, edits, total, format } = grid
  const isHead = position.row < 0
  const isNames = position.row === shape.head

  /** Starts editing the cell, or clicks the link or button in it. */
  function enter(column: GridColumn<Row>, cell: HTMLElement | undefined, isForced: boolean) {
    const row = rows.windows.row(position.row)
    const isSaving = row !== undefined && edits.of(rowId(row))?.get(column.key)?.state === 'saving'
    const locked = row === undefined ? undefined : column.edit?.readonlyBecause?.(row)
    if (column.isPressed && !isForced) cell?.querySelector<HTMLElement>('a[href], button')?.click()
    else if (locked !== undefined) grid.announce(locked)
    else if (column.edit && row !== undefined && !isSaving) go(position, true)
    else cell?.querySelector<HTMLElement>('a[href], button')?.click()
  }

  function leaveGrid(): boolean {
    const row = rows.windows.row(position.row)
    const key = columns.shown[position.column]?.key ?? ''
    if (row !== undefined && edits.drop(rowId(row), key)) return true
    const isAny = selectedCount(selection.selection, total) > 0
    if (isAny) selection.clear()
    return isAny
  }

  /** Keys in the header row: sort and resize. */
  function inNames({ event, column }: Press<Row>): boolean {
    if (!column || !isNames) return false
    if (event.key === 'Enter' || event.key === ' ') {
      grid.sortBy(column, event.shiftKey)
      return true
    }
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!event.shiftKey || by === undefined) return false
    const turn = directionOf(event.currentTarget) === 'rtl' ? -1 : 1
    const width = (columns.widths[position.column] ?? 0) + by * turn * widthStep
    columns.resize(column, width)
    grid.announce(t`${column.header}: ${width} pixels wide`)
    return true
  }

  /** Keys that select rows. */
  function inRows({ event, isMod }: Press<Row>): boolean {
    if (noSelection) return false
    if (isMod && event.key.toLowerCase() === 'a') {
      selection.all()
      return true
    }
    if (isHead) return false
    if (event.key === ' ') {
      if (event.shiftKey) selection.extendTo(position.row)
      else selection.toggle(position.row)
      return true
    }
    if (!event.shiftKey || !/^(Arrow(Up|Down)|Page(Up|Down)|Home|End)$/.test(event.key)) return false
    const isToEnd = isMod || event.key === 'Home' || event.key === 'End'
    const next = nextCell(position, { key: event.key, isToEnd, isRightToLeft: false }, shape)
    if (!next || next.row < 0) return true
    go({ row: next.row, column: position.column })
    selection.extendTo(next.row)
    return true
  }

  function move({ event, isMod }: Press<Row>): boolean {
    const isRightToLeft = directionOf(event.currentTarget) === 'rtl'
    const next = nextCell(position, { key: event.key, isToEnd: isMod, isRightToLeft }, shape)
    if (!next) return false
    go(next)
    selection.anchorAt(Math.max(0, next.row))
    return true
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || isOwnField(event.target)) return
    const column = columns.shown[position.column]
    const press = { event, isMod: event.ctrlKey || event.metaKey, column }
    if (inNames(press) || inRows(press) || move(press)) return event.preventDefault()
    if (event.key === 'Escape' && leaveGrid()) return event.preventDefault()
    if (isMenuKey(event) && openMenu(event)) return event.preventDefault()
    if ((event.key !== 'Enter' && event.key !== 'F2') || isHead || !column) return
    event.preventDefault()
    enter(column, cellOf(event.target)?.cell, event.key === 'F2')
  }

  function onClick(event: MouseEvent<HTMLElement>) {
    const at = cellOf(event.target)
    if (!at || isOwnField(event.target)) return
    const { row, column } = at
    if (isPick(event.target)) {
      const isAll = choice ? choice.picked === 'all' : selectedCount(selection.selection, total) === total
      if (row < 0) isAll ? selection.clear() : selection.all()
      else event.shiftKey ? selection.extendTo(row) : selection.toggle(row)
    } else if (row < 0) {
      const pressed = columns.shown[column]
      if (at.cell.role === 'columnheader' && pressed) grid.sortBy(pressed, event.shiftKey)
    } else if (event.shiftKey && !noSelection) selection.extendTo(row)
    else if ((event.ctrlKey || event.metaKey) && !noSelection) selection.toggle(row)
    else selection.anchorAt(row)
    if (!(event.target instanceof Element && event.target.closest('a[href]')))
      go({ row: at.cell.role === 'columnheader' ? shape.head : row, column })
  }

  function onDoubleClick(event: MouseEvent<HTMLElement>) {
    const at = cellOf(event.target)
    const column = at && columns.shown[at.column]
    const row = at && rows.windows.row(at.row)
    if (!at || at.row < 0 || !column?.edit || row === undefined || isOwnField(event.target)) return
    if (column.edit.readonlyBecause?.(row) !== undefined) return
    go({ row: at.row, column: at.column }, true)
  }

  const asText = (list: readonly Row[]) => tsvOf(list.map((row) => columns.shown.map((column) => cellText(column, row, format))))

  const copied = (rowCount: number) => t`${plural(rowCount, { one: '# row copied', other: '# rows copied' })}`

  async function copyAll() {
    const count = Math.min(total, maxRangeRows)
    const list = await rows.windows.read(0, count - 1, new AbortController().signal)
    await navigator.clipboard.writeText(asText(list))
    grid.announce(copied(count))
  }

  function onCopy(event: ClipboardEvent<HTMLElement>) {
    if (isOwnField(event.target) || getSelection()?.toString()) return
    event.preventDefault()
    if (selection.selection.isAll && selection.selection.except.size === 0)
      return void copyAll().catch(() => grid.announce(t`Couldn’t copy.`))
    const list = rowsToCopy(rows.windows, selection.selection, rowId)
    const currentRow = rows.windows.row(position.row)
    const column = columns.shown[position.column]
    const cell = currentRow !== undefined && column ? tsvOf([[cellText(column, currentRow, format)]]) : ''
    event.clipboardData.setData('text/plain', list.length > 0 ? asText(list) : cell)
    grid.announce(list.length > 0 ? copied(list.length) : t`Copied`)
  }
  return { onKeyDown, onClick, onDoubleClick, onCopy }
}
