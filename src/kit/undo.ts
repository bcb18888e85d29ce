import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef } from 'react'
import { useElementContext } from './host/element-context.tsx'
import { asProblem } from './problem.ts'
import { isOutcomeUnknown } from './idempotent-write.ts'

/** The result of an undo: done, blocked by a later change, or refused for a reason. */
export type UndoResult =
  | 'undone'
  | 'changed'
  | { readonly refused: string /** Part of it was not undone; it can be retried. */; readonly isOpen?: boolean }

/** A completed action that can be undone for a while. */
export interface UndoableAction {
  readonly title: string
  readonly text?: string
  /** Undoes the action. Returns `changed` if there was a later change; `isForced` overwrites that. */
  readonly undo: (how: { readonly isForced: boolean }) => Promise<UndoResult>
  /** What a forced undo would overwrite; shown before it. */
  readonly changedText?: string
  readonly durationMs?: number
}

type Offer = () => void
/** The undoable actions of each element, oldest first; the key is the element's root. */
const offers = new WeakMap<Node, Offer[]>()
const offersOf = (root: Node) => {
  const registered = offers.get(root) ?? []
  offers.set(root, registered)
  return registered
}

const typing = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'
const isTyping = (event: Event) => event.composedPath().some((node) => node instanceof Element && node.matches(typing))
const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey

/** Handles Ctrl+Z if this element was used last, except in text fields. */
function useUndoKey(root: ShadowRoot) {
  useEffect(() => {
    const page = root.ownerDocument
    const unmounted = new AbortController()
    let isOurs = false
    const onKey = (event: Event) => {
      isOurs = event.composedPath().includes(root.host)
    }
    for (const type of ['pointerdown', 'focusin']) page.addEventListener(type, onKey, { signal: unmounted.signal, capture: true })
    const key = (event: KeyboardEvent) => {
      const isHere = event.composedPath().includes(root.host) || (isOurs && event.target === page.body)
      if (!isHere || event.defaultPrevented || !isUndoKey(event) || isTyping(event)) return
      const offer = offersOf(root).pop()
      if (!offer) return
      event.preventDefault()
      offer()
    }
    page.addEventListener('keydown', key, { signal: unmounted.signal })
    return () => unmounted.abort()
  }, [root])
}

/** Offers to undo an action, with a button in the notice and with Ctrl+Z. */
export function useUndo(): (done: UndoableAction) => void {
  const guest = useElementContext()
  const { t } = useLingui()
  const serial = useRef(0)
  useUndoKey(guest.root)
  return useCallback(
    (done: UndoableAction) => {
      const { root, notify } = guest
      const showFailure = (text: string, isForced?: boolean) => {
        const act = isForced === undefined ? {} : { act: { label: t`Try again`, onPress: () => run(isForced) } }
        notify({ kind: 'error', title: t`Couldn’t undo`, text, ...act })
      }
      const broken = (error: unknown) =>
        isOutcomeUnknown(asProblem(error))
          ? t`We couldn’t confirm the undo. Try again; it is safe to repeat.`
          : t`Your change is still in place. Try again.`
      const run = (isForced: boolean) => void undo(isForced).catch((error: unknown) => showFailure(broken(error), isForced))
      const undo = async (isForced: boolean) => {
        const result = await done.undo({ isForced })
        if (result === 'undone') return notify({ kind: 'success', title: t`Undone`, text: done.title })
        if (result !== 'changed') return showFailure(result.refused, result.isOpen ? isForced : undefined)
        const text = done.changedText ?? t`Another user changed it after you. Nothing was undone.`
        const onPress = () => run(true)
        notify({ kind: 'warning', title: t`There are newer changes`, text, act: { label: t`Undo anyway`, onPress } })
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
      serial.current += 1
      const { title, text, durationMs } = done
      const id = `undo ${title} ${serial.current} ${performance.now()}`
      const words = { title, ...(text && { text }), ...(durationMs && { durationMs }) }
      notify({ kind: 'success', id, ...words, act: { label: t`Undo`, onPress: offer }, until: used.signal, onGone: removeOffer })
    },
    [guest, t],
  )
}
