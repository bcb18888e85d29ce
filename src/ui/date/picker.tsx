import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { InputBox, Field, type FieldProps } from '../form/field.tsx'
import { calendar } from '../icon/icons.ts'
import { Overlay } from '../dialog/overlay.tsx'
import { addStyles } from '../theme/styles.ts'
import { Calendar } from './calendar.tsx'
import css from './picker.css'
import { type DayLimits, type DayProblem, checkDay } from './day-limits.ts'
import { isDay } from './days.ts'
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FieldFault } from '../../contract/fields/faults.ts'
import { dayWithYear } from './format-date.ts'
import { parseTypedDay } from './typed-day.ts'

addStyles(css)

/** Message when a day cannot be selected. */
function dayFault(problem: DayProblem, i18n: I18n): FieldFault {
  switch (problem.code) {
    case 'bad_dates':
      return { code: 'date' }
    case 'future':
      return { code: 'future' }
    case 'disabled':
      return { code: 'custom', text: i18n._(msg`This date can’t be selected`) }
    case 'before':
      return { code: 'custom', text: i18n._(msg`Dates before ${{ limit: dayWithYear(problem.day, i18n.locale) }} can’t be selected`) }
    case 'after':
      return { code: 'custom', text: i18n._(msg`Dates after ${{ limit: dayWithYear(problem.day, i18n.locale) }} can’t be selected`) }
  }
}

const open: DayLimits = {}

/** The value is YYYY-MM-DD, or incomplete text while the user types. */
export interface DatePickerProps extends FieldProps<string> {
  /** The current day in the time zone of the data. */
  readonly today: string
  /** ISO weekday: 1 for Monday to 7 for Sunday. */
  readonly weekStart: number
  readonly limits?: DayLimits
}

/** A date input with a calendar. Dates are typed freely and shown in the user's format. It shows its own error for a day that cannot be selected. */
export function DatePicker(props: DatePickerProps) {
  const { label, value, onChange, onLeave, controlRef, today, weekStart, limits = open, disabledBecause, isReadonly, isBusy } = props
  const { t, i18n } = useLingui()
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const check = value === '' ? true : checkDay(value, limits, today)
  const fault = props.fault ?? (isTouched && check !== true ? dayFault(check, i18n) : undefined)
  const shownDay = isDay(value) ? value : ''
  const [typed, setTyped] = useState<string>()
  const example = dayWithYear(today, i18n.locale)
  const choose = (day: string) => {
    if (checkDay(day, limits, today) !== true) return
    onChange(day)
    setTyped(undefined)
    setOpen(false)
    anchor.current?.focus()
  }
  const onBlur = () => {
    setTyped(undefined)
    setTouched(true)
    onLeave?.()
  }
  const isFixed = isReadonly === true || isBusy === true || disabledBecause !== undefined
  const type = (text: string) => {
    setTyped(text)
    onChange(parseTypedDay(text, i18n.locale, today) ?? text.trim())
  }
  const calendarButton = !isFixed && (
    <IconButton ref={anchor} icon={calendar} label={t`Choose date: ${label}`} onPress={() => setOpen(!isOpen)} />
  )
  return (
    <>
      <Field {...props} fault={fault}>
        {(control) => (
          <InputBox after={calendarButton} isBusy={isBusy}>
            <input
              {...control}
              ref={controlRef}
              type="text"
              autoComplete="off"
              placeholder={example}
              value={typed ?? (shownDay ? dayWithYear(shownDay, i18n.locale) : value)}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => type(event.currentTarget.value)}
              onBlur={onBlur}
            />
          </InputBox>
        )}
      </Field>
      {isOpen && (
        <Overlay
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
              days={{ start_date: shownDay, end_date: shownDay }}
              limits={limits}
              today={today}
              weekStart={weekStart}
              onPick={choose}
            />
          </div>
        </Overlay>
      )}
    </>
  )
}
