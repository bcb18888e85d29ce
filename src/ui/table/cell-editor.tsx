import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from '../composing.ts'
import { Overlay } from '../dialog/overlay.tsx'
import { alignOf, type GridColumn, cellOptionsOf } from './column.ts'

/** How the user leaves the field: Enter, Tab, Shift+Tab, or a click somewhere else. */
export type EditExit = 'enter' | 'next' | 'before' | 'elsewhere'

interface CellEditorProps<Row> {
  readonly column: GridColumn<Row>
  readonly row: Row
  readonly name: string
  /** The cell's value, or the typed text after a failed save. */
  readonly text: string
  readonly onSave: (text: string, end: EditExit) => void
  readonly onCancel: () => void
}

const types = { text: 'text', number: 'text', date: 'date', choice: 'text' } as const

/** The input of a cell that is being edited. Enter, Tab and blur save; Escape cancels. */
export function CellEditor<Row>({ column, row, name, text, onSave, onCancel }: CellEditorProps<Row>) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const isDone = useRef(false)
  const [reason, setReason] = useState<string>()
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
    if (field.current instanceof HTMLInputElement) field.current.select()
  }, [])
  const { edit } = column
  if (!edit) return null

  const save = (end: EditExit) => {
    if (isDone.current) return
    const newText = field.current?.value ?? text
    const result = edit.check?.(newText, row) ?? true
    if (result !== true) return setReason(result)
    isDone.current = true
    onSave(newText, end)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (isComposing(event)) return
    if (event.key === 'Enter') save('enter')
    else if (event.key === 'Tab') save(event.shiftKey ? 'before' : 'next')
    else if (event.key === 'Escape') {
      isDone.current = true
      onCancel()
    } else return
    event.preventDefault()
  }
  const shared = {
    ref: field,
    className: `cell-field ${alignOf(column)}`,
    defaultValue: text,
    'aria-label': t`${column.header} of ${name}`,
    'aria-invalid': reason !== undefined,
    title: edit.hint,
    onKeyDown,
    onBlur: () => save('elsewhere'),
    onInput: () => setReason(undefined),
  }
  return (
    <>
      {edit.kind === 'choice' ? (
        <select {...shared}>
          {cellOptionsOf(edit, row)?.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input {...shared} type={types[edit.kind]} inputMode={edit.kind === 'number' ? 'decimal' : undefined} autoComplete="off" />
      )}
      {reason && <CellErrorNote anchor={field} reason={reason} />}
    </>
  )
}

const noop = () => undefined

/** Explains next to the cell why it cannot be saved. */
export const CellErrorNote = ({ anchor, reason }: { anchor: { current: HTMLElement | null }; reason: string }) => (
  <Overlay anchor={anchor} onClose={noop} className="cell-reason" role="note">
    {reason}
  </Overlay>
)
