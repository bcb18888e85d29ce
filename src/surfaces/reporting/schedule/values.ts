import type { FormRules } from '../../../ui/form/use-form.ts'
import type { FieldAnswer } from '../../../contract/fields/faults.ts'
import { emails, required } from '../../../contract/fields/fields.rules.ts'
import type { FileFormat, ReportSchedule } from '../../../contract/saved-reports/schedules.ts'
import { isTimeZone } from '../../../contract/saved-reports/schedules.rules.ts'

/** A schedule as it is filled in. */
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

/** A schedule before anybody has said anything: Monday at eight, where the person is. */
export const usualSchedule = (zone: string, recipients: readonly string[]): ScheduleValues => ({
  ...{ frequency: 'weekly', weekday: 1, month_day: 1, time: '08:00', time_zone: zone, recipients },
  ...{ format: 'xlsx', skip_if_empty: true, is_paused: false },
})

/** A schedule that is there, to be changed. */
export const valuesOf = (schedule: ReportSchedule): ScheduleValues => ({
  ...schedule,
  weekday: schedule.weekday ?? 1,
  month_day: schedule.month_day ?? 1,
})

/** The schedule that is meant: of the days only the one that its frequency needs. */
export function scheduleIn({ weekday, month_day, recipients, ...values }: ScheduleValues): ReportSchedule {
  return {
    ...values,
    recipients: [...recipients],
    ...(values.frequency === 'weekly' && { weekday }),
    ...(values.frequency === 'monthly' && { month_day }),
  }
}

/** The schedule of which the next runs can be told; nothing while its time or zone is being typed. */
export const tellable = (values: ScheduleValues): ReportSchedule | undefined =>
  isTime.test(values.time) && isTimeZone(values.time_zone) ? scheduleIn(values) : undefined

/** Each address once; a large letter makes no other address. */
export function eachOnce(list: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return list.filter((address) => {
    const known = seen.has(address.toLowerCase())
    seen.add(address.toLowerCase())
    return !known
  })
}

const timeRule = (text: string): FieldAnswer => isTime.test(text) || { code: 'required', of: 'value' }

export const scheduleRules: FormRules<ScheduleValues> = {
  time: [required, timeRule],
  time_zone: [required],
  recipients: [required, emails()],
}
