export type Side = 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end'

/** The visible part of the page, also inside a tall iframe. */
export interface VisibleArea {
  readonly top: number
  readonly bottom: number
  readonly width: number
}
interface Size {
  readonly width: number
  readonly height: number
}
type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>

const gap = 4
const margin = 8

/** The visible part of a page: the viewport, or the part of the iframe that the host shows. */
export function viewportOf(view: Window): VisibleArea {
  const style = view.getComputedStyle(view.document.documentElement)
  const pixels = (name: string) => Number.parseFloat(style.getPropertyValue(name))
  const top = pixels('--ad-viewport-top')
  const height = pixels('--ad-viewport-height')
  const isFramed = Number.isFinite(top) && height > 0
  return {
    top: isFramed ? top : 0,
    bottom: isFramed ? Math.min(top + height, view.innerHeight) : view.innerHeight,
    width: view.document.documentElement.clientWidth,
  }
}

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max))

/** Position next to an anchor: on the preferred side, or on the other if it has more space. It covers the anchor only if allowed. */
export function positionAt(anchor: Box, size: Size, viewport: VisibleArea, side: Side, isRightToLeft: boolean, mayCover = false) {
  const below = viewport.bottom - anchor.bottom - gap - margin
  const above = anchor.top - viewport.top - gap - margin
  const wantsTop = side.startsWith('top')
  const isAbove = wantsTop ? above >= size.height || above > below : below < size.height && above > below
  const atEnd = side.endsWith('end') !== isRightToLeft
  const left = clamp(atEnd ? anchor.right - size.width : anchor.left, margin, Math.max(margin, viewport.width - size.width - margin))
  const availableHeight = viewport.bottom - viewport.top - 2 * margin
  const room = Math.max(mayCover ? availableHeight : isAbove ? above : below, 80)
  const height = Math.min(size.height, room)
  const top = isAbove ? anchor.top - gap - height : anchor.bottom + gap
  const lowest = viewport.bottom - margin - (mayCover ? height : 80)
  return { left, top: clamp(top, viewport.top + margin, Math.max(viewport.top + margin, lowest)), room, isAbove }
}
