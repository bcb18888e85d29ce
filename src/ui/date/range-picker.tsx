import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useRef, useState } from 'react'
import { dateRangeLabels } from './range-labels.ts'
import { dayRange } from '../format/format.ts'
import { Icon } from '../icon/icon.tsx'
import { calendar, chevronDown } from '../icon/icons.ts'
import { Overlay } from '../dialog/overlay.tsx'
import { addStyles } from '../theme/styles.ts'
import type { Comparison } from './comparison.ts'
import css from './picker.css'
import { comparisons as every } from './comparison.ts'
import type { DateChoice } from './draft.ts'
import { DateRangeSheet } from './range-panel.tsx'
import type { DayLimits } from './day-limits.ts'

addStyles(css)

const open: DayLimits = {}

export interface DateRangePickerProps {
  readonly label: string
  readonly value: DateChoice
  readonly onApply: (choice: DateChoice) => void
  /** The current day in the time zone of the data. */
  readonly today: string
  /** ISO weekday: 1 for Monday to 7 for Sunday. */
  readonly weekStart: number
  readonly limits?: DayLimits
  /** The offered comparisons; empty to offer none. */
  readonly comparisons?: readonly Comparison[]
  /** The current, incomplete day: a range that starts on it has no comparison. */
  readonly unfinished?: string
  readonly disabledBecause?: string | undefined
}

/** Button that shows the selected date range and opens a sheet to change it. */
export function DateRangePicker(props: DateRangePickerProps) {
  const { label, value, onApply, today, weekStart, limits = open, comparisons = every, unfinished, disabledBecause } = props
  const { i18n } = useLingui()
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { days, range, compare, compared } = value
  const close = () => {
    setOpen(false)
    anchor.current?.focus()
  }
  const rangeText = (of: { start_date: string; end_date: string }) => dayRange(of.start_date, of.end_date, i18n.locale, today)
  return (
    <span className="dates">
      <span id={`${id}-label`} className="unseen">
        {label}
      </span>
      <button
        ref={anchor}
        id={`${id}-open`}
        type="button"
        className="chip"
        aria-labelledby={`${id}-label ${id}-open`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-disabled={disabledBecause !== undefined}
        aria-describedby={disabledBecause && `${id}-why`}
        onClick={disabledBecause === undefined ? () => setOpen(!isOpen) : undefined}
      >
        <Icon shape={calendar} />
        {range !== 'custom' && <span className="dates-name">{i18n._(dateRangeLabels[range])}</span>}
        <b>{rangeText(days)}</b>
        <Icon shape={chevronDown} />
      </button>
      {compare !== 'none' && compared && (
        <span className="dates-compared">
          <Trans>compared with {rangeText(compared)}</Trans>
        </span>
      )}
      {disabledBecause && (
        <small id={`${id}-why`} className="dates-compared">
          {disabledBecause}
        </small>
      )}
      {isOpen && (
        <Overlay anchor={anchor} onClose={() => setOpen(false)} mayCover role="dialog" label={label} className="dates-float">
          <DateRangeSheet
            anchor={anchor}
            value={value}
            scene={{ limits, today }}
            weekStart={weekStart}
            comparisons={comparisons}
            unfinished={unfinished}
            onCancel={close}
            onApply={(choice) => {
              onApply(choice)
              close()
            }}
          />
        </Overlay>
      )}
    </span>
  )
}
