import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { UndoneChanges } from '../../contract/campaigns/edits.ts'
import { campaigns } from '../../contract/campaigns/campaigns.ts'
import { useRefresh } from '../../kit/cache.tsx'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { problemText } from '../../kit/problem.ts'
import { useRuntime } from '../../kit/runtime.tsx'
import { isOutcomeUnknown } from '../../kit/idempotent-write.ts'
import { problemSentence } from '../../parts/campaigns/change-texts.ts'
import type { UndoableAction } from '../../kit/undo.ts'
import { useScope } from '../../parts/scope/scope.tsx'
import { count } from '../../ui/format/format.ts'
import { campaignData } from './campaign-data.ts'
import { useCurrency } from './currency.ts'
import { type UndoTarget, undoNewestFirst, type UndoTexts } from './undo-changes.ts'

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
    broken: (problem, changed, isLooking) => {
      const some = format(changed)
      const so = changed > 0 ? t`${some} undone.` : ''
      const rest =
        isOutcomeUnknown(problem) && !isLooking
          ? t`We couldn’t confirm the rest. Try again; no change is undone twice.`
          : t`The rest wasn’t changed.`
      return [so, problemText(problem, i18n), rest].join(' ').trim()
    },
  }
}

/** Undoes changes of one or many campaigns. Warns when the undo puts campaigns under review again. */
export function useUndoChanges(
  onTaken: (answers: readonly UndoneChanges[]) => void,
): (all: readonly UndoTarget[]) => UndoableAction['undo'] {
  const { t } = useLingui()
  const { send } = useRuntime()
  const { clientId } = useScope()
  const { notify } = useElementContext()
  const words = useUndoTexts()
  const refresh = useRefresh()
  const report = (answers: readonly UndoneChanges[]) => {
    refresh(...campaignData)
    onTaken(answers)
    const again = new Set(answers.flatMap(({ reviewed_again }) => reviewed_again)).size
    if (again === 0) return
    notify({
      kind: 'warning',
      title: t`${plural(again, { one: 'The campaign is back in review', other: '# campaigns are back in review' })}`,
      text: t`It stops serving until it’s approved.`,
    })
  }
  return (all) =>
    undoNewestFirst(all, {
      ask: (body) => send(campaigns.undo, { path: { memberGroupId: clientId }, body }, { timeoutMs: longMs }),
      words,
      onUndone: report,
    })
}
