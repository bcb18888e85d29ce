/** Groups with fewer people than this are never shown, for privacy. */
export const minShownReach = 1000

/** A rounded range of people, or fewer than the floor. */
export type Reach = { readonly low: number; readonly high: number } | { readonly fewer_than: number }

const twoDigits = (count: number, round: (value: number) => number) => {
  const step = 10 ** Math.max(Math.floor(Math.log10(Math.max(count, 1))) - 1, 0)
  return round(count / step) * step
}

/** The range for a number of people: 10 % below and above, rounded to two digits. */
export function reachRange(people: number): Reach {
  if (!(people >= minShownReach)) return { fewer_than: minShownReach }
  return { low: Math.max(twoDigits((people * 9) / 10, Math.floor), minShownReach), high: twoDigits((people * 11) / 10, Math.ceil) }
}

const within = (share: number) => Math.min(Math.max(share, 0), 1)

/** The share of people with at least one of several options, assuming independence. */
export const unionShare = (shares: readonly number[]) => 1 - shares.reduce((none, share) => none * (1 - within(share)), 1)
