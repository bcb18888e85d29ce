import { useLingui } from '@lingui/react/macro'
import { reportSchedules, type ReportSchedule, type ScheduleState } from '../../../contract/saved-reports/schedules.ts'
import { ifMatch } from '../../../kit/api.ts'
import { useMutate } from '../../../kit/mutate.ts'
import type { Problem } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import type { UndoResult } from '../../../kit/undo.ts'
import { useRebase } from '../../../parts/resource/rebase.tsx'
import { useReporting } from '../context.tsx'
import { changedLabels, reportData } from '../saved-reports/mutations.ts'
import { scheduleLabels } from './words.ts'

/** Saves, pauses, tests and removes a report's schedule. */
export function useScheduleMutations(savedReportId: number) {
  const { t, i18n } = useLingui()
  const { send } = useRuntime()
  const { emit } = useReporting()
  const { mutate, run, showError } = useMutate()
  const { rebase, question: overtaken } = useRebase()
  const path = { savedReportId }

  const read = () => send(reportSchedules.one, { path })
  const effects = (title: string) => ({
    stale: reportData,
    event: () => emit('ad-report-scheduled', { saved_report_id: savedReportId }),
    title,
  })

  /** Saves a schedule over the version that the user saw; 0 creates it. */
  const save = (schedule: ReportSchedule, version: number, title: string) =>
    mutate(reportSchedules.change, { path, body: schedule }, { version, ...effects(title) })

  /** Pauses or continues; after a conflict the user decides whether to do so with the newer version. */
  async function pause(state: ScheduleState, isPaused: boolean) {
    const paused = () =>
      rebase<ScheduleState | null, ScheduleState>({
        seen: state,
        save: (base) => {
          const body = { ...(base ?? state).schedule, is_paused: isPaused }
          return send(reportSchedules.change, { path, body }, ifMatch(base?.version ?? 0))
        },
        read,
        differences: (before, now) => changedLabels(scheduleLabels, [before?.schedule ?? {}, now?.schedule ?? {}], i18n),
      })
    await run(paused, effects(isPaused ? t`Paused` : t`Resumed`)).catch(showError(t`Couldn’t update the schedule`))
  }
  async function test() {
    const tested = mutate(reportSchedules.test, { path }, { title: t`Test sent to you`, text: t`No one else received it.` })
    const textOf = ({ status }: Problem) => (status === 429 ? t`You can send three tests an hour. Try again later.` : undefined)
    await tested.catch(showError(t`The test was not sent`, textOf))
  }
  async function remove({ schedule, version }: ScheduleState) {
    const undo = async (): Promise<UndoResult> => {
      await save(schedule, 0, t`Emails resumed`)
      return 'undone'
    }
    const removed = mutate(reportSchedules.remove, { path }, { version, stale: reportData, title: t`Schedule deleted`, undo: () => undo })
    await removed.catch(showError(t`Couldn’t delete the schedule`))
  }
  return { save, read, pause, test, remove, overtaken }
}
