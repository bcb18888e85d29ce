import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type CellFormat, valueText } from './cell-text.ts'
import type { ColumnInfo } from './column.ts'
import type { GridFilter } from './query.ts'

const maxNamedOptions = 2

function optionsText(values: readonly string[], column: ColumnInfo, i18n: I18n) {
  const { filter } = column
  const labels = values.map(
    (value) => (filter?.kind === 'one-of' && filter.options.find((option) => option.value === value)?.label) || value,
  )
  const named = labels.slice(0, maxNamedOptions).join(', ')
  const others = labels.length - maxNamedOptions
  return others > 0 ? i18n._(msg`${named} and ${others} more`) : named
}

/** Short text of a filter, for example ≥ 10. */
export function filterText(filter: GridFilter, column: ColumnInfo, format: CellFormat, i18n: I18n): string {
  if (filter.kind === 'contains') return `“${filter.text}”`
  if (filter.kind === 'one-of') return optionsText(filter.values, column, i18n)
  const text = (value: string) => valueText(column.kind === 'percent' ? 'text' : column.kind, value, format)
  if (filter.from && filter.to) return `${text(filter.from)} – ${text(filter.to)}`
  return filter.from ? `≥ ${text(filter.from)}` : `≤ ${text(filter.to ?? '')}`
}
