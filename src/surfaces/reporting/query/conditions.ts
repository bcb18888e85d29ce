import { dimensionOf } from '../../../contract/reports/dimensions.ts'
import type { Filter, FilterValue, Operation } from '../../../contract/list.ts'
import { conditionFits } from '../../../contract/reports/fields.rules.ts'
import { rowsIn, rowsText } from './rows-text.ts'

/** The operations of the specification as an address says them. */
const words = {
  ILIKE: 'contains',
  IN: 'in',
  '=': 'is',
  '!=': 'not',
  '>': 'above',
  BETWEEN: 'between',
  'IS NULL': 'none',
} as const satisfies Record<Operation, string>

const operationIn = (word: string | undefined) => Object.entries(words).find(([, said]) => said === word)?.[0]

const valuesOf = (filter: Filter): readonly FilterValue[] => (filter.operation === 'IS NULL' ? [] : [filter.value].flat())

/** Conditions as one word of an address. */
export const conditionsText = (filters: readonly Filter[]) =>
  rowsText(filters.map((filter) => [filter.field, words[filter.operation], ...valuesOf(filter).map(String)]))

/** A value as the platform takes it: an id is a number, anything else is text. */
export const fieldValue = (field: string, text: string): FilterValue =>
  dimensionOf(field)?.type === 'Integer' && text.trim() !== '' ? Number(text) : text

/** A condition of a field, an operation and values; the platform's struct keeps one shape for each operation. */
export function conditionOf(field: string, operation: Operation, texts: readonly string[]): Filter {
  const values = texts.map((text) => fieldValue(field, text))
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

/** The conditions of an address; what could not be asked is as if it were not there. */
export const conditionsIn = (text: string): Filter[] =>
  rowsIn(text).flatMap(([field = '', word, ...values]) => {
    const operation = operationIn(word)
    if (operation === undefined) return []
    const filter = conditionOf(field, operation as Operation, values) // a key of the table above
    return conditionFits(filter) === true ? [filter] : []
  })
