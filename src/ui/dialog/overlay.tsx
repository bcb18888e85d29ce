import { type CSSProperties, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { addStyles } from '../theme/styles.ts'
import { phoneWidth } from '../phone-width.ts'
import css from './float.css'
import { positionAt, type Side, viewportOf } from './position.ts'

addStyles(css)

export interface OverlayProps {
  /** The element to position at; Escape returns the focus to it. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly side?: Side
  /** At least as wide as its anchor. */
  readonly isAsWide?: boolean
  readonly maxHeight?: number
  /** It may cover its anchor instead of being limited to the space next to it. */
  readonly mayCover?: boolean
  /** On a phone it is a modal sheet at the bottom of the screen. */
  readonly isSheet?: boolean
  readonly className?: string
  readonly role?: string
  readonly label?: string
  readonly id?: string
  readonly children: ReactNode
}

const isPhone = (view: Window) => view.innerWidth < phoneWidth

/** Positions the overlay, and again on scroll and resize of the page, the anchor or the content. */
function usePosition(
  node: RefObject<HTMLDivElement | null>,
  { anchor, side = 'bottom-start', isAsWide, maxHeight = Infinity, mayCover, isSheet = false }: OverlayProps,
) {
  useLayoutEffect(() => {
    const box = node.current
    const from = anchor.current
    const view = box?.ownerDocument.defaultView
    if (!box || !from || !view) return
    box.showPopover()
    const reposition = () => {
      if (isSheet && isPhone(view)) return Object.assign(box.style, { left: '', top: '', minWidth: '', maxHeight: '' })
      const at = from.getBoundingClientRect()
      if (isAsWide) box.style.minWidth = `${at.width}px`
      const size = { width: box.offsetWidth, height: Math.min(box.scrollHeight + 2, maxHeight) }
      const isRightToLeft = view.getComputedStyle(from).direction === 'rtl'
      const { left, top, room } = positionAt(at, size, viewportOf(view), side, isRightToLeft, mayCover)
      Object.assign(box.style, { left: `${left}px`, top: `${top}px`, maxHeight: `${Math.min(room, maxHeight)}px` })
    }
    reposition()
    // Reposition in the next frame to avoid "ResizeObserver loop" errors.
    let frame = 0
    const observer = new view.ResizeObserver(() => {
      view.cancelAnimationFrame(frame)
      frame = view.requestAnimationFrame(reposition)
    })
    for (const item of [box, from]) observer.observe(item)
    const closing = new AbortController()
    view.addEventListener('scroll', (event) => event.target !== box && reposition(), {
      signal: closing.signal,
      passive: true,
      capture: true,
    })
    view.addEventListener('resize', reposition, { signal: closing.signal })
    return () => {
      closing.abort()
      observer.disconnect()
      view.cancelAnimationFrame(frame)
    }
  }, [node, anchor, side, isAsWide, maxHeight, mayCover, isSheet])
}

/** Moves the focus into a sheet and keeps it there, because the sheet covers the page. */
function useSheetFocus(node: RefObject<HTMLDivElement | null>, { anchor, isSheet = false }: OverlayProps) {
  useEffect(() => {
    const box = node.current
    const view = box?.ownerDocument.defaultView
    if (!isSheet || !box || !view) return
    const closing = new AbortController()
    // Dialogs need this module, most pages with a sheet do not.
    void import('./tab-stops.ts').then(({ wrapTab }) => {
      const onKeyDown = (event: KeyboardEvent) => {
        if (event.key === 'Tab' && isPhone(view) && wrapTab(box, event.shiftKey)) event.preventDefault()
      }
      box.addEventListener('keydown', onKeyDown, { signal: closing.signal })
    })
    if (isPhone(view) && anchor.current?.matches(':focus')) box.focus()
    return () => closing.abort()
  }, [node, anchor, isSheet])
}

/** Closes on a press outside and on Escape, unless an overlay inside it handled Escape. */
function useClosing(node: RefObject<HTMLDivElement | null>, { anchor, onClose }: OverlayProps) {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const page = node.current?.ownerDocument
    if (!page) return
    const closing = new AbortController()
    const isOurs = (event: Event) => event.composedPath().some((item) => item === node.current || item === anchor.current)
    page.addEventListener('pointerdown', (event) => isOurs(event) || close.current(), { signal: closing.signal, capture: true })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      close.current()
      anchor.current?.focus()
    }
    for (const item of [node.current, anchor.current]) item?.addEventListener('keydown', onKeyDown, { signal: closing.signal })
    return () => closing.abort()
  }, [node, anchor])
}

/** An overlay next to its anchor, in the top layer. Render it only while it is open. */
export function Overlay(props: OverlayProps) {
  const { className = '', isSheet = false, role = 'group', label, id, children } = props
  const node = useRef<HTMLDivElement>(null)
  usePosition(node, props)
  useClosing(node, props)
  useSheetFocus(node, props)
  const style: CSSProperties = { position: 'fixed' }
  return (
    <div
      ref={node}
      popover="manual"
      className={`float ${isSheet ? 'bottom-sheet' : ''} ${className}`}
      role={role}
      id={id}
      tabIndex={isSheet ? -1 : undefined}
      {...(label && { 'aria-label': label })}
      style={style}
    >
      {children}
    </div>
  )
}
