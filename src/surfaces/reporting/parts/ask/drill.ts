import { is } from 'superstruct'
import { addDays, type Days } from '../../../../contract/date-ranges.ts'
import { dimensionOf } from '../../../../contract/dimensions.ts'
import { IsoDay } from '../../../../contract/ids.ts'
import type { Filter } from '../../../../contract/list.ts'
import { rowsIn, rowsText } from './rows-text.ts'

/** One field of a row that was gone into; nothing where the row has none. */
export interface DrillValue {
  readonly field: string
  readonly value: string | number | null
}
/** The row that was gone into, field by field, in the order in which the report was split. */
export type DrillStep = readonly DrillValue[]

/** Steps as one word of an address; what is nothing is an empty word. */
export const drillText = (steps: readonly DrillStep[]) =>
  rowsText(steps.map((step) => step.flatMap(({ field, value }) => [field, value ?? ''])))

const isTime = (field: string) => dimensionOf(field)?.category === 'Time'

/** What a word of the address means; an id that is no number, or a day that is none, is nothing. */
function valueIn(field: string, said: string): string | number | null {
  if (said === '' || (isTime(field) && !is(said.slice(0, 10), IsoDay))) return null
  if (dimensionOf(field)?.type !== 'Integer') return said
  return Number.isInteger(Number(said)) ? Number(said) : null
}

/** The steps of an address; one that names a field that nobody knows is left out, with all after it. */
export function drillIn(text: string): DrillStep[] {
  const steps: DrillStep[] = []
  for (const words of rowsIn(text)) {
    const step: DrillValue[] = []
    for (let at = 0; at + 1 < words.length; at += 2) {
      const [field = '', said = ''] = words.slice(at, at + 2)
      if (!dimensionOf(field)) return steps
      step.push({ field, value: valueIn(field, said) })
    }
    if (step.length > 0) steps.push(step)
  }
  return steps
}

/** What a row is the only one of. */
export const drillFilters = (steps: readonly DrillStep[]): Filter[] =>
  steps.flat().flatMap(({ field, value }): Filter[] => {
    if (isTime(field)) return []
    return [value === null ? { field, operation: 'IS NULL' } : { field, operation: '=', value }]
  })

/** The days of a bucket of time, by its first day. */
const spans: Readonly<Record<string, (start: string) => string>> = {
  day: (start) => start,
  week: (start) => addDays(start, 6),
  month: (start) => addDays(`${addDays(start, 31).slice(0, 7)}-01`, -1),
}

const later = (one: string, other: string) => (one > other ? one : other)
const earlier = (one: string, other: string) => (one < other ? one : other)

/** The days that are left of a range after a row of time was gone into. */
export function drilledDays(days: Days, steps: readonly DrillStep[]): Days {
  return steps.flat().reduce((left, { field, value }) => {
    const end = typeof value === 'string' ? spans[field]?.(value.slice(0, 10)) : undefined
    if (end === undefined || typeof value !== 'string') return left
    return { start_date: later(left.start_date, value.slice(0, 10)), end_date: earlier(left.end_date, end) }
  }, days)
}

/** Whether a row can be gone into: an hour is kept with nothing below it. */
export const isOpenable = (dimensions: readonly string[]) => dimensions.length > 0 && !dimensions.includes('hour')

/** The step into a row. */
export const stepInto = (dimensions: readonly string[], row: Readonly<Record<string, string | number | null>>): DrillStep =>
  dimensions.map((field) => ({ field, value: row[field] ?? null }))
