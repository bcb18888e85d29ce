import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ScheduleState } from '../../../contract/saved-reports/schedules.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { DateTimeText } from '../../../ui/format/date-text.tsx'
import { Runs } from './runs.tsx'
import { clockText, weekdayNames, runFaultText } from './words.ts'

function useWhen() {
  const { t, i18n } = useLingui()
  return ({ frequency, weekday, month_day: day = 1, time: clockTime }: ScheduleState['schedule']) => {
    const time = clockText(clockTime, i18n.locale)
    if (frequency === 'daily') return t`Every day at ${time}`
    if (frequency === 'monthly')
      return day === 31 ? t`On the last day of every month at ${time}` : t`On day ${day} of every month at ${time}`
    const name = weekdayNames(i18n.locale).find(({ id }) => id === weekday)?.label ?? ''
    return t`Every week on ${name} at ${time}`
  }
}

/** The schedule as a sentence, with its next run. */
function ScheduleSentence({ state: { schedule, recipients, next_runs, stopped } }: { readonly state: ScheduleState }) {
  const { i18n } = useLingui()
  const when = useWhen()(schedule)
  const zone = schedule.time_zone
  const format = schedule.format.toUpperCase()
  const [next] = next_runs
  return (
    <>
      <p>
        {when} ({zone}), <Plural value={recipients} one="to # recipient" other="to # recipients" />, {format}
      </p>
      <p className="quiet">
        {next ? (
          <Trans>
            Next run: <DateTimeText moment={next} zone={zone} />.
          </Trans>
        ) : (
          <Trans>Paused. No emails are sent until you resume.</Trans>
        )}
        {stopped && ` ${runFaultText(stopped, i18n)}`}
      </p>
    </>
  )
}

interface ScheduleReadonlyProps {
  readonly savedReportId: number
  /** Null when the report is not mailed. */
  readonly state: ScheduleState | null
  /** Why the schedule cannot be changed. */
  readonly because: string
}

/** Read-only view of a schedule. */
export function ScheduleReadonly({ savedReportId, state, because }: ScheduleReadonlyProps) {
  return (
    <div className="schedule-side">
      <Callout kind="info" heading={because} />
      {state ? (
        <ScheduleSentence state={state} />
      ) : (
        <p>
          <Trans>Not scheduled.</Trans>
        </p>
      )}
      {state && (
        <>
          <h3>
            <Trans>History</Trans>
          </h3>
          <Runs savedReportId={savedReportId} zone={state.schedule.time_zone} />
        </>
      )}
    </div>
  )
}
