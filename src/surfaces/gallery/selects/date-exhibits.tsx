import { useState } from 'react'
import { daysOfRange } from '../../../contract/dates/date-ranges.ts'
import { daysCompared } from '../../../ui/date/comparison.ts'
import type { DateChoice } from '../../../ui/date/draft.ts'
import { DatePicker, type DatePickerProps } from '../../../ui/date/picker.tsx'
import { DateRangePicker, type DateRangePickerProps } from '../../../ui/date/range-picker.tsx'
import { Exhibit } from '../exhibit.tsx'

/** A fixed date, so that screenshots do not change. */
const today = '2026-11-21'
const closed = [
  { start_date: '2026-11-10', end_date: '2026-11-12' },
  { start_date: '2026-10-20', end_date: '2026-10-20' },
]
const lastWeek: DateChoice = { range: 'last_7_days', days: daysOfRange('last_7_days', today), compare: 'none' }
const overNewYear = { start_date: '2025-12-20', end_date: '2026-01-04' }
const compared: DateChoice = {
  range: 'custom',
  days: overNewYear,
  compare: 'previous_year',
  compared: daysCompared(overNewYear, 'previous_year'),
}

type RangeProps = Pick<DateRangePickerProps, 'label' | 'weekStart' | 'limits' | 'comparisons' | 'disabledBecause'> & { value?: DateChoice }

const Range = ({ value: start = lastWeek, ...rest }: RangeProps) => {
  const [value, setValue] = useState(start)
  return (
    <div>
      <p className="quiet">{rest.label}</p>
      <DateRangePicker {...rest} value={value} onApply={setValue} today={today} />
    </div>
  )
}

const Day = ({
  value: start,
  ...rest
}: Pick<DatePickerProps, 'label' | 'value' | 'limits' | 'fault' | 'isRequired' | 'disabledBecause' | 'isReadonly' | 'isBusy' | 'help'>) => {
  const [value, setValue] = useState(start)
  return <DatePicker {...rest} value={value} onChange={setValue} today={today} weekStart={1} />
}

export const DateRanges = () => (
  <Exhibit name="Date-range picker">
    <Range label="Dates, weeks from Sunday" weekStart={7} />
    <Range label="Dates over the new year, compared" weekStart={1} value={compared} />
    <Range label="Past dates only" weekStart={1} limits={{ isFutureDisallowed: true, min: '2026-01-01' }} comparisons={[]} />
    <Range label="Dates with unavailable days" weekStart={1} limits={{ disabled: closed, max: '2026-12-31' }} />
    <Range label="Disabled dates" weekStart={1} disabledBecause="The report is shared with these dates" />
  </Exhibit>
)

export const Dates = () => (
  <Exhibit name="Date picker">
    <Day label="Campaign start" value="2026-12-01" isRequired limits={{ min: today }} />
    <Day label="Campaign end" value="" />
    <Day label="Invalid day" value="2026-12-32" fault={{ code: 'custom', text: 'Choose an end date' }} />
    <Day label="Disabled day" value="2026-11-01" disabledBecause="The campaign has started" />
    <Day label="Read-only day" value="2026-11-01" isReadonly />
    <Day label="Busy day" value="2026-11-01" isBusy help="Loading the client’s calendar…" />
    <div dir="rtl">
      <Day label="اليوم الأول" value="2026-12-01" help="من اليمين إلى اليسار" />
    </div>
  </Exhibit>
)
