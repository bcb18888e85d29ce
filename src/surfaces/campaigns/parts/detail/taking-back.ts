import type { CampaignHistoryRow, UndoneChanges } from '../../../../contract/campaign-edits.ts'
import type { ProblemValues } from '../../../../parts/change-words.ts'
import type { UndoResult } from '../../../../parts/undo.ts'

/** The newest change of some fields, where it is one's own: what somebody else did meanwhile is not offered to be taken back. */
export function ownChange(changes: readonly CampaignHistoryRow[], fields: readonly string[], userId: number | undefined) {
  const newest = changes.find((change) => change.fields.some(({ field }) => fields.includes(field)))
  const isOwn = userId === undefined || newest?.user?.user_id === userId
  return isOwn ? newest?.campaign_change_id : undefined
}

/** What became of taking changes back; where some or nothing did, the platform's reasons in words. */
export function undoResult(
  { changed, refused, rows }: UndoneChanges,
  say: (code: string, values: ProblemValues) => string,
  some: (changed: number, left: number) => string,
): UndoResult {
  if (changed > 0 && refused === 0) return 'undone'
  if (changed > 0)
    return {
      refused: [some(changed, refused), ...new Set(rows.flatMap(({ problem }) => (problem ? say(problem.code, problem.values) : [])))].join(
        ' ',
      ),
    }
  if (rows.some(({ changed_since, problem }) => changed_since.length > 0 && (!problem || problem.code === 'changed_since')))
    return 'changed'
  return { refused: rows.flatMap(({ problem }) => (problem ? say(problem.code, problem.values) : [])).join(' ') }
}
