import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import type { Send } from '../../../kit/api.ts'
import { ofCampaigns } from '../bulk/calls.ts'
import { plannedRun } from '../bulk/run.ts'
import type { BulkAnswer, BulkRun } from '../bulk/batches.ts'
import type { ReadSheet } from './rows.ts'

/** A thousand lines in one transaction take their time. */
const longMs = 60_000

/** Brings a sheet in: row by row as it was made, so that what was changed since is left. */
export const sheetRun = (send: Send, clientId: number): BulkRun<ReadSheet> =>
  plannedRun(async ({ rows, lines }) => {
    const ask = async (isDry: boolean, idempotencyKey?: string): Promise<BulkAnswer> => {
      const body = { rows: [...rows], dry_run: isDry }
      const options = { timeoutMs: longMs, ...(idempotencyKey && { idempotencyKey }) }
      const answer = ofCampaigns(await send(campaigns.sheet, { path: { memberGroupId: clientId }, body }, options))
      const changing = answer.rows.filter(({ fields, problem }) => fields.length > 0 || problem)
      return { ...answer, rows: changing.map((row) => ({ ...row, line: lines.get(Number(row.id)) })) }
    }
    const preview = await ask(true)
    return [{ preview, make: preview.changed > 0 ? (key) => ask(false, key) : undefined }]
  })
