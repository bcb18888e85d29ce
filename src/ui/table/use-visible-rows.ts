import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** How high a row is, by its density, and the head always; the tokens have the same. */
export const rowHeights = { compact: 36, comfortable: 56 } as const
/** One line in a row, or two. */
export type Density = keyof typeof rowHeights
/** How high each row of the head is. */
export const headHeight = rowHeights.compact
/** Rows that are drawn before they are seen. */
const ahead = 6
/** The range moves in steps of so many rows, so that one does not draw at every pixel. */
const step = 4

export interface Sight {
  readonly first: number
  readonly last: number
  /** How many whole rows one sees at once. */
  readonly page: number
  readonly onScroll: () => void
}

/** Whether anything lies to either side of what one sees; not a matter of what is drawn, so nothing is drawn again for it. */
function markEdges({ classList, scrollLeft, scrollWidth, clientWidth }: HTMLElement) {
  const hidden = scrollWidth - clientWidth
  classList.toggle('overflowing', hidden > 0)
  classList.toggle('scrolled', scrollLeft !== 0)
  classList.toggle('more', hidden - Math.abs(scrollLeft) > 1)
}

interface SightGround {
  readonly total: number
  /** How high the head is, and each row below it. */
  readonly topHeight: number
  readonly rowHeight: number
  readonly startRow: number
}

/** Which rows are in sight of a scroller, with some before and after. */
export function useSight(scroller: RefObject<HTMLElement | null>, { total, topHeight, rowHeight, startRow }: SightGround): Sight {
  const [top, setTop] = useState(Math.floor(startRow / step) * step)
  const [page, setPage] = useState(12)
  const onScroll = useCallback(() => {
    const node = scroller.current
    if (node) markEdges(node)
    setTop(Math.floor(Math.max(0, node?.scrollTop ?? 0) / rowHeight / step) * step)
  }, [scroller, rowHeight])
  useLayoutEffect(() => {
    const node = scroller.current
    if (!node) return
    const measure = () => {
      markEdges(node)
      setPage(Math.max(1, Math.floor((node.clientHeight - topHeight) / rowHeight)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const one of [node, ...node.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [scroller, topHeight, rowHeight])
  const last = Math.max(0, Math.min(total - 1, top + page + step + ahead))
  return { first: Math.max(0, Math.min(top - ahead, last)), last, page, onScroll }
}
