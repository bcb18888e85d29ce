import { useMemo, useState } from 'react'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import { useRefresh, useStaleness } from '../../../kit/cache.tsx'
import type { GridColumn } from '../../../ui/table/column.ts'
import { Grid } from '../../../ui/table/grid.tsx'
import { emptyGridQuery, type GridSource } from '../../../ui/table/query.ts'

interface CountedRow {
  readonly id: number
  readonly name: string
  /** Which reading of the table returned this row. */
  readonly reading: number
}

const rowCount = 5

/** Rows that say how often they were read. An edit is known to this table; the same table in another tab reads again. */
function countedSource(): GridSource<CountedRow> {
  let reading = 0
  return async () => {
    reading += 1
    const rows = Array.from({ length: rowCount }, (_, index) => ({ id: index, name: `Row ${index + 1}`, reading }))
    return { rows, total: rowCount }
  }
}

const still = () => undefined

/** A table that loads its rows again when they are out of date, but never under an open editor. */
export function StaleTable() {
  const { count: staleness, exceptHere } = useStaleness(campaigns.report)
  const refresh = useRefresh()
  const [query, setQuery] = useState(emptyGridQuery)
  const source = useMemo(countedSource, [])
  const columns: readonly GridColumn<CountedRow>[] = [
    {
      key: 'name',
      header: 'Name',
      kind: 'text',
      value: ({ name }) => name,
      edit: {
        kind: 'text',
        save: async (row, name) => {
          exceptHere(() => refresh(campaigns.report))
          return { row: { ...row, name } }
        },
      },
    },
    { key: 'reading', header: 'Reading', kind: 'number', value: ({ reading }) => reading },
  ]
  return (
    <Grid
      label="Readings"
      columns={columns}
      source={source}
      staleness={staleness}
      rowId={({ id }) => String(id)}
      rowName={({ name }) => name}
      query={query}
      onQuery={setQuery}
      preferences={[]}
      onPreferences={still}
      noSelection
      empty={{ heading: 'No rows', text: 'This table is never empty.' }}
    />
  )
}
