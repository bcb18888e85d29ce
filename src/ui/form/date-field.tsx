import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { is } from 'superstruct'
import { IsoDay } from '../../contract/ids.ts'
import { IconButton } from '../button.tsx'
import { dayTitle } from '../format.ts'
import { calendar } from '../icons.ts'
import { Box, Field, type FieldProps } from './field.tsx'

interface DateFieldProps extends FieldProps<string> {
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/** A day as people write one in a hurry: other signs between, no zeros. */
const tidy = (text: string) => {
  const [, year, month = '', day = ''] = /^\s*(\d{4})[-./\s]?(\d{1,2})[-./\s]?(\d{1,2})\s*$/.exec(text) ?? []
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.trim()
}

/** A day, typed as YYYY-MM-DD or taken from the browser's calendar. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, onLeave, controlRef, min, max, isReadonly, disabledBecause } = props
  const { t, i18n } = useLingui()
  const picker = useRef<HTMLInputElement>(null)
  const isDay = is(value, IsoDay)
  const isOpenable = !isReadonly && disabledBecause === undefined
  const after = (
    <>
      {isDay && <span className="day">{dayTitle(value, i18n.locale)}</span>}
      {isOpenable && <IconButton icon={calendar} label={t`Choose a day`} onPress={() => picker.current?.showPicker()} />}
    </>
  )
  return (
    <Field {...props}>
      {(control) => (
        <Box after={after} isBusy={props.isBusy} className="has-picker">
          <input
            {...control}
            ref={controlRef}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            placeholder={t`YYYY-MM-DD`}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={() => {
              if (tidy(value) !== value) onChange(tidy(value))
              onLeave?.()
            }}
          />
          <input
            ref={picker}
            className="picker"
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            min={min}
            max={max}
            value={isDay ? value : ''}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </Box>
      )}
    </Field>
  )
}
