import { useId } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { Days } from '../../contract/dates/date-ranges.ts'

interface DateInputsProps {
  readonly days: Days
  readonly labels: readonly [start: string, end: string]
  readonly isWrong: boolean
  readonly describedBy?: string | undefined
  readonly onType: (days: Partial<Days>) => void
}

interface DateInputProps {
  readonly label: string
  readonly day: string
  readonly isWrong: boolean
  readonly describedBy?: string | undefined
  readonly onType: (day: string) => void
}

function DateInput({ label, day, isWrong, describedBy, onType }: DateInputProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <div className="dates-input">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        placeholder={t`YYYY-MM-DD`}
        value={day}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
        onChange={({ target }) => onType(target.value.trim())}
      />
    </div>
  )
}

/** Text inputs for a start and an end date. */
export const DateInputs = ({ days, labels, onType, ...rest }: DateInputsProps) => (
  <div className="dates-inputs">
    <DateInput {...rest} label={labels[0]} day={days.start_date} onType={(start_date) => onType({ start_date })} />
    <DateInput {...rest} label={labels[1]} day={days.end_date} onType={(end_date) => onType({ end_date })} />
  </div>
)
