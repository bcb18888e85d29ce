/** How what is spent stands to the time that has passed. */
export interface Pace {
  /** 1 where both are the same; nothing before any time has passed. */
  readonly ratio: number | null
  readonly verdict: 'slow' | 'on' | 'fast' | 'none'
}

/** Within a tenth it is on pace. */
const tolerance = 0.1

/** Compares two shares, of the budget and of its time. */
export function paceOf(spentShare: number, timeShare: number): Pace {
  if (timeShare <= 0) return { ratio: null, verdict: 'none' }
  const ratio = spentShare / timeShare
  if (ratio > 1 + tolerance) return { ratio, verdict: 'fast' }
  return { ratio, verdict: ratio < 1 - tolerance ? 'slow' : 'on' }
}

/** The pieces of a bar, as shares of its whole length; together one, whatever the amounts. */
export interface Usage {
  readonly spent: number
  readonly committed: number
  readonly remaining: number
  /** By how much more is used than there is. */
  readonly over: number
}

/** Divides a total; more than the total makes the bar full and says by how much. */
export function usageOf({
  total,
  spent,
  committed,
}: {
  readonly total: number
  readonly spent: number
  readonly committed: number
}): Usage {
  const used = spent + committed
  const whole = Math.max(total, used)
  if (whole <= 0) return { spent: 0, committed: 0, remaining: 1, over: 0 }
  return {
    spent: spent / whole,
    committed: committed / whole,
    remaining: Math.max(0, total - used) / whole,
    over: Math.max(0, used - total),
  }
}
