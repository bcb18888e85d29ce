import { is } from 'superstruct'
import { bucketEnd, wholeDays, type Days } from '../../../contract/dates/date-ranges.ts'
import { dimensionOf } from '../../../contract/reports/dimensions.ts'
import { IsoDay } from '../../../contract/ids.ts'
import type { Filter } from '../../../contract/list.ts'

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Encodes lists of values as one URL parameter. Values are escaped, so they cannot contain a separator. */
export const encodeRows = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((row) => row.map((word) => encodeURIComponent(word)).join(':')).join(';')

export const decodeRows = (text: string): string[][] =>
  text
    .split(';')
    .filter(Boolean)
    .map((row) => row.split(':').map(decoded))

/** One field of a row drilled into; null when the row has no value. */
export interface DrillValue {
  readonly field: string
  readonly value: string | number | null
}
/** A row drilled into: its values in the order of the report's dimensions. */
export type DrillStep = readonly DrillValue[]

/** Encodes drill steps as one URL parameter; null becomes an empty word. */
export const encodeDrill = (steps: readonly DrillStep[]) =>
  encodeRows(steps.map((step) => step.flatMap(({ field, value }) => [field, value ?? ''])))

const isTime = (field: string) => dimensionOf(field)?.category === 'Time'

/** Parses a value; an invalid id or date becomes null. */
function valueIn(field: string, text: string): string | number | null {
  if (text === '' || (isTime(field) && !is(text.slice(0, 10), IsoDay))) return null
  if (dimensionOf(field)?.type !== 'Integer') return text
  return Number.isInteger(Number(text)) ? Number(text) : null
}

/** Parses drill steps. A step with an unknown field is dropped, with all steps after it. */
export function parseDrill(text: string): DrillStep[] {
  const steps: DrillStep[] = []
  for (const words of decodeRows(text)) {
    const step: DrillValue[] = []
    for (let at = 0; at + 1 < words.length; at += 2) {
      const [field = '', valueText = ''] = words.slice(at, at + 2)
      if (!dimensionOf(field)) return steps
      step.push({ field, value: valueIn(field, valueText) })
    }
    if (step.length > 0) steps.push(step)
  }
  return steps
}

/** Filters that match exactly these rows. Time rows limit the dates instead (`drilledDays`). */
export const drillFilters = (steps: readonly DrillStep[]): Filter[] =>
  steps.flat().flatMap(({ field, value }): Filter[] => {
    if (isTime(field)) return []
    return [value === null ? { field, operation: 'IS NULL' } : { field, operation: '=', value }]
  })

const laterOf = (a: string, b: string) => (a > b ? a : b)
const earlierOf = (a: string, b: string) => (a < b ? a : b)

/** Limits a date range to the time rows drilled into. */
export function drilledDays(days: Days, steps: readonly DrillStep[]): Days {
  return steps.flat().reduce((days, { field, value }) => {
    if (typeof value !== 'string' || !wholeDays.includes(field)) return days
    return { start_date: laterOf(days.start_date, value.slice(0, 10)), end_date: earlierOf(days.end_date, bucketEnd(field, value)) }
  }, days)
}

/** An hour row has no smaller parts, so it cannot be drilled into. */
export const isDrillable = (dimensions: readonly string[]) => dimensions.length > 0 && !dimensions.includes('hour')

/** Parameter value for the whole report instead of one row. */
export const wholeReportParam = 'all'

/** The row whose clicks are shown; the whole report is an empty row. */
export const parseLedgerRow = (text: string): DrillStep | undefined => (text === wholeReportParam ? [] : parseDrill(text)[0])

export const toDrillStep = (dimensions: readonly string[], row: Readonly<Record<string, string | number | null>>): DrillStep =>
  dimensions.map((field) => ({ field, value: row[field] ?? null }))
