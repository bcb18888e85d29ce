/** The value below which a share of the values lies; of half of them when nothing is said. */
export function median(values: readonly number[], share = 0.5): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
