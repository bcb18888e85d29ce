import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../button.tsx'
import { type ColumnFace, type ColumnFilter, headerOf } from './grid-column.ts'
import type { GridFilter } from './grid-question.ts'

interface FilterFormProps {
  readonly column: ColumnFace
  readonly filter: GridFilter | undefined
  readonly onApply: (filter: GridFilter | undefined) => void
}

const said = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

/** What the fields of a form say; nothing when they are blank. */
function filterOf(form: FormData, { kind }: ColumnFilter): GridFilter {
  if (kind === 'contains') return { kind, text: said(form, 'text') }
  if (kind === 'one-of') return { kind, values: form.getAll('value').map(String) }
  const [from, to] = [said(form, 'from'), said(form, 'to')]
  const isTurned = from !== '' && to !== '' && (Number.isNaN(Number(from)) ? from > to : Number(from) > Number(to))
  return { kind, ...(from && { from: isTurned ? to : from }), ...(to && { to: isTurned ? from : to }) }
}

function Fields({ column, filter }: Pick<FilterFormProps, 'column' | 'filter'>): ReactNode {
  const { t } = useLingui()
  if (column.filter?.kind === 'contains')
    return (
      <label>
        <Trans>Contains</Trans>
        <input name="text" maxLength={200} autoComplete="off" defaultValue={filter?.kind === 'contains' ? filter.text : ''} />
      </label>
    )
  if (column.filter?.kind === 'one-of')
    return (
      <fieldset>
        <legend className="unseen">{column.header}</legend>
        {column.filter.options.map(({ value, label }) => (
          <label key={value} className="grid-choice">
            <input type="checkbox" name="value" value={value} defaultChecked={filter?.kind === 'one-of' && filter.values.includes(value)} />
            {label}
          </label>
        ))}
      </fieldset>
    )
  const known = filter?.kind === 'between' ? filter : undefined
  const type = column.kind === 'date' ? 'date' : 'number'
  return (
    <div className="row">
      <label>
        {t`From`}
        <input name="from" type={type} step="any" defaultValue={known?.from} />
      </label>
      <label>
        {t`To`}
        <input name="to" type={type} step="any" defaultValue={known?.to} />
      </label>
    </div>
  )
}

/** The condition on one column; the focus goes into it. */
export function FilterForm({ column, filter, onApply }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), [])
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A table may stand in a form, which this is no answer to.
    event.stopPropagation()
    if (column.filter) onApply(filterOf(new FormData(event.currentTarget), column.filter))
  }
  return (
    <form ref={form} className="grid-panel narrow" onSubmit={apply} noValidate>
      <strong>{headerOf(column)}</strong>
      <Fields column={column} filter={filter} />
      <div className="row">
        <Button kind="primary" onPress={() => form.current?.requestSubmit()}>
          <Trans>Apply</Trans>
        </Button>
        {filter && (
          <Button kind="plain" onPress={() => onApply(undefined)}>
            <Trans>Remove</Trans>
          </Button>
        )}
        {/* Enter in a field takes the form's own submit button, which the drawn one is not. */}
        <button type="submit" hidden tabIndex={-1} />
      </div>
    </form>
  )
}

interface FilterListProps {
  readonly columns: readonly ColumnFace[]
  readonly onSelect: (column: ColumnFace) => void
}

/** The columns that can be narrowed down. */
export function FilterList({ columns, onSelect }: FilterListProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  return (
    <ul ref={list} className="grid-panel list">
      {columns.map((column) => (
        <li key={column.key}>
          <button type="button" className="grid-line" onClick={() => onSelect(column)}>
            {headerOf(column)}
          </button>
        </li>
      ))}
    </ul>
  )
}
