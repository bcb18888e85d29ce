import { useLingui } from '@lingui/react'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import { useRead } from '../../../kit/cache.tsx'
import { listFilters } from '../../../parts/resource/list-source.ts'
import { parseTableQuery } from '../../../parts/resource/table-query.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { count } from '../../../ui/format/format.ts'
import type { ColumnInfo } from '../../../ui/table/column.ts'

interface ViewCountProps {
  readonly query: string
  /** The dates and advertisers of the list. */
  readonly body: { readonly start_date: string; readonly end_date: string; readonly advertiser_ids?: number[] }
}

/** The number of campaigns in a view. The built-in views filter by fields, so the columns that say how to read them are enough. */
export default function ViewCount({ query, body }: ViewCountProps) {
  const { clientId } = useScope()
  const { i18n } = useLingui()
  const filters = listFilters(parseTableQuery(new URLSearchParams(query), viewColumns), viewColumns)
  const call = { path: { memberGroupId: clientId }, body: { ...body, pagination: { start: 0, count: 1 }, filters } }
  const { data } = useRead(campaigns.report, call, { keepPreviousData: true })
  return data && data.total > 0 ? <span className="pill">{count(data.total, i18n.locale)}</span> : null
}

/** The columns that the built-in views filter by. */
const viewColumns: readonly ColumnInfo[] = [
  { key: 'gate', header: '', kind: 'text', filter: { kind: 'one-of', options: [] } },
  { key: 'status', header: '', kind: 'status', filter: { kind: 'one-of', options: [] } },
  { key: 'end_date', header: '', kind: 'date', filter: { kind: 'between' } },
]
