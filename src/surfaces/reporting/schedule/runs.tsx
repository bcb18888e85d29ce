import { Trans, useLingui } from '@lingui/react/macro'
import { reportSchedules, runsShown } from '../../../contract/saved-reports/schedules.ts'
import { nextRuns } from '../../../contract/saved-reports/schedules.rules.ts'
import { useRead } from '../../../kit/cache.tsx'
import { problemText } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { ErrorState, LoadingSkeleton } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { DateTimeText } from '../../../ui/format/date-text.tsx'
import { NumberText } from '../../../ui/format/number-text.tsx'
import { type ScheduleValues, validSchedule } from './values.ts'
import { resultWords, runFaultText } from './words.ts'

/** Next runs of the unsaved form values. */
export function NextRuns({ values }: { readonly values: ScheduleValues }) {
  const { t } = useLingui()
  const { now } = useRuntime()
  const schedule = validSchedule(values)
  if (values.is_paused)
    return (
      <p className="quiet">
        <Trans>Paused. No emails are sent until you resume.</Trans>
      </p>
    )
  if (!schedule)
    return (
      <p className="quiet">
        <Trans>Enter a time and time zone to see the next runs.</Trans>
      </p>
    )
  return (
    <ol className="shares" aria-label={t`Next runs`}>
      {nextRuns(schedule, now(), runsShown.ahead).map((at) => (
        <li key={at.getTime()}>
          <DateTimeText moment={at.toISOString()} zone={schedule.time_zone} />
        </li>
      ))}
    </ol>
  )
}

/** History of the last runs. */
export function Runs({ savedReportId, zone }: { readonly savedReportId: number; readonly zone: string }) {
  const { t, i18n } = useLingui()
  const { data, error, mutate } = useRead(reportSchedules.runs, { path: { savedReportId } })
  if (error)
    return (
      <ErrorState
        heading={<Trans>Couldn’t load the history</Trans>}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  if (!data) return <LoadingSkeleton height={120} />
  if (data.runs.length === 0)
    return (
      <p className="quiet">
        <Trans>Not sent yet.</Trans>
      </p>
    )
  const columns = [
    { id: 'at', label: t`Date`, isNumber: false },
    { id: 'result', label: t`Result`, isNumber: false },
    { id: 'rows', label: t`Rows`, isNumber: true },
    { id: 'recipients', label: t`Recipients`, isNumber: true },
  ]
  const rows = data.runs.map(({ at, result, why, rows: count, recipients }) => ({
    id: at,
    cells: [
      <DateTimeText key="at" moment={at} zone={zone} />,
      <span key="result">
        {i18n._(resultWords[result])}
        {why && <small className="quiet"> {runFaultText(why, i18n)}</small>}
      </span>,
      <NumberText key="rows" value={count} />,
      <NumberText key="recipients" value={recipients} />,
    ],
  }))
  return <Table caption={t`Run history`} columns={columns} rows={rows} />
}
