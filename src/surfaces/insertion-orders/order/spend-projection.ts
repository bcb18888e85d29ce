import { addDays, eachDay } from '../../../contract/dates/date-ranges.ts'
import type { InsertionOrder } from '../../../contract/insertion-orders/insertion-orders.ts'

/** The projection continues with the average of this many days. */
const averagedDays = 7

/** What ends the order first, and what is then not spent. */
export interface FirstLimit {
  readonly limit: 'total' | 'end'
  readonly day: string
  readonly unspent: number
}

interface ProjectedSpend {
  readonly days: readonly string[]
  readonly values: readonly (number | null)[]
  /** Index of the first projected day; -1 without a projection. */
  readonly projectedFrom: number
  /** Undefined without a projection. */
  readonly first: FirstLimit | undefined
}

type ProjectedOrder = Pick<InsertionOrder, 'status' | 'start_date' | 'end_date'>

/**
 * Cumulative spend by day, projected at the recent average to the end or until the total is used up. Amounts are numbers, because a chart
 * needs no exact ones.
 */
export function projectOrderSpend(
  spentByDay: ReadonlyMap<string, number>,
  today: string,
  order: ProjectedOrder,
  total: number,
): ProjectedSpend {
  const days = eachDay(order)
  const spentOn = (day: string) => spentByDay.get(day) ?? 0
  const recent = days.filter((day) => day < today && day >= addDays(today, -averagedDays))
  const spentBefore = days.reduce((sum, day) => (day < today ? sum + spentOn(day) : sum), 0)
  const isProjected = order.status === 'approved' && today <= order.end_date && recent.length > 0 && spentBefore < total
  // A make-good takes its amount from its day, which is no slower delivery.
  const average = recent.reduce((sum, day) => sum + Math.max(spentOn(day), 0), 0) / recent.length
  let sum = 0
  let usedUpOn: string | undefined
  const values = days.map((day) => {
    if (day < today || !isProjected) {
      if (day >= today && !spentByDay.has(day)) return null
      sum += spentOn(day)
      return sum
    }
    if (usedUpOn !== undefined) return null
    sum += Math.max(spentOn(day), average)
    if (sum < total) return sum
    usedUpOn = day
    return total
  })
  const first = usedUpOn === undefined ? { limit: 'end' as const, day: order.end_date } : { limit: 'total' as const, day: usedUpOn }
  return {
    days,
    values,
    projectedFrom: isProjected ? days.indexOf(today) : -1,
    first: isProjected ? { ...first, unspent: Math.max(total - sum, 0) } : undefined,
  }
}
