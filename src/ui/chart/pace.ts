/** Spend compared with the elapsed time. */
export interface Pace {
  /** 1 if both shares are equal; null before the start. */
  readonly ratio: number | null
  readonly verdict: 'slow' | 'on' | 'fast' | 'none'
}

/** Deviation up to 10 % counts as on pace. */
const tolerance = 0.1

/** Compares the spent share of the budget with the elapsed share of its time. */
export function paceOf(spentShare: number, timeShare: number): Pace {
  if (timeShare <= 0) return { ratio: null, verdict: 'none' }
  const ratio = spentShare / timeShare
  if (ratio > 1 + tolerance) return { ratio, verdict: 'fast' }
  return { ratio, verdict: ratio < 1 - tolerance ? 'slow' : 'on' }
}

/** Below this share of the plan, slow pacing is a problem. */
const slowest = 0.5

/** Whether the pace needs attention. Early in a period the ratio is unreliable. */
export const isPaceAlarming = ({ ratio, verdict }: Pace, isEarly: boolean) =>
  !isEarly && ratio !== null && (verdict === 'fast' || ratio < slowest)

/** Segments of a bar, as shares of its length that add up to 1. */
export interface Usage {
  readonly spent: number
  readonly committed: number
  readonly remaining: number
  /** Amount used beyond the total. */
  readonly over: number
}

/** Divides a total into segments. If more than the total is used, the bar is full and `over` has the difference. */
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
  const barTotal = Math.max(total, used)
  if (barTotal <= 0) return { spent: 0, committed: 0, remaining: 1, over: 0 }
  return {
    spent: spent / barTotal,
    committed: committed / barTotal,
    remaining: Math.max(0, total - used) / barTotal,
    over: Math.max(0, used - total),
  }
}
