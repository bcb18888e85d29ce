/** What a list can say of one of its things. */
export interface Placed {
  /** It stays where it is and cannot be taken out. */
  readonly isPermanent?: boolean
}

/** The places that a thing can go to without pushing a permanent one from its own; nothing for a permanent one. */
export function reachOf(items: readonly Placed[], at: number): { first: number; last: number } | undefined {
  const isFree = (index: number) => items[index] !== undefined && !items[index].isPermanent
  if (!isFree(at)) return undefined
  let [first, last] = [at, at]
  while (isFree(first - 1)) first -= 1
  while (isFree(last + 1)) last += 1
  return { first, last }
}

/** The nearest place that a thing can really go to. */
export function nearestPlace(items: readonly Placed[], from: number, to: number): number {
  const reach = reachOf(items, from)
  return reach ? Math.max(reach.first, Math.min(to, reach.last)) : from
}

/** The list with one thing elsewhere, as near to the wanted place as it may go. */
export function moved<T extends Placed>(items: readonly T[], from: number, to: number): readonly T[] {
  const place = nearestPlace(items, from, to)
  const thing = items[from]
  if (place === from || thing === undefined) return items
  const rest = items.filter((_, index) => index !== from)
  return [...rest.slice(0, place), thing, ...rest.slice(place)]
}

/** The list without one thing; a permanent one stays. */
export const removed = <T extends Placed>(items: readonly T[], at: number): readonly T[] =>
  items[at]?.isPermanent ? items : items.filter((_, index) => index !== at)
