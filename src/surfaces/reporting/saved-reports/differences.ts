import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SavedReport } from '../../../contract/saved-reports/saved-reports.ts'
import { fromSavedReport, toUrlParams } from '../query/query.ts'

/** Labels of the report parameters, for conflict messages. */
const fieldLabels: Readonly<Record<string, MessageDescriptor>> = {
  name: msg`Name`,
  visibility: msg`Visibility`,
  context: msg`Report on`,
  advertisers: msg`Advertisers`,
  dimensions: msg`Group by`,
  metrics: msg`Metrics`,
  filters: msg`Filters`,
  date_range: msg`Dates`,
  start_date: msg`Dates`,
  end_date: msg`Dates`,
  compare: msg`Compare with`,
  currency: msg`Currency`,
  history: msg`Sales`,
  orders: msg`Sales`,
  bars: msg`Chart`,
  line: msg`Chart`,
  granularity: msg`Chart`,
  sort: msg`Sort order`,
}

/** Labels of the values that differ, without duplicates. */
export const changedLabels = (
  labels: Readonly<Record<string, MessageDescriptor>>,
  [before, now]: readonly [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>],
  i18n: I18n,
): readonly string[] => [
  ...new Set(
    Object.entries(labels)
      .filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
      .map(([, label]) => i18n._(label)),
  ),
]

const comparable = ({ name, visibility, question }: SavedReport) => ({ name, visibility, ...toUrlParams(fromSavedReport(question)) })

/** Labels of the changes between two versions of a saved report. */
export const differences = (before: SavedReport, now: SavedReport, i18n: I18n) =>
  changedLabels(fieldLabels, [comparable(before), comparable(now)], i18n)
