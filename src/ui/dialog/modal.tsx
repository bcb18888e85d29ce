import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { cross } from '../icon/more-icons.ts'
import { wear } from '../theme/styles.ts'
import { type Answer, Answers } from './actions.tsx'
import { firstStop } from './first-focus.ts'
import { layer, lockScroll, ruleFor } from './layers.ts'
import css from './modal.css'
import { wrappedStop } from './tab-stops.ts'

wear(css)

/** Whether there is more of a node than fits, so that it must be reachable by keyboard. */
function useIsScrolled(node: RefObject<HTMLElement | null>): boolean {
  const [isScrolled, setScrolled] = useState(false)
  useLayoutEffect(() => {
    const box = node.current
    if (!box) return
    const measure = () => setScrolled(box.scrollHeight > box.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    for (const one of [box, ...box.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [node])
  return isScrolled
}

/** More than this one does not ask of somebody else's page. */
const mostPx = 720
const aroundPx = 80

const naturalHeight = (panel: Element) => [...panel.children].reduce((sum, part) => sum + part.scrollHeight, 0)

/** Asks a frame that is lower than a dialog in it to be higher while the dialog is open; what is in it stays in its place. */
function makeRoom(dialog: HTMLDialogElement): () => void {
  const page = dialog.ownerDocument
  const [view, panel] = [page.defaultView, dialog.firstElementChild]
  const isFramed = view && view.getComputedStyle(page.documentElement).getPropertyValue('--ad-viewport-height') !== ''
  if (!view || !panel || !isFramed) return () => undefined
  const wanted = Math.min(naturalHeight(panel) + aroundPx, mostPx)
  if (wanted <= view.innerHeight) return () => undefined
  return ruleFor(page, `body{min-height:${wanted}px}`)
}

export type ModalSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl' | '2xl' | '3xl' | '4xl' | '5xl' | '6xl'

export interface ModalProps {
  readonly heading: ReactNode
  /** One line below the heading. */
  readonly note?: ReactNode
  readonly size?: ModalSize
  /** In the middle of the page, or a sheet along its end. */
  readonly place?: 'middle' | 'side'
  /** Only an answer closes it: neither Escape nor a press outside, and there is no close button. */
  readonly mustAnswer?: boolean
  /** What was answered is under way; nothing else can be done until it is over. */
  readonly isBusy?: boolean
  readonly answers?: readonly Answer[]
  /** Stands before the answers. */
  readonly footnote?: ReactNode
  readonly onClose: () => void
  /** What gets the focus back where the thing that opened it is gone. */
  readonly returnTo?: RefObject<HTMLElement | null>
  readonly children?: ReactNode
}

/** Opens the dialog while it is in the tree, with the focus inside; gives the focus back. */
function useOpen(node: RefObject<HTMLDialogElement | null>, returnTo: ModalProps['returnTo']) {
  useLayoutEffect(() => {
    const dialog = node.current
    if (!dialog) return
    const root = dialog.getRootNode()
    const before = 'activeElement' in root && root.activeElement instanceof HTMLElement ? root.activeElement : undefined
    dialog.showModal()
    const wanted = before && dialog.contains(before) ? before : firstStop(dialog)
    wanted?.focus()
    const [leave, unlock, giveBack] = [layer(dialog), lockScroll(dialog.ownerDocument), makeRoom(dialog)]
    return () => {
      giveBack()
      unlock()
      leave()
      dialog.close()
      if (!('activeElement' in root) || !root.activeElement) returnTo?.current?.focus()
    }
  }, [node, returnTo])
}

/** Keys and presses: Tab goes round; the ways out are Escape, what the system calls back, a press that begins and ends outside. */
function useWaysOut(node: RefObject<HTMLDialogElement | null>, isFixed: boolean, onClose: () => void) {
  const now = useRef({ isFixed, onClose })
  now.current = { isFixed, onClose }
  const pressed = useRef(false)
  useLayoutEffect(() => {
    const dialog = node.current
    const leaving = new AbortController()
    const leave = () => now.current.isFixed || now.current.onClose()
    const refuse = (event: Event) => {
      if (event.target !== dialog) return
      event.preventDefault()
      leave()
    }
    // A browser closes at the second Escape without asking; what must be answered opens again.
    const closed = (event: Event) => {
      if (event.target !== dialog || !dialog?.isConnected) return
      if (now.current.isFixed) dialog.showModal()
      else now.current.onClose()
    }
    dialog?.addEventListener('cancel', refuse, { signal: leaving.signal })
    dialog?.addEventListener('close', closed, { signal: leaving.signal })
    return () => leaving.abort()
  }, [node])
  return {
    // What is open inside the dialog has had its turn, and said so.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      if (event.key === 'Tab' && node.current) {
        const next = wrappedStop(node.current, event.shiftKey)
        if (next) event.preventDefault()
        next?.focus()
      }
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

/** A question or a form above the page, which waits. Render it only while it is open. */
export function Modal(props: ModalProps) {
  const { heading, note, size = 'md', place = 'middle', mustAnswer = false, isBusy = false } = props
  const { answers = [], footnote, onClose, returnTo, children } = props
  const { t } = useLingui()
  const node = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [headingId, noteId] = [useId(), useId()]
  const isFixed = mustAnswer || isBusy
  // The ways out come first, so that what closes on leaving is no longer heard.
  const outside = useWaysOut(node, isFixed, onClose)
  useOpen(node, returnTo)
  const isScrolled = useIsScrolled(body)
  return (
    <dialog
      ref={node}
      className={`modal ${place}`}
      aria-labelledby={headingId}
      aria-describedby={note ? noteId : undefined}
      aria-busy={isBusy}
      {...{ closedby: isFixed ? 'none' : 'closerequest' }}
      {...outside}
    >
      <div className="panel" data-size={size}>
        <div className="modal-head">
          <div className="grow">
            <h2 id={headingId}>{heading}</h2>
            {note && <p id={noteId}>{note}</p>}
          </div>
          {!mustAnswer && (
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
        <Answers answers={answers} footnote={footnote} isBusy={isBusy} />
      </div>
    </dialog>
  )
}

/** A sheet along the end of the page, for what one looks at beside it. */
export const Drawer = (props: Omit<ModalProps, 'place'>) => <Modal {...props} place="side" />
