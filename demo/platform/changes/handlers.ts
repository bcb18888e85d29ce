import type { changes } from '../../../src/contract/changes/changes.ts'
import type { Handlers } from '../http/implement.ts'
import { savedReportChanges, undoSavedReport } from '../saved-reports/history.ts'
import { userHistory } from '../users/undo.ts'
import { historyHandlers } from './nouns.ts'

export const changeHandlers: Handlers<typeof changes> = {
  saved_report: {
    report: ({ path, body }, context) => savedReportChanges(context, path.savedReportId, body),
    undo: ({ path, body }, context) => undoSavedReport(context, path.savedReportId, body),
  },
  user: historyHandlers(userHistory),
}
