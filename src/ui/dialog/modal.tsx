import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { cross } from '../icon/control-icons.ts'
import { addStyles } from '../theme/styles.ts'
import { type DialogAction, DialogActions } from './actions.tsx'
import { initialFocusOf } from './first-focus.ts'
import { pushDialog, lockScroll, addPageRule } from './open-dialogs.ts'
import css from './modal.css'
import { wrapTab } from './tab-stops.ts'

addStyles(css)

/** Whether a node's content overflows; it must then be reachable by keyboard. */
function useIsScrolled(node: RefObject<HTMLElement | null>): boolean {
  const [isScrolled, setScrolled] = useState(false)
  useLayoutEffect(() => {
    const box = node.current
    if (!box) return
    const measure = () => setScrolled(box.scrollHeight > box.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    for (const item of [box, ...box.children]) observer.observe(item)
    return () => observer.disconnect()
  }, [node])
  return isScrolled
}

/** Maximum height that a dialog requests from the host page. */
const maxHeightPx = 720
/** Space above and below the dialog together. */
const marginPx = 80

const naturalHeight = (panel: Element) => [...panel.children].reduce((sum, part) => sum + part.scrollHeight, 0)

/** Makes an iframe that is shorter than its dialog grow while the dialog is open. */
function growFrame(dialog: HTMLDialogElement): () => void {
  const page = dialog.ownerDocument
  const view = page.defaultView
  const panel = dialog.firstElementChild
  const isFramed = view && view.getComputedStyle(page.documentElement).getPropertyValue('--ad-viewport-height') !== ''
  if (!view || !panel || !isFramed) return () => undefined
  const height = Math.min(naturalHeight(panel) + marginPx, maxHeightPx)
  if (height <= view.innerHeight) return () => undefined
  return addPageRule(page, `body{min-height:${height}px}`)
}

export type ModalSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl' | '2xl' | '3xl' | '4xl' | '5xl' | '6xl'

export interface ModalProps {
  readonly heading: ReactNode
  /** A line below the heading. */
  readonly note?: ReactNode
  readonly size?: ModalSize
  /** Centered, or a drawer at the side. */
  readonly position?: 'middle' | 'side'
  /** Only a button in `actions` closes it: there is no close icon, and Escape and presses outside do nothing. */
  readonly requiresChoice?: boolean
  /** An action is running; the dialog cannot be closed until it ends. */
  readonly isBusy?: boolean
  readonly actions?: readonly DialogAction[]
  /** Shown before the buttons. */
  readonly footnote?: ReactNode
  readonly onClose: () => void
  /** Receives the focus on close if the element that opened the dialog is gone. */
  readonly returnTo?: RefObject<HTMLElement | null>
  readonly children?: ReactNode
}

/** Opens the dialog while it is mounted and moves the focus into it; returns the focus afterwards. */
function useOpen(node: RefObject<HTMLDialogElement | null>, returnTo: ModalProps['returnTo']) {
  useLayoutEffect(() => {
    const dialog = node.current
    if (!dialog) return
    const root = dialog.getRootNode()
    const focusedBefore = 'activeElement' in root && root.activeElement instanceof HTMLElement ? root.activeElement : undefined
    dialog.showModal()
    const focusTarget = focusedBefore && dialog.contains(focusedBefore) ? focusedBefore : initialFocusOf(dialog)
    focusTarget?.focus()
    const popDialog = pushDialog(dialog)
    const unlock = lockScroll(dialog.ownerDocument)
    const shrinkFrame = growFrame(dialog)
    return () => {
      shrinkFrame()
      unlock()
      popDialog()
      dialog.close()
      if (!('activeElement' in root) || !root.activeElement) returnTo?.current?.focus()
    }
  }, [node, returnTo])
}

/** Wraps Tab, and closes on Escape, on a system close request and on a press that starts and ends outside. */
function useDialogClosing(node: RefObject<HTMLDialogElement | null>, isFixed: boolean, onClose: () => void) {
  const latest = useRef({ isFixed, onClose })
  latest.current = { isFixed, onClose }
  const pressed = useRef(false)
  useLayoutEffect(() => {
    const dialog = node.current
    const unmounted = new AbortController()
    const close = () => latest.current.isFixed || latest.current.onClose()
    const onCancel = (event: Event) => {
      if (event.target !== dialog) return
      event.preventDefault()
      close()
    }
    // Browsers do not let a page cancel a second Escape, so a dialog that needs an answer is reopened.
    const onClosed = (event: Event) => {
      if (event.target !== dialog || !dialog?.isConnected) return
      if (latest.current.isFixed) dialog.showModal()
      else latest.current.onClose()
    }
    dialog?.addEventListener('cancel', onCancel, { signal: unmounted.signal })
    dialog?.addEventListener('close', onClosed, { signal: unmounted.signal })
    return () => unmounted.abort()
  }, [node])
  return {
    // An overlay inside the dialog may have handled the key already.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      if (event.key === 'Tab' && node.current && wrapTab(node.current, event.shiftKey)) event.preventDefault()
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      if (!isFixed) onClose()
    },
    onPointerDown: (event: MouseEvent) => {
      pressed.current = event.target === node.current
    },
    onClick: (event: MouseEvent) => {
      if (pressed.current && event.target === node.current && !isFixed) onClose()
    },
  }
}

/** A modal dialog. Render it only while it is open. */
export function Modal(props: ModalProps) {
  const { heading, note, size = 'md', position = 'middle', requiresChoice = false, isBusy = false } = props
  const { actions = [], footnote, onClose, returnTo, children } = props
  const { t } = useLingui()
  const node = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const headingId = useId()
  const noteId = useId()
  const isFixed = requiresChoice || isBusy
  // useDialogClosing must run before useOpen: its cleanup removes the close listener before the dialog is closed.
  const closingProps = useDialogClosing(node, isFixed, onClose)
  useOpen(node, returnTo)
  const isScrolled = useIsScrolled(body)
  return (
    <dialog
      ref={node}
      className={`modal ${position}`}
      aria-labelledby={headingId}
      aria-describedby={note ? noteId : undefined}
      aria-busy={isBusy}
      {...{ closedby: isFixed ? 'none' : 'closerequest' }}
      {...closingProps}
    >
      <div className="panel" data-size={size}>
        <div className="modal-head">
          <div className="grow">
            <h2 id={headingId}>{heading}</h2>
            {note && <p id={noteId}>{note}</p>}
          </div>
          {!requiresChoice && (
            <IconButton icon={cross} label={t`Close`} disabledBecause={isBusy ? t`Please wait` : undefined} onPress={onClose} />
          )}
        </div>
        {children && (
          <div
            ref={body}
            className="content"
            {...(isScrolled && { tabIndex: 0, role: 'region', 'aria-labelledby': headingId })}
            data-scrolled={isScrolled}
          >
            {children}
          </div>
        )}
        <DialogActions actions={actions} footnote={footnote} isBusy={isBusy} />
      </div>
    </dialog>
  )
}

/** A modal drawer at the side of the page. */
export const Drawer = (props: Omit<ModalProps, 'position'>) => <Modal {...props} position="side" />
