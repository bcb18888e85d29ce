import { type RefObject, useLayoutEffect } from 'react'
import { bottomBars } from './bottom-bars.ts'

const gap = 8
const requestEvent = 'placard-shelves'
interface OtherShelf {
  readonly since: number
  readonly height: number
}

/** Offset that keeps the toasts from covering the buttons of an open dialog, or a bar at the bottom of the page. */
function overActions(shelf: HTMLElement): number {
  const dialog = shelf.closest('dialog')
  const actions = [...(dialog ? dialog.querySelectorAll('.modal-foot') : bottomBars)]
  const { top, bottom, left, right } = shelf.getBoundingClientRect()
  const heights = actions.map((bar) => {
    const place = bar.getBoundingClientRect()
    const isCovered = place.left < right && place.right > left && place.top < bottom && place.bottom > top
    return isCovered ? bottom - place.top + gap : 0
  })
  return Math.max(0, ...heights)
}

/** Stacks the toasts of several elements on one page. The elements coordinate through an event on the document. */
export function useShelfPosition(node: RefObject<HTMLElement | null>, count: number) {
  useLayoutEffect(() => {
    const shelf = node.current
    if (!shelf || count === 0) return
    const page = shelf.ownerDocument
    const since = performance.now()
    const answer = (event: Event) => {
      if (event instanceof CustomEvent && Array.isArray(event.detail)) event.detail.push({ since, height: shelf.offsetHeight + gap })
    }
    page.addEventListener(requestEvent, answer)
    const reposition = () => {
      const others: OtherShelf[] = []
      page.dispatchEvent(new CustomEvent(requestEvent, { detail: others }))
      const below = others.filter((other) => other.since < since).reduce((sum, { height }) => sum + height, 0)
      shelf.style.setProperty('--below', `${below}px`)
      shelf.style.setProperty('--below', `${below + overActions(shelf)}px`)
    }
    reposition()
    const unmounted = new AbortController()
    page.defaultView?.addEventListener('resize', reposition, { signal: unmounted.signal })
    // A bar appears with a click or a key, and moves while the page scrolls.
    let frame = 0
    const afterRender = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(reposition)
    }
    for (const event of ['click', 'keyup', 'scroll']) page.addEventListener(event, afterRender, { capture: true, signal: unmounted.signal })
    // A dialog reaches its final position after its opening animation.
    shelf.closest('dialog')?.addEventListener('animationend', reposition, { signal: unmounted.signal })
    return () => {
      unmounted.abort()
      cancelAnimationFrame(frame)
      page.removeEventListener(requestEvent, answer)
    }
  }, [node, count])
}
