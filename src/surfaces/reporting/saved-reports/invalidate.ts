import { useLingui } from '@lingui/react/macro'
import { reportSchedules } from '../../../contract/saved-reports/schedules.ts'
import { reportShares } from '../../../contract/saved-reports/shares.ts'
import { savedReports } from '../../../contract/saved-reports/saved-reports.ts'
import { useRefresh } from '../../../kit/cache.tsx'
import { asProblem, problemText } from '../../../kit/problem.ts'

/** Invalidates all cached data of saved reports. */
export function useInvalidateReports() {
  const refresh = useRefresh()
  return () => refresh(savedReports, reportSchedules, reportShares)
}

/** Error text. A version conflict says that nothing was lost. */
export function useReportErrorText() {
  const { t, i18n } = useLingui()
  return (error: unknown) => {
    const problem = asProblem(error)
    return problem.status === 412
      ? t`Somebody has changed this meanwhile. Nothing was saved, and what you changed is still here.`
      : problemText(problem, i18n)
  }
}
