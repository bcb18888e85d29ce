import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays, weekStartOf } from '../../contract/dates/date-ranges.ts'
import { type DayLimits, nearestDay } from './day-limits.ts'
import { isDay } from './days.ts'
import { monthLater, monthOf, sameDayLater } from './months.ts'

interface CalendarOptions {
  readonly monthCount: 1 | 2
  readonly weekStart: number
  readonly limits: DayLimits
  readonly today: string
  /** Start of the selection; shown if `end` is not a valid day. */
  readonly start: string
  /** End of the selection; the calendar scrolls to its month when it changes. */
  readonly end: string
}

/** The day that a key moves to; undefined for other keys. */
function keyed({ key, shiftKey }: KeyboardEvent, day: string, weekStart: number, forwards: 1 | -1): string | undefined {
  const months = shiftKey ? 12 : 1
  switch (key) {
    case 'ArrowRight':
      return addDays(day, forwards)
    case 'ArrowLeft':
      return addDays(day, -forwards)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'Home':
      return weekStartOf(day, weekStart)
    case 'End':
      return addDays(weekStartOf(day, weekStart), 6)
    case 'PageUp':
      return sameDayLater(day, -months)
    case 'PageDown':
      return sameDayLater(day, months)
  }
}

/** First visible month, scrolled as little as possible so that a day is visible. */
export function firstVisibleMonth(day: string, view: string, monthCount: number): string {
  if (day < view) return monthOf(day)
  return day >= monthLater(view, monthCount) ? monthLater(day, 1 - monthCount) : view
}

/** State of a calendar: visible months and the active day. */
export function useCalendar({ monthCount, weekStart, limits, today, start, end }: CalendarOptions) {
  const shownDay = isDay(end) ? end : isDay(start) ? start : today
  const [view, setView] = useState(() => monthLater(shownDay, 1 - monthCount))
  const [active, setActive] = useState(() => nearestDay(today, shownDay, limits, today))
  const [lastShown, setLastShown] = useState(shownDay)
  const grids = useRef<HTMLDivElement>(null)
  const takesFocus = useRef(true)
  if (lastShown !== shownDay) {
    setLastShown(shownDay)
    setView(firstVisibleMonth(shownDay, view, monthCount))
  }
  const isInSight = active >= view && active < monthLater(view, monthCount)
  const stop = isInSight ? active : view
  // In an effect, because a popover's content cannot take the focus before it is in the top layer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day is rendered only after its month is visible
  useEffect(() => {
    if (!takesFocus.current) return
    takesFocus.current = false
    grids.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus()
  }, [active, view])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const target = keyed(event, stop, weekStart, isRightToLeft ? -1 : 1)
    if (target === undefined) return
    event.preventDefault()
    const next = nearestDay(stop, target, limits, today)
    takesFocus.current = true
    setActive(next)
    setView(firstVisibleMonth(next, view, monthCount))
  }
  return { view, stop, grids, onKeyDown, setActive, turn: (count: number) => setView(monthLater(view, count)) }
}
