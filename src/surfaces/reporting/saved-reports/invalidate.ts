import { useLingui } from '@lingui/react/macro'
import { reportSchedules } from '../../../contract/saved-reports/schedules.ts'
import { reportShares } from '../../../contract/saved-reports/shares.ts'
import { savedReports } from '../../../contract/saved-reports/saved-reports.ts'
import { useRefresh } from '../../../kit/cache.tsx'
import { asProblem, problemText } from '../../../kit/problem.ts'

/** A version as a call that writes names it. */
export const matching = (version: number) => ({ ifMatch: `"${version}"` })

/** Reads anew whatever shows something of saved reports. */
export function useStaleReports() {
  const refresh = useRefresh()
  return () => refresh(savedReports, reportSchedules, reportShares)
}

/** Why something was not done; what somebody else has changed meanwhile says that nothing is lost. */
export function useReason() {
  const { t, i18n } = useLingui()
  return (error: unknown) => {
    const problem = asProblem(error)
    return problem.status === 412
      ? t`Somebody has changed this meanwhile. Nothing was saved, and what you changed is still here.`
      : problemText(problem, i18n)
  }
}
