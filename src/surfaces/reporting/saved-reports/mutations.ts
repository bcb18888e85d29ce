import { useLingui } from '@lingui/react/macro'
import {
  type SavedReportQuery,
  type SavedReport,
  type SavedReportChange,
  savedReports,
} from '../../../contract/saved-reports/saved-reports.ts'
import { ifMatch } from '../../../kit/api.ts'
import { type Effects, useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import type { UndoResult } from '../../../kit/undo.ts'
import { useRebase } from '../../../parts/resource/rebase.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useReporting } from '../context.tsx'
import { differences } from './differences.ts'
import { isOnlySharedByLink, savedPath } from './paths.ts'
import { reportData } from './report-data.ts'
import type { ReportNaming } from './save-dialog.tsx'

/** Creates, changes, copies and removes reports. */
export function useSavedReportMutations() {
  const { t, i18n } = useLingui()
  const { send } = useRuntime()
  const { clientId } = useScope()
  const { emit } = useReporting()
  const { query, go } = usePath()
  const { mutate, run, failed } = useMutate()
  const { rebase, question: overtaken } = useRebase()
  const open = ({ saved_report_id: id, name }: SavedReport) => go(savedPath(id), name)
  const changes = {
    stale: reportData,
    event: ({ saved_report_id }: SavedReport) => emit('ad-report-saved', { saved_report_id }),
  }
  const effects = (title: string): Effects<SavedReport> => ({ ...changes, title, text: ({ name }) => name })

  async function make(naming: ReportNaming, question: SavedReportQuery) {
    const body = { member_group_id: clientId, ...naming, question }
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
    await copied.then(open, failed(t`Couldn’t duplicate the report`))
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
        stale: reportData,
        event: () => emit('ad-report-removed', { saved_report_id: savedReportId }),
        title: t`Deleted: ${name}`,
        text: t`Emails have stopped and shared links no longer work.`,
        undo: () => undo,
      },
    )
    return removed.then(() => true, failed(t`Couldn’t delete the report`))
  }
  return { make, change, copy, remove, overtaken }
}
