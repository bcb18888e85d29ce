import type { CampaignHistoryRow, CampaignUndo, UndoneCampaign, UndoneChanges } from '../../contract/campaigns/edits.ts'
import { asProblem, problemText, type Problem } from '../../kit/problem.ts'
import { isOutcomeUnknown } from '../../kit/idempotent-write.ts'
import type { UndoResult, UndoableAction } from '../../kit/undo.ts'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { campaigns } from '../../contract/campaigns/campaigns.ts'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { useMutate } from '../../kit/mutate.ts'
import { problemSentence } from '../../parts/campaigns/change-texts.ts'
import { useScope } from '../../parts/scope/scope.tsx'
import { count } from '../../ui/format/format.ts'
import { campaignData } from './campaign-data.ts'
import { useCurrency } from '../../parts/scope/client.tsx'

/** Id of the newest change of these fields, if the user made it. Undo is not offered for a change by another user. */
export function ownChange(changes: readonly CampaignHistoryRow[], fields: readonly string[], userId: number | undefined) {
  const newest = changes.find((change) => change.fields.some(({ field }) => fields.includes(field)))
  const isOwn = userId === undefined || newest?.user?.user_id === userId
  return isOwn ? newest?.campaign_change_id : undefined
}

/** Texts for an undo that failed or was only partly possible. */
export interface UndoTexts {
  /** Why one campaign keeps its changes. */
  readonly reason: (row: UndoneCampaign, problem: NonNullable<UndoneCampaign['problem']>) => string
  readonly some: (changed: number, left: number) => string
  /** All fields had their old values already. */
  readonly nothing: string
  /** The request failed after `changed` campaigns were undone. A failed dry run has changed nothing. */
  readonly failed: (problem: Problem, changed: number, isPreview: boolean) => string
}

const sum = (results: readonly UndoneChanges[], of: 'changed' | 'refused') => results.reduce((all, item) => all + item[of], 0)

/** Rows that an undo has changed. */
export const undoneRows = (results: readonly UndoneChanges[]) =>
  results.flatMap(({ rows }) => rows.filter(({ problem, fields }) => !problem && fields.length > 0))

/** Result of an undo; a partial or empty undo includes the platform's reasons. */
export function undoResult(results: readonly UndoneChanges[], words: UndoTexts): UndoResult {
  const changed = sum(results, 'changed')
  const refused = sum(results, 'refused')
  if (changed > 0 && refused === 0) return 'undone'
  const rows = results.flatMap((item) => item.rows)
  const isLater = rows.some(({ changed_since, problem }) => changed_since.length > 0 && (!problem || problem.code === 'changed_since'))
  if (changed === 0 && isLater) return 'changed'
  if (changed === 0 && refused === 0) return { refused: words.nothing }
  const reasons = new Set(rows.flatMap((row) => (row.problem ? words.reason(row, row.problem) : [])))
  return { refused: [...(changed > 0 ? [words.some(changed, refused)] : []), ...reasons].join(' ') }
}

/** Changes by their ids, or all changes of one batch. */
export type UndoTarget = Required<Pick<CampaignUndo, 'campaign_change_ids'>> | Required<Pick<CampaignUndo, 'batch'>>

/** How to send an undo request and report its result. */
interface UndoRequest {
  readonly ask: (body: CampaignUndo) => Promise<UndoneChanges>
  readonly words: UndoTexts
  /** Called after success and failure, so that the caller can invalidate cached reads. */
  readonly onUndone: (results: readonly UndoneChanges[]) => void
}

const hasLaterChange = ({ rows }: UndoneChanges) => rows.some(({ changed_since }) => changed_since.length > 0)
const hasBlockedRow = ({ rows }: UndoneChanges) => rows.some(({ problem }) => problem?.code === 'changed_since')

/** Result when a newer change blocks the undo. Nothing more is undone, and `isOpen` lets the user try again. */
function blockedUndoResult(undone: readonly UndoneChanges[], preview: UndoneChanges, words: UndoTexts): UndoResult {
  const result = undoResult([...undone, { ...preview, changed: 0, refused: preview.changed + preview.refused }], words)
  return typeof result === 'object' ? { ...result, isOpen: true } : result
}

