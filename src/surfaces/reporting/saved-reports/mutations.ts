import { useLingui } from '@lingui/react/macro'
import {
  savedReports,
  type SavedReport,
  type SavedReportChange,
  type SavedReportQuery,
  reportShares,
} from '../../../contract/saved-reports/saved-reports.ts'
import { ifMatch } from '../../../kit/api.ts'
import { type Effects, useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import type { UndoResult } from '../../../kit/undo.ts'
import { useRebase } from '../../../parts/resource/rebase.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useReporting } from '../context.tsx'
import type { ReportNaming } from './save-dialog.tsx'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { fromSavedReport, toUrlParams } from '../query/query.ts'
import { changes } from '../../../contract/changes/changes.ts'
import { reportSchedules } from '../../../contract/saved-reports/schedules.ts'
import { joinPath } from '../../../kit/split-path.ts'

/** Creates, changes, copies and removes reports. */
export function useSavedReportMutations() {
  const { t, i18n } = useLingui()
  const { send } = useRuntime()
  const { clientId } = useScope()
  const { emit } = useReporting()
  const { query, go } = usePath()
  const { mutate, run, showError } = useMutate()
  const { rebase, question: overtaken } = useRebase()
  /** Opens the report with its rows as they are now, as a table or as a tree. */
  const open = ({ saved_report_id: id, name }: SavedReport) => {
    const rows = query.get('rows')
    go(joinPath(savedPath(id), new URLSearchParams(rows ? { rows } : {})), name)
  }
  const changes = {
    stale: reportData,
    event: ({ saved_report_id }: SavedReport) => emit('ad-report-saved', { saved_report_id }),
  }
  const effects = (title: string): Effects<SavedReport> => ({ ...changes, title, text: ({ name }) => name })

  async function make(naming: ReportNaming, query: SavedReportQuery) {
    const body = { member_group_id: clientId, ...naming, question: query }
    open(await mutate(savedReports.create, { body }, effects(t`Report saved`)))
  }
  /** Saves changes to the version the user edited, or after a conflict to the newer version. */
  function change(seen: SavedReport, changeOf: (over: SavedReport) => SavedReportChange) {
    const path = { savedReportId: seen.saved_report_id }
    const save = () =>
      rebase({
        seen,
        save: (base) => send(savedReports.change, { path, body: changeOf(base) }, ifMatch(base.version)),
        read: () => send(savedReports.one, { path }),
        differences: (before, now) => differences(before, now, i18n),
      })
    return run(save, effects(t`Changes saved`))
  }
  async function copy(saved: SavedReport) {
    const { saved_report_id: savedReportId, member_group_id, question } = saved
    const name = t`Copy of ${saved.name}`.slice(0, 120)
    const effectsOfCopy = effects(t`Report duplicated`)
    // A report opened only by share link cannot be copied by id, so its query is saved as a new report.
    const copied = isOnlySharedByLink(saved, query)
      ? mutate(savedReports.create, { body: { member_group_id, name, question } }, effectsOfCopy)
      : mutate(savedReports.copy, { path: { savedReportId }, body: { name } }, effectsOfCopy)
    await copied.then(open, showError(t`Couldn’t duplicate the report`))
  }
  /** Resolves to true if the report was deleted. */
  function remove({ saved_report_id: savedReportId, name, version }: SavedReport): Promise<true | undefined> {
    const path = { savedReportId }
    const undo = async (): Promise<UndoResult> => {
      await mutate(savedReports.restore, { path }, changes)
      return 'undone'
    }
    const removed = mutate(
      savedReports.remove,
      { path },
      {
        version,
        // Only the lists: the report itself may still be on screen, and reading it again would fail.
        stale: [savedReports.report],
        event: () => emit('ad-report-removed', { saved_report_id: savedReportId }),
        title: t`Deleted: ${name}`,
        text: t`Emails have stopped and shared links no longer work.`,
        undo: () => undo,
      },
    )
    return removed.then(() => true, showError(t`Couldn’t delete the report`))
  }
  return { make, change, copy, remove, overtaken }
}

/** Labels of the report parameters, for conflict messages. */
const fieldLabels: Readonly<Record<string, MessageDescriptor>> = {
  name: msg`Name`,
  visibility: msg`Visibility`,
  context: msg`Report on`,
  advertisers: msg`Advertisers`,
  dimensions: msg`Group by`,
  metrics: msg`Metrics`,
  filters: msg`Filters`,
  date_range: msg`Dates`,
  start_date: msg`Dates`,
  end_date: msg`Dates`,
  compare: msg`Compare with`,
  currency: msg`Currency`,
  history: msg`Sales`,
  orders: msg`Sales`,
  bars: msg`Chart`,
  line: msg`Chart`,
  granularity: msg`Chart`,
  sort: msg`Sort order`,
}

/** Labels of the values that differ, without duplicates. */
export const changedLabels = (
  labels: Readonly<Record<string, MessageDescriptor>>,
  [before, now]: readonly [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>],
  i18n: I18n,
): readonly string[] => [
  ...new Set(
    Object.entries(labels)
      .filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
      .map(([, label]) => i18n._(label)),
  ),
]

const comparable = ({ name, visibility, question }: SavedReport) => ({ name, visibility, ...toUrlParams(fromSavedReport(question)) })

/** Labels of the changes between two versions of a saved report. */
export const differences = (before: SavedReport, now: SavedReport, i18n: I18n) =>
  changedLabels(fieldLabels, [comparable(before), comparable(now)], i18n)

/** Branches of the contract with data of saved reports; a change of one can change the responses of all. */
export const reportData: readonly object[] = [savedReports, reportSchedules, reportShares, changes.saved_report]

const shareWord = 'share'

export const savedPath = (savedReportId: number) => `saved_reports/${savedReportId}`

export const schedulePath = (savedReportId: number) => `saved_report/${savedReportId}/schedule`

/** The path of a saved report without changes. It keeps the share token, because the token may be the only access. */
export function unchangedReportPath(savedReportId: number, query: URLSearchParams): string {
  const token = query.get(shareWord)
  return joinPath(savedPath(savedReportId), new URLSearchParams(token ? { [shareWord]: token } : {}))
}

/** True if the user can read the report only through the share link. */
export const isOnlySharedByLink = ({ is_own, visibility }: Pick<SavedReport, 'is_own' | 'visibility'>, query: URLSearchParams) =>
  query.has(shareWord) && !is_own && visibility === 'private'
