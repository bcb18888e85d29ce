import { useLingui } from '@lingui/react/macro'
import { dayRange, missingValue } from './format.ts'
import { dayText, type DayStyle, momentText } from './moment.ts'

const Missing = () => <span className="quiet">{missingValue}</span>

/** A date without a time zone, given as YYYY-MM-DD. */
export function DateText({ day, manner = 'full' }: { readonly day: string | null; readonly manner?: DayStyle }) {
  const { i18n } = useLingui()
  return day === null ? <Missing /> : <time dateTime={day}>{dayText(day, i18n.locale, manner)}</time>
}

/** Date and time in a time zone, with the zone's name. */
export function DateTimeText({ moment, zone }: { readonly moment: string | null; readonly zone: string }) {
  const { i18n } = useLingui()
  return moment === null ? <Missing /> : <time dateTime={moment}>{momentText(moment, i18n.locale, zone)}</time>
}

interface DateRangeTextProps {
  readonly start: string | null
  /** Null for an open end. */
  readonly end: string | null
  /** The current day; dates in its year are shown without the year. */
  readonly today: string
}

/** A range of days, both inclusive. */
export function DateRangeText({ start, end, today }: DateRangeTextProps) {
  const { t, i18n } = useLingui()
  if (start === null && end === null) return <Missing />
  const [from, until] = [start, end].map(
    (day) => day && dayText(day, i18n.locale, day.slice(0, 4) === today.slice(0, 4) ? 'short' : 'full'),
  )
  if (start === null) return <span>{t`until ${until}`}</span>
  return <span>{end === null ? t`from ${from}` : dayRange(start, end, i18n.locale, today)}</span>
}
