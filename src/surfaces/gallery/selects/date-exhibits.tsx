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
    <Range label="Dates without the future" weekStart={1} limits={{ isFutureDisallowed: true, min: '2026-01-01' }} comparisons={[]} />
    <Range label="Dates with closed days" weekStart={1} limits={{ disabled: closed, max: '2026-12-31' }} />
    <Range label="Dates that cannot be changed" weekStart={1} disabledBecause="The report was shared with these dates" />
  </Exhibit>
)

export const Dates = () => (
  <Exhibit name="Date picker">
    <Day label="First day" value="2026-12-01" isRequired limits={{ min: today }} />
    <Day label="Last day" value="" />
    <Day label="Day that is wrong" value="2026-12-32" fault={{ code: 'custom', text: 'Choose the day on which it ends' }} />
    <Day label="Day that is fixed" value="2026-11-01" disabledBecause="The campaign has begun" />
    <Day label="Day to read" value="2026-11-01" isReadonly />
    <Day label="Day that is looked up" value="2026-11-01" isBusy help="The calendar of the client is being read." />
    <div dir="rtl">
      <Day label="اليوم الأول" value="2026-12-01" help="من اليمين إلى اليسار" />
    </div>
  </Exhibit>
)
