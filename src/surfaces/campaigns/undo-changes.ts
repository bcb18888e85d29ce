import type { CampaignHistoryRow, CampaignUndo, UndoneCampaign, UndoneChanges } from '../../contract/campaigns/edits.ts'
import { asProblem, type Problem } from '../../kit/problem.ts'
import { isUnanswered } from '../../kit/until-answered.ts'
import type { Done, UndoResult } from '../../parts/resource/undo.ts'

/** The newest change of some fields, where it is one's own: what somebody else did meanwhile is not offered to be taken back. */
export function ownChange(changes: readonly CampaignHistoryRow[], fields: readonly string[], userId: number | undefined) {
  const newest = changes.find((change) => change.fields.some(({ field }) => fields.includes(field)))
  const isOwn = userId === undefined || newest?.user?.user_id === userId
  return isOwn ? newest?.campaign_change_id : undefined
}

/** What is said where not all of it was taken back. */
export interface TakingWords {
  /** Why one stays as it is. */
  readonly reason: (row: UndoneCampaign, problem: NonNullable<UndoneCampaign['problem']>) => string
  readonly some: (changed: number, left: number) => string
  /** Everything was as it had been already. */
  readonly nothing: string
  /** It broke off, with so many taken back before; what was only looked at is as it was, whatever became of the answer. */
  readonly broken: (problem: Problem, changed: number, isLooking: boolean) => string
}

const sum = (answers: readonly UndoneChanges[], of: 'changed' | 'refused') => answers.reduce((all, one) => all + one[of], 0)

/** What was taken back. */
export const takenIn = (answers: readonly UndoneChanges[]) =>
  answers.flatMap(({ rows }) => rows.filter(({ problem, fields }) => !problem && fields.length > 0))

/** What became of taking changes back; where some or nothing did, the platform's reasons in words. */
export function undoResult(answers: readonly UndoneChanges[], words: TakingWords): UndoResult {
  const [changed, refused] = [sum(answers, 'changed'), sum(answers, 'refused')]
  if (changed > 0 && refused === 0) return 'undone'
  const rows = answers.flatMap((one) => one.rows)
  const isLater = rows.some(({ changed_since, problem }) => changed_since.length > 0 && (!problem || problem.code === 'changed_since'))
  if (changed === 0 && isLater) return 'changed'
  if (changed === 0 && refused === 0) return { refused: words.nothing }
  const reasons = new Set(rows.flatMap((row) => (row.problem ? words.reason(row, row.problem) : [])))
  return { refused: [...(changed > 0 ? [words.some(changed, refused)] : []), ...reasons].join(' ') }
}

/** Changes by their numbers, or all of a batch. */
export type Taken = Required<Pick<CampaignUndo, 'campaign_change_ids'>> | Required<Pick<CampaignUndo, 'batch'>>

/** How changes are taken back, and who is told. */
export interface Taking {
  readonly ask: (body: CampaignUndo) => Promise<UndoneChanges>
  readonly words: TakingWords
  /** Told however it ends: others have read what is no longer so. */
  readonly onTaken: (answers: readonly UndoneChanges[]) => void
}

const isLater = ({ rows }: UndoneChanges) => rows.some(({ changed_since }) => changed_since.length > 0)
const isKept = ({ rows }: UndoneChanges) => rows.some(({ problem }) => problem?.code === 'changed_since')

/** What became of it where one that is looked at was changed since: it stays, and where others were taken back, it can be tried again. */
function stopped(taken: readonly UndoneChanges[], looked: UndoneChanges, words: TakingWords): UndoResult {
  const result = undoResult([...taken, { ...looked, changed: 0, refused: looked.changed + looked.refused }], words)
  return typeof result === 'object' ? { ...result, isOpen: true } : result
}

/**
 * Takes back what was done in one call or in several, the last one first. Each is looked at right before it is taken:
 * a later one may be of the same things, and counts as a change by somebody else for as long as it is not taken back.
 * Where an answer is lost, what is left can be tried again. Forced, it takes back what was known of when that was offered, and nothing newer.
 */
export function takingBack(all: readonly Taken[], { ask, words, onTaken }: Taking): Done['undo'] {
  const left = [...all]
  let seen: number | undefined
  return async ({ isForced }) => {
    const answers: UndoneChanges[] = []
    let isLooking = false
    try {
      for (let one = left.at(-1); one; one = left.at(-1)) {
        isLooking = !isForced
        const looked = isLooking && (await ask({ ...one, dry_run: true }))
        if (looked && isLater(looked)) {
          seen = looked.seen_up_to
          return stopped(answers, looked, words)
        }
        isLooking = false
        const answer = await ask({ ...one, ...(isForced && { force: true, ...(seen && { seen_up_to: seen }) }) })
        if (answer.changed === 0 && isKept(answer)) {
          seen = answer.seen_up_to
          return stopped(answers, answer, words)
        }
        answers.push(answer)
        left.pop()
      }
      return undoResult(answers, words)
    } catch (error) {
      const problem = asProblem(error)
      return { refused: words.broken(problem, sum(answers, 'changed'), isLooking), isOpen: isUnanswered(problem) }
    } finally {
      onTaken(answers)
    }
  }
}
