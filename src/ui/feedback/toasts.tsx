import { useLingui } from '@lingui/react/macro'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { Notice } from '../../contract/session/notices.ts'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon/icon.tsx'
import { alert, check } from '../icon/icons.ts'
import { cross, info, warning } from '../icon/control-icons.ts'
import { addStyles } from '../theme/styles.ts'
import { onTopDialogChange, topDialog } from '../dialog/open-dialogs.ts'
import { useShelfPosition } from './shelf-position.ts'
import { createToastQueue, type Toast, type ToastQueue } from './toast-queue.ts'
import css from './toasts.css'

addStyles(css)

const icons = { success: check, error: alert, warning, info }

interface ToastsProps {
  readonly root: ShadowRoot
  /** Subscribes to notices. Earlier notices are delivered first. */
  readonly hear: (take: (notice: Notice) => void) => () => void
}

/** The toasts of an element, above everything else and usable while a dialog is open. */
export default function Toasts({ root, hear }: ToastsProps) {
  const [queue] = useState(createToastQueue)
  useEffect(() => {
    const stop = hear(queue.add)
    return () => {
      stop()
      queue.clear()
    }
  }, [hear, queue])
  usePauseWhileHidden(root.ownerDocument, queue)
  const shown = useSyncExternalStore(queue.subscribe, queue.shown)
  const dialog = useSyncExternalStore(
    (changed) => onTopDialogChange(root, changed),
    () => topDialog(root),
  )
  const shelf = <Shelf queue={queue} shown={shown} />
  return dialog ? createPortal(shelf, dialog) : shelf
}

/** Pauses the timeouts while the page is hidden. */
function usePauseWhileHidden(page: Document, queue: ToastQueue) {
  useEffect(() => {
    const updateHold = () => queue.hold(page.hidden)
    updateHold()
    page.addEventListener('visibilitychange', updateHold)
    return () => page.removeEventListener('visibilitychange', updateHold)
  }, [page, queue])
}

/** Shows the shelf in the top layer while it has toasts, above anything opened earlier. */
function useTopLayer(node: RefObject<HTMLElement | null>, isFilled: boolean) {
  useLayoutEffect(() => {
    const shelf = node.current
    // While a dialog unmounts, its shelf is briefly disconnected; it is shown again in its next place.
    if (!shelf?.isConnected || !isFilled) return
    shelf.showPopover()
    return () => {
      if (shelf.isConnected) shelf.hidePopover()
    }
  }, [node, isFilled])
}

/** Returns the focus to its previous element when a focused toast closes. */
function useRestoredFocus(node: RefObject<HTMLElement | null>, shown: readonly Toast[]) {
  const cameFrom = useRef<EventTarget | null>(null)
  const wasInside = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each change of the visible toasts
  useLayoutEffect(() => {
    const root = node.current?.getRootNode()
    const isLost = wasInside.current && root instanceof ShadowRoot && !root.activeElement
    if (!isLost) return
    wasInside.current = false
    const next = node.current?.querySelector('button') ?? cameFrom.current
    if (next instanceof HTMLElement) next.focus()
  }, [shown, node])
  return {
    enter: (from: EventTarget | null) => {
      if (!wasInside.current) cameFrom.current = from
      wasInside.current = true
    },
    leave: (to: EventTarget | null) => {
      if (to !== null) wasInside.current = false
    },
  }
}

function Shelf({ queue, shown }: { queue: ToastQueue; shown: readonly Toast[] }) {
  const { t } = useLingui()
  const node = useRef<HTMLElement>(null)
  useTopLayer(node, shown.length > 0)
  useShelfPosition(node, shown.length)
  const focus = useRestoredFocus(node, shown)
  const isOver = useRef({ pointer: false, focus: false })
  const setHold = (what: 'pointer' | 'focus', isIt: boolean) => {
    isOver.current[what] = isIt
    queue.hold(isOver.current.pointer || isOver.current.focus || document.hidden)
  }
  useEffect(() => () => queue.hold(document.hidden), [queue])
  return (
    <>
      <ToastLiveRegion toasts={shown} />
      <section
        ref={node}
        popover="manual"
        className="shelf"
        aria-label={t`Notifications`}
        onPointerEnter={() => setHold('pointer', true)}
        onPointerLeave={() => setHold('pointer', false)}
        onFocus={({ relatedTarget, currentTarget }) => {
          if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) focus.enter(relatedTarget)
          setHold('focus', true)
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
          focus.leave(relatedTarget)
          setHold('focus', false)
        }}
      >
        {shown.map((toast) => (
          <OneToast key={toast.key} toast={toast} onClose={() => queue.close(toast.key)} />
        ))}
      </section>
    </>
  )
}

/** Live regions: errors are announced immediately, other toasts politely. */
function ToastLiveRegion({ toasts }: { toasts: readonly Toast[] }) {
  const lines = (isUrgent: boolean): ReactNode =>
    toasts
      .filter(({ kind }) => (kind === 'error') === isUrgent)
      .map(({ key, title, text, act }) => <p key={key}>{[title, text, act?.label].filter(Boolean).join('. ')}</p>)
  return (
    <div className="unseen">
      <div role="status">{lines(false)}</div>
      <div role="alert">{lines(true)}</div>
    </div>
  )
}

function OneToast({ toast: { kind, title, text, act }, onClose }: { toast: Toast; onClose: () => void }) {
  const { t } = useLingui()
  const kinds = { success: t`Done`, error: t`Error`, warning: t`Warning`, info: t`Note` }
  const press = () => {
    onClose()
    act?.onPress()
  }
  return (
    <div className={`toast ${kind}`}>
      <Icon shape={icons[kind]} label={kinds[kind]} />
      <div className="grow">
        <strong>{title}</strong>
        {text && <p>{text}</p>}
      </div>
      {act && (
        <button type="button" className="textual" onClick={press}>
          {act.label}
        </button>
      )}
      <IconButton icon={cross} label={t`Close`} onPress={onClose} />
    </div>
  )
}
