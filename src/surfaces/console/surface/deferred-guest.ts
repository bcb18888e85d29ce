import { useDeferredValue } from 'react'
import { type Guest, useGuest } from '../../../kit/host/guest.tsx'
import { splitPath } from '../../../kit/split-path.ts'

const placeIn = ({ path, ...rest }: Guest) => ({ ...rest, place: splitPath(path).pathname })

const isAtSamePlace = (one: Guest, other: Guest) => {
  const before = new Map<string, unknown>(Object.entries(placeIn(one)))
  return Object.entries(placeIn(other)).every(([name, value]) => before.get(name) === value)
}

/** The element, as what frames its places sees it: a step inside one place is told it between two strokes of work, so that nobody waits for the frame when a filter or a step of a form changes the query alone. */
export function useCalmGuest(): Guest {
  const guest = useGuest()
  const late = useDeferredValue(guest)
  return isAtSamePlace(late, guest) ? late : guest
}
