import type { Filter } from '../../../src/contract/list.ts'
import { refuseField } from '../context/refusal.ts'

/** As many of what was found as one call takes, and where the next one begins. */
export const piece = (found: readonly number[], most: number) => ({ ids: found.slice(0, most), next: found[most] ?? null })

/** What a list leaves out where a call begins further on. */
export const onwards = (field: string, from: number | undefined): Filter[] =>
  from === undefined ? [] : [{ field, operation: '>', value: from - 1 }]

interface Asked {
  readonly from?: number | undefined
  readonly seen?: readonly string[] | undefined
}

/** What was seen is said of each that is named; and what is named is changed in one call. */
export function checkSeen(ids: readonly number[] | undefined, { from, seen }: Asked) {
  if (seen && seen.length !== ids?.length) throw refuseField('seen', 'Expected as many as are named')
  if (from !== undefined && ids) throw refuseField('from', 'Expected only where all of a report are selected')
}
