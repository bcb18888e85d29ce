import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type ScheduleState, reportSchedules, type ReportSchedule } from '../../../contract/saved-reports/schedules.ts'
import { ResourceForm } from '../../../parts/resource/form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { NextRuns, Runs } from './runs.tsx'
import { ScheduleFields } from './fields.tsx'
import { toSchedule, scheduleRules, type ScheduleValues, defaultSchedule, toScheduleValues } from './values.ts'
import { runFaultText, scheduleLabels } from './words.ts'
import css from './schedule.css'
import { ifMatch } from '../../../kit/api.ts'
import { useMutate } from '../../../kit/mutate.ts'
import type { Problem } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import type { UndoResult } from '../../../kit/undo.ts'
import { useRebase } from '../../../parts/resource/rebase.tsx'
import { useReporting } from '../context.tsx'
import { changedLabels, reportData } from '../saved-reports/mutations.ts'

addStyles(css)

/** Saves, pauses, tests and removes a report's schedule. */
function useScheduleMutations(savedReportId: number) {
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

interface ScheduleFormProps {
  readonly savedReportId: number
  /** Null when the report is not mailed yet. */
  readonly state: ScheduleState | null
  readonly zone: string
  /** The user's address. It is the default recipient; other domains count as external. */
  readonly ownEmail: string | undefined
}

/** Why the platform stopped the schedule. */
const StoppedCallout = ({ why }: { readonly why: string }) => {
  const { t, i18n } = useLingui()
  return (
    <Callout kind="warning" heading={t`Emails have stopped`}>
      {runFaultText(why, i18n)} <Trans>Save the schedule to resume.</Trans>
    </Callout>
  )
}

interface ScheduleActionsProps extends Pick<ScheduleFormProps, 'savedReportId'> {
  readonly state: ScheduleState
  /** Disables the actions, because a test would not include unsaved changes. */
  readonly isDirty: boolean
}

/** Actions of an existing schedule. */
function ScheduleActions({ savedReportId, state, isDirty }: ScheduleActionsProps) {
  const { t } = useLingui()
  const { pause, test, remove, overtaken } = useScheduleMutations(savedReportId)
  const [isTesting, setTesting] = useState(false)
  const isPaused = state.schedule.is_paused
  const unsaved = isDirty ? t`Save the schedule first` : undefined
  const validate = () => {
    setTesting(true)
    void test().finally(() => setTesting(false))
  }
  return (
    <>
      {overtaken}
      <Button isBusy={isTesting} disabledBecause={unsaved} onPress={validate}>
        <Trans>Send test to me</Trans>
      </Button>
      <Button disabledBecause={unsaved} onPress={() => void pause(state, !isPaused)}>
        {isPaused ? <Trans>Resume</Trans> : <Trans>Pause</Trans>}
      </Button>
      <Button kind="plain" onPress={() => void remove(state)}>
        <Trans>Delete schedule</Trans>
      </Button>
    </>
  )
}

/** The schedule form, with next runs and history. */
export function ScheduleForm({ savedReportId, state, zone, ownEmail }: ScheduleFormProps) {
  const { t } = useLingui()
  const { save, read } = useScheduleMutations(savedReportId)
  const valuesOf = (item: ScheduleState | null) =>
    item ? toScheduleValues(item.schedule) : defaultSchedule(zone, ownEmail ? [ownEmail] : [])
  const latest = async () => {
    const now = await read()
    return { values: valuesOf(now), version: now?.version ?? 0 }
  }
  return (
    <ResourceForm<ScheduleValues>
      name="schedule"
      label={t`Schedule`}
      initial={valuesOf(state)}
      version={state?.version ?? 0}
      rules={scheduleRules}
      save={(values, { version }) => save(toSchedule(values), version, t`Schedule saved`)}
      latest={latest}
      submit={<Trans>Save schedule</Trans>}
      savesUnchanged
      actions={(form) => state && <ScheduleActions savedReportId={savedReportId} state={state} isDirty={form.isDirty} />}
      aside={(form) => (
        <aside className="schedule-side">
          <h3>
            <Trans>Next runs</Trans>
          </h3>
          <NextRuns values={form.values} />
          <h3>
            <Trans>History</Trans>
          </h3>
          <Runs savedReportId={savedReportId} zone={form.values.time_zone || zone} />
        </aside>
      )}
    >
      {(form) => (
        <>
          {state?.stopped && <StoppedCallout why={state.stopped} />}
          <ScheduleFields form={form} ownEmail={ownEmail} />
        </>
      )}
    </ResourceForm>
  )
}
