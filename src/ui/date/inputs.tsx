import { useId, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { Days } from '../../contract/dates/date-ranges.ts'
import { dayWithYear } from './format-date.ts'
import { isDay } from './days.ts'
import { parseTypedDay } from './typed-day.ts'

interface DateInputsProps {
  readonly days: Days
  readonly labels: readonly [start: string, end: string]
  readonly isWrong: boolean
  readonly describedBy?: string | undefined
  readonly today: string
  readonly onType: (days: Partial<Days>) => void
}

interface DateInputProps {
  readonly label: string
  readonly day: string
  readonly isWrong: boolean
  readonly describedBy?: string | undefined
  readonly today: string
  readonly onType: (day: string) => void
}

function DateInput({ label, day, isWrong, describedBy, today, onType }: DateInputProps) {
  const { i18n } = useLingui()
  const { locale } = i18n
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    setTyped(text)
    onType(parseTypedDay(text, locale, today) ?? text.trim())
  }
  return (
    <div className="dates-input">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        maxLength={40}
        placeholder={dayWithYear(today, locale)}
        value={typed ?? (isDay(day) ? dayWithYear(day, locale) : day)}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setTyped(undefined)}
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
