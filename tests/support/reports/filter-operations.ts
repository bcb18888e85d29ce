import type { Operation } from '../../../src/contract/list.ts'
import { operationsOf } from '../../../src/contract/reports/fields.ts'
import { runFailureTexts } from '../../../src/contract/saved-reports/schedules.ts'

/** The operation of a filter, with its English label. */
export type FilterOperation = Operation
export const operationWords: Readonly<Record<FilterOperation, string>> = {
  ILIKE: 'contains',
  IN: 'is one of',
  '=': 'is',
  '!=': 'is not',
  '>': 'is greater than',
  BETWEEN: 'is between',
  'IS NULL': 'is not known',
}
/** Every filter operation that a field allows. */
export const operationsAllowed = (field: string): readonly FilterOperation[] => operationsOf(field)

/** The failure text that the platform stores for an abandoned run. */
export const givenUp = runFailureTexts.given_up
