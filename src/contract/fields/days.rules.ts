import { is } from 'superstruct'
import type { Days } from '../dates/date-ranges.ts'
import type { FieldRuleResult } from './faults.ts'
import { IsoDay } from '../ids.ts'

/** A valid day as YYYY-MM-DD, or empty. */
export const day = (value: string): FieldRuleResult => (value === '' || is(value, IsoDay) ? true : { code: 'date' })

/** Two valid days in the right order. */
export const dayRange = ({ start_date, end_date }: Days): FieldRuleResult =>
  is(start_date, IsoDay) && is(end_date, IsoDay) && start_date <= end_date ? true : { code: 'date_range' }

/** A day up to today. */
export const notFuture =
  (today: string) =>
  (value: string): FieldRuleResult =>
    is(value, IsoDay) && value > today ? { code: 'future' } : true
