import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from '../composing.ts'
import { amountParts } from '../format/amount.ts'
import { Overlay } from '../dialog/overlay.tsx'
import { describedTooltip } from '../dialog/tooltip-text.ts'
import { Icon } from '../icon/icon.tsx'
import { alert, reload } from '../icon/icons.ts'
import { addStyles } from '../theme/styles.ts'
import css from './cell-editor.css'
import { type CellFormat, columnText } from './cell-text.ts'
import { alignOf, type GridColumn, cellOptionsOf } from './column.ts'
import type { CellChange } from './use-cell-edits.ts'

addStyles(css)

/** How the user leaves the field: Enter, Tab, Shift+Tab, or a click somewhere else. */
export type EditExit = 'enter' | 'next' | 'before' | 'elsewhere'

interface CellEditorProps<Row> {
  readonly column: GridColumn<Row>
  readonly row: Row
  readonly name: string
  /** A save that failed. The input starts with its text instead of the cell's value. */
  readonly change: CellChange | undefined
  readonly onSave: (text: string, end: EditExit) => void
  readonly onCancel: () => void
}

const types = { text: 'text', number: 'text', date: 'date', choice: 'text' } as const

/** The input of a cell that is being edited. Enter, Tab and blur save; Escape cancels. */
export function CellEditor<Row>({ column, row, name, change, onSave, onCancel }: CellEditorProps<Row>) {
  const { t, i18n } = useLingui()
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const isDone = useRef(false)
  const isChecking = useRef(false)
  const warningId = useId()
  /** The text whose consequence the user has seen. */
  const warnedOf = useRef<string>(undefined)
  const [reason, setReason] = useState<string>()
  const [warning, setWarning] = useState<string>()
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
    if (field.current instanceof HTMLInputElement) field.current.select()
  }, [])
  const { edit } = column
  if (!edit) return null
  const text = change?.text ?? edit.text?.(row) ?? String(column.value(row) ?? '')
  const currency = edit.currencyOf?.(row)

  const checked = async (newText: string) => {
    const result = (await edit.check?.(newText, row)) ?? true
    return { result, consequence: result === true ? await edit.warn?.(newText, row) : undefined }
  }
  const save = async (end: EditExit) => {
    if (isDone.current || isChecking.current) return
    isChecking.current = true
    const newText = field.current?.value ?? text
    const { result, consequence } = await checked(newText).finally(() => {
      isChecking.current = false
    })
    // Meanwhile the user may have cancelled, or left the field after Enter.
    if (isDone.current) return
    if (result !== true) return setReason(result)
    // Blur does not confirm a warning; Enter, Tab and the button do.
    if (consequence !== undefined && warnedOf.current !== newText) {
      warnedOf.current = newText
      return setWarning(consequence)
    }
    if (consequence !== undefined && end === 'elsewhere') return
    isDone.current = true
    onSave(newText, end)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (isComposing(event)) return
    if (!['Enter', 'Tab', 'Escape'].includes(event.key)) return
    event.preventDefault()
    // A key that is held down does not confirm a warning that appears meanwhile.
    if (event.repeat) return
    if (event.key === 'Enter') return void save('enter')
    if (event.key === 'Tab') return void save(event.shiftKey ? 'before' : 'next')
    isDone.current = true
    onCancel()
  }
  const shared = {
    ref: field,
    className: `cell-field ${alignOf(column)}`,
    defaultValue: text,
    'aria-label': t`${column.header} of ${name}`,
    'aria-invalid': reason !== undefined,
    'aria-describedby': warning && warningId,
    title: edit.hint,
    onKeyDown,
    onBlur: () => void save('elsewhere'),
    onInput: () => {
      setReason(undefined)
      setWarning(undefined)
    },
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
        <span className="cell-box">
          {currency && <span className="cell-unit">{amountParts('0', currency, i18n.locale).symbol}</span>}
          <input {...shared} type={types[edit.kind]} inputMode={edit.kind === 'number' ? 'decimal' : undefined} autoComplete="off" />
          <small className="cell-hint">{t`Enter saves, Esc cancels`}</small>
        </span>
      )}
      {reason && <CellErrorNote anchor={field} reason={reason} />}
      {warning && (
        <Overlay anchor={field} onClose={() => setWarning(undefined)} className="cell-warning">
          <p id={warningId} role="alert">
            {warning}
          </p>
          {/* A press would take the focus from the field before the click arrives. */}
          <button
            type="button"
            className="button secondary"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => void save('enter')}
          >
            <Trans>Save anyway</Trans>
          </button>
        </Overlay>
      )}
    </>
  )
}

const noop = () => undefined

/** Explains next to the cell why it cannot be saved. */
const CellErrorNote = ({ anchor, reason }: { anchor: { current: HTMLElement | null }; reason: string }) => (
  <Overlay anchor={anchor} onClose={noop} className="cell-reason" role="note">
    {reason}
  </Overlay>
)

interface ChangedCellProps<Row> {
  readonly column: GridColumn<Row>
  readonly row: Row
  readonly change: CellChange
  readonly format: CellFormat
  readonly isHere: boolean
}

/** A cell whose change is being saved or has failed. */
export function ChangedCell<Row>({ column, row, change, format, isHere }: ChangedCellProps<Row>) {
  const { t } = useLingui()
  const anchor = useRef<HTMLSpanElement>(null)
  const { edit, kind } = column
  const label = cellOptionsOf(edit, row)?.find(({ value }) => value === change.text)?.label
  const text = label ?? (kind === 'text' || edit?.text ? change.text : columnText(column, change.text, format))
  return (
    <>
      <span ref={anchor} className={`cell-change ${change.state}`} {...describedTooltip(change.reason)}>
        {change.state === 'saving' ? (
          <Icon shape={reload} className="spin" label={t`Saving`} />
        ) : (
          <Icon shape={alert} label={t`Not saved`} />
        )}
        {text}
      </span>
      {/* After its anchor and not inside it: React sets the ref of a parent after the effects of its children. */}
      {change.reason && isHere && <CellErrorNote anchor={anchor} reason={change.reason} />}
    </>
  )
}
