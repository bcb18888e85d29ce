import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { addStyles } from '../theme/styles.ts'
import { useShoelace } from '../shoelace/use-shoelace.ts'
import css from './tooltip.css'

addStyles(css)

/** Waiting this long keeps tooltips away from a pointer that only passes. */
const delayMs = 400

interface Shown {
  readonly text: string
  /** Place of the element that the tooltip belongs to. */
  readonly position: CSSProperties
}

function positionOf(anchor: HTMLElement): CSSProperties {
  const { left, top, width, height } = anchor.getBoundingClientRect()
  return { left, top, width, height }
}

/** The innermost element that shows the text, with other text before it at most. */
const shownIn = (anchor: HTMLElement, text: string) =>
  [anchor, ...anchor.querySelectorAll('*')].findLast((item) => item.textContent?.trim().endsWith(text))

/** Text of the tooltip; undefined if the element already shows it in full, or if the element's own menu is open. */
function tooltipOf(anchor: HTMLElement): string | undefined {
  const text = anchor.dataset.tooltip
  if (!text || anchor.ariaExpanded === 'true') return undefined
  const shown = shownIn(anchor, text)
  return shown && shown.scrollWidth <= shown.clientWidth ? undefined : text
}

const anchorOf = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null)

/** Calls `show` when the pointer rests on an element with a tooltip or the focus reaches it by key, and `hide` when that ends. */
function listen(root: ShadowRoot, signal: AbortSignal, show: (anchor: HTMLElement) => void, hide: () => void) {
  let isTouch = false
  const on = <Name extends keyof HTMLElementEventMap>(name: Name, handler: (event: HTMLElementEventMap[Name]) => void) =>
    root.addEventListener(name, (event) => handler(event as HTMLElementEventMap[Name]), { signal }) // the DOM's types know no such events here
  const showOrHide = (anchor: HTMLElement | null) => (anchor ? show(anchor) : hide())
  on('pointerover', (event) => event.pointerType !== 'touch' && showOrHide(anchorOf(event)))
  on('pointerout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && root.contains(relatedTarget))) hide()
  })
  on('pointerdown', ({ pointerType }) => {
    isTouch = pointerType === 'touch'
    hide()
  })
  on('keydown', () => {
    isTouch = false
    hide()
  })
  on('focusin', (event) => {
    const anchor = anchorOf(event)
    // A tap on an icon button acts; it does not ask for the button's name.
    const isWanted = isTouch ? anchor?.dataset.tooltip !== anchor?.ariaLabel : anchor?.matches(':focus-visible')
    if (anchor && isWanted) show(anchor)
  })
  on('focusout', hide)
}

/** The tooltip of an element: shows the text of the `tooltip()` attributes inside the root. */
export function TooltipLayer({ root }: { readonly root: ShadowRoot }) {
  const { load } = useShoelace()
  const [shown, setShown] = useState<Shown>()
  useEffect(() => {
    const closing = new AbortController()
    let current: HTMLElement | undefined
    let timer: ReturnType<typeof setTimeout>
    const hide = () => {
      clearTimeout(timer)
      current = undefined
      setShown(undefined)
    }
    const open = async (anchor: HTMLElement) => {
      // If loading fails, the tooltip stays closed; the next hover or focus tries again.
      const isReady = await load()
      const text = tooltipOf(anchor)
      if (isReady && text && anchor === current && anchor.isConnected) setShown({ text, position: positionOf(anchor) })
    }
    const show = (anchor: HTMLElement) => {
      if (anchor === current) return
      hide()
      current = anchor
      timer = setTimeout(() => void open(anchor), delayMs)
    }
    listen(root, closing.signal, show, hide)
    // The layer is mounted by the first hover or focus.
    const first = [...root.querySelectorAll<HTMLElement>('[data-tooltip]:hover, [data-tooltip]:focus-visible')].at(-1)
    if (first) show(first)
    const view = root.ownerDocument.defaultView
    // A focus may scroll its element into view, which must not cancel a tooltip that is not open yet.
    const move = () => setShown(undefined)
    view?.addEventListener('scroll', move, { signal: closing.signal, capture: true, passive: true })
    view?.addEventListener('resize', move, { signal: closing.signal })
    return () => {
      closing.abort()
      clearTimeout(timer)
    }
  }, [root, load])
  return shown && <Shown key={shown.text} {...shown} />
}

/** A box in the top layer at the place of the element, so that the tooltip is above dialogs and menus. */
function Shown({ text, position }: Shown) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.showPopover(), [])
  return (
    <div ref={box} popover="manual" className="tooltip-place" style={position}>
      <pl-sl-tooltip content={text} trigger="manual" open hoist>
        <span />
      </pl-sl-tooltip>
    </div>
  )
}
