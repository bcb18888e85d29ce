import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ElementContext } from './host/element-context.tsx'
import { isOutcomeUnknown } from './idempotent-write.ts'
import { asProblem } from './problem.ts'
import { offersOf, type UndoableAction, wordsOf } from './undo.ts'

let serial = 0

/** Shows the notice of a completed action with Undo, and registers the offer for Ctrl+Z. */
export function offerUndo({ root, notify }: Pick<ElementContext, 'root' | 'notify'>, i18n: I18n, done: UndoableAction) {
  const showFailure = (text: string, isForced?: boolean) => {
    const act = isForced === undefined ? {} : { act: { label: i18n._(msg`Try again`), onPress: () => run(isForced) } }
    notify({ kind: 'error', title: i18n._(msg`Couldn’t undo`), text, ...act })
  }
  const broken = (error: unknown) =>
    isOutcomeUnknown(asProblem(error))
      ? i18n._(msg`We couldn’t confirm the undo. Try again; it is safe to repeat.`)
      : i18n._(msg`Your change is still in place. Try again.`)
  const run = (isForced: boolean) => void undo(isForced).catch((error: unknown) => showFailure(broken(error), isForced))
  const undo = async (isForced: boolean) => {
    const result = await done.undo({ isForced })
    if (result === 'undone')
      return notify({
        kind: 'success',
        ...(done.undoneTitle ? { title: done.undoneTitle } : { title: i18n._(msg`Undone`), text: done.title }),
      })
    if (result !== 'changed') return showFailure(result.refused, result.isOpen ? isForced : undefined)
    const text = done.changedText ?? i18n._(msg`Another user changed it after you. Nothing was undone.`)
    const onPress = () => run(true)
    notify({ kind: 'warning', title: i18n._(msg`There are newer changes`), text, act: { label: i18n._(msg`Undo anyway`), onPress } })
  }
  const registered = offersOf(root)
  const removeOffer = () => {
    const at = registered.indexOf(offer)
    if (at >= 0) registered.splice(at, 1)
  }
  const used = new AbortController()
  const offer = () => {
    if (used.signal.aborted) return
    used.abort()
    removeOffer()
    run(false)
  }
  registered.push(offer)
  serial += 1
  const id = `undo ${done.title} ${serial} ${performance.now()}`
  const act = { label: i18n._(msg`Undo`), onPress: offer }
  notify({ kind: 'success', id, ...wordsOf(done), act, until: used.signal, onGone: removeOffer })
}
