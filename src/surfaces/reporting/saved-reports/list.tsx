import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Filter } from '../../../contract/list.ts'
import { type SavedReport, savedReports } from '../../../contract/saved-reports/saved-reports.ts'
import { useStaleness } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { DataTable } from '../../../parts/resource/data-table.tsx'
import { reportFilter } from '../../../parts/resource/report-source.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import type { GridSource } from '../../../ui/table/query.ts'
import { useRunSavedReportAction } from './actions.tsx'
import { ListSearch } from '../../../parts/resource/list-search.tsx'
import { useSavedColumns } from './columns.tsx'

const shown = ['all', 'mine', 'shared', 'mailed'] as const
type Shown = (typeof shown)[number]

const conditions: Readonly<Record<Shown, readonly Filter[]>> = {
  all: [],
  mine: [{ field: 'mine', operation: '=', value: true }],
  shared: [{ field: 'visibility', operation: '=', value: 'shared' }],
  mailed: [{ field: 'is_mailed', operation: '=', value: true }],
}

/** Server-side source of the list. */
function useSource(of: Shown): GridSource<SavedReport> {
  const { send } = useRuntime()
  const { clientId } = useScope()
  return useMemo(
    () =>
      async ({ sort, filters: own, start, count, signal }) => {
        const filters = [...conditions[of], ...Object.entries(own).map(([field, filter]) => reportFilter(field, filter))]
        const body = {
          member_group_id: clientId,
          pagination: { start, count },
          ...(sort.length > 0 && { sort: sort.map(({ key, order }) => ({ field: key, order })) }),
          ...(filters.length > 0 && { filters }),
        }
        const { saved_reports: rows, total } = await send(savedReports.report, { body }, { signal })
        return { rows, total }
      },
    [send, clientId, of],
  )
}

function First() {
  const { t } = useLingui()
  const { go } = usePath()
  return (
    <Button kind="primary" onPress={() => go('reporting', t`Report builder`)}>
      <Trans>Build a report</Trans>
    </Button>
  )
}

/** Says which reports are listed when the page shows only some advertisers. */
function ReportScopeNote() {
  const { advertiserIds } = useScope()
  const { memberGroup, advertiser } = useClient()
  const client = memberGroup?.name
  if (!advertiserIds || !client) return null
  return (
    <p className="quiet">
      {advertiser ? (
        <Trans>
          Reports of {client}. Opened from here, they show {advertiser.name} only.
        </Trans>
      ) : (
        <Trans>Reports of {client}. Opened from here, they show the selected advertisers only.</Trans>
      )}
    </p>
  )
}

function emptyOf(of: Shown) {
  if (of === 'mailed')
    return {
      heading: <Trans>No scheduled reports</Trans>,
      text: <Trans>To email a report, open a saved report and choose Schedule.</Trans>,
    }
  return {
    heading: of === 'mine' ? <Trans>You have no saved reports</Trans> : <Trans>No saved reports</Trans>,
    text: <Trans>Save a report to reopen, schedule or share it.</Trans>,
    act: <First />,
  }
}

/** Lists saved reports: find, open, rename, duplicate, share, schedule, delete. */
function SavedList({ usual = 'all' }: { readonly usual?: Shown }) {
  const { t } = useLingui()
  const { query, setQuery } = usePath()
  const of = shown.find((one) => one === query.get('show')) ?? usual
  const source = useSource(of)
  const { count: staleness } = useStaleness(savedReports.report)
  const { act, dialogs } = useRunSavedReportAction()
  const columns = useSavedColumns(act, of === 'mailed')
  const label = of === 'mailed' ? t`Scheduled reports` : t`Saved reports`
  return (
    <section className="saved-page" aria-label={label}>
      <header className="saved-head">
        <h2>{label}</h2>
      </header>
      <ReportScopeNote />
      <Chips<Shown>
        label={t`Show`}
        isLabelHidden
        isSegments
        value={of}
        onChange={(next) => setQuery({ show: next === usual ? undefined : next, row: undefined })}
        choices={[
          { value: 'all', label: t`All` },
          { value: 'mine', label: t`Mine` },
          { value: 'shared', label: t`Shared` },
          { value: 'mailed', label: t`Scheduled` },
        ]}
      />
      <DataTable
        name={of === 'mailed' ? 'mailed-reports' : 'saved-reports'}
        label={label}
        columns={columns}
        source={source}
        staleness={staleness}
        rowId={({ saved_report_id: id }) => String(id)}
        rowName={({ name }) => name}
        density="comfortable"
        noSelection
        noExport
        lead={<ListSearch label={t`Search by name`} />}
        empty={emptyOf(of)}
      />
      {dialogs}
    </section>
  )
}

export default function SavedReports() {
  return <SavedList />
}

export function Scheduling() {
  return <SavedList usual="mailed" />
}
