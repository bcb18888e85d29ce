import { useLingui } from '@lingui/react/macro'
import { type ReportSchedule, reportSchedules, type ScheduleState } from '../../../../contract/report-schedules.ts'
import { useGuest } from '../../../../kit/guest.tsx'
import { asProblem } from '../../../../kit/problem.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { type UndoResult, useUndo } from '../../../../parts/undo.ts'
import { useReporting } from '../reporting.ts'
import { matching, useReason, useStaleReports } from '../saved/stale.ts'

/** Says when a report is mailed, mails it once to whoever asks, and ends that. */
export function useScheduling(savedReportId: number) {
  const { t } = useLingui()
  const { send } = useRuntime()
  const { notify } = useGuest()
  const { emit } = useReporting()
  const offer = useUndo()
  const stale = useStaleReports()
  const reason = useReason()
  const path = { savedReportId }

  /** The first one is made from version 0. */
  async function put(schedule: ReportSchedule, version: number, title: string) {
    try {
      await send(reportSchedules.change, { path, body: schedule }, matching(version))
    } catch (error) {
      // What somebody else has changed is shown before it is changed again.
      if (asProblem(error).status === 412) stale()
      throw error
    }
    emit('ad-report-scheduled', { saved_report_id: savedReportId })
    notify({ kind: 'success', title })
    stale()
  }
  async function pause({ schedule, version }: ScheduleState, isPaused: boolean) {
    try {
      await put({ ...schedule, is_paused: isPaused }, version, isPaused ? t`Paused` : t`It goes on`)
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
  async function remove({ schedule }: ScheduleState) {
    try {
      await send(reportSchedules.remove, { path })
    } catch (error) {
      return notify({ kind: 'error', title: t`It was not removed`, text: reason(error) })
    }
    stale()
    const undo = async (): Promise<UndoResult> => {
      await put(schedule, 0, t`It is mailed again`)
      return 'undone'
    }
    offer({ title: t`The schedule was removed`, undo })
  }
  return { put, pause, test, remove }
}
