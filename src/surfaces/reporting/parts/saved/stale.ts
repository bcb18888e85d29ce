import { useLingui } from '@lingui/react/macro'
import { reportSchedules } from '../../../../contract/report-schedules.ts'
import { reportShares } from '../../../../contract/report-shares.ts'
import { savedReports } from '../../../../contract/saved-reports.ts'
import { useRefresh } from '../../../../kit/cache.tsx'
import { asProblem, problemText } from '../../../../kit/problem.ts'

/** A version as a call that writes names it. */
export const matching = (version: number) => ({ ifMatch: `"${version}"` })

/** Reads anew whatever shows something of saved reports. */
export function useStaleReports() {
  const refresh = useRefresh()
  return () => refresh(savedReports, reportSchedules, reportShares)
}

/** Why something was not done; what somebody else has changed meanwhile says what to do. */
export function useReason() {
  const { t, i18n } = useLingui()
  return (error: unknown) => {
    const problem = asProblem(error)
    return problem.status === 412
      ? t`Somebody has changed this since you read it. It now shows what it has become. Save again to change that.`
      : problemText(problem, i18n)
  }
}
