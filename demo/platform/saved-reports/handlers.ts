import type { savedReports } from '../../../src/contract/saved-reports/saved-reports.ts'
import type { Handlers } from '../http/implement.ts'
import { requireChangeable, listSaved, savedRow, toSavedReport } from './read.ts'
import { changeSaved, copySaved, createSaved, removeSaved, restoreSaved } from './write.ts'

export const savedReportHandlers: Handlers<typeof savedReports> = {
  report: ({ body }, context) => listSaved(context, body),
  one: async ({ path }, context) => toSavedReport(context, await savedRow(context, path.savedReportId)),
  create: ({ body }, context) => createSaved(context, body),
  change: async ({ path, body }, context) => changeSaved(context, await requireChangeable(context, path.savedReportId), body),
  remove: async ({ path }, context) => {
    await removeSaved(context, path.savedReportId)
    return 'success'
  },
  restore: ({ path }, context) => restoreSaved(context, path.savedReportId),
  copy: async ({ path, body }, context) => copySaved(context, await savedRow(context, path.savedReportId), body.name),
}
