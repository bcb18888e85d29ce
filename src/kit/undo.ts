import { useLingui } from '@lingui/react'
import { useCallback, useEffect } from 'react'
import { useElementContext } from './host/element-context.tsx'

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
  /** Title of the notice after the undo; the usual one repeats what was undone. */
  readonly undoneTitle?: string
  readonly durationMs?: number
}

/** What the notice of an action says. */
export const wordsOf = ({ title, text, durationMs }: UndoableAction) => ({
  title,
  ...(text && { text }),
  ...(durationMs && { durationMs }),
})

type Offer = () => void
const offers = new WeakMap<Node, Offer[]>()
/** The undoable actions of an element, oldest first. */
export const offersOf = (root: Node) => {
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

const loadOffer = () => import('./undo-offer.ts')

/** Loads the code of an offer during the write that it follows. Without it the notice has no button. */
export const prepareUndo = () => void loadOffer().catch(() => undefined)

/** Offers to undo an action, with a button in the notice and with Ctrl+Z. */
export function useUndo(): (done: UndoableAction) => void {
  const element = useElementContext()
  const { i18n } = useLingui()
  useUndoKey(element.root)
  return useCallback(
    (done: UndoableAction) =>
      void loadOffer().then(
        ({ offerUndo }) => offerUndo(element, i18n, done),
        () => element.notify({ kind: 'success', ...wordsOf(done) }),
      ),
    [element, i18n],
  )
}
