import { type RefObject, useLayoutEffect } from 'react'

const gap = 8
const asked = 'placard-shelves'
interface OtherShelf {
  readonly since: number
  readonly height: number
}

/** Offset that keeps the toasts from covering the buttons of an open dialog. */
function overAnswers(shelf: HTMLElement): number {
  const answers = shelf.closest('dialog')?.querySelector('footer')?.getBoundingClientRect()
  const { top, bottom, left, right } = shelf.getBoundingClientRect()
  const isCovered = answers && answers.left < right && answers.right > left && answers.top < bottom && answers.bottom > top
  return isCovered ? bottom - answers.top + gap : 0
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
    page.addEventListener(asked, answer)
    const put = () => {
      const standing: OtherShelf[] = []
      page.dispatchEvent(new CustomEvent(asked, { detail: standing }))
      const below = standing.filter((other) => other.since < since).reduce((sum, { height }) => sum + height, 0)
      shelf.style.setProperty('--below', `${below}px`)
      shelf.style.setProperty('--below', `${below + overAnswers(shelf)}px`)
    }
    put()
    const leaving = new AbortController()
    page.defaultView?.addEventListener('resize', put, { signal: leaving.signal })
    // A dialog reaches its final position after its opening animation.
    shelf.closest('dialog')?.addEventListener('animationend', put, { signal: leaving.signal })
    return () => {
      leaving.abort()
      page.removeEventListener(asked, answer)
    }
  }, [node, count])
}
