import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ScheduleState } from '../../../contract/saved-reports/schedules.ts'
import { ResourceForm } from '../../../parts/resource/form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
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
