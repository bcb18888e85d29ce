import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { enums, is, object, string, type Infer, type Struct } from 'superstruct'
import type { Filter } from '../../../contract/list.ts'
import { ReportSchedule } from '../../../contract/saved-reports/schedules.ts'
import { SavedReportQuery, visibilities } from '../../../contract/saved-reports/saved-reports.ts'
import { historyLabels, orderValueLabels } from '../../../parts/campaigns/labels.ts'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { comparisonLabels, dateRangeLabels } from '../../../ui/date/range-labels.ts'
import { missingValue } from '../../../ui/format/format.ts'
import { dayText, momentText } from '../../../ui/format/moment.ts'
import { filterValueText } from '../filters/condition-bar.tsx'
import { clockText, weekdayNames, frequencyWords, scheduleLabels } from '../schedule/words.ts'
import { fieldName, contextWords, granularityWords, operationName, visibilityWords } from '../words.ts'

/** The fields in the history of a saved report, its links and its schedule. */
const ChangedFields = object({
  name: string(),
  visibility: enums(visibilities),
  expires_at: string(),
  ...SavedReportQuery.schema,
  ...ReportSchedule.schema,
})
type ChangedFields = Infer<typeof ChangedFields>
type Field = keyof ChangedFields

const labels: Readonly<Record<Field, MessageDescriptor>> = {
  name: msg`Name`,
  visibility: msg`Visibility`,
  expires_at: msg`Expires`,
  context: msg`Report on`,
  advertiser_ids: msg`Advertisers`,
  dimensions: msg`Group by`,
  metrics: msg`Metrics`,
  filters: msg`Filters`,
  sort: msg`Sort order`,
  date_range: msg`Dates`,
  compare: msg`Compare with`,
  currency_code: msg`Currency`,
  user_history: msg`Customers`,
  order_values: msg`Order sizes`,
  chart: msg`Chart`,
  ...scheduleLabels,
}

const isField = (field: string): field is Field => Object.hasOwn(labels, field)

export const changedFieldLabel = (field: string, i18n: I18n) => (isField(field) ? i18n._(labels[field]) : field)

/** What a missing value means, if it means something. */
const absent: Partial<Readonly<Record<Field, MessageDescriptor>>> = {
  advertiser_ids: msg`All`,
  compare: comparisonLabels.none,
  currency_code: msg`Client default`,
  user_history: historyLabels.all,
  order_values: msg`All`,
}

const fieldNames = (ids: readonly string[], i18n: I18n) => ids.map((id) => fieldName(id, i18n)).join(', ')
const yesOrNo = (value: boolean, i18n: I18n) => (value ? i18n._(msg`Yes`) : i18n._(msg`No`))

function filterText(filter: Filter, i18n: I18n) {
  const { field, operation } = filter
  return `${fieldName(field, i18n)} ${operationName(operation, field, i18n)} ${filterValueText(filter, i18n, undefined)}`.trim()
}

const texts: { readonly [Name in Field]-?: (value: NonNullable<ChangedFields[Name]>, i18n: I18n) => string } = {
  name: (name) => name,
  visibility: (visibility, i18n) => i18n._(visibilityWords[visibility]),
  expires_at: (moment, { locale }) => momentText(moment, locale, ownZone()),
  context: (context, i18n) => i18n._(contextWords[context]),
  advertiser_ids: (ids) => ids.join(', '),
  dimensions: fieldNames,
  metrics: fieldNames,
  filters: (filters, i18n) => filters.map((filter) => filterText(filter, i18n)).join(', '),
  sort: (sort, i18n) =>
    sort
      .map(({ field, order }) => `${fieldName(field, i18n)} (${order === 'asc' ? i18n._(msg`ascending`) : i18n._(msg`descending`)})`)
      .join(', '),
  date_range: (dates, i18n) =>
    dates.preset === 'custom'
      ? `${dayText(dates.start_date, i18n.locale, 'full')} – ${dayText(dates.end_date, i18n.locale, 'full')}`
      : i18n._(dateRangeLabels[dates.preset]),
  compare: (compare, i18n) => i18n._(comparisonLabels[compare]),
  currency_code: (code) => code,
  user_history: (history, i18n) => i18n._(historyLabels[history]),
  order_values: (sizes, i18n) => sizes.map((size) => i18n._(orderValueLabels[size])).join(', '),
  chart: ({ metrics, granularity }, i18n) =>
    [fieldNames(metrics, i18n), ...(granularity ? [i18n._(granularityWords[granularity])] : [])].join(', '),
  frequency: (frequency, i18n) => i18n._(frequencyWords[frequency]),
  weekday: (weekday, { locale }) => weekdayNames(locale).find(({ id }) => id === weekday)?.label ?? '',
  month_day: (day, i18n) => (day === 31 ? i18n._(msg`The last day`) : String(day)),
  time: (time, { locale }) => clockText(time, locale),
  time_zone: (zone) => zone.replaceAll('_', ' '),
  recipients: (recipients) => recipients.join(', '),
  format: (format) => format.toUpperCase(),
  skip_if_empty: yesOrNo,
  is_paused: yesOrNo,
}

/** A field's value as one line of text. */
export function changedValueText(field: string, value: unknown, i18n: I18n): string {
  if (!isField(field)) return String(value)
  const none = absent[field]
  if (value === null && none) return i18n._(none)
  const struct: Struct<any, any> = ChangedFields.schema[field] // the structs have no other type in common
  if (value === null || !is(value, struct)) return missingValue
  const text = texts[field] as (value: unknown, i18n: I18n) => string // the struct of the field has accepted the value
  return text(value, i18n) || missingValue
}
