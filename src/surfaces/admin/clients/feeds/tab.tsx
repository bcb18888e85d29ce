import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { parseId } from '../../../../contract/addresses/context.rules.ts'
import { type FeedRun, feedStatuses, feeds } from '../../../../contract/clients/feeds.ts'
import { usePath } from '../../../../kit/path.ts'
import { usePathLink } from '../../../../parts/navigation/link.tsx'
import { columns } from '../../../../parts/resource/columns.tsx'
import { useList } from '../../../../parts/resource/list-source.ts'
import { ResourceList } from '../../../../parts/resource/list.tsx'
import { useScope } from '../../../../parts/scope/scope.tsx'
import { ownZone } from '../../../../parts/time/own-zone.ts'
import { momentText } from '../../../../ui/format/moment.ts'
import type { GridColumn } from '../../../../ui/table/column.ts'
import { clientPath } from '../../links.ts'
import { RefusedRows } from './refusals.tsx'
import { FeedTrend } from './trend.tsx'
import { feedStatusWords } from './words.ts'

/** The columns of the list of imports. A run with refused rows leads to them. */
function useRunColumns(memberGroupId: number): readonly GridColumn<FeedRun>[] {
  const { t, i18n } = useLingui()
  const linkTo = usePathLink()
  return useMemo(() => {
    const number = (key: 'rows' | 'added' | 'changed' | 'removed' | 'refused', header: string) =>
      columns.number<FeedRun>(key, header, { width: 104, isSortable: true, isFiltered: true })
    const startText = ({ started_at }: FeedRun) => momentText(started_at, i18n.locale, ownZone())
    return [
      columns.link<FeedRun>('started_at', t`Started`, {
        width: 200,
        isSortable: true,
        value: startText,
        target: ({ feed_run_id }) => linkTo(`${clientPath(memberGroupId, 'feeds')}&run=${feed_run_id}`, t`Refused rows`),
        note: ({ source }) => source,
      }),
      columns.text<FeedRun>('status', t`Status`, {
        width: 144,
        isSortable: true,
        options: feedStatuses.map((value) => ({ value, label: i18n._(feedStatusWords[value]) })),
        value: ({ status }) => i18n._(feedStatusWords[status]),
      }),
      number('rows', t`Rows`),
      number('added', t`Added`),
      number('changed', t`Changed`),
      number('removed', t`Removed`),
      number('refused', t`Refused`),
      columns.number<FeedRun>('duration_ms', t`Duration (ms)`, { width: 136, isSortable: true }),
    ]
  }, [t, i18n, linkTo, memberGroupId])
}

function Runs({ memberGroupId }: { readonly memberGroupId: number }) {
  const { t } = useLingui()
  const shown = useRunColumns(memberGroupId)
  const list = useList({ endpoint: feeds.history, field: 'feed_runs', call: { path: { memberGroupId } }, columns: shown })
  return (
    <ResourceList
      list={list}
      name="feeds"
      heading={t`Feeds`}
      label={t`Imports of the catalog`}
      columns={shown}
      rowId={({ feed_run_id }) => String(feed_run_id)}
      rowName={({ feed_run_id }) => t`Import #${feed_run_id}`}
      noSelection
      above={<FeedTrend memberGroupId={memberGroupId} />}
      empty={{ heading: t`No imports yet`, text: t`Imports appear here once the client’s catalog is sent for the first time.` }}
    />
  )
}

/** The imports of a client’s catalog; `run` in the address opens the refused rows of one. */
export default function FeedsTab() {
  const { clientId } = useScope()
  const run = parseId(usePath().query.get('run') ?? undefined)
  return run === undefined ? <Runs memberGroupId={clientId} /> : <RefusedRows feedRunId={run} />
}
