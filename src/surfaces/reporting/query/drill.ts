import { is } from 'superstruct'
import { bucketEnd, wholeDays } from '../../../contract/dates/bucket-ends.ts'
import type { Days } from '../../../contract/dates/date-ranges.ts'
import { dimensionOf } from '../../../contract/reports/dimensions.ts'
import { IsoDay } from '../../../contract/ids.ts'
import type { Filter } from '../../../contract/list.ts'
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

const later = (one: string, other: string) => (one > other ? one : other)
const earlier = (one: string, other: string) => (one < other ? one : other)

/** The days that are left of a range after a row of time was gone into. */
export function drilledDays(days: Days, steps: readonly DrillStep[]): Days {
  return steps.flat().reduce((left, { field, value }) => {
    if (typeof value !== 'string' || !wholeDays.includes(field)) return left
    return { start_date: later(left.start_date, value.slice(0, 10)), end_date: earlier(left.end_date, bucketEnd(field, value)) }
  }, days)
}

/** Whether a row can be gone into: an hour is kept with nothing below it. */
export const isOpenable = (dimensions: readonly string[]) => dimensions.length > 0 && !dimensions.includes('hour')

/** What the address says instead of a row where all of the report is meant. */
export const wholeRow = 'all'

/** The row whose clicks are asked for; all of the report is a row without a field. */
export const rowIn = (text: string): DrillStep | undefined => (text === wholeRow ? [] : drillIn(text)[0])

/** The step into a row. */
export const stepInto = (dimensions: readonly string[], row: Readonly<Record<string, string | number | null>>): DrillStep =>
  dimensions.map((field) => ({ field, value: row[field] ?? null }))
