import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SavedReport } from '../../../contract/saved-reports/saved-reports.ts'
import { fromSavedReport, toUrlParams } from '../query/query.ts'

/** Labels of the report parameters, for conflict messages. */
const heads: Readonly<Record<string, MessageDescriptor>> = {
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
  words: Readonly<Record<string, MessageDescriptor>>,
  [seen, now]: readonly [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>],
  i18n: I18n,
): readonly string[] => [
  ...new Set(
    Object.entries(words)
      .filter(([word]) => JSON.stringify(seen[word]) !== JSON.stringify(now[word]))
      .map(([, head]) => i18n._(head)),
  ),
]

const said = ({ name, visibility, question }: SavedReport) => ({ name, visibility, ...toUrlParams(fromSavedReport(question)) })

/** Labels of the changes between two versions of a saved report. */
export const differences = (seen: SavedReport, now: SavedReport, i18n: I18n) => changedLabels(heads, [said(seen), said(now)], i18n)
