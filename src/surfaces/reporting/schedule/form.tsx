import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { ScheduleState } from '../../../contract/saved-reports/schedules.ts'
import { useRejection } from '../../../parts/resource/form-rejection.ts'
import { useStoredForm } from '../../../parts/resource/stored-form.ts'
import { useLeaveGuard } from '../../../parts/resource/leave-guard.tsx'
import { Button } from '../../../ui/button.tsx'
import { Form, SubmitButton } from '../../../ui/form/form.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { useReportErrorText } from '../saved-reports/invalidate.ts'
import { NextRuns, Runs } from './runs.tsx'
import { ScheduleFields } from './fields.tsx'
import { toSchedule, scheduleRules, type ScheduleValues, defaultSchedule, toScheduleValues } from './values.ts'
import { useScheduleMutations } from './mutations.ts'
import { runFaultText } from './failure-words.ts'
import css from './schedule.css'

addStyles(css)

interface ScheduleFormProps {
  readonly savedReportId: number
  /** Null when the report is not mailed yet. */
  readonly state: ScheduleState | null
  readonly zone: string
  /** Default recipient. */
  readonly ownEmail: string | undefined
}

/** Why the platform stopped the schedule. */
const Stopped = ({ why }: { readonly why: string }) => {
  const { t, i18n } = useLingui()
  return (
    <Callout kind="warning" heading={t`It is not mailed any more`}>
      {runFaultText(why, i18n)} <Trans>Save it again to go on.</Trans>
    </Callout>
  )
}

interface ActsProps extends Pick<ScheduleFormProps, 'savedReportId'> {
  readonly state: ScheduleState
  /** Disables the actions, because a test would not include unsaved changes. */
  readonly isDirty: boolean
}

/** Actions of an existing schedule. */
function Acts({ savedReportId, state, isDirty }: ActsProps) {
  const { t } = useLingui()
  const { pause, test, remove, overtaken } = useScheduleMutations(savedReportId)
  const [isTesting, setTesting] = useState(false)
  const isPaused = state.schedule.is_paused
  const unsaved = isDirty ? t`Save the schedule first` : undefined
  const tried = () => {
    setTesting(true)
    void test().finally(() => setTesting(false))
  }
  return (
    <>
      {overtaken}
      <Button isBusy={isTesting} disabledBecause={unsaved} onPress={tried}>
        <Trans>Send me a test</Trans>
      </Button>
      <Button disabledBecause={unsaved} onPress={() => void pause(state, !isPaused)}>
        {isPaused ? <Trans>Go on</Trans> : <Trans>Pause</Trans>}
      </Button>
      <Button kind="plain" onPress={() => void remove(state)}>
        <Trans>Remove the schedule</Trans>
      </Button>
    </>
  )
}

/** Form state of a schedule. Another user's change replaces an untouched form; with unsaved edits, saving asks first. */
function useSchedule({ savedReportId, state, zone, ownEmail }: ScheduleFormProps) {
  const { t } = useLingui()
  const { put, overtaken } = useScheduleMutations(savedReportId)
  const rejection = useRejection({ field: () => undefined, all: useReportErrorText() })
  const initial = state ? toScheduleValues(state.schedule) : defaultSchedule(zone, ownEmail ? [ownEmail] : [])
  const seen = useRef(state)
  const form = useStoredForm({
    initial,
    rules: scheduleRules,
    submit: rejection(async (values: ScheduleValues) => {
      const changes = form.changes()
      const mine = (over: ScheduleState | null) =>
        toSchedule(over && over !== seen.current ? { ...toScheduleValues(over.schedule), ...changes } : values)
      seen.current = await put(seen.current, mine, t`Schedule saved`)
    }),
  })
  const { isDirty, isSending, reset } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets only for a new version while the form is untouched
  useEffect(() => {
    if (isDirty || isSending || seen.current?.version === state?.version) return
    seen.current = state
    reset(initial)
  }, [state, isDirty, isSending])
  return { form, overtaken }
}

/** The schedule form, with next runs and history. */
export function ScheduleForm(props: ScheduleFormProps) {
  const { t } = useLingui()
  const { savedReportId, state, zone } = props
  const { form, overtaken } = useSchedule(props)
  const guard = useLeaveGuard(form.isDirty, { lost: form.changed })
  return (
    <div className="schedule">
      {guard}
      {overtaken}
      <Form form={form} label={t`Schedule`}>
        {state?.stopped && <Stopped why={state.stopped} />}
        <ScheduleFields form={form} />
        <div className="schedule-acts">
          <SubmitButton form={form}>
            <Trans>Save schedule</Trans>
          </SubmitButton>
          {state && <Acts savedReportId={savedReportId} state={state} isDirty={form.isDirty} />}
        </div>
      </Form>
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
    </div>
  )
}
