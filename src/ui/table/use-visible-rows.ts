import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Row height in pixels by density; must match the tokens. */
export const rowHeights = { compact: 36, comfortable: 56 } as const
/** Height of a row as a card. */
export const cardHeight = 88
/** One or two lines of text per row. */
export type Density = keyof typeof rowHeights
/** Height of each header row, in pixels. */
export const headHeight = rowHeights.compact
/** Rows rendered outside the viewport. */
const extraRows = 6
/** The rendered range moves in steps of this many rows, so that scrolling does not re-render at every pixel. */
const step = 4

export interface VisibleRows {
  readonly first: number
  readonly last: number
  /** Number of whole rows in the viewport. */
  readonly page: number
  readonly onScroll: () => void
}

/** Sets classes for content hidden at the sides. Classes instead of state, so that scrolling does not re-render. */
function markEdges({ classList, scrollLeft, scrollWidth, clientWidth }: HTMLElement) {
  const hidden = scrollWidth - clientWidth
  classList.toggle('overflowing', hidden > 0)
  classList.toggle('scrolled', scrollLeft !== 0)
  classList.toggle('more', hidden - Math.abs(scrollLeft) > 1)
}

interface VisibleRowsOptions {
  readonly total: number
  /** Height of the header rows in pixels. */
  readonly topHeight: number
  readonly rowHeight: number
  readonly startRow: number
}

/** The rows to render: the visible ones plus some before and after. */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  { total, topHeight, rowHeight, startRow }: VisibleRowsOptions,
): VisibleRows {
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
    for (const item of [node, ...node.children]) observer.observe(item)
    return () => observer.disconnect()
  }, [scroller, topHeight, rowHeight])
  const last = Math.max(0, Math.min(total - 1, top + page + step + extraRows))
  return { first: Math.max(0, Math.min(top - extraRows, last)), last, page, onScroll }
}
