import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { is } from 'superstruct'
import { daysIn } from '../../contract/dates/date-ranges.ts'
import { IsoDay } from '../../contract/ids.ts'
import { DatePicker } from '../../ui/date/picker.tsx'
import type { FieldProps } from '../../ui/form/field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { addStyles } from '../../ui/theme/styles.ts'
import { weekStartOf } from '../../ui/date/week-start.ts'
import css from './fields.css'

addStyles(css)

export interface ScheduleFieldsProps {
  /** Whether it runs until paused; undefined until the user has chosen. */
  readonly alwaysOn: FieldProps<boolean | undefined>
  readonly start: FieldProps<string>
  readonly end: FieldProps<string>
  /** Today's date in the advertiser's time zone. */
  readonly today: string
  readonly zone: string
  /** The hint about ended items, if it differs from a campaign's. */
  readonly endHint?: string
}

/** The number of days, and the time zone in which they start and end. */
function Length({ start, end, zone }: { readonly start: string; readonly end: string; readonly zone: string }) {
  const place = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
  if (!is(start, IsoDay) || !is(end, IsoDay) || end < start)
    return (
      <p className="quiet">
        <Trans>Days run midnight to midnight in {place}, the advertiser’s time zone.</Trans>
      </p>
    )
  return (
    <p className="quiet">
      <Plural value={daysIn({ start_date: start, end_date: end })} one="# day" other="# days" />,{' '}
      <Trans>midnight to midnight in {place}, the advertiser’s time zone.</Trans>
    </p>
  )
}

/** The schedule fields. "Always on" comes first, because an ended campaign cannot be restarted. */
export function ScheduleFields({ alwaysOn, start, end, today, zone, endHint }: ScheduleFieldsProps) {
  const { t, i18n } = useLingui()
  const weekStart = weekStartOf(i18n.locale)
  const { value, onChange, ...group } = alwaysOn
  const isOpen = value === true
  const days = { today, weekStart }
  const endLimits = is(start.value, IsoDay) ? { min: start.value > today ? start.value : today } : { min: today }
  return (
    <div className="campaign-fields">
      <RadioGroup<'on' | 'until'>
        {...group}
        isCards
        value={value === undefined ? '' : isOpen ? 'on' : 'until'}
        onChange={(next) => onChange(next === 'on')}
        choices={[
          { value: 'on', label: t`Always on`, hint: t`Runs until you pause it.` },
          { value: 'until', label: t`Set dates`, hint: endHint ?? t`An ended campaign can’t restart.` },
        ]}
      />
      <div className="field-pair">
        <DatePicker {...start} {...days} limits={{ min: today }} />
        {!isOpen && <DatePicker {...end} {...days} limits={endLimits} />}
      </div>
      <Length start={start.value} end={isOpen ? '' : end.value} zone={zone} />
    </div>
  )
}
