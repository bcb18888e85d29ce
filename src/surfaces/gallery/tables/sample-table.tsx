import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { Problem } from '../../../kit/problem.ts'
import { cellOutcome } from '../../../parts/resource/cell-outcome.ts'
import { DataTable } from '../../../parts/resource/data-table.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { statusShapes } from '../../../ui/badge/status-icons.ts'
import type { EditResult, GridColumn } from '../../../ui/table/column.ts'
import { NarrowDialog } from './narrow-dialog.tsx'
import { type SampleRow, sampleRow, sampleSource, sampleStatuses } from './sample-rows.ts'

const words = { active: 'Active', paused: 'Paused', pending: 'Pending', ended: 'Ended' } as const
const options = sampleStatuses.map((value) => ({ value, label: words[value] }))
export const dollars = { currency_code: 'USD', currency_digits: 2 }
const savingMs = 500
const taken = { subject: 'Name', rule: 'This name is taken by another campaign' }

function Status({ word }: { word: string }) {
  const status = sampleStatuses.find((item) => item === word) ?? 'pending'
  return (
    <>
      <Icon shape={statusShapes[status]} className={`made-${status}`} />
      <span className="cell-text">{words[status]}</span>
    </>
  )
}

/** Simulates saving: a text with "fail" is rejected, one with "conflict" returns a version conflict. */
function simulateSave(changes: Map<number, Partial<SampleRow>>, i18n: I18n, key: 'name' | 'status' | 'budget') {
  return async ({ id }: SampleRow, text: string): Promise<EditResult<SampleRow>> => {
    await new Promise((resolve) => setTimeout(resolve, savingMs))
    const isConflict = /conflict/i.test(text)
    const rowNow = () => ({ ...sampleRow(id - 1), ...changes.get(id) })
    const write = async () => {
      if (/fail/i.test(text)) throw new Problem({ kind: 'invalid', status: 422, reply: { formatting: taken } })
      changes.set(id, { ...changes.get(id), [key]: isConflict ? 'Renamed by another user' : text })
      if (isConflict) throw new Problem({ kind: 'conflict', status: 412 })
      return rowNow()
    }
    return cellOutcome(write(), i18n, async () => rowNow())
  }
}

const isAmount = (text: string) => (/^\d{1,9}(\.\d{1,2})?$/.test(text) ? true : 'Enter an amount such as 450.00')
const isName = (text: string) => (text.trim() ? true : 'Enter a name')

export const sampleColumns = (changes: Map<number, Partial<SampleRow>>, i18n: I18n): GridColumn<SampleRow>[] => [
  {
    key: 'name',
    header: 'Campaign',
    kind: 'text',
    width: 260,
    isSortable: true,
    value: ({ name }) => name,
    filter: { kind: 'contains' },
    edit: { kind: 'text', check: isName, save: simulateSave(changes, i18n, 'name') },
  },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    isSortable: true,
    value: ({ status }) => status,
    render: ({ status }) => <Status word={status} />,
    filter: { kind: 'one-of', options },
    edit: { kind: 'choice', options, save: simulateSave(changes, i18n, 'status') },
  },
  {
    key: 'budget',
    header: 'Budget',
    unit: 'USD',
    kind: 'money',
    isSortable: true,
    value: ({ budget }) => budget,
    filter: { kind: 'between' },
    edit: { kind: 'number', check: isAmount, save: simulateSave(changes, i18n, 'budget') },
  },
  { key: 'cost', header: 'Spend', unit: 'USD', kind: 'money', isSortable: true, value: ({ cost }) => cost, filter: { kind: 'between' } },
  {
    key: 'impressions',
    header: 'Impressions',
    kind: 'number',
    isSortable: true,
    value: ({ impressions }) => impressions,
    filter: { kind: 'between' },
  },
  { key: 'clicks', header: 'Clicks', kind: 'number', isSortable: true, value: ({ clicks }) => clicks },
  { key: 'ctr', header: 'Click-through rate', kind: 'percent', width: 150, isSortable: true, value: ({ ctr }) => ctr },
  { key: 'roas', header: 'ROAS', kind: 'ratio', isSortable: true, value: ({ roas }) => roas },
  { key: 'ends', header: 'Ends', kind: 'date', isSortable: true, value: ({ ends }) => ends, filter: { kind: 'between' } },
  { key: 'id', header: 'Number', kind: 'text', width: 96, isOptional: true, isSortable: true, value: ({ id }) => String(id) },
]

/** Opens a dialog from the selection bar. */
function Renaming() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="bare-act" onClick={() => setOpen(true)}>
        Rename
      </button>
      {isOpen && <NarrowDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** A table of 100,000 rows with every table feature. */
export function SampleTable() {
  const [changes] = useState(() => new Map<number, Partial<SampleRow>>())
  const source = useMemo(() => sampleSource(100_000, changes), [changes])
  const { i18n } = useLingui()
  const columns = useMemo(() => sampleColumns(changes, i18n), [changes, i18n])
  return (
    <DataTable
      name="gallery"
      label="Campaigns"
      columns={columns}
      source={source}
      rowId={({ id }) => String(id)}
      rowName={({ name }) => name}
      currency={dollars}
      zone="America/New_York"
      empty={{ heading: 'No campaigns yet', text: 'Create a campaign to show your products to shoppers.' }}
      selectionTools={(_, clear) => (
        <>
          <button type="button" className="bare-act" onClick={clear}>
            Pause
          </button>
          <Renaming />
        </>
      )}
    />
  )
}
