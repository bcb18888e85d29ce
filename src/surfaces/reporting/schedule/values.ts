import type { FormRules } from '../../../ui/form/use-form.ts'
import type { FieldRuleResult } from '../../../contract/fields/faults.ts'
import { emails, required } from '../../../contract/fields/fields.rules.ts'
import type { FileFormat, ReportSchedule } from '../../../contract/saved-reports/schedules.ts'
import { isTimeZone } from '../../../contract/dates/zone-time.ts'

/** Form values of a schedule. */
export type ScheduleValues = {
  readonly frequency: ReportSchedule['frequency']
  readonly weekday: number
  readonly month_day: number
  readonly time: string
  readonly time_zone: string
  readonly recipients: readonly string[]
  readonly format: FileFormat
  readonly skip_if_empty: boolean
  readonly is_paused: boolean
}

const isTime = /^([01]\d|2[0-3]):[0-5]\d$/

/** Default schedule: weekly on Monday at 08:00 in the user's time zone. */
export const defaultSchedule = (zone: string, recipients: readonly string[]): ScheduleValues => ({
  frequency: 'weekly',
  weekday: 1,
  month_day: 1,
  time: '08:00',
  time_zone: zone,
  recipients,
  format: 'xlsx',
  skip_if_empty: true,
  is_paused: false,
})

export const toScheduleValues = (schedule: ReportSchedule): ScheduleValues => ({
  ...schedule,
  weekday: schedule.weekday ?? 1,
  month_day: schedule.month_day ?? 1,
})

/** Converts to the wire format; includes only the day that the frequency needs. */
export function toSchedule({ weekday, month_day, recipients, ...values }: ScheduleValues): ReportSchedule {
  return {
    ...values,
    recipients: [...recipients],
    ...(values.frequency === 'weekly' && { weekday }),
    ...(values.frequency === 'monthly' && { month_day }),
  }
}

/** The schedule whose next runs can be computed; undefined while time or zone is invalid. */
export const validSchedule = (values: ScheduleValues): ReportSchedule | undefined =>
  isTime.test(values.time) && isTimeZone(values.time_zone) ? toSchedule(values) : undefined

/** Removes duplicates; case does not matter. */
export function uniqueAddresses(list: readonly string[]): readonly string[] {
  const seenAddresses = new Set<string>()
  return list.filter((address) => {
    const isKnown = seenAddresses.has(address.toLowerCase())
    seenAddresses.add(address.toLowerCase())
    return !isKnown
  })
}

const timeRule = (text: string): FieldRuleResult => isTime.test(text) || { code: 'required', of: 'value' }

export const scheduleRules: FormRules<ScheduleValues> = {
  time: [required, timeRule],
  time_zone: [required],
  recipients: [required, emails()],
}
