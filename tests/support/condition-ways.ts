import type { Operation } from '../../src/contract/list.ts'
import { operationsOf } from '../../src/contract/reports/fields.ts'
import { runFailureTexts } from '../../src/contract/saved-reports/schedules.ts'

/** How a condition is asked, and how that reads in English. */
export type Way = Operation
export const wayWords: Readonly<Record<Way, string>> = {
  ILIKE: 'contains',
  IN: 'is one of',
  '=': 'is',
  '!=': 'is not',
  '>': 'is more than',
  BETWEEN: 'is between',
  'IS NULL': 'is not known',
}
/** Every way to narrow a field down. */
export const waysOf = (field: string): readonly Way[] => operationsOf(field)

/** What the platform keeps of a run that it gave up. */
export const givenUp = runFailureTexts.given_up
