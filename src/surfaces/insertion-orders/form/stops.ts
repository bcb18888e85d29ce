import { is } from 'superstruct'
import type { Days } from '../../../contract/dates/date-ranges.ts'
import { IsoDay } from '../../../contract/ids.ts'
import type { InsertionOrder, OrderLine } from '../../../contract/insertion-orders/insertion-orders.ts'
import { microsOf } from '../../../contract/money/money.ts'
import { amountOfLine, type OrderValues } from './values.ts'

/** A change that stops campaigns of a line, or of the whole order. Days are those of the change and those in force. */
export type Stop = { readonly line: Pick<OrderLine, 'line_id' | 'name'> | undefined } & (
  | { readonly code: 'ends' | 'starts'; readonly day: string; readonly before: string }
  | { readonly code: 'cap'; readonly amount: bigint }
)

const hasDays = ({ start_date, end_date }: Days) => is(start_date, IsoDay) && is(end_date, IsoDay)

function dayStops(before: Days, after: Days, today: string, line: Stop['line']): Stop[] {
  if (!hasDays(after)) return []
  const isShorter = after.end_date < before.end_date
  const isLater = after.start_date > before.start_date && after.start_date > today
  return [
    ...(isShorter ? [{ line, code: 'ends' as const, day: after.end_date, before: before.end_date }] : []),
    ...(isLater ? [{ line, code: 'starts' as const, day: after.start_date, before: before.start_date }] : []),
  ]
}

type Order = Pick<InsertionOrder, 'start_date' | 'end_date' | 'lines' | 'currency_digits'>

/**
 * The changes of an order in force that stop its campaigns: fewer days, and a lower or new hard cap. A lower total and a removed line stop
 * none, because the platform refuses them while campaigns need them.
 */
export function stopsOf(order: Order, values: OrderValues, today: string): Stop[] {
  const ofOrder = dayStops(order, values, today, undefined)
  // Lines have to follow the dates of their order, which are named once.
  const isOfOrder = (stop: Stop) => ofOrder.some((one) => one.code === stop.code && 'day' in one && 'day' in stop && one.day === stop.day)
  const ofLines = order.lines.flatMap((before) => {
    const line = values.lines.find(({ line_id }) => line_id === before.line_id)
    if (!line) return []
    const { line_id, name } = before
    const about = { line_id, name: line.name || name }
    const amount = amountOfLine(line, order.currency_digits)
    const isCapped = amount !== undefined && line.is_hard_cap && (!before.is_hard_cap || amount < microsOf(before.amount))
    return [
      ...dayStops(before, line, today, about).filter((stop) => !isOfOrder(stop)),
      ...(isCapped ? [{ line: about, code: 'cap' as const, amount }] : []),
    ]
  })
  return [...ofOrder, ...ofLines]
}
