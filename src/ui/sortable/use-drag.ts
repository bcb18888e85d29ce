import { type PointerEvent as PointerDown, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { SortableItem, useLift } from './use-lift.ts'

type Lifting = ReturnType<typeof useLift<SortableItem>>

/** Distance in pixels after which a press becomes a drag. */
const startsAt = 4
const edge = 48
const turnMs = 16

interface DragState {
  readonly id: string
  readonly startY: number
  readonly grabY: number
  y: number
  isDragging: boolean
  readonly ending: AbortController
}

const scrollerOf = (node: Element | null): Element | null => {
  for (let item = node; item; item = item.parentElement) {
    const { overflowY } = getComputedStyle(item)
    if (/auto|scroll/.test(overflowY) && item.scrollHeight > item.clientHeight) return item
  }
  return node?.ownerDocument.scrollingElement ?? null
}

/** Scrolls the container while an item is held near its edge. */
function scrollAtEdge(list: Element, y: number) {
  const scroller = scrollerOf(list)
  if (!scroller) return
  const isPage = scroller === list.ownerDocument.scrollingElement
  const { top, bottom } = isPage ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect()
  const above = y - top
  const below = bottom - y
  if (above < edge) scroller.scrollBy(0, (above - edge) / 4)
  else if (below < edge) scroller.scrollBy(0, (edge - below) / 4)
}

const rowsOf = (list: HTMLElement | null) => [...(list?.children ?? [])].filter((row) => row instanceof HTMLElement)

/** Index of the row at the pointer's height; the last row below the list. */
function positionAt(list: HTMLElement | null, y: number) {
  const top = list?.getBoundingClientRect().top ?? 0
  const at = rowsOf(list).findIndex((row) => y - top < row.offsetTop + row.offsetHeight)
  return at < 0 ? rowsOf(list).length - 1 : at
}

/** Drags a row by its handle. */
export function useDrag(list: RefObject<HTMLOListElement | null>, lifting: Lifting) {
  const dragState = useRef<DragState | undefined>(undefined)
  const now = useRef(lifting)
  now.current = lifting
  const rowOf = (id: string) => rowsOf(list.current).find((row) => row.dataset.id === id)
  // The row is already rendered at its new index, so it is translated from there to the pointer.
  const draw = () => {
    const row = dragState.current && rowOf(dragState.current.id)
    if (!row || !dragState.current?.isDragging || !list.current) return
    const distance = dragState.current.y - dragState.current.grabY - list.current.getBoundingClientRect().top - row.offsetTop
    row.style.translate = `0 ${distance}px`
  }
  useLayoutEffect(draw)
  useEffect(() => () => dragState.current?.ending.abort(), [])
  const letGo = (end: 'drop' | 'giveUp') => {
    const item = dragState.current
    if (!item) return
    item.ending.abort()
    dragState.current = undefined
    rowOf(item.id)?.style.removeProperty('translate')
    if (item.isDragging) now.current[end]()
  }
  const drag = (item: DragState, { clientY, pointerId }: PointerEvent) => {
    item.y = clientY
    if (!item.isDragging && Math.abs(clientY - item.startY) < startsAt) return
    if (item.isDragging) now.current.moveTo(positionAt(list.current, clientY))
    else {
      // Capture on the list, because the row moves in the tree and would lose the pointer.
      list.current?.setPointerCapture(pointerId)
      now.current.lift(item.id, 'pointer')
      item.isDragging = true
    }
    draw()
  }
  return (id: string) => (event: PointerDown<HTMLElement>) => {
    const row = rowOf(id)
    if (event.button !== 0 || !row || !list.current || now.current.lifted || dragState.current) return
    const ending = new AbortController()
    const item = {
      id,
      startY: event.clientY,
      grabY: event.clientY - row.getBoundingClientRect().top,
      y: event.clientY,
      isDragging: false,
      ending,
    }
    dragState.current = item
    const page = row.ownerDocument
    const { signal } = ending
    page.addEventListener('pointermove', (move) => drag(item, move), { signal })
    page.addEventListener('pointerup', () => letGo('drop'), { signal })
    page.addEventListener('pointercancel', () => letGo('giveUp'), { signal })
    page.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape' || !item.isDragging) return
        key.preventDefault()
        key.stopPropagation()
        letGo('giveUp')
      },
      { signal, capture: true },
    )
    const scrollTimer = setInterval(() => item.isDragging && list.current && scrollAtEdge(list.current, item.y), turnMs)
    signal.addEventListener('abort', () => clearInterval(scrollTimer))
  }
}
