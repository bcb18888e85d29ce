import { useLingui } from '@lingui/react/macro'
import { useId, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { calendar } from '../icons.ts'
import { Float } from '../overlay/float.tsx'
import { wear } from '../sheet.ts'
import { Calendar } from './calendar.tsx'
import css from './dates.css'
import { type DayLimits, mayChooseDay } from './day-limits.ts'
import { DayProblemWords } from './day-problem-words.tsx'
import { isDay } from './days.ts'

wear(css)

const open: DayLimits = {}

export interface DatePickerProps {
  readonly label: string
  /** YYYY-MM-DD, or whatever is typed so far. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** The day that it is, in the zone of what the date is of. */
  readonly today: string
  /** 1 for Monday to 7 for Sunday. */
  readonly weekStart: number
  readonly limits?: DayLimits
  readonly isRequired?: boolean
  /** What else is wrong with it; a day that may not be chosen says so by itself. */
  readonly error?: string | undefined
  readonly disabledBecause?: string | undefined
}

/** A day to type, or to pick from a calendar. */
export function DatePicker(props: DatePickerProps) {
  const { label, value, onChange, today, weekStart, limits = open, isRequired, error, disabledBecause } = props
  const { t } = useLingui()
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const may = value === '' ? true : mayChooseDay(value, limits, today)
  const problem = isTouched && may !== true ? may : undefined
  const hasNote = error !== undefined || problem !== undefined || disabledBecause !== undefined
  const pick = (day: string) => {
    if (mayChooseDay(day, limits, today) !== true) return
    onChange(day)
    setOpen(false)
    anchor.current?.focus()
  }
  const shown = isDay(value) ? value : ''
  return (
    <div className="dates-input dates-one">
      <label htmlFor={id}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </label>
      <div className={`dates-box${error || problem ? ' wrong' : ''}`}>
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          placeholder={t`YYYY-MM-DD`}
          value={value}
          disabled={disabledBecause !== undefined}
          required={isRequired}
          aria-invalid={error !== undefined || problem !== undefined}
          aria-describedby={hasNote ? `${id}-note` : undefined}
          onChange={({ target }) => onChange(target.value.trim())}
          onBlur={() => setTouched(true)}
        />
        {disabledBecause === undefined && (
          <IconButton ref={anchor} icon={calendar} label={t`Choose from a calendar: ${label}`} onPress={() => setOpen(!isOpen)} />
        )}
      </div>
      {hasNote && (
        <small id={`${id}-note`} className={error || problem ? 'dates-wrong' : 'dates-compared'}>
          {disabledBecause ?? error ?? (problem && <DayProblemWords problem={problem} today={today} isOneDay />)}
        </small>
      )}
      {isOpen && (
        <Float
          anchor={anchor}
          onClose={() => setOpen(false)}
          side="bottom-end"
          mayCover
          role="dialog"
          label={label}
          className="dates-float"
        >
          <div className="dates-single">
            <Calendar
              monthCount={1}
              days={{ start_date: shown, end_date: shown }}
              limits={limits}
              today={today}
              weekStart={weekStart}
              onPick={pick}
            />
          </div>
        </Float>
      )}
    </div>
  )
}
