import { useLingui } from '@lingui/react'
import { useLayoutEffect, useRef } from 'react'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import { useRead } from '../../../kit/cache.tsx'
import { listFilters } from '../../../parts/resource/list-source.ts'
import { parseTableQuery } from '../../../parts/resource/table-query.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { count } from '../../../ui/format/format.ts'
import type { ColumnInfo } from '../../../ui/table/column.ts'
import { useMeasure } from '../../../ui/use-measure.ts'

interface ViewCountProps {
  readonly query: string
  /** The dates and advertisers of the list. */
  readonly body: { readonly start_date: string; readonly end_date: string; readonly advertiser_ids?: number[] }
}

const isShownNow = (button: HTMLElement) => button.offsetWidth > 0

/** The number of campaigns in a view, for the button that contains it. Without room the style sheet hides the button, and nothing is read. */
export default function ViewCount({ query, body }: ViewCountProps) {
  const { clientId } = useScope()
  const { i18n } = useLingui()
  const node = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    button.current = node.current?.parentElement ?? null
  }, [])
  const isShown = useMeasure(button, false, isShownNow)
  const filters = listFilters(parseTableQuery(new URLSearchParams(query), viewColumns), viewColumns)
  // The count does not depend on the metrics, so one day of them is enough.
  const counted = { ...body, start_date: body.end_date, pagination: { start: 0, count: 0 }, filters }
  const { data } = useRead(campaigns.report, isShown ? { path: { memberGroupId: clientId }, body: counted } : null, {
    keepPreviousData: true,
  })
  return (
    <>
      <span ref={node} hidden />
      {data && data.total > 0 && <span className="pill">{count(data.total, i18n.locale)}</span>}
    </>
  )
}

/** Only the columns that built-in views filter by are needed to parse their query. */
const viewColumns: readonly ColumnInfo[] = [
  { key: 'gate', header: '', kind: 'text', filter: { kind: 'one-of', options: [] } },
  { key: 'status', header: '', kind: 'status', filter: { kind: 'one-of', options: [] } },
  { key: 'end_date', header: '', kind: 'date', filter: { kind: 'between' } },
]
