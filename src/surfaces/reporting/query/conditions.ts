import { dimensionOf } from '../../../contract/reports/dimensions.ts'
import type { Filter, FilterValue, Operation } from '../../../contract/list.ts'
import { filterRule } from '../../../contract/reports/fields.rules.ts'
import { decodeRows, encodeRows } from './rows-text.ts'

/** Short names of the specification's operations, for URLs. */
const operationWords = {
  ILIKE: 'contains',
  IN: 'in',
  '=': 'is',
  '!=': 'not',
  '>': 'above',
  BETWEEN: 'between',
  'IS NULL': 'none',
} as const satisfies Record<Operation, string>

const operationIn = (word: string | undefined) => Object.entries(operationWords).find(([, text]) => text === word)?.[0]

const valuesOf = (filter: Filter): readonly FilterValue[] => (filter.operation === 'IS NULL' ? [] : [filter.value].flat())

export const encodeFilters = (filters: readonly Filter[]) =>
  encodeRows(filters.map((filter) => [filter.field, operationWords[filter.operation], ...valuesOf(filter).map(String)]))

/** Integer dimensions are sent as numbers, everything else as text. */
export const toFilterValue = (field: string, text: string): FilterValue =>
  dimensionOf(field)?.type === 'Integer' && text.trim() !== '' ? Number(text) : text

/** Builds a filter. The shape of `value` depends on the operation. */
export function toFilter(field: string, operation: Operation, texts: readonly string[]): Filter {
  const values = texts.map((text) => toFilterValue(field, text))
  const [first = ''] = values
  switch (operation) {
    case 'IS NULL':
      return { field, operation }
    case 'ILIKE':
      return { field, operation, value: texts[0] ?? '' }
    case 'IN':
    case 'BETWEEN':
      return { field, operation, value: values }
    default:
      return { field, operation, value: first }
  }
}

/** Parses filters from a URL; invalid filters are dropped. */
export const parseFilters = (text: string): Filter[] =>
  decodeRows(text).flatMap(([field = '', word, ...values]) => {
    const operation = operationIn(word)
    if (operation === undefined) return []
    const filter = toFilter(field, operation as Operation, values) // a key of the table above
    return filterRule(filter) === true ? [filter] : []
  })
