export interface Placed {
  /** The item cannot be moved or removed. */
  readonly isPermanent?: boolean
}

/** The range that an item can move in without displacing a permanent one; undefined for a permanent item. */
export function reachOf(items: readonly Placed[], at: number): { first: number; last: number } | undefined {
  const isFree = (index: number) => items[index] !== undefined && !items[index].isPermanent
  if (!isFree(at)) return undefined
  let [first, last] = [at, at]
  while (isFree(first - 1)) first -= 1
  while (isFree(last + 1)) last += 1
  return { first, last }
}

/** The target index, clamped to the item's range. */
export function nearestPlace(items: readonly Placed[], from: number, to: number): number {
  const reach = reachOf(items, from)
  return reach ? Math.max(reach.first, Math.min(to, reach.last)) : from
}

/** The list with one item moved as near to the target index as possible. */
export function moved<T extends Placed>(items: readonly T[], from: number, to: number): readonly T[] {
  const place = nearestPlace(items, from, to)
  const thing = items[from]
  if (place === from || thing === undefined) return items
  const rest = items.filter((_, index) => index !== from)
  return [...rest.slice(0, place), thing, ...rest.slice(place)]
}

export const removed = <T extends Placed>(items: readonly T[], at: number): readonly T[] =>
  items[at]?.isPermanent ? items : items.filter((_, index) => index !== at)
