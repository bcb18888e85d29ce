import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Days } from '../../contract/dates/date-ranges.ts'
import { IconButton } from '../button.tsx'
import { count, monthTitle } from '../format/format.ts'
import { chevronEnd, chevronStart } from '../icon/control-icons.ts'
import { addStyles } from '../theme/styles.ts'
import css from './calendar.css'
import { fullDate, longWeekday, shortWeekday } from './format-date.ts'
import { type DayLimits, checkDay } from './day-limits.ts'
import { weekdays, weeksOf } from './days.ts'
import { monthLater } from './months.ts'
import { useCalendar } from './use-calendar.ts'
import { describedTooltip } from '../dialog/tooltip-text.ts'

addStyles(css)

export interface CalendarProps {
  readonly monthCount: 1 | 2
  /** The selected days; both are equal while the second day is missing. */
  readonly days: Days
  /** The start of a range is selected; the next click selects its end. */
  readonly isHalf?: boolean
  /** The days that the selected ones are compared with. */
  readonly compared?: Days | undefined
  readonly limits: DayLimits
  readonly today: string
  /** ISO weekday: 1 for Monday to 7 for Sunday. */
  readonly weekStart: number
  readonly onPick: (day: string) => void
}

interface MonthProps extends CalendarProps {
  readonly month: string
  readonly stop: string
  /** The hovered or focused day, as preview of the range's end. */
  readonly pointed: string | undefined
}

const sorted = (a: string, b: string): Days => (a < b ? { start_date: a, end_date: b } : { start_date: b, end_date: a })

/** CSS classes of a day: selected end, within the range, compared, today. */
function lookOf(day: string, { days, isHalf, compared, pointed, today }: MonthProps) {
  const range = isHalf && pointed ? sorted(days.start_date, pointed) : days
  const isChosen = day === days.start_date || day === days.end_date
  const isWithin = range.start_date < range.end_date && day >= range.start_date && day <= range.end_date
  const names = [
    isChosen && 'picked',
    isWithin && 'within',
    isWithin && day === range.start_date && 'from',
    isWithin && day === range.end_date && 'to',
    day === today && 'today',
    compared && day >= compared.start_date && day <= compared.end_date && 'compared',
  ]
  return { isSelected: isChosen || (day >= days.start_date && day <= days.end_date), className: names.filter(Boolean).join(' ') }
}

function Day({ day, ...props }: MonthProps & { day: string }) {
  const { t, i18n } = useLingui()
  const { limits, today, stop } = props
  const { isSelected, className } = lookOf(day, props)
  const isOff = checkDay(day, limits, today) !== true
  const full = fullDate(day, i18n.locale)
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: cells of a grid can be selected
    <td aria-selected={isSelected} className={className}>
      <button
        type="button"
        data-day={day}
        tabIndex={day === stop ? 0 : -1}
        aria-label={day === today ? t`${full}, today` : full}
        aria-disabled={isOff}
        aria-current={day === today ? 'date' : undefined}
        {...describedTooltip(isOff ? t`This date can’t be selected` : undefined)}
      >
        {count(Number(day.slice(8)), i18n.locale)}
      </button>
    </td>
  )
}

function Month(props: MonthProps) {
  const { month, weekStart } = props
  const { i18n } = useLingui()
  const title = monthTitle(month, i18n.locale)
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: in a table, screen readers take the arrow keys
    <table role="grid">
      <caption>{title}</caption>
      <thead>
        <tr>
          {weekdays(weekStart).map((day) => (
            <th key={day} scope="col" abbr={longWeekday(day, i18n.locale)}>
              {shortWeekday(day, i18n.locale)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, weekStart).map((week, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a week is identified by its index in the month
          <tr key={row}>
            {/* biome-ignore lint/suspicious/noArrayIndexKey: an empty cell is identified by its index in the week */}
            {week.map((day, column) => (day ? <Day key={day} {...props} day={day} /> : <td key={column} />))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const dayAt = (target: EventTarget) =>
  (target instanceof Element ? target.closest('[data-day]')?.getAttribute('data-day') : undefined) ?? undefined

/** A calendar of one or two months, for pointer and keyboard. */
export function Calendar(props: CalendarProps) {
  const { monthCount, days, isHalf = false, limits, today, weekStart, onPick } = props
  const { t } = useLingui()
  const [pointed, setPointed] = useState<string>()
  const options = { monthCount, weekStart, limits, today, start: days.start_date, end: days.end_date }
  const { view, stop, grids, onKeyDown, setActive, turn } = useCalendar(options)
  const months = monthCount === 2 ? [view, monthLater(view, 1)] : [view]
  const point = ({ target }: { target: EventTarget }) => isHalf && setPointed(dayAt(target))
  const pick = (day: string | undefined) => {
    if (day === undefined) return
    setActive(day)
    setPointed(undefined)
    onPick(day)
  }
  return (
    <div className="calendar">
      <IconButton icon={chevronStart} label={t`Previous month`} onPress={() => turn(-1)} />
      <IconButton icon={chevronEnd} label={t`Next month`} onPress={() => turn(1)} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: one handler for all days, which are buttons */}
      <div
        ref={grids}
        className="months"
        onKeyDown={onKeyDown}
        onClick={({ target }) => pick(dayAt(target))}
        onPointerOver={point}
        onPointerLeave={() => setPointed(undefined)}
        onFocus={point}
      >
        {months.map((month) => (
          <Month key={month} {...props} month={month} stop={stop} pointed={pointed} />
        ))}
      </div>
    </div>
  )
}