/**
 * Undoes one or several calls, newest first. A dry run checks each call immediately before its undo:
 * until the newer call is undone, an older call that changed the same campaigns would report it as a later change.
 * After a lost response the user can retry the remaining calls.
 * A forced undo overwrites only the changes that the user has seen (`seen_up_to`), not newer ones.
 */
export function undoNewestFirst(all: readonly UndoTarget[], { ask, words, onUndone }: UndoRequest): UndoableAction['undo'] {
  const left = [...all]
  let seenUpTo: number | undefined
  return async ({ isForced }) => {
    const results: UndoneChanges[] = []
    let isChecking = false
    try {
      for (let item = left.at(-1); item; item = left.at(-1)) {
        isChecking = !isForced
        const preview = isChecking && (await ask({ ...item, dry_run: true }))
        if (preview && hasLaterChange(preview)) {
          seenUpTo = preview.seen_up_to
          return blockedUndoResult(results, preview, words)
        }
        isChecking = false
        const undone = await ask({ ...item, ...(isForced && { force: true, ...(seenUpTo && { seen_up_to: seenUpTo }) }) })
        if (undone.changed === 0 && hasBlockedRow(undone)) {
          seenUpTo = undone.seen_up_to
          return blockedUndoResult(results, undone, words)
        }
        results.push(undone)
        left.pop()
      }
      return undoResult(results, words)
    } catch (error) {
      const problem = asProblem(error)
      return { refused: words.failed(problem, sum(results, 'changed'), isChecking), isOpen: isOutcomeUnknown(problem) }
    } finally {
      onUndone(results)
    }
  }
}

/** Undoing thousands of changes in one transaction takes long. */
const longMs = 60_000

/** Texts for a partial or failed undo. Each reason uses the currency of its campaign. */
function useUndoTexts(): UndoTexts {
  const { t, i18n } = useLingui()
  const currencyOf = useCurrency()
  const format = (number: number) => count(number, i18n.locale)
  return {
    reason: ({ currency_code }, { code, values }) => problemSentence(code, values, { currency: currencyOf(currency_code ?? 'USD') }, i18n),
    some: (changed, left) => {
      const some = format(changed)
      const others = format(left)
      return t`${some} undone, ${others} unchanged.`
    },
    nothing: t`Nothing to undo. No changes were made.`,
    failed: (problem, changed, isPreview) => {
      const some = format(changed)
      const so = changed > 0 ? t`${some} undone.` : ''
      const rest =
        isOutcomeUnknown(problem) && !isPreview
          ? t`We couldn’t confirm the rest. Try again; no change is undone twice.`
          : t`The rest wasn’t changed.`
      return [so, problemText(problem, i18n), rest].join(' ').trim()
    },
  }
}

/** Undoes changes of one or many campaigns. Warns when the undo puts campaigns under review again. */
export function useUndoChanges(
  onUndone: (results: readonly UndoneChanges[]) => void,
): (all: readonly UndoTarget[]) => UndoableAction['undo'] {
  const { t } = useLingui()
  const { mutate, applyEffects } = useMutate()
  const { clientId } = useScope()
  const { notify } = useElementContext()
  const words = useUndoTexts()
  const report = (results: readonly UndoneChanges[]) => {
    void applyEffects(results, { stale: campaignData, event: onUndone })
    const again = new Set(results.flatMap(({ reviewed_again }) => reviewed_again)).size
    if (again === 0) return
    notify({
      kind: 'warning',
      title: t`${plural(again, { one: 'The campaign is back in review', other: '# campaigns are back in review' })}`,
      text: t`It stops serving until it’s approved.`,
    })
  }
  return (all) =>
    undoNewestFirst(all, {
      ask: (body) => mutate(campaigns.undo, { path: { memberGroupId: clientId }, body }, { timeoutMs: longMs }),
      words,
      onUndone: report,
    })
}
