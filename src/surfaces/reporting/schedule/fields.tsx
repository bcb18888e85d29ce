import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { fileFormats, frequencies } from '../../../contract/saved-reports/schedules.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { EmailsField } from '../../../ui/form/emails-field.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import type { useForm } from '../../../ui/form/use-form.ts'
import { outsideAddresses, uniqueAddresses, type ScheduleValues } from './values.ts'
import { timeOptions, weekdayNames, zoneOptions, frequencyWords } from './words.ts'

type ScheduleForm = ReturnType<typeof useForm<ScheduleValues>>

interface FieldsProps {
  readonly form: ScheduleForm
}

const monthDays = Array.from({ length: 31 }, (_, at) => at + 1)

/** Day of the week or of the month, if the frequency needs one. */
function DayField({ form }: FieldsProps) {
  const { t, i18n } = useLingui()
  const { frequency, weekday, month_day } = form.values
  const weekdays = useMemo(() => weekdayNames(i18n.locale), [i18n.locale])
  const days = useMemo(() => monthDays.map((id) => ({ id, label: id === 31 ? t`The last day` : String(id) })), [t])
  if (frequency === 'daily') return null
  const [name, label, options, value] =
    frequency === 'weekly'
      ? (['weekday', t`Day of the week`, weekdays, weekday] as const)
      : (['month_day', t`Day of the month`, days, month_day] as const)
  return (
    <Select
      {...form.field(name, label)}
      isRequired
      options={options}
      value={options.find(({ id }) => id === value) ?? null}
      onChange={(chosen) => chosen && form.set(name, Number(chosen.id))}
    />
  )
}

/** Frequency, day, time and time zone. */
function TimeFields({ form }: FieldsProps) {
  const { t, i18n } = useLingui()
  const { time, time_zone: zone } = form.values
  const times = useMemo(() => timeOptions(time, i18n.locale), [time, i18n.locale])
  const zones = useMemo(() => zoneOptions(zone), [zone])
  return (
    <>
      <Chips
        {...form.field('frequency', t`Frequency`)}
        isSegments
        choices={frequencies.map((value) => ({ value, label: i18n._(frequencyWords[value]) }))}
      />
      <div className="schedule-when">
        <DayField form={form} />
        <Select
          {...form.field('time', t`Time`)}
          options={times}
          value={times.find(({ id }) => id === time) ?? null}
          onChange={(chosen) => chosen && form.set('time', String(chosen.id))}
        />
        <Select
          {...form.field('time_zone', t`Time zone`)}
          options={zones}
          value={zones.find(({ id }) => id === zone) ?? null}
          onChange={(chosen) => chosen && form.set('time_zone', String(chosen.id))}
        />
      </div>
    </>
  )
}

interface ScheduleFieldsProps extends FieldsProps {
  /** The user's address; recipients with another domain are marked. */
  readonly ownEmail: string | undefined
}

export function ScheduleFields({ form, ownEmail }: ScheduleFieldsProps) {
  const { t, i18n } = useLingui()
  const outside = outsideAddresses(form.values.recipients, ownEmail)
  const outsideList = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(outside)
  const recipients = form.field('recipients', t`Recipients`)
  return (
    <div className="schedule-fields">
      <TimeFields form={form} />
      <EmailsField {...recipients} onChange={(list) => recipients.onChange(uniqueAddresses(list))} />
      {outside.length > 0 && (
        <Callout kind="warning" isAnnounced heading={<Trans>Outside your organization: {outsideList}</Trans>}>
          <Trans>They receive the data of this report without signing in.</Trans>
        </Callout>
      )}
      <Chips
        {...form.field('format', t`File format`)}
        isSegments
        choices={fileFormats.map((value) => ({ value, label: value.toUpperCase() }))}
      />
      <Checkbox {...form.field('skip_if_empty', t`Skip empty reports`)} />
    </div>
  )
}
