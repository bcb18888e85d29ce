import { is } from 'superstruct'
import type { Days } from '../dates/date-ranges.ts'
import type { FieldAnswer } from './faults.ts'
import { IsoDay } from '../ids.ts'

/** A day as YYYY-MM-DD. */
export const day = (value: string): FieldAnswer => (value === '' || is(value, IsoDay) ? true : { code: 'date' })

/** Two days, both real, the first not after the second. */
export const dayRange = ({ start_date, end_date }: Days): FieldAnswer =>
  is(start_date, IsoDay) && is(end_date, IsoDay) && start_date <= end_date ? true : { code: 'date_range' }

/** No day after today. */
export const notFuture =
  (today: string) =>
  (value: string): FieldAnswer =>
    is(value, IsoDay) && value > today ? { code: 'future' } : true

/** No range that reaches behind today. */
export const rangeNotFuture =
  (today: string) =>
  ({ end_date }: Days): FieldAnswer =>
    notFuture(today)(end_date)
