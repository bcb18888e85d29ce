import type { changes } from '../../../src/contract/changes/changes.ts'
import { groupHistory } from '../advertisers/group-undo.ts'
import { advertiserHistory } from '../advertisers/undo.ts'
import type { Handlers } from '../http/implement.ts'
import { themeHistory } from '../clients/theme-history.ts'
import { clientHistory } from '../clients/undo.ts'
import { savedReportChanges, undoSavedReport } from '../saved-reports/history.ts'
import { roleHistory } from '../roles/undo.ts'
import { userHistory } from '../users/undo.ts'
import { biddingConfigHistory } from '../money/bidding-history.ts'
import { historyHandlers } from './nouns.ts'

export const changeHandlers: Handlers<typeof changes> = {
  advertiser: historyHandlers(advertiserHistory),
  advertiser_group: historyHandlers(groupHistory),
  bidding_config: historyHandlers(biddingConfigHistory),
  saved_report: {
    report: ({ path, body }, context) => savedReportChanges(context, path.savedReportId, body),
    undo: ({ path, body }, context) => undoSavedReport(context, path.savedReportId, body),
  },
  role: historyHandlers(roleHistory),
  user: historyHandlers(userHistory),
  member_group: historyHandlers(clientHistory),
  theme: historyHandlers(themeHistory),
}
