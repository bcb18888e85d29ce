import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { SearchBox } from '../form/search-box.tsx'
import { isComposing } from '../composing.ts'
import { type ColumnInfo, type ColumnFilter, headerOf } from './column.ts'
import type { GridFilter } from './query.ts'
import { addStyles } from '../theme/styles.ts'
import css from './panels.css'

addStyles(css)

interface FilterFormProps {
  readonly column: ColumnInfo
  readonly filter: GridFilter | undefined
  readonly onApply: (filter: GridFilter | undefined) => void
}

const fieldText = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

/** Reads a filter from the form. Reversed bounds are swapped. */
function filterOf(form: FormData, { kind }: ColumnFilter): GridFilter {
  if (kind === 'contains') return { kind, text: fieldText(form, 'text') }
  if (kind === 'one-of') return { kind, values: form.getAll('value').map(String) }
  const from = fieldText(form, 'from')
  const to = fieldText(form, 'to')
  const isTurned = from !== '' && to !== '' && (Number.isNaN(Number(from)) ? from > to : Number(from) > Number(to))
  return { kind, ...(from && { from: isTurned ? to : from }), ...(to && { to: isTurned ? from : to }) }
}

function FilterFields({ column, filter }: Pick<FilterFormProps, 'column' | 'filter'>): ReactNode {
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
  const range = filter?.kind === 'between' ? filter : undefined
  const type = column.kind === 'date' ? 'date' : 'number'
  return (
    <div className="row">
      <label>
        {t`From`}
        <input name="from" type={type} step="any" defaultValue={range?.from} />
      </label>
      <label>
        {t`To`}
        <input name="to" type={type} step="any" defaultValue={range?.to} />
      </label>
    </div>
  )
}

function formDataOf(panel: HTMLElement) {
  const formData = new FormData()
  for (const { name, type, checked, value } of panel.querySelectorAll('input'))
    if (type !== 'checkbox' || checked) formData.append(name, value)
  return formData
}

/** Form to edit the filter of one column. It is a div, because the grid may be inside a form and forms cannot be nested. */
export function FilterForm({ column, filter, onApply }: FilterFormProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.querySelector<HTMLElement>('input')?.focus(), [])
  const apply = () => panel.current && column.filter && onApply(filterOf(formDataOf(panel.current), column.filter))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event) || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    apply()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles key events of its own inputs
    <div ref={panel} className="grid-panel narrow" onKeyDown={onKeyDown}>
      <strong>{headerOf(column)}</strong>
      <FilterFields column={column} filter={filter} />
      <div className="row">
        <Button kind="primary" onPress={apply}>
          <Trans>Apply</Trans>
        </Button>
        {filter && (
          <Button kind="plain" onPress={() => onApply(undefined)}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

/** Up to this many columns need no search. */
const fewColumns = 8

interface FilterListProps {
  readonly columns: readonly ColumnInfo[]
  readonly onSelect: (column: ColumnInfo) => void
}

export function FilterList({ columns, onSelect }: FilterListProps) {
  const { t } = useLingui()
  const panel = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  useEffect(() => panel.current?.querySelector<HTMLElement>('input, button')?.focus(), [])
  const words = text.trim().toLowerCase()
  const found = columns.filter((column) => headerOf(column).toLowerCase().includes(words))
  return (
    <div ref={panel}>
      {columns.length > fewColumns && <SearchBox label={t`Search filters`} value={text} onChange={setText} />}
      <ul className="grid-panel list">
        {found.map((column) => (
          <li key={column.key}>
            <button type="button" className="grid-line" onClick={() => onSelect(column)}>
              {headerOf(column)}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="quiet grid-panel">{t`No matching filters`}</p>}
    </div>
  )
}
