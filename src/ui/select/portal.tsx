import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

interface PlaceProps {
  readonly from: RefObject<HTMLElement | null>
  /** The id of another place in the same root where the menu shall stand. */
  readonly portalId?: string | undefined
  readonly children: ReactNode
}

function elementIn(node: Node | null, id: string) {
  const root = node?.getRootNode()
  return root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null
}

/** Where a menu stands in the page: right here, or in another place that the screen keeps for menus. */
export function Place({ from, portalId, children }: PlaceProps) {
  const [portal] = useState(() => (portalId === undefined ? null : elementIn(from.current, portalId)))
  const isMissing = portalId !== undefined && portal === null
  useEffect(() => {
    if (isMissing) console.error(`The select portal element “${portalId}” is missing; the menu stands in its own place.`)
  }, [isMissing, portalId])
  return portal ? createPortal(children, portal) : children
}
