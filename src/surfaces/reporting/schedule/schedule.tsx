import { Trans, useLingui } from '@lingui/react/macro'
import { reportSchedules } from '../../../contract/saved-reports/schedules.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { useDisabledReason } from '../../../parts/scope/gate.tsx'
import { usePerson } from '../../../parts/scope/person.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { savedPath } from '../saved-reports/paths.ts'
import { SavedReportError, useSaved } from '../saved-reports/saved-report.tsx'
import { ScheduleForm } from './form.tsx'
import { ScheduleReadonly } from './summary.tsx'

/** Why the schedule cannot be changed here; undefined if it can. */
function useScheduleDisabledReason(isChangeable: boolean) {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const mayNot = useDisabledReason()({ permissions: ['saved_reports.change'] })
  if (isReadonly) return t`Nothing can be changed here`
  return mayNot ?? (isChangeable ? undefined : t`Only its owner, or who runs the client, says when it is mailed.`)
}

export default function SchedulePage({ params }: { readonly params: ScreenParams }) {
  const { t } = useLingui()
  const savedReportId = Number(params.savedReportId)
  const { advertiser } = useClient()
  const known = usePerson()
  const linkTo = usePathLink()
  const saved = useSaved(savedReportId)
  const schedule = useRead(reportSchedules.one, { path: { savedReportId } })
  const lockedBecause = useScheduleDisabledReason(saved.data?.is_changeable ?? false)
  const problem = saved.error ?? schedule.error
  if (problem) return <SavedReportError problem={problem} onRetry={() => void Promise.all([saved.mutate(), schedule.mutate()])} />
  if (!saved.data || schedule.data === undefined || known.state === 'waiting') return <LoadingSkeleton height={480} />
  const { name } = saved.data
  const zone = advertiser?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <section className="saved-page" aria-label={t`Schedule of ${name}`}>
      <header className="saved-head">
        <h2>
          <Trans>Schedule of {name}</Trans>
        </h2>
        <span className="grow" />
        <Link target={linkTo(savedPath(savedReportId), name)}>
          <Trans>Open the report</Trans>
        </Link>
      </header>
      {lockedBecause === undefined ? (
        <ScheduleForm
          savedReportId={savedReportId}
          state={schedule.data}
          zone={zone}
          ownEmail={known.state === 'known' ? known.person?.email : undefined}
        />
      ) : (
        <ScheduleReadonly savedReportId={savedReportId} state={schedule.data} because={lockedBecause} />
      )}
    </section>
  )
}
