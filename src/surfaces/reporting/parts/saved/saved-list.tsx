import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Filter } from '../../../../contract/list.ts'
import { type SavedReport, savedReports, visibilities } from '../../../../contract/saved-reports.ts'
import { useGuest } from '../../../../kit/guest.tsx'
import { usePath } from '../../../../kit/path.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { DataTable } from '../../../../parts/data-table.tsx'
import { usePlaceLink } from '../../../../parts/place-link.tsx'
import { reportFilter } from '../../../../parts/report-source.ts'
import { useWhose } from '../../../../parts/whose.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Chips } from '../../../../ui/form/radio-group.tsx'
import type { GridColumn } from '../../../../ui/grid/grid-column.ts'
import type { GridSource } from '../../../../ui/grid/grid-question.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { more } from '../../../../ui/icons.ts'
import { ActMenu } from '../../../../ui/overlay/act-menu.tsx'
import { Link } from '../../../../ui/place/link.tsx'
import { DateTimeText } from '../../../../ui/text/date-text.tsx'
import { RelativeTime } from '../../../../ui/text/relative-time.tsx'
import { frequencyWords } from '../schedule/schedule-words.ts'
import { visibilityWords } from '../words/report-words.ts'
import { savedPath } from './keeping.ts'
import { useActsOf, useSavedActs } from './saved-acts.tsx'
import { ListSearch } from '../../../../parts/list-search.tsx'
import { useSavedVersion } from './saved-version.ts'

const shown = ['all', 'mine', 'shared'] as const
type Shown = (typeof shown)[number]

const conditions: Readonly<Record<Shown, readonly Filter[]>> = {
  all: [],
  mine: [{ field: 'mine', operation: '=', value: true }],
  shared: [{ field: 'visibility', operation: '=', value: 'shared' }],
}

/** The saved reports of the client, sorted and narrowed down by the platform. */
function useSource(of: Shown): GridSource<SavedReport> {
  const { send } = useRuntime()
  const { clientId } = useWhose()
  const { revision } = useGuest()
  const version = useSavedVersion(clientId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was changed, or the host wants fresh, is another source
  return useMemo(
    () =>
      async ({ sort, filters: own, start, count, signal }) => {
        const filters = [...conditions[of], ...Object.entries(own).map(([field, filter]) => reportFilter(field, filter))]
        const body = {
          ...{ member_group_id: clientId, pagination: { start, count } },
          ...(sort.length > 0 && { sort: sort.map(({ key, order }) => ({ field: key, order })) }),
          ...(filters.length > 0 && { filters }),
        }
        const { saved_reports: rows, total } = await send(savedReports.report, { body }, { signal })
        return { rows, total }
      },
    [send, clientId, of, revision, version],
  )
}

function useColumns(act: (saved: SavedReport, id: string) => void): readonly GridColumn<SavedReport>[] {
  const { t, i18n } = useLingui()
  const linkTo = usePlaceLink()
  const actsOf = useActsOf()
  const options = visibilities.map((value) => ({ value, label: i18n._(visibilityWords[value]) }))
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return [
    {
      ...{ key: 'name', header: t`Report`, kind: 'text', width: 360, isSortable: true, isPressed: true },
      ...{ filter: { kind: 'contains' }, isFilteredElsewhere: true },
      value: ({ name }) => name,
      render: (saved) => (
        <>
          <span className="cell-lines grow">
            <Link target={linkTo(savedPath(saved.saved_report_id), saved.name)} className="cell-name">
              {saved.name}
            </Link>
          </span>
          <ActMenu
            label={t`More for ${saved.name}`}
            acts={actsOf(saved)}
            onSelect={(id) => act(saved, id)}
            tabIndex={-1}
            className="mini row-acts"
          >
            <Icon shape={more} />
          </ActMenu>
        </>
      ),
    },
    {
      ...{ key: 'visibility', header: t`Who sees it`, kind: 'text', isSortable: true, filter: { kind: 'one-of', options } },
      value: ({ visibility }) => visibility,
      render: ({ visibility }) => i18n._(visibilityWords[visibility]),
    },
    {
      ...{ key: 'owner', header: t`Owner`, kind: 'text', isSortable: true, filter: { kind: 'contains' } },
      value: ({ owner }) => owner,
      render: ({ owner, is_own }) => (is_own ? t`You` : owner),
    },
    {
      ...{ key: 'next_run_at', header: t`Mailed`, kind: 'text', width: 240, isSortable: true },
      value: ({ mailed }) => mailed?.next_run_at ?? null,
      render: ({ mailed }) => mailed && <Mailed {...mailed} zone={zone} />,
    },
    {
      ...{ key: 'changed_at', header: t`Changed`, kind: 'text', isSortable: true },
      value: ({ changed_at }) => changed_at,
      render: ({ changed_at }) => <RelativeTime moment={changed_at} zone={zone} />,
    },
  ]
}

/** How often a report is mailed, when next, and that the last time went wrong. */
function Mailed({ frequency, next_run_at: next, last_result: last, zone }: NonNullable<SavedReport['mailed']> & { readonly zone: string }) {
  const { i18n } = useLingui()
  const often = i18n._(frequencyWords[frequency])
  return (
    <span className="cell-lines">
      <span>{next ? <DateTimeText moment={next} zone={zone} /> : <Trans>Paused</Trans>}</span>
      <small>{last === 'failed' ? <Trans>{often}; the last one failed</Trans> : often}</small>
    </span>
  )
}

/** The way from an empty list to a report. */
function First() {
  const { t } = useLingui()
  const { go } = usePath()
  return (
    <Button kind="primary" onPress={() => go('reporting', t`Report builder`)}>
      <Trans>Build a report</Trans>
    </Button>
  )
}

/** The reports that are kept: to find, open, rename, duplicate, share, schedule and delete. */
export function SavedList() {
  const { t } = useLingui()
  const { query, setQuery } = usePath()
  const of = shown.find((one) => one === query.get('show')) ?? 'all'
  const source = useSource(of)
  const { act, dialogs } = useSavedActs()
  const columns = useColumns(act)
  return (
    <section className="report-page" aria-label={t`Saved reports`}>
      <header className="saved-head">
        <h2>{t`Saved reports`}</h2>
      </header>
      <Chips<Shown>
        label={t`Show`}
        isLabelHidden
        isSegments
        value={of}
        onChange={(next) => setQuery({ show: next === 'all' ? undefined : next, row: undefined })}
        choices={[
          { value: 'all', label: t`All` },
          { value: 'mine', label: t`Mine` },
          { value: 'shared', label: t`Shared` },
        ]}
      />
      <DataTable
        name="saved-reports"
        label={t`Saved reports`}
        columns={columns}
        source={source}
        rowId={({ saved_report_id: id }) => String(id)}
        rowName={({ name }) => name}
        density="comfortable"
        noSelection
        noExport
        lead={<ListSearch label={t`Find by name`} />}
        empty={{
          heading: of === 'mine' ? <Trans>You keep no report yet</Trans> : <Trans>No report is kept yet</Trans>,
          text: <Trans>Put a report together once, then open it, mail it or share it whenever you like.</Trans>,
          act: <First />,
        }}
      />
      {dialogs}
    </section>
  )
}
