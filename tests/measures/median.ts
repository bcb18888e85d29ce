/** The quantile of the values at `share`; by default the median. */
export function median(values: readonly number[], share = 0.5): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
