import { type RefObject, useLayoutEffect } from 'react'

const gap = 8
const requestEvent = 'placard-shelves'
interface OtherShelf {
  readonly since: number
  readonly height: number
}

/** Offset that keeps the toasts from covering the buttons of an open dialog. */
function overActions(shelf: HTMLElement): number {
  const actions = shelf.closest('dialog')?.querySelector('footer')?.getBoundingClientRect()
  const { top, bottom, left, right } = shelf.getBoundingClientRect()
  const isCovered = actions && actions.left < right && actions.right > left && actions.top < bottom && actions.bottom > top
  return isCovered ? bottom - actions.top + gap : 0
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
    // A dialog reaches its final position after its opening animation.
    shelf.closest('dialog')?.addEventListener('animationend', reposition, { signal: unmounted.signal })
    return () => {
      unmounted.abort()
      page.removeEventListener(requestEvent, answer)
    }
  }, [node, count])
}
