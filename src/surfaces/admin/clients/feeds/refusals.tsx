import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { type FeedRefusal, feeds } from '../../../../contract/clients/feeds.ts'
import { usePathLink } from '../../../../parts/navigation/link.tsx'
import { columns } from '../../../../parts/resource/columns.tsx'
import { DetailHeader } from '../../../../parts/resource/detail.tsx'
import { useList } from '../../../../parts/resource/list-source.ts'
import { ResourceList } from '../../../../parts/resource/list.tsx'
import { useScope } from '../../../../parts/scope/scope.tsx'
import { clientPath } from '../../links.ts'
import { refusalWords } from './words.ts'

/** The refused rows of a run, which can be exported as a file. */
export function RefusedRows({ feedRunId }: { readonly feedRunId: number }) {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const linkTo = usePathLink()
  const shown = useMemo(
    () => [
      columns.number<FeedRefusal>('row', t`Row`, { width: 104, isSortable: true, isFiltered: true }),
      columns.text<FeedRefusal>('internal_id', t`ID`, { width: 200, isSortable: true, isSearched: true }),
      columns.text<FeedRefusal>('code', t`Reason`, {
        width: 320,
        isSortable: true,
        options: Object.entries(refusalWords).map(([value, word]) => ({ value, label: i18n._(word) })),
        value: ({ code }) => i18n._(refusalWords[code]),
      }),
    ],
    [t, i18n],
  )
  const list = useList({ endpoint: feeds.refusals, field: 'refusals', call: { path: { memberGroupId, feedRunId } }, columns: shown })
  return (
    <>
      <DetailHeader
        back={{ target: linkTo(clientPath(memberGroupId, 'feeds'), t`Feeds`), label: <Trans>All imports</Trans> }}
        name={
          <h2>
            <Trans>Refused rows</Trans>
          </h2>
        }
      />
      <ResourceList
        list={list}
        name="feed-refusals"
        heading={t`Import #${feedRunId}`}
        label={t`Refused rows`}
        columns={shown}
        rowId={({ row }) => String(row)}
        rowName={({ row }) => t`Row ${row}`}
        search={t`Search by ID`}
        noSelection
        empty={{ heading: t`No refused rows`, text: t`Every row of this import was accepted.` }}
      />
    </>
  )
}
