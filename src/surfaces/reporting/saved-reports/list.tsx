import { Trans, useLingui } from '@lingui/react/macro'
import type { Filter } from '../../../contract/list.ts'
import { savedReports } from '../../../contract/saved-reports/saved-reports.ts'
import { usePath } from '../../../kit/path.ts'
import { ResourceList } from '../../../parts/resource/list.tsx'
import { useList } from '../../../parts/resource/list-source.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { useRunSavedReportAction } from './actions.tsx'
import { useSavedColumns } from './columns.tsx'

const reportFilters = ['all', 'mine', 'shared', 'mailed'] as const
type ReportFilter = (typeof reportFilters)[number]

const conditions: Readonly<Record<ReportFilter, Filter[]>> = {
  all: [],
  mine: [{ field: 'mine', operation: '=', value: true }],
  shared: [{ field: 'visibility', operation: '=', value: 'shared' }],
  mailed: [{ field: 'is_mailed', operation: '=', value: true }],
}

const changedFirst = [{ key: 'changed_at', order: 'desc' }] as const
const nextFirst = [{ key: 'next_run_at', order: 'asc' }] as const

function NewReportButton() {
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

function emptyOf(of: ReportFilter) {
  if (of === 'mailed')
    return {
      heading: <Trans>No scheduled reports</Trans>,
      text: <Trans>To email a report, open a saved report and choose Schedule.</Trans>,
    }
  return {
    heading: of === 'mine' ? <Trans>You have no saved reports</Trans> : <Trans>No saved reports</Trans>,
    text: <Trans>Save a report to reopen, schedule or share it.</Trans>,
    action: <NewReportButton />,
  }
}

/** Lists saved reports: find, open, rename, duplicate, share, schedule, delete. */
function SavedList({ usual: initial = 'all' }: { readonly usual?: ReportFilter }) {
  const { t } = useLingui()
  const { clientId } = useScope()
  const { query, setQuery } = usePath()
  const of = reportFilters.find((item) => item === query.get('show')) ?? initial
  const { act, dialogs } = useRunSavedReportAction()
  const columns = useSavedColumns(act, of === 'mailed')
  const call = { body: { member_group_id: clientId, filters: conditions[of] } }
  const list = useList({ endpoint: savedReports.report, field: 'saved_reports', call, columns })
  const label = of === 'mailed' ? t`Scheduled reports` : t`Saved reports`
  return (
    <section aria-label={label}>
      <ResourceList
        list={list}
        name={of === 'mailed' ? 'mailed-reports' : 'saved-reports'}
        heading={label}
        label={label}
        columns={columns}
        rowId={({ saved_report_id: id }) => String(id)}
        rowName={({ name }) => name}
        defaultSort={of === 'mailed' ? nextFirst : changedFirst}
        noSelection
        noExport
        search={t`Search by name`}
        empty={emptyOf(of)}
        above={
          <>
            <ReportScopeNote />
            <Chips<ReportFilter>
              label={t`Show`}
              isLabelHidden
              isSegments
              value={of}
              onChange={(next) => setQuery({ show: next === initial ? undefined : next, row: undefined })}
              choices={[
                { value: 'all', label: t`All` },
                { value: 'mine', label: t`Mine` },
                { value: 'shared', label: t`Shared` },
                { value: 'mailed', label: t`Scheduled` },
              ]}
            />
          </>
        }
        below={dialogs}
      />
    </section>
  )
}

export default function SavedReports() {
  return <SavedList />
}

export function Scheduling() {
  return <SavedList usual="mailed" />
}
