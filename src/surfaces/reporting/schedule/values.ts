import type { FormRules } from '../../../ui/form/use-form.ts'
import type { FieldRuleResult } from '../../../contract/fields/faults.ts'
import { emails, isEmail, required } from '../../../contract/fields/fields.rules.ts'
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

/** Default schedule: weekly on Monday at 08:00. */
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

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Valid recipients whose domain is not the user's own. */
export const outsideAddresses = (list: readonly string[], ownEmail: string | undefined): readonly string[] =>
  ownEmail === undefined ? [] : list.filter((address) => isEmail(address) && domainOf(address) !== domainOf(ownEmail))

/** The time zone of most advertisers; undefined without advertisers. */
export function commonZone(advertisers: readonly { readonly time_zone: string }[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { time_zone: zone } of advertisers) counts.set(zone, (counts.get(zone) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return [...counts].find(([, count]) => count === most)?.[0]
}

const timeRule = (text: string): FieldRuleResult => isTime.test(text) || { code: 'required', of: 'value' }

export const scheduleRules: FormRules<ScheduleValues> = {
  time: [required, timeRule],
  time_zone: [required],
  recipients: [required, emails()],
}
