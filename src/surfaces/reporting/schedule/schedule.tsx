import { Trans, useLingui } from '@lingui/react/macro'
import { reportSchedules, type ScheduleState } from '../../../contract/saved-reports/schedules.ts'
import { advertisers } from '../../../contract/advertisers/advertisers.ts'
import type { Filter } from '../../../contract/list.ts'
import type { SavedReport } from '../../../contract/saved-reports/saved-reports.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { useDisabledReason, useViewer } from '../../../parts/scope/viewer.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { Link } from '../../../ui/navigation/link.tsx'
import { savedPath } from '../saved-reports/mutations.ts'
import { SavedReportGate, useSaved } from '../saved-reports/saved-report.tsx'
import { commonZone } from './values.ts'
import { ScheduleForm } from './form.tsx'
import { ScheduleReadonly } from './summary.tsx'

/** Why the schedule cannot be changed here; undefined if it can. */
function useScheduleDisabledReason(isChangeable: boolean) {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const mayNot = useDisabledReason()({ permissions: ['saved_reports.change'] })
  if (isReadonly) return t`This page is read-only`
  return mayNot ?? (isChangeable ? undefined : t`Only the owner or a client admin can schedule this report.`)
}

interface LoadedScheduleProps {
  readonly saved: SavedReport
  /** Null when the report is not mailed. */
  readonly schedule: ScheduleState | null
  readonly ownEmail: string | undefined
  /** The zone of most advertisers of the report; undefined if the user may not read them. */
  readonly usualZone: string | undefined
}

/** Number of advertisers whose time zones are compared. */
const comparedAdvertisers = 100

/** Reads the time zone of a new schedule; undefined while it loads. */
function useUsualZone(saved: SavedReport | undefined, isNew: boolean) {
  const { advertiser } = useClient()
  const isNeeded = isNew && saved !== undefined && advertiser === undefined
  const ids = saved?.question.advertiser_ids
  const filters: Filter[] = ids ? [{ field: 'advertiser_id', operation: 'IN', value: ids }] : []
  const body = { pagination: { start: 0, count: comparedAdvertisers }, filters }
  const { data, error } = useRead(advertisers.report, isNeeded ? { path: { memberGroupId: saved.member_group_id }, body } : null)
  return {
    isPending: isNeeded && !data && !error,
    usualZone: advertiser?.time_zone ?? commonZone(data?.advertisers ?? []),
  }
}

function LoadedSchedule({ saved, schedule, ownEmail, usualZone }: LoadedScheduleProps) {
  const { t } = useLingui()
  const linkTo = usePathLink()
  const lockedBecause = useScheduleDisabledReason(saved.is_changeable)
  const { name, saved_report_id: savedReportId } = saved
  const zone = usualZone ?? ownZone()
  return (
    <section className="saved-page" aria-label={t`Schedule “${name}”`}>
      <header className="saved-head">
        <h2>
          <Trans>Schedule “{name}”</Trans>
        </h2>
        <span className="grow" />
        <Link target={linkTo(savedPath(savedReportId), name)}>
          <Trans>Open the report</Trans>
        </Link>
      </header>
      {lockedBecause === undefined ? (
        <div className="schedule">
          <ScheduleForm savedReportId={savedReportId} state={schedule} zone={zone} ownEmail={ownEmail} />
        </div>
      ) : (
        <ScheduleReadonly savedReportId={savedReportId} state={schedule} because={lockedBecause} />
      )}
    </section>
  )
}

export default function SchedulePage({ params }: { readonly params: ScreenParams }) {
  const savedReportId = Number(params.savedReportId)
  const viewer = useViewer()
  const saved = useSaved(savedReportId)
  const schedule = useRead(reportSchedules.one, { path: { savedReportId } })
  const { data: report } = saved
  const { data: state } = schedule
  const { isPending, usualZone } = useUsualZone(report, state === null)
  const isWaiting = isPending || report === undefined || state === undefined || viewer.state === 'waiting'
  const read = {
    data: isWaiting ? undefined : { saved: report, schedule: state },
    error: saved.error ?? schedule.error,
    mutate: () => Promise.all([saved.mutate(), schedule.mutate()]),
  }
  const ownEmail = viewer.state === 'known' ? viewer.person?.email : undefined
  return (
    <SavedReportGate read={read}>{(loaded) => <LoadedSchedule {...loaded} ownEmail={ownEmail} usualZone={usualZone} />}</SavedReportGate>
  )
}
