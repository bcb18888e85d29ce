import { useLingui } from '@lingui/react/macro'
import {
  type SavedReportQuery,
  type SavedReport,
  type SavedReportChange,
  savedReports,
} from '../../../contract/saved-reports/saved-reports.ts'
import { ifMatch } from '../../../kit/api.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { usePath } from '../../../kit/path.ts'
import { asProblem } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { type UndoResult, useUndo } from '../../../parts/resource/undo.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useReporting } from '../context.tsx'
import { differences } from './differences.ts'
import { useConflict } from './conflict.tsx'
import { isOnlySharedByLink, savedPath } from './paths.ts'
import type { ReportNaming } from './save-dialog.tsx'
import { useReportErrorText, useInvalidateReports } from './invalidate.ts'

/** Creates, changes, copies and removes reports. Each mutation invalidates the cache and emits an event to the host page. */
export function useSavedReportMutations() {
  const { t, i18n } = useLingui()
  const { send } = useRuntime()
  const { clientId } = useScope()
  const { notify } = useElementContext()
  const { emit } = useReporting()
  const { query, go } = usePath()
  const offer = useUndo()
  const stale = useInvalidateReports()
  const reason = useReportErrorText()
  const { saved: saveWithConflictCheck, question: overtaken } = useConflict()
  const open = ({ saved_report_id: id, name }: SavedReport) => go(savedPath(id), name)

  async function told(saved: SavedReport, title: string) {
    emit('ad-report-saved', { saved_report_id: saved.saved_report_id })
    notify({ kind: 'success', title, text: saved.name })
    stale()
    return saved
  }
  async function make(named: ReportNaming, question: SavedReportQuery) {
    const saved = await send(savedReports.create, { body: { member_group_id: clientId, ...named, question } })
    open(await told(saved, t`Report saved`))
  }
  /** Saves changes to the version the user edited, or after a conflict to the newer version. */
  async function change(seen: SavedReport, mine: (over: SavedReport) => SavedReportChange) {
    const path = { savedReportId: seen.saved_report_id }
    const changed = await saveWithConflictCheck({
      seen,
      save: (over) => send(savedReports.change, { path, body: mine(over) }, ifMatch(over.version)),
      read: () => send(savedReports.one, { path }),
      differences: (before, now) => differences(before, now, i18n),
    })
    return told(changed, t`Changes saved`)
  }
  async function copy(saved: SavedReport) {
    const { saved_report_id: savedReportId, member_group_id, question } = saved
    const name = t`Copy of ${saved.name}`.slice(0, 120)
    try {
      // A report opened only by share link cannot be copied by id, so its query is saved as a new report.
      const copied = isOnlySharedByLink(saved, query)
        ? await send(savedReports.create, { body: { member_group_id, name, question } })
        : await send(savedReports.copy, { path: { savedReportId }, body: { name } })
      open(await told(copied, t`Report duplicated`))
    } catch (error) {
      notify({ kind: 'error', title: t`It was not duplicated`, text: reason(error) })
    }
  }
  /** Returns false if the report was not deleted. */
  async function remove({ saved_report_id: savedReportId, name, version }: SavedReport): Promise<boolean> {
    try {
      await send(savedReports.remove, { path: { savedReportId } }, ifMatch(version))
    } catch (error) {
      // Shows the newer version, so that the user can review it before deleting.
      const isOther = asProblem(error).status === 412
      if (isOther) stale()
      const text = isOther ? t`Somebody has changed or deleted it meanwhile. What you see now is how it is.` : reason(error)
      notify({ kind: 'error', title: t`It was not deleted`, text })
      return false
    }
    emit('ad-report-removed', { saved_report_id: savedReportId })
    stale()
    const undo = async (): Promise<UndoResult> => {
      const back = await send(savedReports.restore, { path: { savedReportId } })
      emit('ad-report-saved', { saved_report_id: back.saved_report_id })
      stale()
      return 'undone'
    }
    offer({ title: t`Deleted: ${name}`, text: t`It is not mailed any more, and its links do not work.`, undo })
    return true
  }
  return { make, change, copy, remove, overtaken }
}
export type SavedReportMutations = ReturnType<typeof useSavedReportMutations>
