import { type RefObject, useLayoutEffect } from 'react'

const gap = 8
const asked = 'placard-shelves'
interface Standing {
  readonly since: number
  readonly height: number
}

/** Several elements of one page have a shelf each; they agree on the page itself who stands above whom. */
export function useShelfPlace(node: RefObject<HTMLElement | null>, count: number) {
  useLayoutEffect(() => {
    const shelf = node.current
    if (!shelf || count === 0) return
    const page = shelf.ownerDocument
    const since = performance.now()
    const answer = (event: Event) => {
      if (event instanceof CustomEvent && Array.isArray(event.detail)) event.detail.push({ since, height: shelf.offsetHeight + gap })
    }
    page.addEventListener(asked, answer)
    const standing: Standing[] = []
    page.dispatchEvent(new CustomEvent(asked, { detail: standing }))
    const below = standing.filter((other) => other.since < since).reduce((sum, { height }) => sum + height, 0)
    shelf.style.setProperty('--below', `${below}px`)
    return () => page.removeEventListener(asked, answer)
  }, [node, count])
}
