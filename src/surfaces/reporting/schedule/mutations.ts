import { useLingui } from '@lingui/react/macro'
import { type ReportSchedule, reportSchedules, type ScheduleState } from '../../../contract/saved-reports/schedules.ts'
import { ifMatch } from '../../../kit/api.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { asProblem } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { type UndoResult, useUndo } from '../../../parts/resource/undo.ts'
import { useReporting } from '../context.tsx'
import { changedLabels } from '../saved-reports/differences.ts'
import { useConflict } from '../saved-reports/conflict.tsx'
import { useReportErrorText, useInvalidateReports } from '../saved-reports/invalidate.ts'
import { scheduleLabels } from './words.ts'

/** Saves, pauses, tests and removes a report's schedule. */
export function useScheduleMutations(savedReportId: number) {
  const { t, i18n } = useLingui()
  const { send } = useRuntime()
  const { notify } = useElementContext()
  const { emit } = useReporting()
  const offer = useUndo()
  const stale = useInvalidateReports()
  const reason = useReportErrorText()
  const path = { savedReportId }

  const { saved: savedOver, question: overtaken } = useConflict()

  /** Saves a schedule. On a conflict, `mine` is applied to the newer version. Version 0 creates the schedule. */
  async function put(seen: ScheduleState | null, mine: (over: ScheduleState | null) => ReportSchedule, title: string) {
    const state = await savedOver({
      seen,
      save: (over) => send(reportSchedules.change, { path, body: mine(over) }, ifMatch(over?.version ?? 0)),
      read: () => send(reportSchedules.one, { path }),
      differences: (before, now) => changedLabels(scheduleLabels, [before?.schedule ?? {}, now?.schedule ?? {}], i18n),
    })
    emit('ad-report-scheduled', { saved_report_id: savedReportId })
    notify({ kind: 'success', title })
    stale()
    return state
  }
  async function pause(state: ScheduleState, isPaused: boolean) {
    try {
      const mine = (over: ScheduleState | null) => ({ ...(over ?? state).schedule, is_paused: isPaused })
      await put(state, mine, isPaused ? t`Paused` : t`It goes on`)
    } catch (error) {
      notify({ kind: 'error', title: t`It was not changed`, text: reason(error) })
    }
  }
  async function test() {
    try {
      await send(reportSchedules.test, { path })
      notify({ kind: 'success', title: t`A test is on its way to you`, text: t`Nobody else gets it.` })
    } catch (error) {
      const isTooMany = asProblem(error).status === 429
      notify({
        kind: 'error',
        title: t`No test was sent`,
        text: isTooMany ? t`There are three tests an hour. Try again later.` : reason(error),
      })
    }
  }
  async function remove({ schedule, version }: ScheduleState) {
    try {
      await send(reportSchedules.remove, { path }, ifMatch(version))
    } catch (error) {
      // Shows the newer version, so that the user can review it before removing.
      if (asProblem(error).status === 412) stale()
      return notify({ kind: 'error', title: t`It was not removed`, text: reason(error) })
    }
    stale()
    const undo = async (): Promise<UndoResult> => {
      await put(null, () => schedule, t`It is mailed again`)
      return 'undone'
    }
    offer({ title: t`The schedule was removed`, undo })
  }
  return { put, pause, test, remove, overtaken }
}
