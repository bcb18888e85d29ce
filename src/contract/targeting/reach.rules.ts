/** Fewer people than this are never told apart. */
export const reachFloor = 1000

/** A range of people, rounded; without one there are fewer than the floor. */
export type Reach = { readonly low: number; readonly high: number } | { readonly fewer_than: number }

const twoDigits = (count: number, round: (value: number) => number) => {
  const step = 10 ** Math.max(Math.floor(Math.log10(Math.max(count, 1))) - 1, 0)
  return round(count / step) * step
}

/** A number of people as it may be told: a tenth below and above it, in two digits. */
export function reachRange(people: number): Reach {
  if (!(people >= reachFloor)) return { fewer_than: reachFloor }
  return { low: Math.max(twoDigits((people * 9) / 10, Math.floor), reachFloor), high: twoDigits((people * 11) / 10, Math.ceil) }
}

const within = (share: number) => Math.min(Math.max(share, 0), 1)

/** The share of people that one of several options holds, as far as they are independent. */
export const anyOf = (shares: readonly number[]) => 1 - shares.reduce((none, share) => none * (1 - within(share)), 1)

/** How many people all conditions leave; each holds a share of them, so that one more never raises it. */
export const reachOf = (population: number, conditions: readonly number[]) =>
  Math.floor(conditions.reduce((left, share) => left * within(share), Math.max(population, 0)))
