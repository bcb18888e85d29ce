import { changes } from '../../../contract/changes/changes.ts'
import { reportSchedules } from '../../../contract/saved-reports/schedules.ts'
import { reportShares } from '../../../contract/saved-reports/shares.ts'
import { savedReports } from '../../../contract/saved-reports/saved-reports.ts'

/** Branches of the contract with data of saved reports; a change of one can change the responses of all. */
export const reportData: readonly object[] = [savedReports, reportSchedules, reportShares, changes.saved_report]
