/** Whether the whole matrix is tested, as in `npm run audit`, or a sample, as in `npm test`. */
export const isAudit = process.env.TEST_AMOUNT === 'all'

/** A number of tries or items: the first in the audit, the second otherwise. */
export const amount = (inAudit: number, inSample: number) => (isAudit ? inAudit : inSample)

/** A sample of the items, evenly spread from the first to the last; all of them in the audit. */
export function sampleOf<T>(items: readonly T[], max: number): readonly T[] {
  if (isAudit || items.length <= max) return items
  const step = (items.length - 1) / Math.max(max - 1, 1)
  const chosen = new Set(Array.from({ length: max }, (_, index) => Math.round(index * step)))
  return items.filter((_, index) => chosen.has(index))
}
