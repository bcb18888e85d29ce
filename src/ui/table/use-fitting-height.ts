import { type RefObject, useLayoutEffect, useState } from 'react'
import { headHeight } from './use-visible-rows.ts'

/** Space below the grid, such as for a note about its figures. */
const spaceBelow = 56
/** With less room than this many rows, the grid is as high as usual and the page scrolls. */
const fewestRows = 5

interface FittingHeight {
  readonly isFitted: boolean
  readonly headRows: number
  readonly rowHeight: number
  /** Height of a grid that does not fit the page. */
  readonly usual: number
}

/** Height of the header and of as many whole rows as fit into the height. */
export const wholeRowsHeight = (height: number, { headRows, rowHeight }: Pick<FittingHeight, 'headRows' | 'rowHeight'>) => {
  const head = headRows * headHeight
  return head + Math.max(fewestRows, Math.floor((height - head) / rowHeight)) * rowHeight
}

/** A height for the grid that ends at the bottom of the window, so that only the grid scrolls, and that cuts no row in half. */
export function useFittingHeight(scroller: RefObject<HTMLElement | null>, { isFitted, headRows, rowHeight, usual }: FittingHeight): number {
  const [room, setRoom] = useState(usual)
  useLayoutEffect(() => {
    const node = scroller.current
    const view = node?.ownerDocument.defaultView
    // A frame may be as high as its content, so its own height says nothing about the room.
    if (!node || !view || !isFitted || view.parent !== view) return
    const measure = () => {
      const top = node.getBoundingClientRect().top + view.scrollY
      const available = view.innerHeight - top - spaceBelow
      setRoom(available >= headRows * headHeight + fewestRows * rowHeight ? available : usual)
    }
    measure()
    view.addEventListener('resize', measure)
    // What is above the grid loads later than the grid.
    const observer = new ResizeObserver(measure)
    observer.observe(view.document.body)
    return () => {
      view.removeEventListener('resize', measure)
      observer.disconnect()
    }
  }, [scroller, isFitted, headRows, rowHeight, usual])
  return isFitted ? wholeRowsHeight(room, { headRows, rowHeight }) : usual
}
